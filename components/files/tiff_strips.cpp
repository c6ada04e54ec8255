// Strips and not tiles: ImageJ reads no tiles. Threads compress the strips of a group, which are then written in order.
#include "files/tiff_strips.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <future>
#include <system_error>
#include <thread>
#include <vector>

#include "files/block_coder.hpp"
#include "files/tiff_file.hpp"
#include "system/target_file.hpp"

namespace lenslet::io {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t strip_bytes = std::int64_t{1} << 18;
constexpr std::int64_t group_strips = 64;

// The strips of the whole file, in its order: of one page after the other, or of one band after the other.
class Strips {
 public:
  explicit Strips(const TiffStack& pages) : pages_(pages), type_(pages.stack.type()) {
    format_ = type_.format;
    if (pages.is_bands && pages.is_interleaved) format_.channels = static_cast<int>(type_.pages());
    const std::int64_t row = type_.size.width * static_cast<std::int64_t>(format_.bytes());
    rows_ = std::clamp<std::int64_t>(strip_bytes / row, 1, type_.size.height);
  }

  PixelFormat format() const { return format_; }  // of the samples in a strip
  std::int64_t width() const { return type_.size.width; }
  std::int64_t rows() const { return rows_; }
  std::int64_t per_page() const { return (type_.size.height + rows_ - 1) / rows_; }
  std::int64_t count() const { return per_page() * (format_.channels > max_channels ? 1 : type_.pages()); }

  Bytes samples(std::int64_t strip) const {
    const std::int64_t page = strip / per_page(), first = strip % per_page() * rows_;
    const std::int64_t rows = std::min(rows_, type_.size.height - first);
    const auto row_bytes = static_cast<std::size_t>(type_.size.width) * format_.bytes();
    Bytes bytes(row_bytes * static_cast<std::size_t>(rows));
    for (std::int64_t y = 0; y < rows; ++y)
      copy_row(page, first + y, bytes.data() + static_cast<std::size_t>(y) * row_bytes);
    return bytes;
  }

 private:
  void copy_row(std::int64_t page, std::int64_t y, std::byte* to) const {
    const std::size_t sample = size_of(format_.type);
    if (format_.channels <= max_channels) {
      std::memcpy(to, pages_.stack.page(page).row(y), static_cast<std::size_t>(type_.size.width) * format_.bytes());
      return;
    }
    for (std::int64_t band = 0; band < type_.pages(); ++band) {
      const std::byte* from = pages_.stack.page(band).row(y);
      for (std::int64_t x = 0; x < type_.size.width; ++x)
        std::memcpy(to + static_cast<std::size_t>(x * type_.pages() + band) * sample,
                    from + static_cast<std::size_t>(x) * sample, sample);
    }
  }

  const TiffStack& pages_;
  const StackType& type_;
  PixelFormat format_;
  std::int64_t rows_ = 1;
};

std::vector<Bytes> coded_group(const Strips& strips, std::int64_t first, std::int64_t count) {
  std::vector<Bytes> coded(static_cast<std::size_t>(count));
  std::atomic<std::int64_t> next{0};
  const auto work = [&] {
    BlockCoder coder;
    for (std::int64_t i; (i = next.fetch_add(1)) < count;)
      coded[static_cast<std::size_t>(i)] = coder.coded(strips.samples(first + i), strips.format(), strips.width());
  };
  std::vector<std::future<void>> threads;
  const auto wanted = std::clamp<std::int64_t>(std::thread::hardware_concurrency(), 1, count);
  try {
    for (std::int64_t i = 1; i < wanted; ++i) threads.push_back(std::async(std::launch::async, work));
  } catch (const std::system_error&) {  // fewer threads, or this one alone, do the work
  }
  work();
  for (std::future<void>& thread : threads) thread.get();
  return coded;
}

void set_steps(const TiffStack& pages, TiffFile& file) {
  if (pages.x.value <= 0 || pages.y.value <= 0) return;
  file.set(TIFFTAG_RESOLUTIONUNIT, RESUNIT_NONE);
  file.set(TIFFTAG_XRESOLUTION, std::clamp(1 / pages.x.value, 1e-6, 1e6));
  file.set(TIFFTAG_YRESOLUTION, std::clamp(1 / pages.y.value, 1e-6, 1e6));
}

// Only the first page has the description, and whatever is known beside the pixels.
void begin_page(const TiffStack& pages, const TiffImage& image, const Strips& strips, std::int64_t page,
                TiffFile& file) {
  const StripTags tags{strips.rows(), pages.is_bands ? static_cast<int>(pages.stack.pages()) : 0,
                       pages.is_bands && !pages.is_interleaved, page == 0};
  set_strip_tags(image, pages.stack.type().size, tags, file);
  if (page == 0 && !pages.description.empty()) file.set(TIFFTAG_IMAGEDESCRIPTION, pages.description.c_str());
  set_steps(pages, file);
}

}  // namespace

void write_tiff_stack(const fs::path& path, const TiffStack& pages, const TiffImage& image,
                      const WriteOptions& options) {
  constexpr double classic_limit = 4e9;  // bytes, with room for everything but pixels
  const StackType& type = pages.stack.type();
  const double bytes =
      static_cast<double>(pages.stack.tall().stride()) * static_cast<double>(pages.stack.tall().height());
  system::TargetFile target(path, {options.overwrite, options.sync});
  {
    TiffFile file(target.file(), path, bytes + 1000.0 * static_cast<double>(type.pages()) > classic_limit);
    const Strips strips(pages);
    const std::int64_t in_page = pages.is_bands ? strips.count() : strips.per_page();
    for (std::int64_t first = 0; first < strips.count();) {
      const std::int64_t count = std::min(group_strips, strips.count() - first);
      for (const Bytes& strip : coded_group(strips, first, count)) {
        if (first % in_page == 0) begin_page(pages, image, strips, first / in_page, file);
        file.append_strip(static_cast<std::uint32_t>(first % in_page), strip);
        if (++first % in_page == 0) file.end_directory();
      }
    }
  }
  target.commit();
}

}  // namespace lenslet::io
