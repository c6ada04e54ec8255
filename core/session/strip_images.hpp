// What strips read and make, in memory of the host: rows of images that are there, or memory that passes from one strip
// to the next. New memory would be pages that the system clears for each strip.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <lenslet/image.hpp>
#include <lenslet/stream.hpp>

#include "session/rolling_rows.hpp"
#include "session/strip_layout.hpp"

namespace lenslet {

// Images that are there: strips read them where they lie. Or sources of rows.
class StripInputs {
 public:
  explicit StripInputs(std::vector<ImageView> images) : images_(std::move(images)) {}
  StripInputs(const std::vector<ImageType>& types, std::vector<ReadRows> sources, const StripLayout& layout);

  // Returns this part of all inputs; of sources these rows, and those from `next` on are kept.
  SharedImages take(const Rect& part, std::int64_t next);

 private:
  class Spare;

  std::vector<ImageView> images_;
  std::vector<RollingRows> rows_;
  std::shared_ptr<Spare> spare_;  // of sources
};

// Where strips put their results: into images of their own, or together into those of the whole.
class StripOutputs {
 public:
  // At most so many strips are kept at a time.
  StripOutputs(const StripLayout& layout, std::size_t strips);

  void join();                                     // from now on results are put together
  std::vector<TargetRows> next(const Rect& part);  // of the results; in order

  // The oldest strip's images, or, where results are put together, those of the whole.
  std::vector<Image> take();

  void reuse(std::vector<Image> images);  // of a strip that nobody needs

 private:
  std::optional<Image> take_spare(Size size, const PixelFormat& format);
  Image image(Size size, const PixelFormat& format);

  std::vector<ImageType> types_;
  RowRange part_;
  std::size_t most_spare_;
  std::vector<Image> spare_;
  std::deque<std::vector<Image>> strips_;
  std::vector<Image> whole_;
};

}  // namespace lenslet
