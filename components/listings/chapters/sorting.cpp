// Text 004 on bitonic sorts, of numbers and of points by their distance.
#include "listings/chapters.hpp"
#include "listings/plain.hpp"

namespace lenslet::listings {
namespace {

constexpr std::size_t group = 64;

// A launch for each pass of each stage: log2 n (log2 n + 1) / 2 launches of n / 2 items.
void add_passes(Setup& setup, const char* kernel, const std::vector<std::string>& memory, std::size_t count) {
  const KernelRange range{.global = {count / 2}, .group = {std::min(group, count / 2)}};
  for (std::uint32_t stage = 0; (std::size_t{2} << stage) <= count; ++stage)
    for (std::uint32_t pass = 0; pass <= stage; ++pass) {
      std::vector<Argument> arguments;
      for (const std::string& name : memory) arguments.emplace_back(Use{name});
      arguments.emplace_back(stage);
      arguments.emplace_back(pass);
      setup.steps.push_back({kernel, range, arguments, true});
    }
}

std::vector<double> sorted(std::vector<double> numbers) {
  std::ranges::sort(numbers);
  return numbers;
}

// The text's numbers: from the greatest down to 1.
Setup sort_of(std::int64_t count) {
  Memory numbers =
      input("input_ptr", SampleType::i32, {count}, [=](std::int64_t i) { return static_cast<double>(count - i); });
  numbers.output = true;
  Setup setup{.memory = {numbers},
              .checks = {{"input_ptr", [](const Values& before) { return sorted(before.at("input_ptr")); }}}};
  add_passes(setup, "bitonic_sort_kernel", {"input_ptr"}, static_cast<std::size_t>(count));
  return setup;
}

// What the device's struct POINT is.
struct Point {
  std::int32_t x, y, classification;
};

constexpr std::int64_t points = 1024, neighbours = 16;
constexpr int classes = 3;
constexpr Point query{500, 500, 0};

Memory point_memory() {
  Memory memory = input("points", SampleType::i32, {points, 3}, [any = whole_numbers(1000)](std::int64_t i) {
    return i % 3 == 2 ? static_cast<double>(static_cast<int>(any(i)) % classes) : any(i);
  });
  memory.output = true;
  return memory;
}

std::vector<double> distances(const std::vector<double>& all) {
  return each_of(all.size() / 3,
                 [&](std::size_t i) { return std::hypot(all[3 * i] - query.x, all[3 * i + 1] - query.y); });
}

Setup distances_of_points(double) {
  return {.memory = {point_memory(), output("distance_data", SampleType::f32, {points})},
          .steps = {{"knn_distance_kernel",
                     {.global = {points}, .group = {group}},
                     {KernelArgument(query), Use{"points"}, Use{"distance_data"}},
                     true}},
          .checks = {{"distance_data", [](const Values& before) { return distances(before.at("points")); }, 1e-6}}};
}

// The host's vote: the class that most of the first k points have, the lower one of equals.
double vote(const std::vector<double>& sorted_points) {
  int votes[classes] = {};
  for (std::size_t i = 0; i < neighbours; ++i) ++votes[static_cast<std::size_t>(sorted_points[3 * i + 2])];
  return static_cast<double>(std::max_element(votes, votes + classes) - votes);
}

double exact_vote(const std::vector<double>& all) {
  const std::vector<double> far = distances(all);
  std::vector<std::size_t> order = [&] {
    std::vector<std::size_t> numbers(far.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = i;
    return numbers;
  }();
  std::ranges::sort(order, {}, [&](std::size_t i) { return far[i]; });
  std::vector<double> nearest;
  for (const std::size_t i : order) nearest.insert(nearest.end(), {all[3 * i], all[3 * i + 1], all[3 * i + 2]});
  return vote(nearest);
}

// How far each point is from the query where it ended up: it came along with its distance.
std::vector<double> distances_of_moved(const Values& after) {
  return distances(after.at("points"));
}

Setup nearest_points(double scale) {
  Setup setup = distances_of_points(scale);
  const auto expected = [](const Values& before) { return sorted(distances(before.at("points"))); };
  setup.checks = {{"distance_data", expected, 1e-6},
                  {"the distances of the sorted points", expected, 1e-6, distances_of_moved},
                  {"the class of most of 16 neighbours",
                   [](const Values& before) { return std::vector{exact_vote(before.at("points"))}; }, 0,
                   [](const Values& after) { return std::vector{vote(after.at("points"))}; }}};
  add_passes(setup, "knn_bitonic_sort_kernel", {"distance_data", "points"}, points);
  return setup;
}

const Fault no_distance{"point_distance is called and stands nowhere.",
                        "A function: the root of the squares of two "
                        "differences.",
                        Effect::no_program};

}  // namespace

std::vector<Listing> sorting() {
  return {
      {.name = "bitonic-sort",
       .title = "A bitonic sort of 1024 numbers",
       .what = "1024 to 1 in 55 launches of 512 items, each of which orders a pair.",
       .places = {{"004", 7159, 7205, "L02"}, {"004", 7207, 7323, "L03"}},
       .setup = [](double) { return sort_of(1024); },
       .lenslet = Counterpart{array_ops::Sort{}, {"input_ptr"}, {}, "input_ptr"}},
      {.name = "bitonic-sort-16",
       .title = "A bitonic sort of 16 numbers",
       .what = "16 to 1 in 10 launches, as the text draws it.",
       .places = {{"004", 7150, 7157, "L01"}},
       .setup = [](double) { return sort_of(16); },
       .file = "bitonic-sort.cl",
       .lenslet = Counterpart{array_ops::Sort{}, {"input_ptr"}, {}, "input_ptr"}},
      {.name = "knn-distance",
       .title = "The distances of 1024 points from another",
       .what = "An item for each point; the other point is an argument, a struct by value.",
       .places = {{"004", 7503, 7527, "M03"}},
       .setup = distances_of_points,
       .file = "nearest-neighbours.cl",
       .instead = "lenslet knn",
       .faults = {no_distance}},
      {.name = "knn",
       .title = "The class of a point by its 16 nearest neighbours",
       .what = "Distances of 1024 points in three classes, sorted together with the points in 55 launches; the host "
               "lets 16 of them vote.",
       .places = {{"004", 7438, 7501, "M04"}, {"004", 7529, 7697, "M05"}},
       .setup = nearest_points,
       .file = "nearest-neighbours.cl",
       .instead = "lenslet knn --k 16 --classify",
       .faults = {no_distance}}};
}

}  // namespace lenslet::listings
