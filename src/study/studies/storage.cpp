// storage: where the pixels of a pyramid lie: one buffer, a view of it, images, or arrays of images.
#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lenslet/error.hpp>

#include "study/judgement.hpp"
#include "study/latency.hpp"
#include "study/pyramid_work.hpp"
#include "study/study.hpp"

namespace lenslet::study {
namespace {

constexpr Storage storages[] = {Storage::buffer, Storage::image_buffer, Storage::image, Storage::image_array};

// On a CPU image objects are functions, two orders of magnitude slower than loads.
constexpr double share_on_a_cpu = 1.0 / 32;

struct Group {
  const char* name;
  const char* word;
};

constexpr Group runtime{"runtime's group", "gauto"};
constexpr Group square{"16 x 16", "g16x16"};

class StorageStudy {
 public:
  explicit StorageStudy(Experiment& experiment) : experiment_(experiment), work_(experiment, share_on_a_cpu) {}

  void measure();
  void judge();

 private:
  std::string line_of(std::size_t chart, Storage storage, const Group& group) const {
    return fmt::format("{}, {}{}", name_of(storage), group.name, chart == local_ ? ", local" : "");
  }
  Place at(std::size_t chart, Storage storage, const Group& group, int size) const {
    return {chart, line_of(chart, storage, group), static_cast<double>(size)};
  }
  void add(const Judgement& judgement) { experiment_.report().claims.push_back(judgement.claim()); }

  std::string fastest_with_local_memory(int size) const;
  void judge_crossings();
  void judge_launches();

  Experiment& experiment_;
  PyramidWork work_;
  std::size_t plain_ = 0;
  std::size_t local_ = 0;
};

void StorageStudy::measure() {
  plain_ = experiment_.add_chart("A launch for each filter, without local memory", "filter size, pixels");
  local_ = experiment_.add_chart("The same with local memory, filled by two loops", "filter size, pixels");
  for (const int size : filter_sizes) {
    for (const Storage storage : storages)
      for (const Group& group : {runtime, square}) {
        work_.add(plain_, line_of(plain_, storage, group), size,
                  pixel_schedule(storage, "direct.single.constant", group.word));
        work_.add(local_, line_of(local_, storage, group), size,
                  pixel_schedule(storage, "local2.single.constant", group.word));
      }
    experiment_.measure();
  }
}

// Empty where none is faster than all others beyond the noise.
std::string StorageStudy::fastest_with_local_memory(int size) const {
  for (const Storage one : storages)
    if (std::ranges::all_of(storages, [&](Storage other) {
          return other == one ||
                 surely_faster(experiment_, at(local_, one, square, size), at(local_, other, square, size));
        }))
      return std::string(name_of(one));
  return {};
}

void StorageStudy::judge_crossings() {
  Judgement judgement(experiment_, 8);
  std::set<std::string> names;
  std::vector<std::string> figures;
  for (const int size : filter_sizes) {
    const std::string name = fastest_with_local_memory(size);
    names.insert(name);
    figures.push_back(fmt::format("{} at {}", name.empty() ? "none for sure" : name, size));
  }
  const std::string figure = fmt::format("the fastest: {}", fmt::join(figures, ", "));
  const bool ties = names.erase("") > 0;
  if (names.empty() || (names.size() == 1 && ties))
    judgement.leaves_open(figure);
  else
    judgement.shows(names.size() > 1, figure);
  add(judgement);
}

void StorageStudy::judge_launches() {
  Judgement judgement(experiment_, 9);
  if (work_.octaves() < 4) return add(judgement.cannot(fmt::format("{} octaves at this scale", work_.octaves())));
  for (const Storage storage : storages) {
    try {
      const int launches = work_.launches(storage);
      judgement.shows(launches == (storage == Storage::image ? 16 : 4),
                      fmt::format("{}: {}", name_of(storage), launches));
    } catch (const Error& error) {
      judgement.cannot(fmt::format("{}: {}", name_of(storage), error.what()));
    }
  }
  add(judgement);
}

void StorageStudy::judge() {
  judge_crossings();
  judge_launches();
}

void run(Experiment& experiment) {
  StorageStudy study(experiment);
  study.measure();
  experiment.note(
      "The original text's look-up table counts 966.5 columns in the third octave: its level 9 begins at "
      "84,549,420, where a pyramid without gaps has 84,548,880. Here rows begin at multiples of 128 bytes.");
  experiment.note("The tile of local memory has its group's size, so that it cannot be the runtime's choice.");
  study.judge();
  measure_latency(experiment);
}

}  // namespace

Study storage() {
  return {"storage", run};
}

}  // namespace lenslet::study
