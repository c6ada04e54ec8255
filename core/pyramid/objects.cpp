// Fills a pyramid from image object to image object: its blurs read and write one storage, and take.cl halves.
#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include <fmt/format.h>

#include "access.hpp"
#include "image/layout.hpp"
#include "kernels.hpp"
#include "pyramid/build.hpp"
#include "pyramid/sum.hpp"
#include "rounding.hpp"
#include "session/state.hpp"

namespace lenslet {
namespace {

constexpr std::size_t widest_side = 16;

std::string source_for(const DeviceImage& image, bool halves) {
  const auto upper = [](std::string_view word) {
    std::string letters(word);
    for (char& letter : letters) letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
    return letters;
  };
  return fmt::format("#define TYPE {}\n#define STORAGE {}\n#define HALVES {:d}\n{}",
                     upper(name_of(image.format().type)), upper(name_of(image.storage())), halves,
                     kernel_source("take.cl"));
}

// See take.cl.
std::array<std::int64_t, 2> place_of(const DeviceImage& image) {
  return {image.offset(), image.stride()};
}

// Groups are squares.
std::size_t side_of_groups(const ocl::Kernel& kernel, const DeviceInfo& device) {
  const auto fits = [&](std::size_t side) {
    return side * side <= kernel.max_group() && side <= device.max_group_sides[0] && side <= device.max_group_sides[1];
  };
  std::size_t side = widest_side;
  while (side > 1 && !fits(side)) side /= 2;
  return side;
}

class Taker {
 public:
  Taker(const Session& session, const DeviceImage& like, bool halves)
      : queue_(state_of(session).queue),
        kernel_(state_of(session).build(source_for(like, halves)).program, "take"),
        side_(side_of_groups(kernel_, session.device())) {}

  Launch launch(const DeviceImage& from, const DeviceImage& to) {
    const auto width = static_cast<std::size_t>(to.size().width * to.format().channels);
    const auto height = static_cast<std::size_t>(to.size().height);
    kernel_.set(0, from.object());
    kernel_.set(1, place_of(from));
    kernel_.set(2, to.object());
    kernel_.set(3, place_of(to));
    kernel_.set(4, static_cast<std::int32_t>(width));
    kernel_.set(5, static_cast<std::int32_t>(height));
    kernel_.set(6, static_cast<std::int32_t>(to.format().channels));
    std::vector<ocl::Event> events;
    events.push_back(queue_.launch(kernel_, {round_up(width, side_), round_up(height, side_)}, {side_, side_}));
    const std::uint64_t bytes = width * height * size_of(to.format().type);
    return internal::Access::flushed(queue_, std::move(events), 2 * bytes);
  }

 private:
  const ocl::Queue& queue_;
  ocl::Kernel kernel_;
  std::size_t side_;
};

// Launches what makes the levels, one after the other, and keeps the images and plans that the launches use.
class Filling {
 public:
  Filling(const Session& session, const DeviceImage& image, const PyramidOptions& options)
      : session_(session),
        blurs_(blurs_of(session, image.format(), options, blur_schedules(image.storage()))),
        copies_(session, image, false),
        halves_(session, image, true),
        bases_{image} {}

  void launch(const DeviceImage& to, std::size_t level, bool next_octave) {
    if (next_octave) {
      bases_.push_back(session_.allocate(to.size(), to.format(), to.storage()));
      launches_.push_back(halves_.launch(bases_[bases_.size() - 2], bases_.back()));
    }
    launches_.push_back(blurs_[level] ? blurs_[level]->launch_into(bases_.back(), {to})
                                      : copies_.launch(bases_.back(), to));
  }

  Timing wait() const { return sum_of(launches_); }

 private:
  const Session& session_;
  std::vector<std::optional<Plan>> blurs_;
  Taker copies_, halves_;
  std::vector<DeviceImage> bases_;  // the octaves' first images
  std::vector<Launch> launches_;
};

}  // namespace

// Tiles spare reads of image objects, which cost most, and sums along rows spare sums. Masks that are wider than a
// device's local memory lets tiles be, and devices of small groups, have neither.
std::vector<std::string> blur_schedules(Storage storage) {
  const std::string_view name = name_of(storage);
  return {fmt::format("{0}.local.separated_local.constant.branch.v1.x1.y1.g16x16.to_{0}", name),
          fmt::format("{0}.direct.single.constant.branch.v1.x1.y1.gauto.to_{0}", name)};
}

Timing fill_from_object(const Session& session, const DeviceImage& image, const std::vector<DeviceImage>& levels,
                        const PyramidOptions& options) {
  const auto in_octave = static_cast<std::size_t>(options.levels);
  Filling filling(session, image, options);
  try {
    for (std::size_t i = 0; i < levels.size(); ++i)
      filling.launch(levels[i], i % in_octave, i > 0 && i % in_octave == 0);
    return filling.wait();
  } catch (...) {
    state_of(session).queue.finish();  // what is launched already uses images, which end with this function
    throw;
  }
}

}  // namespace lenslet
