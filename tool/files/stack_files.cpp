// A .npy says nothing of its axes: its last side of up to four is channels, and --axes names the others.
#include "tool/files/stack_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <lenslet/array_file.hpp>
#include <lenslet/error.hpp>

#include "system/input_file.hpp"
#include "system/printable.hpp"
#include "tool/components/files.hpp"
#include "tool/files/image_arrays.hpp"
#include "tool/files/image_files.hpp"
#include "tool/files/memory_need.hpp"
#include "tool/files/text_file.hpp"
#include "tool/terminal/exit.hpp"
#include "tool/terminal/text.hpp"

namespace lenslet::cli {
namespace {

namespace fs = std::filesystem;

constexpr int max_pages = 1'000'000;

// The number of a part of what is given, which the message names whole.
int page_number(const std::string& what, const std::string& given, std::string_view text) {
  int page = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), page);
  if (error != std::errc() || end != text.data() + text.size() || page < 1 || page > max_pages)
    usage_error(fmt::format("{}: '{}' is no page; allowed: 1 to {}, a range N-M, or several with commas", what,
                            system::excerpt(given), max_pages));
  return page - 1;
}

// The letters of pages, and whether channels follow.
struct AxisWords {
  std::string pages;
  char last = 0;  // 'S' or 'C'
};

AxisWords words_of(const std::string& axes) {
  const std::size_t rows = axes.find("YX");
  return {axes.substr(0, rows), axes.size() > rows + 2 ? axes.back() : '\0'};
}

std::string usual_axes(const std::string& name, const ArrayType& type) {
  const std::size_t sides = type.shape.size();
  const bool has_channels = type.shape.back() <= max_channels;
  if (sides == 3 && !has_channels) return "QYX";
  if (sides == 4 && has_channels) return "QYXS";
  usage_error(fmt::format("{}: what the sides of {} mean is not known; --axes names them: TZYX, TCYX, ZYXS", name,
                          to_string(type)));
}

struct ArrayStack {
  StackType type;
  bool is_interleaved = false;
};

ArrayStack stack_of(const std::string& name, const ArrayType& type, std::string axes) {
  if (axes.empty()) axes = usual_axes(name, type);
  if (axes.size() != type.shape.size())
    usage_error(fmt::format("--axes: {} names {} sides; {} is {}", axes, axes.size(), name, to_string(type)));
  if (type.count() == 0) usage_error(fmt::format("{}: an array of {} has no pixels", name, to_string(type)));
  const AxisWords words = words_of(axes);
  const std::size_t rows = words.pages.size();
  ArrayStack stack{{.size = {type.shape[rows + 1], type.shape[rows]}, .format = {type.type}}};
  for (std::size_t i = 0; i < rows; ++i) stack.type.axes.push_back({words.pages[i], type.shape[i]});
  const std::int64_t last = words.last != 0 ? type.shape.back() : 1;
  stack.is_interleaved = last > max_channels;
  if (stack.is_interleaved && words.pages.find('C') != std::string::npos)
    usage_error(fmt::format("--axes: {} channels beside an axis C; allowed: 1 to {}", last, max_channels));
  if (stack.is_interleaved)
    stack.type.axes.push_back({'C', last});
  else
    stack.type.format.channels = static_cast<int>(last);
  return stack;
}

// A page of many channels side by side, and its planes: `rows` x `width` pixels of `bands` samples.
void copy_planes(const std::byte* from, std::byte* to, std::int64_t pixels, std::int64_t bands, std::size_t sample,
                 bool to_planes) {
  for (std::int64_t band = 0; band < bands; ++band)
    for (std::int64_t i = 0; i < pixels; ++i) {
      const auto side_by_side = static_cast<std::size_t>(i * bands + band) * sample;
      const auto plane = static_cast<std::size_t>(band * pixels + i) * sample;
      std::memcpy(to + (to_planes ? plane : side_by_side), from + (to_planes ? side_by_side : plane), sample);
    }
}

void copy_elements(const StackType& type, bool is_interleaved, const std::byte* from, std::byte* to, bool to_planes) {
  const std::size_t bytes =
      static_cast<std::size_t>(type.size.width * type.size.height * type.pages()) * type.format.bytes();
  if (!is_interleaved) {
    std::memcpy(to, from, bytes);
    return;
  }
  const std::int64_t bands = type.axes.back().length, groups = type.pages() / bands;
  const std::int64_t pixels = type.size.width * type.size.height;
  const std::size_t group = bytes / static_cast<std::size_t>(groups);
  for (std::int64_t i = 0; i < groups; ++i)
    copy_planes(from + static_cast<std::size_t>(i) * group, to + static_cast<std::size_t>(i) * group, pixels, bands,
                size_of(type.format.type), to_planes);
}

StackType chosen_type(StackType type, const std::vector<int>& pages, const std::string& name) {
  if (pages.empty()) return type;
  for (const int page : pages)
    if (page >= type.pages())
      throw Error(ErrorKind::invalid_argument,
                  fmt::format("{}: it has no page {}; it has 1 to {}", name, page + 1, type.pages()));
  const char axis = type.axes.size() == 1 ? type.axes.front().name : 'Q';
  type.axes.clear();
  if (pages.size() > 1) type.axes = {{axis, static_cast<std::int64_t>(pages.size())}};
  return type;
}

Stack chosen(Stack all, const std::vector<int>& pages, const std::string& name) {
  if (pages.empty()) return all;
  Stack some(chosen_type(all.type(), pages, name));
  const auto bytes = static_cast<std::size_t>(some.tall().stride() * some.type().size.height);
  for (std::size_t i = 0; i < pages.size(); ++i)
    std::memcpy(some.page(static_cast<std::int64_t>(i)).row(0), all.page(pages[i]).row(0), bytes);
  return some;
}

std::optional<StackHeader> npy_header(const std::string& name, const PageChoice& choice, const OpenOptions& options) {
  const std::optional<ArrayType> type = array_in(name, options);
  if (!type || type->shape.size() < 3) return {};
  if (choice.axes.empty() && type->shape.size() == 3 && type->shape.back() <= max_channels) return {};
  const ArrayStack stack = stack_of(name, *type, choice.axes);
  StackHeader header{.type = stack.type, .file_format = "npy"};
  header.facts.is_interleaved = stack.is_interleaved;
  header.file_pages = static_cast<int>(stack.type.pages());
  header.memory_bytes = twice(type->bytes());
  header.type = chosen_type(stack.type, choice.pages, name);
  return header;
}

FileStack take_npy(const std::string& name, const PageChoice& choice, const OpenOptions& options) {
  system::InputFile file(name);
  const auto accept = [&](const ArrayType& type, std::uint64_t bytes) { check_array(name, type, bytes, options); };
  Array array;
  try {
    array = read_npy({[&file](std::span<std::byte> to) { return file.read(to); }, file.size(), accept});
  } catch (const Error& error) {
    throw Error(error.kind(), fmt::format("{}: {}", name, error.what()));
  }
  const ArrayStack type = stack_of(name, array.type(), choice.axes);
  FileStack result{.stack = Stack(type.type)};
  result.facts.is_interleaved = type.is_interleaved;
  if (type.is_interleaved && type.type.axes.size() == 1) result.facts.style = PageStyle::bands;
  copy_elements(type.type, type.is_interleaved, array.bytes().data(), result.stack.tall().data(), true);
  result.stack = chosen(std::move(result.stack), choice.pages, name);
  return result;
}

// Gives the axes of pages the names of --axes.
void rename_axes(const std::string& name, const std::string& axes, StackType& type) {
  if (axes.empty() || type.axes.empty()) return;
  const std::string names = words_of(axes).pages;
  if (names.size() != type.axes.size())
    usage_error(fmt::format("--axes: {} names {} axes of pages; {} has {}: {}", axes, names.size(), name,
                            type.axes.size(), to_string(type)));
  for (std::size_t i = 0; i < names.size(); ++i) type.axes[i].name = names[i];
}

StackOptions stack_options(const PageChoice& choice, const OpenOptions& options) {
  StackOptions reading{.read = read_options(options.limits), .pages = choice.pages};
  reading.read.page.reset();
  reading.read.max_memory = std::max<std::uint64_t>(room_left(options), 1);
  return reading;
}

Array array_of_stack(const FileStack& file) {
  const StackType& type = file.stack.type();
  ArrayType shape{type.format.type, {}};
  const bool is_interleaved =
      file.facts.is_interleaved && !type.axes.empty() && type.axes.back().name == 'C' && type.format.channels == 1;
  for (const StackAxis& axis : type.axes) shape.shape.push_back(axis.length);
  if (is_interleaved) shape.shape.pop_back();
  shape.shape.insert(shape.shape.end(), {type.size.height, type.size.width});
  if (type.format.channels > 1) shape.shape.push_back(type.format.channels);
  if (is_interleaved) shape.shape.push_back(type.axes.back().length);
  Array array(shape);
  copy_elements(type, is_interleaved, file.stack.tall().data(), array.bytes().data(), false);
  return array;
}

bool is_npy(const fs::path& path) {
  return suffix_of(path) == ".npy";
}

}  // namespace

std::vector<int> parse_pages(const std::string& what, const std::string& text) {
  std::vector<int> pages;
  for (const std::string& part : split_list(what, text)) {
    const std::size_t dash = part.find('-');
    const int first = page_number(what, part, std::string_view(part).substr(0, dash));
    const int last = dash == part.npos ? first : page_number(what, part, std::string_view(part).substr(dash + 1));
    if (last < first)
      usage_error(
          fmt::format("{}: '{}': the last page is before the first; allowed: a range N-M from the first to the last",
                      what, system::excerpt(part)));
    for (int page = first; page <= last; ++page) pages.push_back(page);
    if (pages.size() > max_pages)
      usage_error(fmt::format("{}: more than {} pages; allowed: up to {}", what, max_pages, max_pages));
  }
  return pages;
}

std::string parse_axes_option(const std::string& what, const std::string& text) {
  std::string axes = text;
  std::ranges::transform(axes, axes.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  const std::size_t rows = axes.find("YX");
  const std::string pages = axes.substr(0, rows), rest = rows == axes.npos ? "none" : axes.substr(rows + 2);
  bool is_right = rest.empty() || rest == "S" || (rest == "C" && pages.find('C') == pages.npos);
  for (std::size_t i = 0; i < pages.size(); ++i)
    is_right = is_right && std::string_view("ZTCQ").find(pages[i]) != std::string_view::npos &&
               pages.find(pages[i], i + 1) == pages.npos;
  if (is_right) return axes;
  usage_error(
      fmt::format("{}: '{}'; allowed: pages as letters of Z, T, C and Q, each once, then YX, then S or C where a "
                  "pixel has channels: ZYX, TZYX, CYX, YXC",
                  what, system::excerpt(text)));
}

std::optional<StackHeader> stack_in(const std::string& name, const PageChoice& choice, const OpenOptions& options) {
  std::error_code unknown;
  if (name == "-" || !fs::is_regular_file(name, unknown)) return {};
  if (is_npy(name)) return npy_header(name, choice, options);
  if (may_hold_array(name) || !files_component || !files_component->may_hold_pages(name)) return {};
  StackHeader header = files_component->read_stack_header(name, stack_options(choice, options));
  if (header.type.axes.empty() && !header.is_appended) return {};
  rename_axes(name, choice.axes, header.type);
  return header;
}

bool has_one_page(const std::string& name, const PageChoice& choice, const OpenOptions& options) try {
  return !stack_in(name, {.axes = choice.axes}, options);
} catch (const Error&) {  // it is opened again, and then says what is wrong
  return false;
}

std::optional<StackHeader> array_header(const std::string& name, const OpenOptions& options) {
  if (!is_npy(name)) return {};
  const std::optional<ArrayType> type = array_in(name, options);
  if (!type) open_value(name, ValueKind::array, options);  // it says what is wrong
  const std::optional<ImageType> image = type ? image_type({SampleType::f32, type->shape}) : std::nullopt;
  if (!image)
    usage_error(
        fmt::format("{}: an array of {} is no image; allowed: [height, width] or [height, width, 1 to 4], and "
                    "pages of such",
                    name, type ? to_string(*type) : "nothing"));
  PixelFormat format = image->format;
  format.type = type->type;
  return StackHeader{.type = {image->size, format}, .file_format = "npy"};
}

FileStack take_stack(const std::string& name, const PageChoice& choice, const OpenOptions& options) {
  if (is_npy(name)) return take_npy(name, choice, options);
  FileStack file = files_component.get(name).read_stack(name, stack_options(choice, options));
  if (choice.axes.empty()) return file;
  StackType type = file.stack.type();
  rename_axes(name, choice.axes, type);
  Stack renamed(type);
  renamed.tall() = std::move(file.stack.tall());
  file.stack = std::move(renamed);
  return file;
}

void check_stack_file(const fs::path& path, const StackType& type) {
  if (is_npy(path)) return;
  check_suffix(path, ValueKind::image);
  if (type.pages() == 1 && !may_hold_array(path)) return;
  if (files_component && files_component->holds_pages(path)) return;
  std::vector<std::string> suffixes;
  for (const FileFormat& format : image_formats())
    if (files_component->holds_pages("x" + format.suffix)) suffixes.push_back(format.suffix);
  suffixes.emplace_back(".npy");
  throw Error(ErrorKind::unsupported,
              fmt::format("cannot write '{}': {} holds one picture, the result has {} pages; use {}, or take one page "
                          "with --page N",
                          path.string(), suffix_of(path), type.pages(), join(suffixes, ", ")));
}

std::vector<std::string> write_stack_value(const fs::path& path, const FileStack& file, const WriteOptions& options) {
  if (!is_npy(path)) return files_component.get(path.string()).write_stack(path, file, options);
  write_text(path, npy_bytes(array_of_stack(file)), options.sync);
  return {};
}

}  // namespace lenslet::cli
