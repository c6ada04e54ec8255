// Blocks lie on the devices. Only margins, and what the caller fills in or takes out, pass through the host.
#include <algorithm>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "mpi/agree.hpp"
#include "mpi/blocks.hpp"

namespace lenslet::mpi {
namespace {

DeviceImage make_pixels(const Session& session, const ImageType& whole, const Rect& held) {
  return session.allocate(held.size(), whole.format).as_part({whole.size, held.x, held.y});
}

}  // namespace

DistributedImage::State::State(const Ranks& all, const Session& of, const ImageType& type, const GridOptions& options)
    : ranks(all),
      session(of),
      whole(type),
      grid(all, type, options),
      block(grid.block()),
      held(grid.held()),
      pixels(make_pixels(of, type, held)) {}

DistributedImage::DistributedImage(const Ranks& ranks, const Session& session, const ImageType& whole,
                                   const GridOptions& options) {
  ranks.check_same("the image and its grid", fmt::format("{}, {} x {} blocks with margins of {}", to_string(whole),
                                                         options.columns, options.rows, options.margin));
  agree(ranks, [&] { state_ = std::make_unique<State>(ranks, session, whole, options); });
}

DistributedImage::~DistributedImage() = default;
DistributedImage::DistributedImage(DistributedImage&&) noexcept = default;
DistributedImage& DistributedImage::operator=(DistributedImage&&) noexcept = default;

const ImageType& DistributedImage::whole() const {
  return state_->whole;
}

const GridOptions& DistributedImage::grid() const {
  return state_->grid.options();
}

const Rect& DistributedImage::block() const {
  return state_->block;
}

const Rect& DistributedImage::held() const {
  return state_->held;
}

void DistributedImage::fill(const std::function<Image(const Rect& block)>& make) {
  state_->session.upload(make(state_->block), state_->pixels.view(state_->block));
}

// Reads some rows at a time and keeps the block's columns of them.
void DistributedImage::fill_from_rows(const ReadRows& rows) {
  constexpr std::int64_t piece = 4 << 20;  // bytes
  const ImageType& whole = state_->whole;
  const Rect& block = state_->block;
  const std::int64_t pixel = static_cast<std::int64_t>(whole.format.bytes());
  const std::int64_t at_a_time = std::clamp<std::int64_t>(piece / (whole.size.width * pixel), 1, block.height);
  Image read({whole.size.width, at_a_time}, whole.format);
  for (std::int64_t y = 0; y < block.height; y += at_a_time) {
    const std::int64_t count = std::min(at_a_time, block.height - y);
    rows(block.y + y, count, read.data());
    const ImageView own(read.data() + block.x * pixel, {block.width, count}, whole.format, read.stride());
    state_->session.upload(own, state_->pixels.view({block.x, block.y + y, block.width, count}));
  }
}

Image DistributedImage::download() const {
  return state_->session.download(state_->pixels.view(state_->block));
}

void DistributedImage::exchange() {
  state_->exchange(state_->grid.options().margin);
}

}  // namespace lenslet::mpi
