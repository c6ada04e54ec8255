// Rows of the whole image on rank 0, in bands as high as its memory allows. Each rank sends its part of a band when
// rank 0 asks.
#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "mpi/blocks.hpp"

namespace lenslet::mpi {
namespace {

constexpr std::int64_t band_bytes = 64 << 20;

// Whole rows within one row of blocks.
struct Band {
  int grid_row = 0;
  std::int64_t begin = 0, rows = 0;
};

std::vector<Band> bands_of(const Grid& grid, const ImageType& whole) {
  const std::int64_t row_bytes = whole.size.width * static_cast<std::int64_t>(whole.format.bytes());
  const std::int64_t most = std::max<std::int64_t>(band_bytes / row_bytes, 1);
  std::vector<Band> bands;
  for (int row = 0; row < grid.options().rows; ++row) {
    const Rect blocks = grid.block(0, row);
    for (std::int64_t y = 0; y < blocks.height; y += most)
      bands.push_back({row, blocks.y + y, std::min(most, blocks.height - y)});
  }
  return bands;
}

Rect part_of(const Rect& block, const Band& band) {
  return {block.x, band.begin, block.width, band.rows};
}

void send_parts(const DistributedImage::State& state) {
  for (const Band& band : bands_of(state.grid, state.whole)) {
    const Rect part = part_of(state.block, band);
    if (band.begin < state.block.y || band.begin >= state.block.y + state.block.height) continue;
    send(state.ranks.state(), state.session.download(state.pixels.view(part)), 0, For::first);
  }
}

// Bands, one after the other.
class Bands {
 public:
  explicit Bands(const DistributedImage::State& state) : state_(state), bands_(bands_of(state.grid, state.whole)) {}

  void give(std::int64_t first, std::int64_t rows, std::byte* to) {
    for (; rows > 0; --rows, ++first) {
      while (!band_ || first >= bands_[at_ - 1].begin + bands_[at_ - 1].rows) fetch();
      if (first < bands_[at_ - 1].begin)
        throw Error(ErrorKind::invalid_argument, fmt::format("row {} of a distributed image a second time", first));
      std::memcpy(to, band_->row(first - bands_[at_ - 1].begin), static_cast<std::size_t>(band_->stride()));
      to += band_->stride();
    }
  }

  void fetch_all() {
    while (at_ < bands_.size()) fetch();
  }

 private:
  void fetch() {
    if (at_ == bands_.size()) throw Error(ErrorKind::invalid_argument, "a row below the image's last one");
    const Band& band = bands_[at_++];
    band_.reset();
    band_ = std::make_unique<Image>(Size{state_.whole.size.width, band.rows}, state_.whole.format);
    for (int column = 0; column < state_.grid.options().columns; ++column) fetch_part(column, band);
  }

  void fetch_part(int column, const Band& band) {
    const Rect part = part_of(state_.grid.block(column, band.grid_row), band);
    const Rect place{part.x, 0, part.width, part.height};
    const int from = state_.grid.rank_at(column, band.grid_row);
    if (from != 0) return receive(state_.ranks.state(), *band_, place, from);
    const Image own = state_.session.download(state_.pixels.view(part));
    const std::int64_t begin = place.x * static_cast<std::int64_t>(own.format().bytes());
    for (std::int64_t y = 0; y < part.height; ++y)
      std::memcpy(band_->row(y) + begin, own.row(y), static_cast<std::size_t>(own.stride()));
  }

  const DistributedImage::State& state_;
  std::vector<Band> bands_;
  std::size_t at_ = 0;  // the place after the current band
  std::unique_ptr<Image> band_;
};

}  // namespace

void DistributedImage::gather(const std::function<void(const ReadRows& rows)>& write) const {
  if (state_->ranks.rank() != 0) return send_parts(*state_);
  Bands bands(*state_);
  write([&](std::int64_t first, std::int64_t rows, std::byte* to) { bands.give(first, rows, to); });
  bands.fetch_all();  // nobody asked for these rows, but their ranks wait
}

}  // namespace lenslet::mpi
