// constant-memory, second part: literals that make arithmetic double.
#include <lenslet/error.hpp>

#include "study/judgement.hpp"
#include "study/kernel_row.hpp"
#include "study/studies/constant_memory.hpp"

namespace lenslet::study {
namespace {

using Numbers = std::vector<float>;

constexpr const char* file = "constant_memory_literals.cl";
constexpr int rounds = 64;
constexpr double tolerance = 2e-5;  // each round may err by half an ulp, differently in float and in double
const std::string line = "multiply and add";
const std::string single = "-cl-single-precision-constant";

// Places on the chart's axis.
enum Way : std::size_t { float_literals, plain_literals, plain_literals_single };
const std::vector<std::string> names = {"12.3f", "12.3", "12.3, " + single};

float start(std::size_t i) {
  return static_cast<float>(scrambled(static_cast<std::uint32_t>(i)) % 4096);
}

Numbers expected(std::size_t count) {
  Numbers result(count);
  for (std::size_t i = 0; i < count; ++i) {
    double x = start(i);
    for (int r = 0; r < rounds; ++r) x = x * 0.99 + 12.3;
    result[i] = static_cast<float>(x);
  }
  return result;
}

std::string options_of(Way way) {
  return way == plain_literals_single ? single : "";
}

// 4 where the device has no double.
std::uint32_t literal_bytes(const Experiment& experiment, Way way) {
  const ocl::Queue& queue = experiment.queue();
  const ocl::Buffer out = upload(queue, std::vector<std::uint32_t>{0});
  const StudyProgram program(experiment, file, {{"ROUNDS", rounds}}, options_of(way));
  queue.launch(with_arguments(program.kernel("literal_bytes"), out), {1, 1}, {1, 1}).wait();
  return download<std::uint32_t>(queue, out, 1)[0];
}

Ready literals_ready(const Experiment& experiment, std::size_t count, Way way) {
  Numbers in(count);
  for (std::size_t i = 0; i < count; ++i) in[i] = start(i);
  Ready result =
      ready(experiment, {{file,
                          way == float_literals ? "float_literals" : "plain_literals",
                          {{"ROUNDS", rounds}},
                          {upload(experiment.queue(), in), output<float>(
                                                               count, [count] { return expected(count); }, tolerance)},
                          Items{{count, 1}, {constant_group, 1}},
                          options_of(way)}});
  if (way != float_literals) result.how += fmt::format("; 12.3 has {} bytes", literal_bytes(experiment, way));
  return result;
}

Claim judge(const Experiment& experiment, std::size_t chart) {
  Judgement judgement(experiment, 52);
  try {
    if (literal_bytes(experiment, plain_literals) == sizeof(float))
      return judgement.cannot("no double on this device: 12.3 is a float").claim();
  } catch (const Error& error) {
    return judgement.cannot(error.what()).claim();
  }
  return judgement.faster({chart, line, float_literals}, {chart, line, plain_literals})
      .faster({chart, line, plain_literals_single}, {chart, line, plain_literals})
      .claim();
}

}  // namespace

void measure_literals(Experiment& experiment) {
  const auto count = static_cast<std::size_t>(experiment.scaled(longest_constant_work, constant_group));
  const std::size_t chart = experiment.add_chart(
      fmt::format("{} multiplications and additions of a literal, {} elements", rounds, count), "literal", names);
  for (const Way way : {float_literals, plain_literals, plain_literals_single})
    experiment.add(chart, line, way, [&experiment, count, way] { return literals_ready(experiment, count, way); });
  experiment.measure();
  experiment.report().claims.push_back(judge(experiment, chart));
}

}  // namespace lenslet::study
