// Compression takes most of a TIFF file's time, and tiles are independent: each thread takes the next tile.
#include "files/tile_row.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <new>
#include <system_error>
#include <thread>
#include <utility>

#include <libdeflate.h>

#include <lenslet/error.hpp>

#include "files/block_coder.hpp"

namespace lenslet::io {
namespace {

struct FreeCodec {
  void operator()(libdeflate_decompressor* codec) const { libdeflate_free_decompressor(codec); }
};
using Decompressor = std::unique_ptr<libdeflate_decompressor, FreeCodec>;

std::int64_t pixel_bytes(PixelFormat format) {
  return static_cast<std::int64_t>(format.bytes());
}

// Calls use(row of the tile, bytes, row of the image) for each row of the tile's pixels within the image.
void each_row(const RowsOfTiles& image, std::int64_t tile, auto use) {
  const std::int64_t left = tile * tile_side, pixel = pixel_bytes(image.format);
  const auto bytes = static_cast<std::size_t>(std::min(tile_side, image.width - left) * pixel);
  for (std::int64_t y = 0; y < image.rows; ++y) use(y * tile_side * pixel, bytes, (y * image.width + left) * pixel);
}

template <class Sample>
void add_neighbours(Bytes& tile, int channels) {
  auto* row = reinterpret_cast<Sample*>(tile.data());
  for (std::int64_t y = 0; y < tile_side; ++y, row += tile_side * channels)
    for (std::int64_t x = channels; x < tile_side * channels; ++x)
      row[x] = static_cast<Sample>(row[x] + row[x - channels]);
}

Bytes inflated(const Bytes& bytes, PixelFormat format, libdeflate_decompressor* codec) {
  Bytes tile(tile_bytes(format));
  if (libdeflate_zlib_decompress(codec, bytes.data(), bytes.size(), tile.data(), tile.size(), nullptr) !=
      LIBDEFLATE_SUCCESS)
    throw Error(ErrorKind::io, "a tile is damaged");
  if (size_of(format.type) == 1)
    add_neighbours<std::uint8_t>(tile, format.channels);
  else if (size_of(format.type) == 2)
    add_neighbours<std::uint16_t>(tile, format.channels);
  else
    add_neighbours<std::uint32_t>(tile, format.channels);
  return tile;
}

}  // namespace

struct CodedTiles::Work {
  void run();

  RowsOfTiles rows;
  std::vector<Bytes> tiles;
  std::atomic<std::size_t> next{0};
};

// A tile is 0 beyond the image's edges.
void CodedTiles::Work::run() {
  BlockCoder coder;
  for (std::size_t i; (i = next.fetch_add(1)) < tiles.size();) {
    Bytes tile(tile_bytes(rows.format));
    each_row(rows, static_cast<std::int64_t>(i), [&](std::int64_t to, std::size_t bytes, std::int64_t from) {
      std::memcpy(tile.data() + to, rows.samples.data() + from, bytes);
    });
    tiles[i] = coder.coded(std::move(tile), rows.format, tile_side);
  }
}

CodedTiles::CodedTiles(RowsOfTiles rows) : work_(std::make_shared<Work>()) {
  const auto count = static_cast<std::size_t>(tiles_over(rows.width));
  work_->rows = std::move(rows);
  work_->tiles.resize(count);
  const std::size_t threads = std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, count);
  try {
    for (std::size_t i = 0; i < threads; ++i)
      threads_.push_back(std::async(std::launch::async, [work = work_] { work->run(); }));
  } catch (const std::system_error&) {  // if the system makes no more threads, fewer or none do the work
    if (threads_.empty()) work_->run();
  }
}

std::vector<Bytes> CodedTiles::take() {
  for (std::future<void>& thread : std::exchange(threads_, {})) thread.get();
  return std::move(work_->tiles);
}

RowsOfTiles decoded(const std::vector<Bytes>& tiles, PixelFormat format, std::int64_t width, std::int64_t rows) {
  RowsOfTiles result{format, width, rows, Bytes(static_cast<std::size_t>(width * rows * pixel_bytes(format)))};
  const Decompressor codec(libdeflate_alloc_decompressor());
  if (!codec) throw std::bad_alloc();
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    const Bytes tile = is_deflated(format.type) ? inflated(tiles[i], format, codec.get()) : tiles[i];
    if (tile.size() != tile_bytes(format)) throw Error(ErrorKind::io, "a tile is damaged");
    each_row(result, static_cast<std::int64_t>(i), [&](std::int64_t from, std::size_t bytes, std::int64_t to) {
      std::memcpy(result.samples.data() + to, tile.data() + from, bytes);
    });
  }
  return result;
}

}  // namespace lenslet::io
