// An expression of a picture's colours leaves its alpha as it is.
#include "tool/jobs/results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <span>

#include "tool/files/image_arrays.hpp"
#include "tool/terminal/exit.hpp"
#include "tool/terminal/text.hpp"

namespace lenslet::cli {
namespace {

// An input may be a column of a table, named by the heading.
std::string column_of(const ValueFile& input) {
  return input.columns.size() == 1 ? input.columns.front() : std::string();
}

std::vector<Array> arrays_of(const std::vector<HostValue>& values) {
  return mapped(values, [](const HostValue& value) { return std::get<Array>(value); });
}

}  // namespace

void add_notes(const std::string& file, const std::vector<std::string>& said, std::vector<std::string>& notes) {
  for (const std::string& note : said) notes.push_back(fmt::format("{}: {}", file, note));
}

std::vector<ReportedValue> reported_inputs(const Inputs& inputs) {
  std::vector<ReportedValue> reported;
  const std::vector<std::string> names = input_names(inputs.call);
  for (std::size_t i = 0; i < inputs.values.size(); ++i)
    reported.push_back({names[i], inputs.values[i].name, inputs.types[i], column_of(inputs.values[i])});
  return reported;
}

std::vector<ReportedValue> reported_outputs(const std::vector<std::string>& names,
                                            const std::vector<std::string>& files, const std::vector<HostValue>& values,
                                            const std::vector<ValueType>& types) {
  std::vector<ReportedValue> reported;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const bool printed = i >= files.size();
    reported.push_back({names[i], printed ? "" : files[i], types[i], {}});
    if (printed) reported.back().elements = std::get<Array>(values[i]);
  }
  return reported;
}

void restore_alpha(const Array& input, std::vector<HostValue>& results) {
  const auto channels = static_cast<std::size_t>(input.type().shape.back()), size = size_of(input.type().type);
  for (HostValue& result : results) {
    const std::span<std::byte> to = std::get<Array>(result).bytes();
    for (std::size_t pixel = 0; pixel < to.size(); pixel += channels * size) {
      const std::size_t alpha = pixel + (channels - 1) * size;
      std::memcpy(to.data() + alpha, input.bytes().data() + alpha, size);
    }
  }
}

Plot plot_with_columns(const Inputs& inputs, const Call& call, const std::vector<HostValue>& values,
                       const std::vector<HostValue>& results) {
  Plot plot = plot_of(call, arrays_of(values), arrays_of(results));
  const std::vector<std::string> names = input_names(inputs.call);
  for (std::string* label : {&plot.x_label, &plot.y_label}) {
    const auto place = static_cast<std::size_t>(std::ranges::find(names, *label) - names.begin());
    if (place < inputs.values.size() && !column_of(inputs.values[place]).empty())
      *label = column_of(inputs.values[place]);
  }
  return plot;
}

bool takes_scaling(const RunOptions& options, const ValueType& first, OpOptions& filter) {
  const auto* image = std::get_if<ImageType>(&first);
  const bool scales =
      image && image->format.type == SampleType::u16 && filter.ddepth == SampleType::u8 && !options.keep_values;
  if (scales) filter.ddepth.reset();
  return scales;
}

bool is_scaled(bool wanted, const std::string& file, SampleType type) {
  return type == SampleType::u16 && (wanted || (!can_hold(file, SampleType::u16) && can_hold(file, SampleType::u8)));
}

std::string scaling_note(const std::string& file) {
  return fmt::format("{}: scaled from u16 to u8, so that 65535 is 255 (--keep-values does not scale)", file);
}

std::vector<std::string> scale_results(bool wanted, const std::vector<std::string>& files,
                                       std::vector<HostValue>& results) {
  std::vector<std::string> notes;
  for (std::size_t i = 0; i < std::min(files.size(), results.size()); ++i) {
    const auto* image = std::get_if<Image>(&results[i]);
    if (!image || !is_scaled(wanted, files[i], image->format().type)) continue;
    results[i] = scaled_to_u8(*image);
    notes.push_back(scaling_note(files[i]));
  }
  return notes;
}

void leave_hanging(const std::vector<DeviceShare>& shares) {
  for (const DeviceShare& share : shares)
    if (share.hangs) leave_at_once();
}

void note_failures(const std::vector<DeviceShare>& shares, std::vector<std::string>& notes) {
  for (const DeviceShare& share : shares)
    if (!share.failure.empty())
      notes.push_back(fmt::format("device {} was dropped after {} strips, and others did its work: {}", share.device,
                                  share.strips, share.failure));
}

}  // namespace lenslet::cli
