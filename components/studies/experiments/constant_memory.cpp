// constant-memory: where a filter's coefficients lie, whether work-items read the same one or different ones, what
// unrolled loops gain, and literals that make arithmetic double.
#include <lenslet/error.hpp>

#include "studies/kernel_row.hpp"

namespace lenslet::study {
namespace {

using Numbers = std::vector<float>;

constexpr Size high_definition{1920, 1080};
constexpr std::int64_t max_elements = std::int64_t{1} << 22;
constexpr std::size_t group = 256;
constexpr int rounds = 64;
constexpr double tolerance = 2e-5;  // each round may err by half an ulp, and float and double err differently
const std::string file = "constant_memory.cl", literals_file = "constant_memory_literals.cl";
const std::string single = "-cl-single-precision-constant";

struct Line {
  std::string name, kernel;
};

const Line lines[] = {{"__constant argument", "constant_argument"},
                      {"__global const argument", "global_argument"},
                      {"program-scope __constant", "program_scope"},
                      {"literals", "literals"},
                      {"__constant argument, loops not unrolled", "constant_loops"}};
const Line own_lines[] = {{lines[0].name, "own_constant"}, {lines[1].name, "own_global"}};

// The places on the axis of literals.
enum LiteralWay : std::size_t { float_literals, plain_literals, plain_literals_single };
const std::vector<std::string> literals = {"12.3f", "12.3", "12.3, " + single};

float weight(int dx, int dy) {
  return static_cast<float>((3 * dx * dx + 5 * dy * dy + dx + 2 * dy) % 7 + 1);
}

float pixel(std::size_t i) {
  return static_cast<float>(scrambled(i) % 256);
}

struct Filter {
  int width, height, ksize;
  Numbers padded;  // `in` with its frame
  ocl::Buffer in, mask;

  std::size_t stride() const { return static_cast<std::size_t>(width + ksize - 1); }
  Extent extent() const { return {static_cast<std::size_t>(width), static_cast<std::size_t>(height)}; }
};

Filter make_filter(const ocl::Queue& queue, Size size, int ksize) {
  const int width = static_cast<int>(size.width), height = static_cast<int>(size.height), radius = ksize / 2;
  const Numbers padded =
      values_of(static_cast<std::size_t>(width + ksize - 1) * static_cast<std::size_t>(height + ksize - 1), pixel);
  Numbers mask;
  for (int dy = -radius; dy <= radius; ++dy)
    for (int dx = -radius; dx <= radius; ++dx) mask.push_back(weight(dx, dy));
  return {width, height, ksize, padded, upload(queue, padded), upload(queue, mask)};
}

Numbers correlated(const Filter& filter) {
  const auto [width, height] = filter.extent();
  Numbers result(width * height);
  for (int dy = 0; dy < filter.ksize; ++dy)
    for (int dx = 0; dx < filter.ksize; ++dx)
      for (std::size_t y = 0; y < height; ++y) {
        const float factor = weight(dx - filter.ksize / 2, dy - filter.ksize / 2);
        const float* row =
            &filter.padded[(y + static_cast<std::size_t>(dy)) * filter.stride() + static_cast<std::size_t>(dx)];
        for (std::size_t x = 0; x < width; ++x) result[y * width + x] += factor * row[x];
      }
  return result;
}

KernelRow correlation(const Experiment& experiment, const Lazy<Filter>& shared, const std::string& kernel) {
  const Filter& filter = shared.get();
  const auto [width, height] = filter.extent();
  return {file,
          kernel,
          {{"KSIZE", filter.ksize}},
          {filter.in, output<float>(width * height, [shared] { return correlated(shared.get()); }), filter.width,
           filter.height, filter.mask},
          whole_groups(experiment, {width, height}, {16, 16})};
}

KernelRow products(const Experiment& experiment, std::size_t count, const std::string& kernel) {
  const Launch launch = whole_groups(experiment, {count, 1}, {group, 1});
  const auto factor = [items = launch.local.x](std::size_t i) { return static_cast<float>(i % items % 7 + 1); };
  const auto product = [factor](std::size_t i) { return pixel(i) * factor(i); };
  const ocl::Queue& queue = experiment.queue();
  return {file,
          kernel,
          {},
          {upload(queue, values_of(count, pixel)), output<float>(count, [=] { return values_of(count, product); }),
           upload(queue, values_of(launch.local.x, factor))},
          launch};
}

void add_places(Experiment& experiment, std::size_t count) {
  const Size size = experiment.scaled(high_definition);
  const std::size_t alike = experiment.add_chart(
      fmt::format("All items read the same coefficient, {} x {} f32", size.width, size.height), "filter size, pixels");
  for (const int ksize : {3, 5, 7, 9}) {
    const auto filter = lazy([&queue = experiment.queue(), size, ksize] { return make_filter(queue, size, ksize); });
    for (const Line& line : lines)
      add(experiment, alike, line.name, ksize, [&, filter] { return correlation(experiment, filter, line.kernel); });
  }
  const std::size_t own = experiment.add_chart("Each item of a group reads its own coefficient", "elements");
  for (const Line& line : own_lines)
    add(experiment, own, line.name, static_cast<double>(count),
        [&, count] { return products(experiment, count, line.kernel); });
  experiment.measure();
}

float start(std::size_t i) {
  return static_cast<float>(scrambled(i) % 4096);
}

float in_double(std::size_t i) {
  double x = start(i);
  for (int r = 0; r < rounds; ++r) x = x * 0.99 + 12.3;
  return static_cast<float>(x);
}

// Returns the size of the literal 12.3: 4 bytes where the device has no double.
std::uint32_t literal_bytes(const Experiment& experiment, const std::string& options) {
  std::vector<std::uint32_t> bytes(1);
  const KernelRun run(experiment, {literals_file,
                                   "literal_bytes",
                                   {},
                                   {output_for<std::uint32_t>(1, [](const auto&) { return Mismatch(); })},
                                   launch_of(1, 1),
                                   options});
  run.enqueue().wait();
  run.read(0, bytes);
  return bytes[0];
}

Ready literals_ready(const Experiment& experiment, std::size_t count, LiteralWay way) {
  const std::string options = way == plain_literals_single ? single : "";
  const std::uint32_t bytes = literal_bytes(experiment, options);
  if (way == plain_literals && bytes == sizeof(float))
    throw Error(ErrorKind::unsupported, "no double on this device: 12.3 is a float");
  Ready result = ready(experiment, {{literals_file,
                                     way == float_literals ? "float_literals" : "plain_literals",
                                     {{"ROUNDS", rounds}},
                                     {upload(experiment.queue(), values_of(count, start)),
                                      output<float>(
                                          count, [count] { return values_of(count, in_double); }, tolerance)},
                                     whole_groups(experiment, {count, 1}, {group, 1}),
                                     options}});
  if (way != float_literals) result.how += fmt::format("; 12.3 has {} bytes", bytes);
  return result;
}

void add_literals(Experiment& experiment, std::size_t count) {
  const std::size_t chart = experiment.add_chart(
      fmt::format("{} multiplications and additions of a literal, {} elements", rounds, count), "literal", literals);
  for (const LiteralWay way : {float_literals, plain_literals, plain_literals_single})
    experiment.add(chart, "multiply and add", way,
                   [&experiment, count, way] { return literals_ready(experiment, count, way); });
  experiment.measure();
}

}  // namespace

void constant_memory(Experiment& experiment) {
  const auto count = static_cast<std::size_t>(experiment.scaled(max_elements, group));
  add_places(experiment, count);
  add_literals(experiment, count);
}

}  // namespace lenslet::study
