// neighbours: the points nearest to a query, by three ways: the source sorts all distances on the device; the host
// selects among them; the op knn selects on the device.
#include <algorithm>
#include <bit>

#include "studies/kernel_row.hpp"
#include "studies/op_work.hpp"

namespace lenslet::study {
namespace {

using Floats = std::vector<float>;

constexpr std::uint32_t wanted = 16;  // neighbours
constexpr std::int64_t max_points = std::int64_t{1} << 20, least_points = 1024;
constexpr std::size_t usual_group = 64;
constexpr std::uint32_t side = 2048;  // coordinates are whole and below this: squares of distances are exact
constexpr float query_x = 1000, query_y = 900;

struct Points {
  Floats coordinates;  // x and y alternately
  Floats nearest;      // the wanted distances, ascending
};

Floats distances_on_host(const Floats& coordinates) {
  return values_of(coordinates.size() / 2, [&](std::size_t i) {
    const float dx = coordinates[2 * i] - query_x, dy = coordinates[2 * i + 1] - query_y;
    return dx * dx + dy * dy;
  });
}

Floats select(Floats distances) {
  std::ranges::partial_sort(distances, distances.begin() + wanted);
  distances.resize(wanted);
  return distances;
}

Points make_points(std::size_t count) {
  Points points{values_of(2 * count, [](std::size_t i) { return static_cast<float>(scrambled(i) % side); }), {}};
  points.nearest = select(distances_on_host(points.coordinates));
  return points;
}

// What stays on the device between runs: the points, and memory for their distances and numbers.
struct Search {
  ocl::Queue queue;
  std::size_t count;
  ocl::Buffer points, distance, number;

  Search(const ocl::Queue& on, const Points& all)
      : queue(on),
        count(all.coordinates.size() / 2),
        points(upload(on, all.coordinates)),
        distance(upload(on, Floats(count))),
        number(upload(on, std::vector<std::uint32_t>(count))) {}

  Floats read(std::size_t values) const {
    Floats found(values);
    queue.read(distance, 0, std::as_writable_bytes(std::span(found)));
    return found;
  }
};

KernelRow distance_row(const Search& search, std::size_t group) {
  return {"neighbours.cl",
          "distances",
          {},
          {query_x, query_y, search.points, search.distance, search.number},
          launch_of(search.count / group, group)};
}

KernelRow pass_row(const Search& search, std::size_t group, std::uint32_t stage, std::uint32_t pass) {
  return {"neighbours.cl",
          "sort_pass",
          {},
          {search.distance, search.number, stage, pass},
          launch_of(search.count / 2 / group, group)};
}

// Stage s has s + 1 passes. There are as many stages as the number of points has bits.
std::vector<KernelRun> passes_of(const Experiment& experiment, const Search& search, std::size_t group) {
  std::vector<KernelRun> passes;
  const auto stages = static_cast<std::uint32_t>(std::countr_zero(search.count));
  for (std::uint32_t stage = 0; stage < stages; ++stage)
    for (std::uint32_t pass = 0; pass <= stage; ++pass)
      passes.emplace_back(experiment, pass_row(search, group, stage, pass));
  return passes;
}

Ready found_by(const std::string& how, const Points& points, const std::function<Floats()>& find,
               const std::string& source) {
  const auto found = std::make_shared<Floats>();
  return timed_by_host(
      how, [found, find] { *found = find(); },
      [found, nearest = points.nearest] { return first_difference(*found, nearest); }, source);
}

Ready sorted_on_device(const Experiment& experiment, const Points& points) {
  const std::size_t group = experiment.group(usual_group);
  const auto search = std::make_shared<const Search>(experiment.queue(), points);
  const auto first = std::make_shared<const KernelRun>(experiment, distance_row(*search, group));
  const auto passes = std::make_shared<const std::vector<KernelRun>>(passes_of(experiment, *search, group));
  const auto find = [search, first, passes] {
    first->enqueue();
    for (const KernelRun& pass : *passes) pass.enqueue();
    return search->read(wanted);
  };
  return found_by(fmt::format("{} passes, {} distances are read", passes->size(), wanted), points, find,
                  first->source());
}

Ready selected_on_host(const Experiment& experiment, const Points& points) {
  const auto search = std::make_shared<const Search>(experiment.queue(), points);
  const auto first =
      std::make_shared<const KernelRun>(experiment, distance_row(*search, experiment.group(usual_group)));
  const auto find = [search, first] {
    first->enqueue();
    return select(search->read(search->count));
  };
  return found_by("all distances are read, partial_sort", points, find, first->source());
}

Ready all_on_host(const Points& points) {
  const auto find = [coordinates = points.coordinates] { return select(distances_on_host(coordinates)); };
  return found_by("one thread, partial_sort", points, find, {});
}

Work knn_work(std::int64_t count) {
  const auto rows = [](std::int64_t n) { return ArrayType{SampleType::f32, {n, 2}}; };
  return array_work({"knn", {{"k", static_cast<std::int64_t>(wanted)}}}, {rows(count), rows(1)});
}

}  // namespace

void neighbours(Experiment& experiment) {
  const std::size_t chart =
      experiment.add_chart(fmt::format("{} nearest neighbours of one query, in the host's memory", wanted), "points");
  const std::int64_t most = std::max<std::int64_t>(
      static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(experiment.scaled(max_points)))),
      least_points);
  for (std::int64_t count = most; count >= least_points; count /= 32) {
    const auto points = lazy([count] { return make_points(static_cast<std::size_t>(count)); });
    const auto x = static_cast<double>(count);
    experiment.add(chart, "sorted on the device", x,
                   [&experiment, points] { return sorted_on_device(experiment, points.get()); });
    experiment.add(chart, "selected on the host", x,
                   [&experiment, points] { return selected_on_host(experiment, points.get()); });
    experiment.add(chart, "all on the host", x, [points] { return all_on_host(points.get()); });
    OpWork(experiment, knn_work(count)).add(chart, "lenslet knn", x, "", [](const std::vector<HostValue>&) {});
  }
  experiment.measure();
}

}  // namespace lenslet::study
