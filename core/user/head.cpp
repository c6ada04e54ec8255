// Reads the fields of a head one after the other, and checks whether they fit together.
#include "user/head.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lenslet/error.hpp>

#include "names.hpp"
#include "system/printable.hpp"
#include "user/head_parameter.hpp"
#include "user/lines.hpp"
#include "user/valid_name.hpp"
namespace lenslet::user {
namespace {

struct HeadPlaces {
  const std::string& file;
  const std::vector<std::string>& keys;  // that the head has
  TextPlace end;                         // of the head
  TextPlace window;                      // of the text behind "window:"
};

// The smallest and the largest side.
std::pair<std::int64_t, std::int64_t> range_of_side(const Side& side, const Head& head, const HeadPlaces& places) {
  if (side.parameter.empty()) return {side.offset, side.offset};
  const Parameter* found = find_parameter(head, side.parameter);
  if (!found || found->kind != ParameterKind::integer)
    refuse_at(places.file, places.window, fmt::format("'{}' is no integer parameter", system::excerpt(side.parameter)));
  const auto at = [&](double value) { return side.factor * static_cast<std::int64_t>(value) + side.offset; };
  return {at(found->minimum), at(found->maximum)};
}

void check_window(const Head& head, const HeadPlaces& places) {
  const auto [min_width, width] = range_of_side(head.width, head, places);
  const auto [min_height, height] = range_of_side(head.height, head, places);
  const bool odd =
      min_width % 2 == 1 && min_height % 2 == 1 && head.width.factor % 2 == 0 && head.height.factor % 2 == 0;
  if (!odd || min_width < 1 || min_height < 1 || width * height > max_pixel_count)
    refuse_at(places.file, places.window,
              fmt::format("a window of {} x {} to {} x {}; allowed: odd sides and at most {} pixels, whatever the "
                          "parameters",
                          min_width, min_height, width, height, max_pixel_count));
}

// Each output needs a function of its name.
void check_functions(const Head& head, const HeadPlaces& places) {
  for (const std::string& output : head.outputs) {
    const std::string wrong = wrong_with_function(output);
    if (!wrong.empty()) refuse_at(places.file, places.end, wrong);
    if (find_parameter(head, output))
      refuse_at(places.file, places.end, fmt::format("'{}' is an output's function and a parameter", output));
  }
}

void check_kernel(Head& head, const HeadPlaces& places) {
  head.kind = Kind::kernel;
  for (const char* key : {"window", "mask", "scale", "pixels", "samples", "results"})
    if (std::ranges::count(places.keys, key) > 0)
      refuse_at(places.file, places.end, fmt::format("'{}:' and 'kernel:' do not go together", key));
  for (const GroupSides& group : head.kernel.groups)
    for (std::size_t i = head.kernel.range.size(); i < group.size(); ++i)
      if (group[i] > 1)
        refuse_at(places.file, places.end,
                  fmt::format("the group {} has more dimensions than the range, which has {}", text_of(group),
                              head.kernel.range.size()));
  for (std::size_t i = head.kernel.range.size(); i < head.kernel.offset.size(); ++i)
    if (head.kernel.offset[i] > 0)
      refuse_at(places.file, places.end,
                fmt::format("the offset has more dimensions than the range, which has {}", head.kernel.range.size()));
  if (head.kernel.local_bytes_of_item > 0 && std::ranges::count(head.kernel.groups, GroupSides{}) > 0)
    refuse_at(places.file, places.end, "local memory by 'items' needs groups that 'group:' lists, and not auto");
}

// Finds the kind of the filter. Throws invalid_argument for fields that do not fit together.
void settle(Head& head, const HeadPlaces& places) {
  if (!head.kernel.name.empty()) return check_kernel(head, places);
  for (const std::string& key : kernel_keys)
    if (std::ranges::count(places.keys, key) > 0)
      refuse_at(places.file, places.end, fmt::format("'{}:' is for kernels of your own, which 'kernel:' names", key));
  if (!head.masks.empty()) head.kind = Kind::masks;
  const auto has = [&](const char* key) { return std::ranges::count(places.keys, key) > 0; };
  if (head.kind == Kind::window && head.inputs.size() > 1 && !has("window")) head.kind = Kind::inputs;
  const bool window = head.kind == Kind::window, masks = head.kind == Kind::masks;
  const auto never = [&](bool wrong, const char* rule) {
    if (wrong) refuse_at(places.file, places.end, rule);
  };
  never(has("window") && !window, "'window:' is for filters that have no masks and take no whole pixels");
  never(has("pixels") && masks, "'pixels:' and 'mask:' do not go together");
  never(masks && head.inputs.size() > 1, "filters with masks have one input");
  never(has("scale") && !masks, "'scale:' is for filters with masks");
  never(has("exact") && has("tolerance"), "'exact:' and 'tolerance:' do not go together");
  never(head.not_negative && !window && !masks, "'results:' is for windows and masks");
  never(head.native && !window, "'samples: native' is for windows");
  never(head.native && std::ranges::count(head.parameters, ParameterKind::real, &Parameter::kind) > 0,
        "'samples: native' are only ordered, and have no use for real parameters");
  never(head.kind == Kind::inputs && head.outputs.size() > 1,
        "filters of samples have one output; those of 'window:' and of 'pixels:' have up to 2");
  if (window && head.outputs.size() > 1) check_functions(head, places);
  if (window) check_window(head, places);
}

constexpr std::size_t max_parameter_count = 16, max_inputs = 4, max_output_count = 2, max_mask_count = 2;
constexpr int max_mask_length = 31;

const std::vector<std::string> filter_keys{"name",      "summary", "details", "inputs",   "outputs",
                                           "parameter", "window",  "mask",    "scale",    "pixels",
                                           "samples",   "results", "exact",   "tolerance"};

std::vector<std::string> known_keys() {
  std::vector<std::string> keys = filter_keys;
  keys.insert(keys.end(), kernel_keys.begin(), kernel_keys.end());
  return keys;
}

class Reader {
 public:
  Reader(std::string_view text, const std::string& file) : text_(text), file_(file), fields_(fields_of(text, file)) {}

  Head read() {
    for (const Field& field : fields_.all) read(field);
    head_.lines = fields_.lines;
    const TextPlace end{fields_.lines, 1};
    if (head_.name.empty()) refuse_at(file_, end, "the head has no 'name:'" + hint_of_kernels(text_));
    if (head_.summary.empty()) refuse_at(file_, end, "the head has no 'summary:'");
    settle(head_, {file_, seen_, end, window_place_});
    return std::move(head_);
  }

 private:
  void read(const Field& field) {
    check_known(field);
    const bool again = field.key == "parameter" || field.key == "mask";
    if (!again && std::ranges::count(seen_, field.key) > 0)
      refuse_at(file_, field.key_place, fmt::format("'{}:' stands there twice", field.key));
    seen_.push_back(field.key);
    Scanner scanner(field, file_);
    read_kernel_key(field.key, scanner, head_.kernel);
    if (field.key == "name") name(scanner);
    if (field.key == "summary") head_.summary = line(scanner);
    if (field.key == "details") head_.details = line(scanner);
    if (field.key == "inputs") head_.inputs = names(scanner, max_inputs);
    if (field.key == "outputs") head_.outputs = names(scanner, max_output_count);
    if (field.key == "parameter") parameter(field);
    if (field.key == "window") window(field, scanner);
    if (field.key == "mask") mask(scanner);
    if (field.key == "scale") head_.scale = scanner.number();
    if (field.key == "pixels") pixels(scanner);
    if (field.key == "samples") samples(scanner);
    if (field.key == "results") results(scanner);
    if (field.key == "tolerance") tolerance(scanner);
    if (!scanner.at_end() && field.key != "parameter") scanner.refuse("more than is expected");
  }

  void check_known(const Field& field) const {
    const std::vector<std::string> keys = known_keys();
    if (std::ranges::count(keys, field.key) > 0) return;
    const std::string near = nearest_name(field.key, keys);
    refuse_at(file_, field.key_place,
              fmt::format("the head has no '{}:'{}; allowed: {}", system::excerpt(field.key),
                          near.empty() ? "" : fmt::format(", did you mean '{}:'?", near), joined(keys)));
  }

  static std::string line(Scanner& scanner) {
    std::string text = scanner.rest();
    std::ranges::replace(text, '\n', ' ');
    return system::printable(text);
  }

  void name(Scanner& scanner) {
    head_.name = scanner.word();
    if (const std::string wrong = wrong_with_filter(head_.name); !wrong.empty()) scanner.refuse(wrong);
  }

  static std::vector<std::string> names(Scanner& scanner, std::size_t most) {
    std::vector<std::string> names;
    do {
      names.push_back(scanner.word());
      if (std::ranges::count(names, names.back()) > 1) scanner.refuse(fmt::format("'{}' is there twice", names.back()));
      if (names.size() > most) scanner.refuse(fmt::format("more than {}", most));
    } while (scanner.skip(','));
    return names;
  }

  void parameter(const Field& field) {
    Parameter one = parse_parameter(field, file_);
    if (find_parameter(head_, one.name)) refuse_at(file_, field.place, fmt::format("'{}' is there twice", one.name));
    if (head_.parameters.size() == max_parameter_count)
      refuse_at(file_, field.place, fmt::format("more than {} parameters", max_parameter_count));
    head_.parameters.push_back(std::move(one));
  }

  void window(const Field& field, Scanner& scanner) {
    head_.width = side(scanner);
    const bool two = scanner.next() == 'x' || scanner.next() == 'X';
    if (two) {
      scanner.skip('x') || scanner.skip('X');
      head_.height = side(scanner);
    } else {
      head_.height = head_.width;
    }
    window_place_ = field.place;
  }

  // Reads "5" or "2*radius+1".
  static Side side(Scanner& scanner) {
    Side side{0, {}, 0};
    do {
      if (std::isdigit(static_cast<unsigned char>(scanner.next())) == 0) {
        if (!side.parameter.empty()) scanner.refuse("a side has one parameter");
        side.parameter = scanner.word();
        side.factor = 1;
        continue;
      }
      const int number = whole(scanner);
      if (scanner.skip('*')) {
        if (!side.parameter.empty()) scanner.refuse("a side has one parameter");
        side.factor = number;
        side.parameter = scanner.word();
      } else {
        side.offset += number;
      }
    } while (scanner.skip('+'));
    return side;
  }

  static int whole(Scanner& scanner) {
    const double value = scanner.number();
    if (value != std::nearbyint(value) || value < 0 || value > 1000)
      scanner.refuse("a whole number up to 1000 is wanted");
    return static_cast<int>(value);
  }

  void mask(Scanner& scanner) {
    MaskRows rows(1);
    while (!scanner.at_end()) {
      if (scanner.skip(';')) {
        rows.emplace_back();
        continue;
      }
      rows.back().push_back(scanner.number());
    }
    const std::size_t width = rows.front().size();
    const auto odd = [](std::size_t side) { return side % 2 == 1 && side <= max_mask_length; };
    if (!odd(width) || !odd(rows.size()) ||
        std::ranges::any_of(rows, [width](const auto& row) { return row.size() != width; }))
      scanner.refuse(fmt::format("a mask has rows of one length, with ';' between them, both odd and at most {}",
                                 max_mask_length));
    head_.masks.push_back(std::move(rows));
    if (head_.masks.size() > max_mask_count) scanner.refuse(fmt::format("more than {} masks", max_mask_count));
  }

  void pixels(Scanner& scanner) {
    head_.kind = Kind::pixels;
    if (scanner.at_end()) return;
    head_.channels = whole(scanner);
    if (head_.channels < 1 || head_.channels > 4) scanner.refuse("channels are 1 to 4");
  }

  void samples(Scanner& scanner) {
    const std::string word = scanner.word();
    if (word != "native" && word != "f32")
      scanner.refuse(
          fmt::format("samples '{}'; allowed: f32, or native, which are only ordered", system::excerpt(word)));
    head_.native = word == "native";
  }

  void results(Scanner& scanner) {
    const std::string word = scanner.word();
    if (word != "any" && word != "not_negative")
      scanner.refuse(
          fmt::format("results '{}'; allowed: any, or not_negative, where none is below 0", system::excerpt(word)));
    head_.not_negative = word == "not_negative";
  }

  void tolerance(Scanner& scanner) {
    head_.tolerance = scanner.number();
    if (head_.tolerance < 0 || head_.tolerance > 1) scanner.refuse("a tolerance is 0 to 1, as a share of white");
  }

  const std::string_view text_;
  const std::string& file_;
  Fields fields_;
  Head head_;
  std::vector<std::string> seen_;
  TextPlace window_place_;
};

}  // namespace

Head parse_head(std::string_view text, const std::string& file) {
  return Reader(text, file).read();
}

const Parameter* find_parameter(const Head& head, std::string_view name) {
  const auto found = std::ranges::find(head.parameters, name, &Parameter::name);
  return found == head.parameters.end() ? nullptr : &*found;
}

int side_of(const Side& side, std::int64_t value) {
  return side.factor * static_cast<int>(value) + side.offset;
}

}  // namespace lenslet::user
