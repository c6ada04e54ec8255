// Times the steps of one strip.
#include <lenslet/strip_cost.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include <lenslet/merging.hpp>

#include "elapsed.hpp"
#include "image/rect.hpp"
#include "session/merging.hpp"
#include "session/plan.hpp"
#include "session/strip_layout.hpp"

namespace lenslet {
namespace {

constexpr int timed = 3;

template <class Step>
double median_seconds(const Step& step) {
  step();  // compiles, and finds memory
  std::array<double, timed> times{};
  for (double& time : times) {
    const auto begin = std::chrono::steady_clock::now();
    step();
    time = milliseconds_since(begin) / 1000;
  }
  std::ranges::sort(times);
  return times[timed / 2];
}

std::uint64_t bytes_of_rows(const std::vector<ImageType>& images, std::int64_t rows) {
  std::uint64_t bytes = 0;
  for (const ImageType& image : images)
    bytes += static_cast<std::uint64_t>(image.size.width * rows) * image.format.bytes();
  return bytes;
}

// Levels without order, so that no step is faster than with a photograph.
Image some_rows(const ImageType& type, std::int64_t rows) {
  Image image({type.size.width, rows}, type.format);
  std::uint32_t seed = 1;
  for (std::int64_t y = 0; y < rows; ++y) {
    const auto row = reinterpret_cast<std::uint8_t*>(image.row(y));
    for (std::int64_t x = 0; x < image.stride(); ++x) {
      seed = seed * 1664525 + 1013904223;
      row[x] = static_cast<std::uint8_t>(seed >> 26);  // of floats, too: all are small numbers
    }
  }
  return image;
}

// Rows that all strips read, and of these the ones that the strip before has read as well.
struct RowsRead {
  std::int64_t all = 0, again = 0;
};

RowsRead rows_of_all(const std::vector<Plan>& plans, const StripLayout& layout) {
  RowsRead rows;
  std::int64_t end = 0;
  for (std::int64_t strip = 0; strip < layout.count(); ++strip) {
    const RowRange read = rows_read(plans, layout, strip);
    rows.all += read.count();
    rows.again += std::clamp<std::int64_t>(end - read.begin, 0, read.count());
    end = read.end;
  }
  return rows;
}

// What a strip in the middle takes, in seconds.
struct StripTimes {
  double copy = 0, upload = 0, compute = 0, download = 0;
};

StripTimes time_strip(const Session& session, const std::vector<Plan>& plans, const std::vector<ImageType>& types,
                      const StripLayout& layout) {
  const Plan& plan = plans.front();
  const std::int64_t strip = (layout.count() - 1) / 2;
  const RowRange read = rows_read(plans, layout, strip);
  const PartOf place{layout.input, 0, read.begin};
  std::vector<Image> rows;
  std::vector<DeviceValue> inputs;
  for (const ImageType& type : types) {
    rows.push_back(some_rows(type, read.count()));
    inputs.emplace_back(session.upload(rows.back(), place, plan.input_storage()));
  }
  const RunOptions options{.region = layout.results(strip)};
  const std::vector<DeviceValue> outputs = allocate_outputs(plan, inputs, options.region);
  StripTimes times;
  Image copied = rows.front();
  times.copy = median_seconds([&] {
    std::memcpy(copied.data(), rows.front().data(), static_cast<std::size_t>(copied.stride() * copied.height()));
  });
  times.upload = median_seconds([&] {
    for (std::size_t i = 0; i < rows.size(); ++i)
      session.upload(rows[i], std::get<DeviceImage>(inputs[i]).view(std::get<DeviceImage>(inputs[i]).held()));
  });
  times.compute = median_seconds([&] { plan.run_into(inputs, outputs, options); });
  times.download = median_seconds([&] {
    for (const DeviceValue& output : outputs) session.download(std::get<DeviceImage>(output));
  });
  return times;
}

}  // namespace

double StripCost::seconds() const {
  const auto all = {halo.seconds, upload.seconds, compute.seconds, download.seconds};
  double sum = 0;
  for (const double each : all) sum += each;
  return overlaps ? std::max(all) : sum;
}

std::string_view StripCost::bound() const {
  const double longest = std::max({halo.seconds, upload.seconds, compute.seconds, download.seconds});
  if (compute.seconds == longest) return "compute";
  if (upload.seconds == longest) return "upload";
  return download.seconds == longest ? "download" : "halo";
}

StripCost strip_cost(const Session& session, const Work& work, const StripOptions& options) {
  if (passes_before(work) > 0) check_strips(plans_on(session), work, options);
  const std::vector<ImageType> types = images_of(work);
  const std::vector<Plan> plans{session.plan(as_merged(work))};
  const StripLayout layout = layout_strips(plans, types, options);
  const RowsRead rows = rows_of_all(plans, layout);
  const StripTimes times = time_strip(session, plans, types, layout);
  const std::int64_t middle = rows_read(plans, layout, (layout.count() - 1) / 2).count();
  const double read_strips = static_cast<double>(rows.all) / static_cast<double>(middle);
  const double made_strips = static_cast<double>(layout.wanted()) / static_cast<double>(layout.rows);
  StripCost cost;
  cost.strips = layout.count();
  cost.rows = layout.rows;
  cost.memory = layout.bytes;
  cost.passes = passes_before(work);
  cost.written = bytes_of_rows(layout.outputs, layout.wanted());
  cost.read = bytes_of_rows(types, rows.all - rows.again) + bytes_before(work);
  cost.halo = {bytes_of_rows(types, rows.again),
               times.copy * static_cast<double>(types.size() * static_cast<std::size_t>(rows.again)) /
                   static_cast<double>(middle)};
  cost.upload = {bytes_of_rows(types, rows.all), times.upload * read_strips};
  cost.compute = {cost.upload.bytes + cost.written, times.compute * made_strips};
  cost.download = {cost.written, times.download * made_strips};
  cost.overlaps = !session.device().host_memory;
  return cost;
}

}  // namespace lenslet
