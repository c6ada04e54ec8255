// Reads and writes the part of a head that is about kernels.
#include "user/head_kernel.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/ranges.h>

#include "rounding.hpp"
#include "system/printable.hpp"

namespace lenslet::user {
namespace {

constexpr double max_number = 1 << 24;
constexpr std::size_t max_groups = 8;

std::int64_t whole_number(Scanner& scanner, double least = 1) {
  const double value = scanner.number();
  if (value != std::nearbyint(value) || value < least || value > max_number)
    scanner.refuse(fmt::format("a whole number is wanted, {} to {}", least, max_number));
  return static_cast<std::int64_t>(value);
}

bool digit_follows(Scanner& scanner) {
  return scanner.next() >= '0' && scanner.next() <= '9';
}

// Reads what may follow a side: /2, +1 or -2.
void read_rest(Scanner& scanner, Extent& extent) {
  if (scanner.skip('/')) extent.divisor = whole_number(scanner);
  if (scanner.skip('+'))
    extent.added = whole_number(scanner);
  else if (scanner.skip('-'))
    extent.added = -whole_number(scanner);
}

// Reads 4, width, 2*width, height/2, 2*height/3 or width - 2. A word may contain dashes, so "width-2" is one word.
Extent extent(Scanner& scanner) {
  Extent result;
  if (digit_follows(scanner)) {
    result.factor = whole_number(scanner);
    if (!scanner.skip('*')) return result;
  }
  const std::string word = scanner.word(), side = word.substr(0, word.find('-'));
  const std::string_view less = std::string_view(word).substr(std::min(side.size() + 1, word.size()));
  const bool is_number = less.size() < 9 && less.find_first_not_of("0123456789") == less.npos;
  if ((side != "width" && side != "height") || !is_number || word.ends_with('-'))
    scanner.refuse(fmt::format("'{}'; allowed: width, height, or a number", system::excerpt(word)));
  result.of = side == "width" ? Extent::Of::width : Extent::Of::height;
  if (less.empty())
    read_rest(scanner, result);
  else
    result.added = -std::stoll(std::string(less));
  return result;
}

std::vector<Extent> extents(Scanner& scanner, std::size_t least, std::size_t most) {
  std::vector<Extent> list;
  while (!scanner.at_end()) list.push_back(extent(scanner));
  if (list.size() < least || list.size() > most)
    scanner.refuse(fmt::format("{} numbers; allowed: {} to {}, such as width height", list.size(), least, most));
  return list;
}

std::vector<GroupSides> groups(Scanner& scanner) {
  std::vector<GroupSides> list;
  do {
    const std::string word = scanner.word();
    const GroupSides group = group_from(word);
    if (group[0] == 0 && word != "auto")
      scanner.refuse(fmt::format("the group '{}'; allowed: such as 64, 16x16, 8x8x4, or auto", system::excerpt(word)));
    if (std::ranges::count(list, group) > 0) scanner.refuse(fmt::format("the group '{}' is there twice", word));
    list.push_back(group);
    if (list.size() > max_groups) scanner.refuse(fmt::format("more than {} groups", max_groups));
  } while (scanner.skip(','));
  return list;
}

void read_offset(Scanner& scanner, KernelPart& kernel) {
  kernel.offset = {};
  for (std::size_t i = 0; !scanner.at_end(); ++i) {
    if (i == kernel.offset.size()) scanner.refuse("an offset has at most 3 numbers");
    kernel.offset[i] = static_cast<std::size_t>(whole_number(scanner, 0));
  }
}

// Reads 1024, 4*items, or 4*items + 64.
void read_local(Scanner& scanner, KernelPart& kernel) {
  kernel.local_bytes = kernel.local_bytes_of_item = 0;
  do {
    const auto bytes = static_cast<std::uint64_t>(whole_number(scanner));
    if (!scanner.skip('*')) {
      kernel.local_bytes += bytes;
      continue;
    }
    if (scanner.word() != "items") scanner.refuse("local memory is bytes, or bytes*items of a group");
    kernel.local_bytes_of_item += bytes;
  } while (scanner.skip('+'));
}

// Reads words that are types or numbers of channels.
void read_formats(Scanner& scanner, std::vector<SampleType>& types, std::vector<int>& channels) {
  types.clear(), channels.clear();
  do {
    const std::string word = scanner.word();
    const auto type = std::ranges::find(filter_types, word, [](SampleType one) { return name_of(one); });
    if (type != std::end(filter_types))
      types.push_back(*type);
    else if (word.size() == 1 && word[0] >= '1' && word[0] <= '4')
      channels.push_back(word[0] - '0');
    else
      scanner.refuse(fmt::format("'{}'; allowed: u8, u16, f16, f32, and 1 to 4 for channels", system::excerpt(word)));
  } while (scanner.skip(','));
}

void read_makes(Scanner& scanner, KernelPart& kernel) {
  std::vector<int> channels;
  read_formats(scanner, kernel.makes, channels);
  if (kernel.makes.size() > 1 || channels.size() > 1) scanner.refuse("results have one type and number of channels");
  kernel.makes_channels = channels.empty() ? 0 : channels.front();
}

}  // namespace

const std::vector<std::string> kernel_keys{"kernel",  "range", "offset", "group", "local",
                                           "options", "size",  "takes",  "makes"};

KernelPart::KernelPart()
    : range{{Extent::Of::width}, {Extent::Of::height}}, size{{Extent::Of::width}, {Extent::Of::height}}, groups{{}} {}

std::int64_t Extent::in(Size image) const {
  const std::int64_t side = of == Of::number ? 1 : of == Of::width ? image.width : image.height;
  return std::max<std::int64_t>(divide_up(factor * side, divisor) + added, 1);
}

std::string text_of(const Extent& extent) {
  if (extent.of == Extent::Of::number) return fmt::format("{}", extent.factor);
  std::string text = extent.of == Extent::Of::width ? "width" : "height";
  if (extent.factor != 1) text = fmt::format("{}*{}", extent.factor, text);
  if (extent.divisor != 1) text += fmt::format("/{}", extent.divisor);
  return extent.added == 0 ? text : fmt::format("{} {} {}", text, extent.added < 0 ? '-' : '+', std::abs(extent.added));
}

std::string text_of(const GroupSides& group) {
  if (group[0] == 0) return "auto";
  const std::size_t sides = group[2] > 0 ? 3 : group[1] > 0 ? 2 : 1;
  return fmt::format("{}", fmt::join(group.begin(), group.begin() + static_cast<std::ptrdiff_t>(sides), "x"));
}

GroupSides group_from(std::string_view word) {
  GroupSides group{};
  std::size_t side = 0;
  for (const char c : word) {
    if (c == 'x' && side < 2 && group[side] > 0)
      ++side;
    else if (c >= '0' && c <= '9' && group[side] < 1000)
      group[side] = 10 * group[side] + static_cast<std::size_t>(c - '0');
    else
      return {};
  }
  return group[side] > 0 ? group : GroupSides{};
}

bool read_kernel_key(const std::string& key, Scanner& scanner, KernelPart& kernel) {
  if (key == "kernel") kernel.name = scanner.word();
  if (key == "range") kernel.range = extents(scanner, 1, 3);
  if (key == "offset") read_offset(scanner, kernel);
  if (key == "group") kernel.groups = groups(scanner);
  if (key == "local") read_local(scanner, kernel);
  if (key == "options") {
    kernel.options = system::printable(scanner.rest(), true);
    std::ranges::replace(kernel.options, '\n', ' ');
  }
  if (key == "size") kernel.size = extents(scanner, 2, 2);
  if (key == "takes") read_formats(scanner, kernel.takes, kernel.takes_channels);
  if (key == "makes") read_makes(scanner, kernel);
  return std::ranges::count(kernel_keys, key) > 0;
}

std::string text_of(const KernelPart& kernel) {
  const auto list = [](const auto& items, const char* separator) {
    std::vector<std::string> words;
    for (const auto& item : items) words.push_back(text_of(item));
    return fmt::format("{}", fmt::join(words, separator));
  };
  std::vector<std::string> takes, makes;
  for (const SampleType type : kernel.takes) takes.emplace_back(name_of(type));
  for (const int channels : kernel.takes_channels) takes.push_back(fmt::format("{}", channels));
  for (const SampleType type : kernel.makes) makes.emplace_back(name_of(type));
  if (kernel.makes_channels > 0) makes.push_back(fmt::format("{}", kernel.makes_channels));
  std::string text = fmt::format("// kernel: {}\n// range: {}\n// size: {}\n// group: {}\n", kernel.name,
                                 list(kernel.range, " "), list(kernel.size, " "), list(kernel.groups, ", "));
  if (kernel.offset != KernelPart().offset) text += fmt::format("// offset: {}\n", fmt::join(kernel.offset, " "));
  std::string local = kernel.local_bytes_of_item > 0 ? fmt::format("{}*items", kernel.local_bytes_of_item) : "";
  if (kernel.local_bytes > 0) local += fmt::format("{}{}", local.empty() ? "" : " + ", kernel.local_bytes);
  if (!local.empty()) text += fmt::format("// local: {}\n", local);
  if (!kernel.options.empty()) text += fmt::format("// options: {}\n", kernel.options);
  if (!takes.empty()) text += fmt::format("// takes: {}\n", fmt::join(takes, ", "));
  if (!makes.empty()) text += fmt::format("// makes: {}\n", fmt::join(makes, ", "));
  return text;
}

}  // namespace lenslet::user
