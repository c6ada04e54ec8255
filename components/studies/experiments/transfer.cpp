// transfer: bytes between host and device: by which commands, in how many pieces, and as which type.
#include <algorithm>
#include <array>
#include <numeric>

#include <fmt/ranges.h>

#include <lenslet/error.hpp>
#include <lenslet/pixel.hpp>

#include "ocl/box.hpp"
#include "studies/experiments/transfer_ways.hpp"

namespace lenslet::study {
namespace {

constexpr std::int64_t kib = 1024, mib = 1024 * kib;
constexpr std::size_t max_pieces = 4096;
constexpr std::size_t exact = 2048;  // half holds all whole numbers up to here
const std::string device_copy = "the device's own memory";

struct WholeWay {
  std::array<std::string, 3> names;  // to the device, back, and both with a kernel between
  MakeWay make;
};

const WholeWay whole_ways[] = {
    {{"write", "read", "write, kernel, read"}, by_command},
    {{"write from pinned memory", "read into pinned memory", "write, kernel, read, pinned memory"}, from_pinned_memory},
    {{"map to write", "map to read", "map, kernel, map"}, by_mapping},
    {{"map to write, ALLOC_HOST_PTR", "map to read, ALLOC_HOST_PTR", "map, kernel, map, ALLOC_HOST_PTR"},
     by_mapping_pinned},
    {{"map to write, USE_HOST_PTR", "map to read, USE_HOST_PTR", "map, kernel, map, USE_HOST_PTR"},
     by_mapping_host_memory}};

struct RowsWay {
  std::string name;
  MakeWay make;
  std::vector<ocl::Event> (*copy)(const ocl::Queue&, const ocl::Buffer& from, const ocl::Buffer& to);
  const char* how;
};

std::size_t rows_of(const ocl::Buffer& buffer) {
  return buffer.bytes() / (2 * half_row);
}

std::vector<ocl::Event> copy_rectangle(const ocl::Queue& queue, const ocl::Buffer& from, const ocl::Buffer& to) {
  return queue.copy_rows(from, {0, 2 * half_row}, to, {0, 2 * half_row}, half_row, rows_of(from));
}

std::vector<ocl::Event> copy_each_row(const ocl::Queue& queue, const ocl::Buffer& from, const ocl::Buffer& to) {
  std::vector<ocl::Event> events;
  for (std::size_t y = 0; y < rows_of(from); ++y) {
    const ocl::Rows row{2 * y * half_row, 2 * half_row};
    for (ocl::Event& event : queue.copy_rows(from, row, to, row, half_row, 1)) events.push_back(std::move(event));
  }
  return events;
}

std::vector<ocl::Event> copy_all(const ocl::Queue& queue, const ocl::Buffer& from, const ocl::Buffer& to) {
  std::vector<ocl::Event> events;
  events.push_back(queue.copy(from, to, from.bytes()));
  return events;
}

const RowsWay rows_ways[] = {{"a rectangle", as_rectangle, copy_rectangle, "clEnqueueCopyBufferRect"},
                             {"row by row", row_by_row, copy_each_row, "one clEnqueueCopyBuffer for each row"},
                             {"whole rows", whole_rows, copy_all, "clEnqueueCopyBuffer of twice the bytes"}};

// Scales numbers of bytes to multiples of `step`, and lists each once.
std::vector<std::size_t> scaled_bytes(const Experiment& experiment, std::initializer_list<std::int64_t> full,
                                      std::int64_t step) {
  std::vector<std::size_t> sizes;
  for (const std::int64_t bytes : full)
    if (const auto size = static_cast<std::size_t>(experiment.scaled(bytes, step));
        sizes.empty() || size > sizes.back())
      sizes.push_back(size);
  return sizes;
}

// Copies within the device's memory. If halves of rows are copied, only these are checked.
Ready copy_ready(const ocl::Queue& queue, std::size_t bytes, decltype(RowsWay::copy) copy, std::string how,
                 bool halves) {
  const std::vector<std::byte> pattern = transfer_pattern(bytes);
  const ocl::Buffer from = upload(queue, pattern), to = upload(queue, std::vector<std::byte>(bytes));
  const auto mismatch = [=, &queue]() -> Mismatch {
    const auto found = download<std::byte>(queue, to, bytes), expected = transfer_pattern(bytes);
    const std::size_t row = halves ? half_row : bytes;
    for (std::size_t at = 0; at < bytes; at += halves ? 2 * row : row)
      if (Mismatch wrong = differing_byte(std::span(found).subspan(at, row), std::span(expected).subspan(at, row)))
        return wrong;
    return {};
  };
  return {[=, &queue] { return timed_ms([&] { return copy(queue, from, to); }); }, std::move(how), "", mismatch};
}

// The charts that a way has candidates for: to the device, back and, for some ways, both.
struct Charts {
  std::size_t there, back;
  std::optional<std::size_t> both = {};
};

template <class Make>
void add_way(Experiment& experiment, const Charts& charts, const std::array<std::string, 3>& names, std::size_t place,
             Make make) {
  const auto way = lazy([&experiment, make] { return make(experiment.queue()); });
  const auto add = [&](std::size_t chart, const std::string& name, auto ready) {
    experiment.add(chart, name, static_cast<double>(place), [=, &experiment] { return ready(experiment, way.get()); });
  };
  add(charts.there, names[0], put_ready);
  add(charts.back, names[1], get_ready);
  if (charts.both) add(*charts.both, names[2], both_ready);
}

// Returns the number of bytes at the last place.
std::size_t measure_whole(Experiment& experiment, const Charts& charts) {
  const auto sizes = scaled_bytes(experiment, {4 * kib, 64 * kib, mib, 16 * mib, 256 * mib}, 4 * kib);
  for (const std::size_t bytes : sizes) {
    for (const WholeWay& way : whole_ways)
      add_way(experiment, charts, way.names, bytes,
              [&way, bytes](const ocl::Queue& queue) { return way.make(queue, bytes); });
    experiment.add(charts.there, device_copy, static_cast<double>(bytes), [&queue = experiment.queue(), bytes] {
      return copy_ready(queue, bytes / 2, copy_all,
                        "clEnqueueCopyBuffer of half the bytes: as many are read and written in all, by the device's "
                        "clock",
                        false);
    });
    experiment.measure();
  }
  return sizes.back();
}

void measure_rows(Experiment& experiment) {
  const Charts charts{experiment.add_chart("Half of each row, from host to device", "bytes in the halves"),
                      experiment.add_chart("Half of each row, from device to host", "bytes in the halves")};
  const std::size_t within = experiment.add_chart("Half of each row, on the device", "bytes in the halves");
  for (const std::size_t bytes : scaled_bytes(experiment, {64 * kib, mib, 16 * mib}, half_row)) {
    for (const RowsWay& way : rows_ways) {
      add_way(experiment, charts, {way.name, way.name}, bytes,
              [&way, bytes](const ocl::Queue& queue) { return way.make(queue, bytes); });
      experiment.add(within, way.name, static_cast<double>(bytes), [&queue = experiment.queue(), &way, bytes] {
        return copy_ready(queue, 2 * bytes, way.copy, way.how, true);
      });
    }
    experiment.measure();
  }
}

void measure_pieces(Experiment& experiment) {
  const auto bytes = static_cast<std::size_t>(experiment.scaled(16 * mib, max_pieces));
  const std::string of = fmt::format("{} bytes in pieces, ", bytes);
  const Charts charts{experiment.add_chart(of + "from host to device", "pieces"),
                      experiment.add_chart(of + "from device to host", "pieces")};
  for (std::size_t count = 1; count <= max_pieces; count *= 8)
    for (const bool each : {false, true}) {
      const std::string waits = each ? ", a wait for each" : ", one wait";
      add_way(experiment, charts, {"writes" + waits, "reads" + waits}, count,
              [=](const ocl::Queue& queue) { return in_pieces(queue, bytes, count, each); });
    }
  experiment.measure();
}

float value_at(std::size_t i) {
  return static_cast<float>(i * 7 % exact);
}

std::uint16_t half_at(std::size_t i) {
  return to_half(value_at(i));
}

// Numbers are half in the host's memory and in transfer. The device converts them.
Ready half_ready(const Experiment& experiment, std::size_t count, bool there) {
  const ocl::Queue& queue = experiment.queue();
  const auto host = std::make_shared<std::vector<std::uint16_t>>(values_of(count, half_at));
  const ocl::Buffer halves = upload(queue, there ? std::vector<std::uint16_t>(count) : *host);
  KernelRow row{"transfer.cl", there ? "to_float" : "to_half"};
  if (there)
    row.arguments = {halves, output<float>(count, [count] { return values_of(count, value_at); })};
  else
    row.arguments = {upload(queue, values_of(count, value_at)),
                     output<std::uint16_t>(count, [count] { return values_of(count, half_at); })};
  row.arguments.emplace_back(static_cast<std::uint64_t>(count));
  row.launch = whole_groups(experiment, {count, 1}, {64, 1});
  const auto kernel = std::make_shared<const KernelRun>(experiment, row);
  if (there)
    return timed_by_host(
        "2 bytes for each number, then a kernel",
        [&queue, kernel, host, halves] {
          queue.write(halves, 0, bytes_of(*host));
          kernel->enqueue().wait();
        },
        [kernel] { return kernel->mismatch(); }, kernel->source());
  std::ranges::fill(*host, std::uint16_t{0});
  return timed_by_host(
      "a kernel, then 2 bytes for each number",
      [kernel, host] {
        kernel->enqueue();
        kernel->read(1, *host);
      },
      [host, count] { return first_difference(*host, values_of(count, half_at)); }, kernel->source());
}

void measure_halves(Experiment& experiment) {
  const Charts charts{experiment.add_chart("Half against float, from host to device", "numbers"),
                      experiment.add_chart("Half against float, from device to host", "numbers")};
  for (const std::size_t bytes : scaled_bytes(experiment, {4 * kib, 64 * kib, mib, 16 * mib, 256 * mib}, 4 * kib)) {
    const std::size_t count = bytes / sizeof(float);
    add_way(experiment, charts, {"float, write", "float, read"}, count,
            [bytes](const ocl::Queue& queue) { return by_command(queue, bytes); });
    for (const bool there : {true, false})
      experiment.add(there ? charts.there : charts.back, there ? "half, write and convert" : "half, convert and read",
                     static_cast<double>(count),
                     [&experiment, count, there] { return half_ready(experiment, count, there); });
    experiment.measure();
  }
}

void add_rates(Experiment& experiment, const Charts& charts, std::size_t bytes) {
  StudyTable table{fmt::format("Rates for {} bytes, GB/s", bytes), {"way", "to the device", "to the host"}, {}};
  const auto rate = [&, size = static_cast<double>(bytes)](std::size_t chart, const std::string& line) {
    const std::vector<double>* ms = experiment.times(chart, line, size);
    return ms ? fmt::format("{:.2f}", size * 1e-6 / summarize(*ms).median) : "-";
  };
  for (const auto& [names, make] : whole_ways)
    table.rows.push_back({names[0] + "; " + names[1], rate(charts.there, names[0]), rate(charts.back, names[1])});
  const std::string own = rate(charts.there, device_copy);
  table.rows.push_back({device_copy + ", read and written in all", own, own});
  experiment.report().tables.push_back(std::move(table));
}

// Shows how a box of 32 numbers is read, as in the source.
std::vector<std::string> box_row(const ocl::Queue& queue, const std::string& name, const ocl::Box& box,
                                 const std::vector<std::int32_t>& expected) {
  std::vector<std::int32_t> numbers(32), found(expected.size());
  std::iota(numbers.begin(), numbers.end(), 0);
  const auto failure =
      failure_of([&] { ocl::read_box(queue, upload(queue, numbers), box, std::as_writable_bytes(std::span(found))); });
  return {name, fmt::format("{}", fmt::join(box.origin, ", ")), fmt::format("{}", fmt::join(box.region, " x ")),
          failure.value_or(fmt::format("{}{}", fmt::join(found, " "), found == expected ? "" : ", wrong")),
          fmt::format("{}", fmt::join(expected, " "))};
}

void add_boxes(Experiment& experiment) {
  const ocl::Queue& queue = experiment.queue();
  const ocl::Box flat{{4, 6, 0}, {12, 2, 1}, 16, 0}, deep{{4, 1, 0}, {12, 1, 3}, 16, 32};
  StudyTable table{"Rectangles of a buffer of 32 numbers, 4 in a row", {}, {}, 3, true};
  table.columns = {"shape", "origin (bytes, rows, slices)", "region (bytes x rows x slices)", "read here", "expected"};
  table.rows = {box_row(queue, "8 rows", flat, {25, 26, 27, 29, 30, 31}),
                box_row(queue, "4 slices of 2 rows", deep, {5, 6, 7, 13, 14, 15, 21, 22, 23})};
  experiment.report().tables.push_back(std::move(table));
}

}  // namespace

void transfer(Experiment& experiment) {
  const Charts charts{experiment.add_chart("From host to device", "bytes"),
                      experiment.add_chart("From device to host", "bytes"),
                      experiment.add_chart("There, a kernel, and back", "bytes")};
  const std::size_t most = measure_whole(experiment, charts);
  measure_rows(experiment);
  measure_pieces(experiment);
  measure_halves(experiment);
  add_rates(experiment, charts, most);
  add_boxes(experiment);
}

}  // namespace lenslet::study
