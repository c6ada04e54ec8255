// Values of missing samples, from the command line and from files.
#include "tool/jobs/missing_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <lenslet/sample.hpp>
#include <limits>

#include "system/printable.hpp"
#include "tool/jobs/input_types.hpp"
#include "tool/options/option.hpp"
#include "tool/options/values.hpp"
#include "tool/terminal/exit.hpp"
#include "tool/terminal/text.hpp"

namespace lenslet::cli {
namespace {

constexpr const char* of_file = "file";

std::optional<double> parse_nodata(const std::string& what, const std::string& text) {
  if (text == of_file) return {};
  if (text == "nan") return std::numeric_limits<double>::quiet_NaN();
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc() && end == text.data() + text.size() && std::isfinite(value)) return value;
  usage_error(fmt::format("{}: '{}' is no value of samples; allowed: a finite number, nan, or {}: what each file says",
                          what, system::excerpt(text), of_file));
}

bool is_same(const std::optional<double>& a, const std::optional<double>& b) {
  return a == b || (a && b && std::isnan(*a) && std::isnan(*b));
}

std::string shown(const FileNodata& said) {
  return fmt::format("{} says {}", said.file, said.value ? fmt::format("{}", *said.value) : "none");
}

// As ops take values of missing samples.
bool is_taken(double value, const ValueType& type) {
  const SampleType samples = std::get<ImageType>(type).format.type;
  const double held = store_value(value, samples);
  return std::isnan(value) || (std::isfinite(held) && (held == value || (!is_integer(samples) && held != 0)));
}

bool becomes_infinite(const FileNodata& said, const ValueType& type) {
  const SampleType samples = type_in(type);
  return said.samples == SampleType::f64 && samples == SampleType::f32 && std::isinf(store_value(*said.value, samples));
}

}  // namespace

void add_missing_options(CLI::App& app) {
  add_value(
      app, "--nodata", "VALUE|file",
      "Samples of this value, or of what each TIFF file says (tag 42113), are missing: windows leave them out, and "
      "they stay missing");
  add_value(app, "--nan", "ignore|spread",
            "Samples that are NaN are missing, too, or spread over the windows that have one (default spread)");
}

void read_missing(const CLI::App& app, OpOptions& filter, bool& by_files) {
  take(app, "--nodata", filter.nodata, parse_nodata);
  by_files = given(app, "--nodata") == of_file;
  take(app, "--nan", filter.nan,
       [](const auto& what, const auto& text) { return parse_nan(check_choice(what, text, names_of(nan_modes))); });
}

void put_nodata(bool by_files, const std::vector<FileNodata>& files, OpOptions& filter) {
  for (const FileNodata& other : files)
    if (by_files && !is_same(other.value, files.front().value))
      usage_error(fmt::format("--nodata {}: {}, and {}; allowed: files that say one value, or --nodata VALUE", of_file,
                              shown(files.front()), shown(other)));
  if (by_files && !files.empty()) filter.nodata = files.front().value;
  if (!filter.nodata || !std::isnan(*filter.nodata)) return;
  filter.nodata.reset();
  filter.nan = Nan::ignore;
}

std::vector<FileNodata> said_of(const std::vector<ValueFile>& values) {
  std::vector<FileNodata> said;
  for (const ValueFile& value : values) {
    const auto* source = std::get_if<Source>(&value.content);
    said.push_back({value.name, source ? source->header().nodata : std::nullopt, type_in(value.type)});
  }
  return said;
}

bool is_beyond_floats(const OpOptions& filter) {
  return filter.nodata && std::isinf(store_value(*filter.nodata, SampleType::f32));
}

void ignore_nan_instead(OpOptions& filter) {
  filter.nodata.reset();
  filter.nan = Nan::ignore;
}

std::optional<double> nodata_beyond_floats(const std::vector<FileNodata>& files, const std::vector<ValueType>& types,
                                           OpOptions& filter, std::vector<std::string>& notes) {
  if (!is_beyond_floats(filter)) return {};
  std::vector<std::string> narrowed;
  for (std::size_t i = 0; i < files.size(); ++i)
    if (files[i].samples == SampleType::f64 && type_in(types[i]) == SampleType::f32) narrowed.push_back(files[i].file);
  if (narrowed.empty()) return {};
  notes.push_back(
      fmt::format("{}: the value of no data, {}, is beyond f32: samples that f32 does not hold on its side are "
                  "missing, as NaN are, and become NaN",
                  join(narrowed, ", "), *filter.nodata));
  const double infinite = store_value(*filter.nodata, SampleType::f32);
  ignore_nan_instead(filter);
  return infinite;
}

void make_missing(double infinite, Image& image) {
  const std::int64_t samples = image.width() * image.format().channels;
  for (std::int64_t y = 0; y < image.height(); ++y) {
    auto* row = reinterpret_cast<float*>(image.row(y));
    std::replace(row, row + samples, static_cast<float>(infinite), std::numeric_limits<float>::quiet_NaN());
  }
}

std::string note_of_nodata(const OpInfo& op, const ValueType& first, const OpOptions& filter, bool by_files,
                           const std::vector<FileNodata>& files) {
  if (op.of_arrays() || files.empty()) return {};
  const FileNodata& said = files.front();
  if (by_files && !said.value)
    return fmt::format("{}: the file says no value of no data for its samples: none is missing", said.file);
  if (by_files || filter.nodata || !said.value || op.inputs.front().reads != Reads::window) return {};
  if (std::isnan(*said.value) && filter.nan == Nan::ignore) return {};
  const std::string how = is_taken(*said.value, first) || becomes_infinite(said, first)
                              ? fmt::format("; --nodata {} leaves it out", of_file)
                              : fmt::format(": {} has it not", name_of(std::get<ImageType>(first).format.type));
  return fmt::format("{}: its value of no data, {}, is in windows like any other{}", said.file, *said.value, how);
}

}  // namespace lenslet::cli
