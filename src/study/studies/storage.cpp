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
  const std::vector<double>* times(const Place& place) const {
    return experiment_.times(place.chart, place.line, place.x);
  }
  Judgement begin(int number, const char* text) const { return {experiment_, number, text}; }
  void add(const Judgement& judgement) { experiment_.report().claims.push_back(judgement.claim()); }

  void judge_groups();
  void judge_storages();
  void judge_image_buffers();
  void judge_local_memory();
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

void StorageStudy::judge_groups() {
  Judgement buffers = begin(1, "Buffers need groups of 16 x 16: the runtime's are much slower.");
  Judgement views = begin(2, "Image buffers gain from groups of 16 x 16, too, but less than buffers.");
  Judgement images = begin(3, "For images and arrays the group makes no difference.");
  for (const int size : filter_sizes) {
    const auto change = [&](Storage storage) {
      return Change{at(plain_, storage, runtime, size), at(plain_, storage, square, size)};
    };
    const Change buffer = change(Storage::buffer), view = change(Storage::image_buffer);
    buffers.faster(buffer.to, buffer.from, 2);
    views.faster(view.to, view.from).gains_less(view, buffer);
    for (const Storage storage : {Storage::image, Storage::image_array})
      images.alike(change(storage).from, change(storage).to);
  }
  add(buffers);
  add(views);
  add(images);
}

void StorageStudy::judge_storages() {
  Judgement views = begin(4, "Image buffers are slower than images, with a launch for each filter.");
  Judgement arrays = begin(6, "Arrays are always slower than images, although they take a quarter of the launches.");
  Judgement cached = begin(55, "Images are cached better than buffers, in two dimensions.");
  for (const int size : filter_sizes) {
    const Place image = at(plain_, Storage::image, square, size);
    views.faster(image, at(plain_, Storage::image_buffer, square, size));
    arrays.faster(image, at(plain_, Storage::image_array, square, size));
    if (size > 3) cached.faster(image, at(plain_, Storage::buffer, square, size));
  }
  add(views);
  add(arrays);
  add(cached);
}

void StorageStudy::judge_image_buffers() {
  Judgement judgement = begin(5, "Image buffers are sometimes faster than buffers.");
  std::vector<Change> places;
  for (const std::size_t chart : {plain_, local_})
    for (const int size : filter_sizes)
      for (const Group& group : {runtime, square})
        places.push_back({at(chart, Storage::buffer, group, size), at(chart, Storage::image_buffer, group, size)});
  add(judgement.gains_somewhere(places));
}

void StorageStudy::judge_local_memory() {
  Judgement judgement = begin(7, "From 5 x 5 on local memory is faster in all storages.");
  for (const Storage storage : storages)
    for (const int size : {5, 7, 9})
      judgement.faster(at(local_, storage, square, size), at(plain_, storage, square, size));
  add(judgement);
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
  Judgement judgement = begin(8, "With local memory no storage is the fastest at every size.");
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
  Judgement judgement = begin(9, "A filter takes 4 launches for a buffer, an image buffer and arrays, 16 for images.");
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
  judge_groups();
  judge_storages();
  judge_image_buffers();
  judge_local_memory();
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
  judge_latency(experiment);
}

}  // namespace

Study storage() {
  return {{.name = "storage",
           .summary = "Where the pixels of a pyramid lie: one buffer, a view of it, images, or arrays of images.",
           .claims = {1, 2, 3, 4, 5, 6, 7, 8, 9, 21, 55}},
          run};
}

}  // namespace lenslet::study
