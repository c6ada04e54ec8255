// The class of a number by its k nearest neighbours, on the host: k times the nearest of all distances is found and
// made the greatest, and the class that most of them have wins.
#include "listings/host/host.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lenslet::listings {
namespace {

constexpr std::size_t noOfClasses = 3;

struct Labelled {
  float x = 0;
  std::size_t classification = 0;
};

// Three numbers of each class, about 2, 12 and 22.
constexpr Labelled labelled[] = {{1, 0}, {2, 0}, {3, 0}, {11, 1}, {12, 1}, {13, 1}, {21, 2}, {22, 2}, {23, 2}};

// As the last loop of the print has it: what it begins with, and how many classes it looks at.
struct Vote {
  int maxFreq = -1;
  std::size_t classes = noOfClasses;
};

std::size_t KNearestNeighbourhoodAlgorithm(float query, std::size_t k, const Vote& vote = {}) {
  std::vector<float> distances;
  for (const Labelled& point : labelled) distances.push_back(std::abs(query - point.x));
  std::vector<int> freq(noOfClasses);
  for (std::size_t i = 0; i < k; ++i) {
    const auto nearest = std::ranges::min_element(distances);
    ++freq[labelled[nearest - distances.begin()].classification];
    *nearest = std::numeric_limits<float>::max();
  }
  std::size_t best = 0;
  int maxFreq = vote.maxFreq;
  for (std::size_t i = 0; i < vote.classes; ++i)
    if (freq[i] > maxFreq) {
      maxFreq = freq[i];
      best = i;
    }
  return best;
}

HostResult classes_by(std::size_t k, const Vote& vote) {
  Report report({"what", "here", "right"});
  for (std::size_t i = 0; i < noOfClasses; ++i) {
    const float query = static_cast<float>(10 * i) + 2.4f;
    report.equal(fmt::format("the class of {} by {} neighbours", query, k),
                 KNearestNeighbourhoodAlgorithm(query, k, vote), i);
  }
  return report.take();
}

constexpr const char* distances_text = R"(
static void find_distances(float query, const float* points, int count, float* distances) {
  for (int i = 0; i < count; ++i) {
#ifdef AS_PRINTED
    distances[i] = fabs(query - pointy[i]);
  } }
#else
    distances[i] = fabs(query - points[i]);
  }
#endif
}
)";

}  // namespace

HostResult knn_on_the_host(const Session& session) {
  compile_host_code(session, distances_text, "");
  return classes_by(3, {});
}

// The greatest count so far begins with the greatest int, which no count exceeds.
HostResult knn_on_the_host_from_int_max(const Session&) {
  return classes_by(3, {.maxFreq = std::numeric_limits<int>::max()});
}

// The last loop runs over the k neighbours, not over the classes.
HostResult knn_on_the_host_over_k(const Session&) {
  constexpr std::size_t k = 2;
  return classes_by(k, {.classes = k});
}

HostResult knn_on_the_host_as_printed(const Session& session) {
  compile_host_code(session, distances_text, "-D AS_PRINTED");
  return {};
}

}  // namespace lenslet::listings
