// Memory of parts, and copies of rows. In a buffer a smaller image gets a new layout in the same memory; an image
// object has one size.
#include "session/row_copier.hpp"

#include <algorithm>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include <lenslet/error.hpp>

#include "image/layout.hpp"
#include "image/transfer.hpp"
#include "ocl/order.hpp"
#include "ocl/queue.hpp"
#include "rounding.hpp"
#include "session/plan.hpp"

namespace lenslet {
namespace {

bool holds(const DeviceImage& memory, Size size, PixelFormat format) {
  if (!memory.in_buffer()) return memory.held().size() == size;
  return bytes_of_rows(size, format) <= memory.buffer().bytes();
}

// Returns an image of this size in the memory. It knows its place in the whole.
DeviceImage in_memory(const DeviceImage& memory, Size size, const PartOf& place) {
  if (!memory.in_buffer()) return memory.as_part(place);
  return memory.part(size, 0, aligned_stride(size.width, memory.format()), 1).as_part(place);
}

bool all_hold(const std::vector<DeviceValue>& values, const std::vector<ImageView>& images) {
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!holds(std::get<DeviceImage>(values[i]), images[i].size(), images[i].format())) return false;
  return !values.empty();
}

bool all_hold(const std::vector<DeviceValue>& values, Size size) {
  for (const DeviceValue& value : values)
    if (!holds(std::get<DeviceImage>(value), size, std::get<DeviceImage>(value).format())) return false;
  return !values.empty();
}

const PartOf& place_of(const FramePart& part, std::size_t input) {
  return input == 0 || part.others.empty() ? part.place : part.others.at(input - 1);
}

}  // namespace

void PartMemory::fit(const Session& session, const Plan& plan, const std::vector<ImageView>& images,
                     const FramePart& part) {
  if (!all_hold(inputs_, images) || !all_hold(outputs_, part.region.size())) {
    free();  // before new memory is taken
    for (const ImageView& image : images)
      inputs_.emplace_back(session.allocate(image.size(), image.format(), plan.input_storage()));
  }
  for (std::size_t i = 0; i < images.size(); ++i)
    inputs_[i] = in_memory(std::get<DeviceImage>(inputs_[i]), images[i].size(), place_of(part, i));
  if (outputs_.empty()) outputs_ = allocate_outputs(plan, inputs_, part.region);
  for (DeviceValue& output : outputs_) {
    const auto& memory = std::get<DeviceImage>(output);
    output = in_memory(memory, part.region.size(), {memory.whole(), part.region.x, part.region.y});
  }
}

void PartMemory::free() {
  inputs_.clear();
  outputs_.clear();
}

namespace {

// A device with memory of its own takes a piece from pinned memory while the host copies the next pieces there. One
// thread of the host is several times slower than PCIe, so several threads share the pieces where there are cores.
// Where the device uses the host's memory, its buffer is mapped, and only the host copies.

// Cuts an image into pieces of whole rows, or of parts of a row where rows are longer than a piece.
class Pieces {
 public:
  Pieces(const Rect& image, std::uint64_t pixel, std::uint64_t bytes) : image_(image) {
    const auto pixels = std::max<std::int64_t>(static_cast<std::int64_t>(bytes / pixel), 1);
    rows_ = std::clamp<std::int64_t>(pixels / image.width, 1, image.height);
    columns_ = std::min(pixels, image.width);
    in_row_ = divide_up(image.width, columns_);
  }

  std::int64_t count() const { return in_row_ * divide_up(image_.height, rows_); }

  // Returns a piece, in pixels of the image.
  Rect operator[](std::int64_t number) const {
    const std::int64_t x = number % in_row_ * columns_, y = number / in_row_ * rows_;
    return {x, y, std::min(columns_, image_.width - x), std::min(rows_, image_.height - y)};
  }

 private:
  Rect image_;
  std::int64_t rows_, columns_, in_row_;
};

DeviceImage part_of(const DeviceImage& image, const Rect& piece) {
  const Rect& all = image.rectangle();
  return image.view({all.x + piece.x, all.y + piece.y, piece.width, piece.height});
}

// Returns an event that ends with the command, or nothing where the command has ended.
std::vector<ocl::Event> put(const ocl::Queue& queue, const ImageView& from, const DeviceImage& to) {
  if (!to.in_buffer()) return write_pixels(queue, from, to), std::vector<ocl::Event>();
  return ocl::write_rows_later(queue, to.buffer(), rows_of(to), from.row(0), static_cast<std::uint64_t>(from.stride()),
                               row_bytes_of(to), static_cast<std::uint64_t>(from.height()));
}

std::vector<ocl::Event> get(const ocl::Queue& queue, const DeviceImage& from, std::byte* to) {
  const std::uint64_t stride = row_bytes_of(from);
  if (!from.in_buffer())
    return read_pixels_into(queue, from, to, static_cast<std::int64_t>(stride)), std::vector<ocl::Event>();
  return ocl::read_rows_later(queue, from.buffer(), rows_of(from), to, stride, stride,
                              static_cast<std::uint64_t>(from.size().height));
}

}  // namespace

void LentMemory::use(const std::function<void()>& copy) {
  const std::shared_lock lock(mutex_);
  if (is_back_) throw Error(ErrorKind::device, "the device's strips are others' now");
  copy();
}

void LentMemory::take_back() {
  is_back_ = true;  // must be set first: the lock prefers threads that share it
  const std::unique_lock lock(mutex_);
}

RowCopier::RowCopier(ocl::Queue queue, std::shared_ptr<LentMemory> lent, const RowCopyOptions& options)
    : queue_(std::move(queue)),
      lent_(std::move(lent)),
      options_(options),
      step_(static_cast<std::int64_t>(options.threads)) {
  options_.piece = std::max<std::uint64_t>(options_.piece, 64);
}

// Exceptions of the threads reach the caller when all threads have ended. Where a thread cannot be started, the
// caller's thread does its work.
template <class Work>
void RowCopier::on_threads(std::int64_t pieces, const Work& work) const {
  const std::int64_t count = std::min(step_, pieces);
  std::vector<std::exception_ptr> failures(static_cast<std::size_t>(count));
  const auto kept = [&](std::int64_t number) noexcept {
    try {
      work(number);
    } catch (...) {
      failures[static_cast<std::size_t>(number)] = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> others;
    std::int64_t number = 1;
    try {
      for (; number < count; ++number) others.emplace_back(kept, number);
    } catch (const std::system_error&) {
      for (; number < count; ++number) kept(number);
    }
    kept(0);
  }
  for (const std::exception_ptr& failure : failures)
    if (failure) std::rethrow_exception(failure);
}

void RowCopier::Station::wait() {
  for (const ocl::Event& each : under_way) each.wait();
  under_way.clear();
}

bool RowCopier::is_mapped(const DeviceImage& image) const {
  return options_.maps && queue_.device().info().host_memory && image.in_buffer();
}

void RowCopier::make_stations() {
  while (stations_.size() < pieces(options_.threads)) stations_.push_back({PinnedMemory(queue_, options_.piece)});
}

// Calls `copy` with each piece and its place in the mapped rows.
template <class Copy>
void RowCopier::through_map(const DeviceImage& image, HostAccess access, const Copy& copy) {
  const ocl::Rows rows = rows_of(image);
  const auto height = static_cast<std::uint64_t>(image.size().height), pixel = image.format().bytes();
  ocl::Mapping mapping(queue_, image.buffer(), access, rows.offset, rows.stride * (height - 1) + row_bytes_of(image));
  const Pieces parts(image.rectangle(), pixel, options_.piece);
  on_threads(parts.count(), [&](std::int64_t first) {
    for (std::int64_t i = first; i < parts.count(); i += step_) {
      const Rect piece = parts[i];
      const std::uint64_t place =
          static_cast<std::uint64_t>(piece.y) * rows.stride + static_cast<std::uint64_t>(piece.x) * pixel;
      lent_->use([&] { copy(piece, mapping.bytes().data() + place, static_cast<std::int64_t>(rows.stride)); });
    }
  });
  mapping.unmap();
}

void RowCopier::upload(const ImageView& from, const DeviceImage& to) {
  const std::uint64_t pixel = to.format().bytes();
  const auto fill = [&](const Rect& piece, std::byte* rows, std::int64_t stride) {
    copy_pixels({from.pixel(piece.x, piece.y), from.stride(), from.pixel_stride()}, {rows, stride}, piece.size(),
                pixel);
  };
  if (is_mapped(to)) return through_map(to, HostAccess::overwrite, fill);
  make_stations();
  const ocl::Drain drain(queue_);
  const Pieces parts(to.rectangle(), pixel, options_.piece);
  on_threads(parts.count(), [&](std::int64_t first) {
    for (std::int64_t i = first; i < parts.count(); i += step_) {
      station(i).wait();
      const DeviceImage piece = part_of(to, parts[i]);
      std::byte* const rows = station(i).memory.bytes().data();
      lent_->use([&] { fill(parts[i], rows, static_cast<std::int64_t>(row_bytes_of(piece))); });
      station(i).under_way = put(queue_, {rows, piece.size(), piece.format()}, piece);
      queue_.flush();  // the device begins with it while the next piece is copied
    }
  });
  for (Station& each : stations_) each.wait();
}

void RowCopier::download(const DeviceImage& from, const TargetRows& to) {
  const std::uint64_t pixel = from.format().bytes();
  const auto empty = [&](const Rect& piece, const std::byte* rows, std::int64_t stride) {
    const std::int64_t step = to.pixel_stride == 0 ? static_cast<std::int64_t>(pixel) : to.pixel_stride;
    copy_pixels({rows, stride}, {to.first + piece.y * to.stride + piece.x * step, to.stride, step}, piece.size(),
                pixel);
  };
  if (is_mapped(from)) return through_map(from, HostAccess::read, empty);
  make_stations();
  const ocl::Drain drain(queue_);
  const Pieces parts(from.rectangle(), pixel, options_.piece);
  const auto ahead = static_cast<std::int64_t>(stations_.size());
  const auto take = [&](std::int64_t done) {
    station(done).wait();
    const Rect piece = parts[done];
    const std::byte* const rows = station(done).memory.bytes().data();
    lent_->use([&] { empty(piece, rows, piece.width * static_cast<std::int64_t>(pixel)); });
  };
  on_threads(parts.count(), [&](std::int64_t first) {
    for (std::int64_t i = first; i < parts.count() + ahead; i += step_) {
      if (const std::int64_t done = i - ahead; done >= 0 && done < parts.count()) take(done);
      if (i >= parts.count()) continue;
      station(i).under_way = get(queue_, part_of(from, parts[i]), station(i).memory.bytes().data());
      queue_.flush();
    }
  });
}

}  // namespace lenslet
