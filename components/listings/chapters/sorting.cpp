// Text 004 on bitonic sorts, of numbers and of points by their distance.
#include <bit>

#include "listings/chapters.hpp"
#include "listings/host/functions.hpp"
#include "listings/plain.hpp"

namespace lenslet::listings {
namespace {

constexpr std::size_t group = 64;

constexpr std::uint32_t stages_of(std::size_t count) {
  return static_cast<std::uint32_t>(std::bit_width(count)) - 1;  // of a power of two: its logarithm
}

// The launches of a stage, of n / 2 items each.
void add_stage(Setup& setup, const char* kernel, const std::vector<std::string>& memory, std::size_t count,
               std::uint32_t stage) {
  const KernelRange range{.global = {count / 2}, .group = {std::min(group, count / 2)}};
  for (std::uint32_t pass = 0; pass <= stage; ++pass) {
    std::vector<Argument> arguments;
    for (const std::string& name : memory) arguments.emplace_back(Use{name});
    arguments.emplace_back(stage);
    arguments.emplace_back(pass);
    setup.steps.push_back({kernel, range, arguments, true});
  }
}

// A launch for each pass of each stage: log2 n (log2 n + 1) / 2.
void add_passes(Setup& setup, const char* kernel, const std::vector<std::string>& memory, std::size_t count) {
  for (std::uint32_t stage = 0; stage < stages_of(count); ++stage) add_stage(setup, kernel, memory, count, stage);
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

// The words let the stage begin at log2 n, from where it can but count down.
void stages_as_printed(Setup& setup) {
  const auto count = static_cast<std::size_t>(setup.memory.front().type.count());
  setup.steps.clear();
  for (std::uint32_t stage = stages_of(count); stage > 0; --stage)
    add_stage(setup, "bitonic_sort_kernel", {"input_ptr"}, count, stage);
}

// The text's ten numbers, which rise to 65 and fall.
Setup split(double) {
  const std::vector<double> numbers{5, 9, 24, 39, 65, 60, 45, 19, 4, 3};
  const auto directions = [](const Values&) { return std::vector<double>{1, 1, 1, 1, -1, -1, -1, -1, -1}; };
  const auto halves = [](const Values&) { return std::vector<double>{5, 9, 19, 4, 3, 60, 45, 24, 39, 65}; };
  return {.memory = {input("sequence", SampleType::i32, {10}, elements_of(numbers)),
                     output("directions", SampleType::i32, {9}), output("halves", SampleType::i32, {10})},
          .steps = {{"bitonic_directions", {.global = {9}}, {Use{"sequence"}, Use{"directions"}}},
                    {"bitonic_split", {.global = {5}}, {Use{"sequence"}, Use{"halves"}}}},
          .checks = {{"directions", directions},
                     {.what = "halves", .expected = halves, .shown = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}}}};
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

std::vector<Listing> bitonic_sorts() {
  return {
      {.name = "bitonic-sort",
       .title = "A bitonic sort of 1024 numbers",
       .what = "1024 to 1 in 55 launches of 512 items, each of which orders a pair.",
       .places = {{"004", 7159, 7205, "L02"}, {"004", 7207, 7323, "L03"}},
       .setup = [](double) { return sort_of(1024); },
       .lenslet = Counterpart{array_ops::Sort{}, {"input_ptr"}, {}, "input_ptr"},
       .faults = {{.what = "The variable for the exchange is read before it has a value, where nothing is exchanged.",
                   .cure = "Give it one of the two ids in each case.",
                   .effect = Effect::maybe},
                  {.what = "The stage is log2(size) at first, say the words: pairs then lie further apart than there "
                           "are numbers.",
                   .cure = "The host's loop is right: stages from 0 to log2(size) - 1.",
                   .options = "",
                   .alter = stages_as_printed}}},
      {.name = "bitonic-split",
       .title = "The split of a bitonic sequence of ten numbers",
       .what = "Five items order pairs that lie half the sequence apart: 5 9 24 39 65 60 45 19 4 3 becomes 5 9 19 4 3 "
               "and 60 45 24 39 65.",
       .places = {{"004", 7130, 7157, "L01"}},
       .setup = split,
       .instead = "lenslet study neighbours",
       .faults = {{.what = "The definitions of monotonically increasing and decreasing have changed places.",
                   .cure = "A sequence increases where no number is greater than the next.",
                   .effect = Effect::wrong}}},
      {.name = "bitonic-sort-16",
       .title = "A bitonic sort of 16 numbers",
       .what = "16 to 1 in 10 launches, as the text draws it.",
       .places = {{"004", 7150, 7157, "L01"}},
       .setup = [](double) { return sort_of(16); },
       .file = "bitonic-sort.cl",
       .lenslet = Counterpart{array_ops::Sort{}, {"input_ptr"}, {}, "input_ptr"}},
  };
}

std::vector<Listing> nearest_of_points() {
  return {
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

std::vector<Listing> nearest_on_the_host() {
  return {{.name = "knn-on-the-host",
           .title = "The class of a number by its nearest neighbours, on the host",
           .what = "Finds the least of nine distances three times, and counts the classes of what it found.",
           .places = {{"004", 7348, 7434, "M02"}},
           .host = knn_on_the_host,
           .instead = "lenslet knn -k 3 --classify",
           .faults =
               {{.what = "maxFreq begins with INT_MAX, which no count exceeds: the class is always 0.",
                 .cure = "It begins with -1.",
                 .host = knn_on_the_host_from_int_max},
                {.what = "The last loop runs over k, not over noOfClasses: of two neighbours, class 2 is never found.",
                 .cure = "It runs over the classes.",
                 .host = knn_on_the_host_over_k},
                {.what = "pointy is declared nowhere, one brace too many is closed, and delete distances[] is no C++.",
                 .cure = "points, no such brace, and delete[] distances or a vector.",
                 .effect = Effect::no_program,
                 .host = knn_on_the_host_as_printed}}},
          {.name = "knn-results",
           .title = "The vote of the nearest of 1024 sorted points",
           .what = "Maps the sorted points, of which the first vote, as many as the root of all.",
           .places = {{"004", 7529, 7697, "M05"}},
           .host = knn_results,
           .instead = "lenslet knn -k auto --classify",
           .faults = {{.what = "No comma stands behind the true of clEnqueueMapBuffer.",
                       .cure = "A comma.",
                       .effect = Effect::no_program,
                       .host = knn_results_without_comma},
                      {.what = "K is 16, where the text's own rule, the root of 1024, gives 32.",
                       .cure = "32, or another number that was tried.",
                       .host = knn_results_of_16}}}};
}

}  // namespace

std::vector<Listing> sorting() {
  return listed<Listing>(bitonic_sorts(), nearest_of_points(), nearest_on_the_host());
}

}  // namespace lenslet::listings
