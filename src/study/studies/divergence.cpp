// divergence: what it costs that work-items of a wavefront take different paths, and what writing it otherwise helps.
#include "study/studies/divergence.hpp"

#include <memory>

#include "study/kernel_row.hpp"
#include "study/lazy.hpp"
#include "study/study.hpp"

namespace lenslet::study {
namespace {

using Numbers = std::vector<std::uint32_t>;

constexpr std::int64_t longest = std::int64_t{1} << 21;
constexpr std::size_t group = 256;
constexpr int rounds = 64, path = 16;

// Places on the charts' axes: who goes the same way in each round.
enum Pattern : std::size_t { all_alike, blocks_alike, all_differ };
const std::vector<std::string> patterns = {"all items alike", "64 neighbours alike", "each item its own way"};

std::uint32_t way_of(Pattern pattern, std::uint32_t item) {
  return scrambled(pattern == all_alike ? 1 : pattern == blocks_alike ? item / 64 + 1 : item + 1);
}

struct Operands {
  std::uint32_t item, way, a, b;

  bool bit(int round) const { return (way >> (round & 31) & 1) != 0; }
};

Operands operands(Pattern pattern, std::size_t item) {
  const auto i = static_cast<std::uint32_t>(item);
  return {i, way_of(pattern, i), scrambled(i + 77), scrambled(i + 777)};
}

// What the kernels compute, modulo 2^32.
std::uint32_t short_paths(const Operands& o) {
  std::uint32_t x = o.item;
  for (int r = 0; r < rounds; ++r) x = 3 * x + (o.bit(r) ? o.a : -o.b);
  return x;
}

std::uint32_t long_paths(const Operands& o) {
  std::uint32_t x = o.item;
  for (int r = 0; r < rounds / 8; ++r)
    for (int k = 0; k < path; ++k) x = o.bit(r) ? x * 1664525u + o.a : (x ^ (x >> 7)) * 2654435761u + o.b;
  return x;
}

std::uint32_t three_conditions(const Operands& o) {
  std::uint32_t x = o.item;
  for (int r = 0; r < rounds; ++r) x = o.bit(r) && o.bit(r + 7) && o.bit(r + 13) ? 3 * x + o.a : 5 * x + o.b;
  return x;
}

std::uint32_t kept_below(const Operands& o) {
  std::uint32_t sum = (o.a & 1) + (o.b & 1);
  for (int shift = 0; shift < 32; shift += 8) {
    const std::uint32_t limit = o.way >> shift & 255;
    for (std::uint32_t f = limit & 63, r = 0; r < rounds; ++r, f += 3)
      if (f < limit) sum += f;
  }
  return sum;
}

struct Kernel {
  std::string line, name;
};

struct Part {
  std::string title;
  std::uint32_t (*expected)(const Operands&);
  std::vector<Kernel> kernels;
};

const Part parts[] = {
    {"Short paths",
     short_paths,
     {{"if/else", "short_if"},
      {"ternary", "short_ternary"},
      {"select", "short_select"},
      {"mask arithmetic", "short_mask"}}},
    {"Long paths", long_paths, {{"if/else", "long_if"}, {"both paths, then select", "long_both"}}},
    {"Three conditions",
     three_conditions,
     {{"chain of && in the if", "chain"}, {"one boolean by &&", "one_boolean"}, {"one boolean by &", "one_bitwise"}}},
    {"f where f < g, of float4",
     kept_below,
     {{"if for each component", "keep_if"},
      {"ternary", "keep_ternary"},
      {"select", "keep_select"},
      {"mask arithmetic", "keep_mask"}}}};

struct Problem {
  Pattern pattern;
  std::size_t count;
  ocl::Buffer ways, a, b;
};

std::shared_ptr<const Problem> make_problem(const ocl::Queue& queue, Pattern pattern, std::size_t count) {
  Numbers ways, a, b;
  for (std::size_t i = 0; i < count; ++i) {
    const Operands o = operands(pattern, i);
    ways.push_back(o.way);
    a.push_back(o.a);
    b.push_back(o.b);
  }
  return std::make_shared<const Problem>(
      Problem{pattern, count, upload(queue, ways), upload(queue, a), upload(queue, b)});
}

KernelRow row_of(const std::shared_ptr<const Problem>& p, const Part& part, const std::string& kernel) {
  const auto expected = [p, &part] {
    Numbers numbers;
    for (std::size_t i = 0; i < p->count; ++i) numbers.push_back(part.expected(operands(p->pattern, i)));
    return numbers;
  };
  return {"divergence.cl",
          kernel,
          {{"ROUNDS", rounds}},
          {p->ways, p->a, p->b, output<std::uint32_t>(p->count, expected)},
          Items{{p->count, 1}, {group, 1}}};
}

using Problems = std::vector<Lazy<const Problem>>;  // by Pattern

void add_part(Experiment& experiment, const Part& part, std::size_t count, const Problems& problems) {
  const std::size_t chart =
      experiment.add_chart(fmt::format("{}, {} items", part.title, count), "who goes the same way", patterns);
  for (const Kernel& kernel : part.kernels)
    for (std::size_t pattern = 0; pattern < problems.size(); ++pattern)
      add(experiment, chart, kernel.line, static_cast<double>(pattern),
          [problem = problems[pattern], &part, &kernel] { return row_of(problem.get(), part, kernel.name); });
}

void add_notes(Experiment& experiment) {
  experiment.note(
      "Compilers turn short branches into selects by themselves, so that the ways to write one may give the same code. "
      "The long paths show what diverging costs: compare if/else where all items go alike with each going its own "
      "way.");
}

void run(Experiment& experiment) {
  const auto count = static_cast<std::size_t>(experiment.scaled(longest, group));
  Problems problems;
  for (const Pattern pattern : {all_alike, blocks_alike, all_differ})
    problems.push_back(
        Lazy([&experiment, pattern, count] { return make_problem(experiment.queue(), pattern, count); }));
  for (const Part& part : parts) {
    add_part(experiment, part, count, problems);
    experiment.measure();
  }
  add_notes(experiment);
  measure_median(experiment);
}

}  // namespace

Study divergence() {
  return {"divergence", run};
}

}  // namespace lenslet::study
