// Plans are made anew for each frame, which is fast: their programs are kept.
#include "view/keypoints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include <lenslet/work.hpp>

#include "view/clock.hpp"

namespace lenslet::view {
namespace {

constexpr double sigma = 1;        // of an octave's first level
constexpr int smallest_side = 16;  // of the last octave

// Filters of image objects read and write one storage; in a buffer their usual schedule is the best.
std::string kept_in(Storage storage) {
  if (storage == Storage::buffer) return {};
  return fmt::format("{0}.direct.fused.constant.branch.v1.x1.y1.gauto.to_{0}", name_of(storage));
}

// Samples of all types become numbers from 0 to 255.
double scale_of(SampleType type) {
  if (type == SampleType::u16) return 1.0 / 257;
  return type == SampleType::u8 ? 1 : 255;
}

int octaves_of(Size size, int most) {
  const auto halvings = static_cast<std::uint64_t>(std::min(size.width, size.height) / smallest_side);
  return std::clamp(static_cast<int>(std::bit_width(halvings)), 1, most);
}

// Measures a stage by the host's clock.
class Watch {
 public:
  explicit Watch(std::vector<Stage>& stages) : stages_(stages) {}
  void end(const std::string& name, int launches) {
    const auto now = Clock::now();
    stages_.push_back({name, ms_between(begin_, now), launches});
  }

 private:
  std::vector<Stage>& stages_;
  Clock::time_point begin_ = Clock::now();
};

}  // namespace

Place in_picture(const KeyPoint& point) {
  const double pixel = std::exp2(point.octave);
  return {(point.x + 0.5) * pixel - 0.5, (point.y + 0.5) * pixel - 0.5};
}

DeviceImage Keypoints::grey_of(const DeviceImage& frame, Storage storage) {
  Watch watch(stages_);
  Timing one, two, three;
  DeviceImage grey = session_.plan({"grey"}, frame.format()).run(frame, {.timing = &one}).image();
  if (grey.format().channels > 1) grey = session_.plan({"split"}, grey.format()).run(grey, {.timing = &two}).image();
  const Call numbers{"convert", {{"to", std::string("f32")}, {"scale", scale_of(grey.format().type)}}};
  const DeviceImage result = session_.plan(numbers, grey.format()).run(grey, {.timing = &three}).image();
  const DeviceImage stored = session_.convert(result, storage);
  watch.end("grey", one.launches + two.launches + three.launches + (stored.in_buffer() ? 0 : 1));
  return stored;
}

Pyramid Keypoints::pyramid_of(const DeviceImage& grey) {
  Watch watch(stages_);
  Timing timing;
  const PyramidOptions options{.octaves = octaves_of(grey.size(), options_.octaves),
                               .levels = options_.levels,
                               .storage = grey.storage(),
                               .sigmas = sigma_ladder(sigma, options_.levels),
                               .border = Border::replicate};
  Pyramid pyramid = Pyramid::build(session_, grey, options, &timing);
  watch.end("pyramid", timing.launches);
  return pyramid;
}

std::vector<Pyramid> Keypoints::derivatives_of(const Pyramid& pyramid) {
  Watch watch(stages_);
  Timing timing;
  OpOptions options{.border = Border::replicate, .schedule = kept_in(pyramid.storage())};
  const Plan plan =
      session_.plan({"scharr", {{"both", true}}}, pyramid.format(), pyramid.options_for_plans(std::move(options)));
  std::vector<Pyramid> both = pyramid.filter(plan, &timing);
  watch.end("gradient", timing.launches);
  return both;
}

std::vector<Mark> Keypoints::corners_of(const Pyramid& pyramid, const Call& corners) {
  Watch watch(stages_);
  std::vector<Mark> marks;
  int launches = 0;
  for (int octave = 0; octave < pyramid.octaves(); ++octave) {
    const ImageType type{pyramid.format(), pyramid.layout().at(octave, 0).size};
    const Plan plan = session_.plan(Work{corners, {type}, {}});
    for (int level = 0; level < pyramid.levels(); ++level) {
      Timing timing;
      const DeviceImage image = pyramid.level(octave, level), rows = session_.convert(image, Storage::buffer);
      const Array list = session_.download(plan.run(rows, {.timing = &timing}).array());
      launches += timing.launches + (image.in_buffer() ? 0 : 1);
      for (std::int64_t i = 0; 3 * i < list.count(); ++i)
        marks.push_back({{octave, level, list.at(3 * i), list.at(3 * i + 1)}, list.at(3 * i + 2)});
    }
  }
  const auto kept = static_cast<std::ptrdiff_t>(std::min(marks.size(), options_.points));
  std::partial_sort(marks.begin(), marks.begin() + kept, marks.end(),
                    [](const Mark& a, const Mark& b) { return a.response > b.response; });
  marks.resize(static_cast<std::size_t>(kept));
  watch.end("corners", launches);
  return marks;
}

// Reads both derivatives at points of all levels.
void Keypoints::turn(std::vector<Mark>& marks, const std::vector<Pyramid>& derivatives) {
  Watch watch(stages_);
  std::vector<KeyPoint> points;
  for (const Mark& mark : marks) points.push_back(mark.place);
  int launches = 0;
  const std::vector<float> dx = derivatives[0].sample(points, &launches), dy = derivatives[1].sample(points);
  for (std::size_t i = 0; i < marks.size(); ++i) marks[i].angle = std::atan2(dy[i], dx[i]);
  watch.end("angles", 2 * launches);
}

std::vector<Mark> Keypoints::find(const DeviceImage& frame, Storage storage, const Call& corners) {
  stages_.clear();
  const Pyramid pyramid = pyramid_of(grey_of(frame, storage));
  const std::vector<Pyramid> derivatives = derivatives_of(pyramid);
  std::vector<Mark> marks = corners_of(pyramid, corners);
  turn(marks, derivatives);
  return marks;
}

}  // namespace lenslet::view
