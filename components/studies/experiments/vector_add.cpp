// vector-add: how many elements a work-item takes, and which. Each way is a schedule of the op `map`.
#include <fmt/format.h>

#include "studies/experiments/vector_add.hpp"
#include "studies/op_work.hpp"

namespace lenslet::study {
namespace {

constexpr std::size_t usual_group = 128;
constexpr int groups_per_unit = 16;  // 2048 items, as many as a Kepler multiprocessor of the source holds at once
constexpr std::int64_t longest = std::int64_t{1} << 26;

}  // namespace

void vector_add(Experiment& experiment) {
  const std::size_t group = experiment.group(usual_group);
  const auto schedule = [&](const char* access, int groups) {
    return fmt::format("{}.group{}.groups{}.items1.v1", access, group, groups);
  };
  ScheduleStudy study{"Vector addition",
                      "elements",
                      {},
                      {{"one per item", schedule("once", 1)},
                       {"grid-stride", schedule("stride", groups_per_unit)},
                       {"chunked", schedule("chunk", groups_per_unit)}}};
  for (std::int64_t full = longest; full >= longest / 4096; full /= 16) {
    const std::int64_t count = experiment.scaled(full);
    const ArrayType type{SampleType::f32, {count}};
    study.works.emplace_back(count, array_work({"map", {{"expression", std::string("x + y")}}}, {type, type}));
  }
  add(experiment, study);
  experiment.measure();
  add_four_elements(experiment);
}

}  // namespace lenslet::study
