// Where strips' inputs and results lie in host memory.
#include "session/strip_images.hpp"

#include <algorithm>
#include <iterator>
#include <mutex>
#include <utility>

namespace lenslet {

// Memory of inputs that strips no longer use. Each image is as high as the highest strip.
class StripInputs::Spare : public std::enable_shared_from_this<Spare> {
 public:
  explicit Spare(std::int64_t rows) : rows_(rows) {}

  // Returns memory for so many rows of each input. It comes back here when nobody holds it any more.
  std::shared_ptr<std::vector<Image>> take(const std::vector<RollingRows>& inputs, std::int64_t rows) {
    auto images = std::make_unique<std::vector<Image>>(last());
    if (images->empty() || images->front().height() < rows) {
      images->clear();
      for (const RollingRows& input : inputs)
        images->emplace_back(Size{input.type().size.width, std::max(rows, rows_)}, input.type().format);
    }
    return {images.release(), [spare = shared_from_this()](std::vector<Image>* left) { spare->put(left); }};
  }

 private:
  std::vector<Image> last() {
    const std::lock_guard lock(mutex_);
    if (all_.empty()) return {};
    std::vector<Image> images = std::move(all_.back());
    all_.pop_back();
    return images;
  }

  void put(std::vector<Image>* left) noexcept try {
    const std::unique_ptr<std::vector<Image>> owned(left);
    const std::lock_guard lock(mutex_);
    all_.push_back(std::move(*left));
  } catch (...) {  // no memory to keep it: it is freed
  }

  std::int64_t rows_;
  std::mutex mutex_;
  std::vector<std::vector<Image>> all_;  // at most as many as strips that were under way at a time
};

namespace {

ImageView part_of(const ImageView& image, const Rect& part) {
  return {image.row(part.y) + part.x * static_cast<std::int64_t>(image.format().bytes()), part.size(), image.format(),
          image.stride()};
}

// Images, and views of them.
struct Held {
  std::shared_ptr<std::vector<Image>> images;
  std::vector<ImageView> views;
};

}  // namespace

StripInputs::StripInputs(const std::vector<ImageType>& types, std::vector<ReadRows> sources, const StripLayout& layout)
    : spare_(std::make_shared<Spare>(layout.read.height)) {
  for (std::size_t i = 0; i < types.size(); ++i) rows_.emplace_back(types[i], std::move(sources[i]));
}

SharedImages StripInputs::take(const Rect& part, std::int64_t next) {
  std::vector<ImageView> views;
  for (const ImageView& image : images_) views.push_back(part_of(image, part));
  if (rows_.empty()) return std::make_shared<const std::vector<ImageView>>(std::move(views));
  auto held = std::make_shared<Held>(Held{spare_->take(rows_, part.height), {}});
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    Image& image = (*held->images)[i];
    rows_[i].take({part.y, part.y + part.height}, next, image.data());
    held->views.emplace_back(image.data(), part.size(), image.format());
  }
  return {held, &held->views};
}

StripOutputs::StripOutputs(const StripLayout& layout, std::size_t strips)
    : types_(layout.outputs),
      part_{layout.parts.front().begin, layout.parts.back().end},
      most_spare_(strips * types_.size()) {}

void StripOutputs::join() {
  for (const ImageType& type : types_) {
    const Size size{type.size.width, part_.count()};
    std::optional<Image> image = take_spare(size, type.format);
    whole_.push_back(image ? *std::move(image) : Image(size, type.format));
  }
  spare_.clear();
}

std::optional<Image> StripOutputs::take_spare(Size size, const PixelFormat& format) {
  const auto found =
      std::ranges::find_if(spare_, [&](const Image& each) { return each.size() == size && each.format() == format; });
  if (found == spare_.end()) return {};
  Image image = std::move(*found);
  spare_.erase(found);
  return image;
}

Image StripOutputs::image(Size size, const PixelFormat& format) {
  if (std::optional<Image> spare = take_spare(size, format)) return *std::move(spare);
  if (!spare_.empty()) spare_.pop_back();  // the last strip's image replaces another one
  return {size, format};
}

std::vector<TargetRows> StripOutputs::next(const Rect& part) {
  std::vector<TargetRows> rows;
  for (Image& image : whole_) rows.push_back({image.row(part.y - part_.begin), image.stride()});
  if (!whole_.empty()) return rows;
  std::vector<Image>& images = strips_.emplace_back();
  for (const ImageType& type : types_) images.push_back(image(part.size(), type.format));
  for (Image& image : images) rows.push_back({image.data(), image.stride()});
  return rows;
}

std::vector<Image> StripOutputs::take() {
  if (!whole_.empty()) return std::move(whole_);
  std::vector<Image> images = std::move(strips_.front());
  strips_.pop_front();
  return images;
}

// Keeps images without gaps, as many as are useful. The last strip's height differs, and a caller's images may have
// gaps.
void StripOutputs::reuse(std::vector<Image> images) {
  for (Image& image : images) {
    const bool has_gaps = image.stride() != image.width() * static_cast<std::int64_t>(image.format().bytes());
    if (!has_gaps && spare_.size() < most_spare_) spare_.push_back(std::move(image));
  }
}

}  // namespace lenslet
