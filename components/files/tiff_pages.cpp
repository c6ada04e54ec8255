// libtiff walks from the first directory to any other, so the places of all are kept.
#include "files/tiff_pages.hpp"

#include <algorithm>
#include <cstring>
#include <fstream>

#include <fmt/format.h>

#include "files/bounds.hpp"
#include "files/decode.hpp"
#include "files/file_error.hpp"
#include "files/imagej.hpp"
#include "files/metadata.hpp"
#include "files/ome_xml.hpp"
#include "files/orientation.hpp"
#include "files/tiff_blocks.hpp"
#include "files/tiff_rows.hpp"
#include "files/tiff_samples.hpp"

namespace lenslet::io {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t most_images = 1 << 20;  // as libtiff allows directories

PixelFormat page_format(const TiffFacts& facts) {
  const bool are_bands = facts.channels > max_channels;
  return {held_type(facts), are_bands ? 1 : facts.channels, !are_bands && facts.alpha != TiffAlpha::none};
}

std::string page_text(const TiffFacts& facts) {
  return fmt::format("{} x {} pixels of {} x {}", facts.width, facts.height, facts.type(), facts.channels);
}

bool are_alike(const TiffFacts& a, const TiffFacts& b) {
  return a.width == b.width && a.height == b.height && a.type() == b.type() && a.channels == b.channels &&
         page_format(a) == page_format(b) && may_be_read_by_libtiff(a) == may_be_read_by_libtiff(b);
}

std::int64_t images_in(const std::string& description) {
  try {
    return imagej_images(description);
  } catch (const Error&) {  // a description that is wrong says nothing
    return 1;
  }
}

std::uint64_t page_bytes(const TiffFacts& facts) {
  return std::uint64_t{facts.width} * facts.height * static_cast<std::uint64_t>(facts.channels) *
         static_cast<std::uint64_t>(facts.bits / 8);
}

int orientation_in(const TiffInput& file) {
  const int tag = file.short_number(TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT);
  return tag >= 1 && tag <= 8 ? tag : 1;
}

// Puts samples that lie side by side into planes.
template <class Sample>
void spread(const std::byte* from, std::int64_t width, const std::vector<std::byte*>& to) {
  for (std::int64_t x = 0; x < width; ++x)
    for (std::size_t band = 0; band < to.size(); ++band, from += sizeof(Sample))
      std::memcpy(to[band] + x * static_cast<std::int64_t>(sizeof(Sample)), from, sizeof(Sample));
}

void spread_bands(const TiffFacts& facts, const TiffBlocks::Run& run, std::int64_t y, std::int64_t first,
                  Stack& stack) {
  const auto size = static_cast<std::int64_t>(size_of(held_type(facts)));
  std::vector<std::byte> row(static_cast<std::size_t>(run.width * facts.channels * size));
  hold_run(facts, run.from, run.width * facts.channels, row.data(), 1);
  std::vector<std::byte*> to;
  for (int band = 0; band < facts.channels; ++band)
    to.push_back(stack.page(first + band).row(y + run.row) + run.x * size);
  if (size == 1) return spread<std::uint8_t>(row.data(), run.width, to);
  if (size == 2) return spread<std::uint16_t>(row.data(), run.width, to);
  size == 4 ? spread<std::uint32_t>(row.data(), run.width, to) : spread<std::uint64_t>(row.data(), run.width, to);
}

void take_run(const TiffFacts& facts, const TiffBlocks::Run& run, std::int64_t y, std::int64_t first, Stack& stack) {
  const auto size = static_cast<std::int64_t>(size_of(held_type(facts)));
  if (facts.channels > max_channels && !facts.is_planar) return spread_bands(facts, run, y, first, stack);
  const bool is_band = facts.channels > max_channels;
  const int step = facts.is_planar && !is_band ? facts.channels : 1, per_run = facts.is_planar ? 1 : facts.channels;
  const MutableImageView page = stack.page(is_band ? first + run.plane : first);
  const std::int64_t column = is_band ? run.x : run.x * facts.channels + run.plane;
  hold_run(facts, run.from, run.width * per_run, page.row(y + run.row) + column * size, step);
}

// The page is stored as it is in the file; `stack` has its size.
void read_page(const TiffInput& file, const TiffFacts& facts, std::int64_t first, Stack& stack) {
  TiffBlocks blocks(file, facts);
  for (int plane = 0; plane < (facts.is_planar ? facts.channels : 1); ++plane)
    for (std::int64_t y = 0; y < facts.height; y += blocks.rows())
      blocks.read(file, y, plane, [&](const TiffBlocks::Run& run) { take_run(facts, run, y, first, stack); });
  if (facts.channels > max_channels) return;
  const MutableImageView page = stack.page(first);
  for (std::int64_t y = 0; y < facts.height; ++y) make_plain(facts, page.row(y), facts.width);
}

std::vector<std::uint16_t> palette_of(const TiffInput& file) {
  std::uint16_t* colours[3] = {};
  const int bits = file.short_number(TIFFTAG_BITSPERSAMPLE, 1);
  if (file.short_number(TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK) != PHOTOMETRIC_PALETTE || bits > 16 ||
      TIFFGetField(file.get(), TIFFTAG_COLORMAP, &colours[0], &colours[1], &colours[2]) != 1)
    return {};
  std::vector<std::uint16_t> palette;
  for (const std::uint16_t* colour : colours) palette.insert(palette.end(), colour, colour + (1 << bits));
  return palette;
}

void copy_page(const ImageView& from, const MutableImageView& to) {
  const std::size_t bytes = static_cast<std::size_t>(from.width()) * from.format().bytes();
  for (std::int64_t y = 0; y < from.height(); ++y) std::memcpy(to.row(y), from.row(y), bytes);
}

// tifffile's {"shape": [5, 20, 30], "axes": "ZYX"}; without names, or for other pages, empty.
std::vector<StackAxis> shaped_axes(const std::string& text, std::int64_t pages) {
  const std::size_t key = text.find("\"axes\": \""), list = text.find("\"shape\": [");
  if (!text.starts_with('{') || key == text.npos || list == text.npos) return {};
  const std::string_view names = std::string_view(text).substr(key + 9, text.find('"', key + 9) - key - 9);
  std::vector<StackAxis> axes;
  std::int64_t count = 1;
  const char* at = text.c_str() + list + 10;
  for (const char name : names.substr(0, names.find("YX"))) {
    char* end = nullptr;
    const long long length = std::strtoll(at, &end, 10);
    if (end == at || length < 1 || length > pages || std::string_view("ZTC").find(name) == std::string_view::npos ||
        std::ranges::count(axes, name, &StackAxis::name) > 0)
      return {};
    if (length > 1) axes.push_back({name, length});
    count *= length;
    at = end + (*end == ',' ? 1 : 0);
    if (count > pages) return {};
  }
  return count == pages ? axes : std::vector<StackAxis>();
}

bool is_run(const std::vector<int>& pages) {
  for (std::size_t i = 1; i < pages.size(); ++i)
    if (pages[i] != pages[i - 1] + 1) return false;
  return true;
}

}  // namespace

TiffPages::TiffPages(const fs::path& path, const StackOptions& options)
    : path_(path), options_(options.read), file_(path) {
  if (is_one_picture(options)) return;
  find_pages(options);
  find_appended(options.pages);
  choose_pages(options.pages);
  if (!file_.go_below(pages_.front().offset)) file_.fail();
  first_ = read_page_facts(file_, path);
  first_.picture.place.page = is_appended_ ? 0 : pages_.front().number;
  first_.pages = static_cast<int>(all_.size());
  if (pages_.size() == 1 && first_.channels <= max_channels && !is_appended_) return;
  if (first_.width == 0 || first_.height == 0) throw file_error("read", path, damaged);
  orientation_ = orientation_in(file_);
  header_.type = page_type();
  check_pixels(path_, header_.type.size, options_);
  read_description(!options.pages.empty());
  if (first_.channels > max_channels) header_.type.axes.push_back({'C', first_.channels});
  check(header_.type);
  header_.file_format = "tiff";
  header_.file_pages = static_cast<int>(all_.size());
  header_.is_appended = is_appended_;
  if (first_.keeps_values()) header_.nodata = first_.nodata();
  header_.memory_bytes = static_cast<std::uint64_t>(header_.type.pages()) *
                         bytes_of(ValueType(ImageType{header_.type.format, header_.type.size}));
  check_memory(path_, header_.type.size, header_.memory_bytes, options_);
  check_alike();
}

// Cameras' files have previews beside the picture. Raw samples are refused wherever they are.
bool TiffPages::is_one_picture(const StackOptions& options) const {
  check_signature(path_);
  if (!options.pages.empty()) return false;
  TiffInput file(path_);  // what it finds wrong is no damage of the pages
  const TiffPicture picture = find_picture(file);
  check_kind(path_, file.short_number(TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK));
  return picture.place.below >= 0;
}

// libvips makes colours of palettes.
StackType TiffPages::page_type() const {
  if (may_be_read_by_libtiff(first_))
    return {upright_size({first_.width, first_.height}, orientation_), page_format(first_)};
  ReadOptions options = options_;
  options.page = pages_.front().number;
  const ImageHeader header = open_image(path_, options, Wanted::header).header;
  return {header.size, header.format};
}

// A damaged directory ends libtiff's walk as the last one does, so they are counted before. A caller that chooses pages
// gets those before the damage.
void TiffPages::find_pages(const StackOptions& options) {
  const bool was_right = file_.reason().empty();
  const auto count = static_cast<int>(std::max<tdir_t>(TIFFNumberOfDirectories(file_.get()), 1));
  if (was_right && !file_.reason().empty() && options.pages.empty()) throw file_error("read", path_, damaged);
  std::vector<Page> pictures;
  file_.go_to({});
  for (int number = 0; number < count; ++number) {
    if (number > 0 && TIFFReadDirectory(file_.get()) != 1) file_.fail();
    all_.push_back({TIFFCurrentDirOffset(file_.get()), number});
    if (number == 0) description_ = file_.text(TIFFTAG_IMAGEDESCRIPTION);
    const bool is_part = (file_.number(TIFFTAG_SUBFILETYPE, 0) & (FILETYPE_REDUCEDIMAGE | FILETYPE_MASK)) != 0;
    if (!is_part) pictures.push_back(all_.back());
  }
  pages_ = pictures.empty() ? std::vector<Page>{all_.front()} : std::move(pictures);
}

void TiffPages::choose_pages(const std::vector<int>& chosen) {
  if (!chosen.empty()) pages_.clear();
  for (const int page : chosen) {
    check_page(path_, page, static_cast<int>(all_.size()));
    pages_.push_back(all_[static_cast<std::size_t>(page)]);
  }
}

// ImageJ's files of more than 4 GB have one directory: the samples of other pages follow those of the first.
void TiffPages::find_appended(const std::vector<int>& chosen) {
  if (all_.size() != 1 || !is_imagej(description_) || chosen == std::vector{0}) return;
  const std::int64_t count = images_in(description_);
  if (count == 1) return;
  if (count > most_images)
    throw file_error("read", path_,
                     fmt::format("ImageJ's description has {} images, the file one directory; allowed: up to {}; "
                                 "--page 1 takes the first",
                                 count, most_images),
                     ErrorKind::unsupported);
  if (!file_.go_below(all_.front().offset)) file_.fail();
  first_ = read_page_facts(file_, path_);
  if (orientation_in(file_) != 1)  // read_appended() reads rows as they are stored
    throw file_error("read", path_,
                     fmt::format("ImageJ's description has {} images, the file one directory, whose picture is turned; "
                                 "--page 1 takes the first",
                                 count),
                     ErrorKind::unsupported);
  std::error_code unknown;
  const std::uint64_t size = fs::file_size(path_, unknown);
  const std::uint64_t begin = TIFFGetStrileOffset(file_.get(), 0), page = page_bytes(first_);
  const bool is_plain = first_.compression == COMPRESSION_NONE && !first_.is_tiled && !first_.is_planar &&
                        first_.bits % 8 == 0 && first_.channels <= max_channels && may_be_read_by_libtiff(first_);
  if (!is_plain || unknown || begin > size ||
      (size - begin) / std::max<std::uint64_t>(page, 1) < static_cast<std::uint64_t>(count))
    throw file_error(
        "read", path_,
        fmt::format("ImageJ's description has {} images, the file has one directory and not as many samples; "
                    "--page 1 takes the first",
                    count));
  const toff_t directory = all_.front().offset;
  all_.clear();
  for (int number = 0; number < count; ++number) all_.push_back({directory, number});
  pages_ = all_;
  is_appended_ = true;
  appended_ = begin;
}

// Pages whose description is wrong are still pages.
void TiffPages::read_description(bool is_chosen) {
  const int channels = page_format(first_).channels;
  try {
    is_chosen ? take_chosen(channels) : take_named(channels);
  } catch (const Error& error) {
    notes_.push_back(fmt::format("{}: its pages have no names", error.what()));
    is_described_ = true;
  }
  if (header_.type.axes.empty() && pages_.size() > 1)
    header_.type.axes = {{'Q', static_cast<std::int64_t>(pages_.size())}};
  if (first_.channels > max_channels && std::ranges::count(header_.type.axes, 'C', &StackAxis::name) > 0)
    throw file_error("read", path_, "its pages are channels, and have more than 4 channels each",
                     ErrorKind::unsupported);
  if (first_.channels > max_channels && pages_.size() == 1) header_.facts.style = PageStyle::bands;
  header_.facts.is_interleaved = first_.channels > max_channels && !first_.is_planar;
}

void TiffPages::take_named(int channels) {
  DescribedPages named;
  if (is_ome(description_))
    named = parse_ome(description_, static_cast<std::int64_t>(all_.size()), channels);
  else if (is_imagej(description_))
    named = parse_imagej(description_, static_cast<std::int64_t>(pages_.size()));
  else
    named.axes = shaped_axes(description_, static_cast<std::int64_t>(pages_.size()));
  is_described_ = is_ome(description_) || is_imagej(description_) || description_.starts_with("{\"shape\":");
  if (!named.places.empty()) {
    pages_.clear();
    for (const std::int64_t place : named.places) pages_.push_back(all_[static_cast<std::size_t>(place)]);
  }
  header_.type.axes = std::move(named.axes);
  header_.facts = std::move(named.facts);
  notes_.insert(notes_.end(), named.notes.begin(), named.notes.end());
  float x = 0, y = 0;  // pixels of ImageJ's unit
  if (header_.facts.style != PageStyle::imagej || header_.facts.x.unit.empty()) return;
  if (TIFFGetField(file_.get(), TIFFTAG_XRESOLUTION, &x) == 1 && x > 0) header_.facts.x.value = 1 / double{x};
  if (TIFFGetField(file_.get(), TIFFTAG_YRESOLUTION, &y) == 1 && y > 0) header_.facts.y.value = 1 / double{y};
}

// Neighbours along the only axis keep its name.
void TiffPages::take_chosen(int channels) {
  const std::vector<Page> chosen = pages_;
  std::vector<int> numbers;
  for (const Page& page : chosen) numbers.push_back(page.number);
  pages_ = all_;
  take_named(channels);
  const bool keeps_name = header_.type.axes.size() == 1 && is_run(numbers) && pages_.size() == all_.size();
  if (keeps_name && chosen.size() > 1) {
    header_.type.axes.front().length = static_cast<std::int64_t>(chosen.size());
  } else {
    if (!header_.type.axes.empty() && chosen.size() > 1)
      notes_.emplace_back("the names of its axes are not kept: pages were chosen");
    header_.type.axes.clear();
  }
  if (!keeps_name) header_.facts = {.x = header_.facts.x, .y = header_.facts.y};
  header_.facts.channels.clear();
  pages_ = chosen;
}

void TiffPages::check_alike() {
  sample_notes_ = sample_notes(first_);
  if (is_appended_) return;
  if (!file_.go_below(pages_.front().offset)) file_.fail();
  for (std::size_t i = 1; i < pages_.size(); ++i) {
    if (!file_.go_below(pages_[i].offset)) file_.fail();
    const TiffFacts facts = read_page_facts(file_, path_);
    if (are_alike(facts, first_) && orientation_in(file_) == orientation_) {
      add_sample_notes(facts);
      continue;
    }
    throw file_error(
        "read", path_,
        fmt::format("its page {} has {}, its page {} {}; pages of one stack are alike: --page N takes one, "
                    "or some (StackOptions::pages)",
                    pages_[i].number + 1, page_text(facts), pages_.front().number + 1, page_text(first_)),
        ErrorKind::unsupported);
  }
}

// Most pages have the same ones.
void TiffPages::add_sample_notes(const TiffFacts& facts) {
  constexpr std::size_t most = 8;
  for (std::string& note : sample_notes(facts))
    if (sample_notes_.size() < most && std::ranges::count(sample_notes_, note) == 0)
      sample_notes_.push_back(std::move(note));
}

void TiffPages::read_appended(std::size_t page, Stack& to) const {
  const std::uint64_t bytes = page_bytes(first_);
  std::vector<std::byte> samples(bytes);
  std::ifstream file(path_, std::ios::binary);
  file.seekg(static_cast<std::streamoff>(appended_ + static_cast<std::uint64_t>(pages_[page].number) * bytes));
  file.read(reinterpret_cast<char*>(samples.data()), static_cast<std::streamsize>(bytes));
  if (static_cast<std::uint64_t>(file.gcount()) != bytes) throw file_error("read", path_, damaged);
  if (TIFFIsByteSwapped(file_.get()) != 0 && first_.bits > 8)
    for (std::size_t at = 0, size = static_cast<std::size_t>(first_.bits) / 8; at + size <= bytes; at += size)
      std::reverse(samples.data() + at, samples.data() + at + size);
  const MutableImageView view = to.page(static_cast<std::int64_t>(page));
  for (std::int64_t y = 0; y < view.height(); ++y) {
    hold_run(first_, samples.data() + static_cast<std::uint64_t>(y) * (bytes / first_.height),
             view.width() * first_.channels, view.row(y), 1);
    make_plain(first_, view.row(y), view.width());
  }
}

void TiffPages::read_with(TiffInput& file, std::size_t page, Stack& to) const {
  if (is_appended_) return read_appended(page, to);
  if (!file.go_below(pages_[page].offset)) file.fail();
  const TiffFacts facts = read_page_facts(file, path_);
  if (!are_alike(facts, first_)) throw file_error("read", path_, damaged);  // changed since the header was read
  const std::int64_t first = static_cast<std::int64_t>(page) * bands();
  if (orientation_ == 1) return read_page(file, facts, first, to);
  Stack stored({{facts.width, facts.height}, to.type().format, {{'C', bands()}}});
  read_page(file, facts, 0, stored);
  for (std::int64_t band = 0; band < bands(); ++band) {
    Image one(stored.type().size, stored.type().format), upright(to.type().size, to.type().format);
    const MutableImageView from = stored.page(band);
    for (std::int64_t y = 0; y < one.height(); ++y)
      std::memcpy(one.row(y), from.row(y), static_cast<std::size_t>(one.stride()));
    turn_upright(one, orientation_, upright);
    copy_page(upright, to.page(first + band));
  }
}

// Palettes, YCbCr and CIELAB.
void TiffPages::read_by_libvips(std::size_t page, FileStack& result) const {
  Stack& to = result.stack;
  ReadOptions options = options_;
  options.page = pages_[page].number;
  FileImage image = read_opened(open_image(path_, options), options);
  if (page == 0) result.notes = std::move(image.notes);
  if (image.image.size() != to.type().size || image.image.format() != to.type().format)
    throw file_error(
        "read", path_,
        fmt::format("its page {} is {} as it is read, its page {} {}; --page N takes one", pages_[page].number + 1,
                    to_string(ImageType{image.image.format(), image.image.size()}), pages_.front().number + 1,
                    to_string(ImageType{to.type().format, to.type().size})),
        ErrorKind::unsupported);
  copy_page(image.image, to.page(static_cast<std::int64_t>(page)));
}

// Takes pages out of all of them, which lie one below another. Tells whether libvips has read them so.
bool TiffPages::take_all_by_libvips(FileStack& result) const try {
  Stack& to = result.stack;
  const Size size = to.type().size;
  ReadOptions options = options_;
  options.page.reset();
  FileImage tall = read_opened(open_image(path_, options, Wanted::pixels, Frames::all), options);
  if (tall.image.size() != Size{size.width, size.height * static_cast<std::int64_t>(all_.size())} ||
      tall.image.format() != to.type().format)
    return false;
  for (std::size_t page = 0; page < pages_.size(); ++page) {
    const std::byte* first = tall.image.row(pages_[page].number * size.height);
    copy_page(ImageView(first, size, tall.image.format(), tall.image.stride()),
              to.page(static_cast<std::int64_t>(page)));
  }
  result.notes = std::move(tall.notes);
  return true;
} catch (const Error&) {  // where thumbnails lie among the pages; damage is found again, page by page
  return false;
}

// Whether all directories of the file have it, also those that are not read: libvips takes the last one's for pages
// that it opens together.
bool TiffPages::have_one_palette() const {
  std::vector<std::uint16_t> first;
  for (const Page& page : all_) {
    if (!file_.go_below(page.offset)) file_.fail();
    std::vector<std::uint16_t> palette = palette_of(file_);
    if (page.number > 0 && palette != first) return false;
    first = std::move(palette);
  }
  return true;
}

// Each page that is opened by itself takes libvips a walk over all.
void TiffPages::read_all_by_libvips(FileStack& result) const {
  constexpr std::size_t few = 8, most = 1000;
  if (pages_.size() > few && orientation_ == 1 && have_one_palette() && take_all_by_libvips(result)) return;
  if (pages_.size() > most)
    throw file_error("read", path_,
                     fmt::format("its {} pages have palettes of their own, or thumbnails among them; allowed: up to {} "
                                 "such pages, as --page N takes them",
                                 pages_.size(), most),
                     ErrorKind::unsupported);
  for (std::size_t page = 0; page < pages_.size(); ++page) read_by_libvips(page, result);
}

std::shared_ptr<const FileImage::Metadata> TiffPages::metadata() const {
  if (!file_.go_below(pages_.front().offset)) file_.fail();
  OpenImage image{path_, "tiffload", fields_by_libtiff(file_, first_), {}};
  image.tiff = first_;
  image.orientation = orientation_;
  image.header.size = header_.type.size;
  image.header.format = header_.type.format;
  image.image.set(VIPS_META_N_PAGES, 1);
  if (is_described_) vips_image_remove(image.image.get_image(), VIPS_META_IMAGEDESCRIPTION);
  return gather_metadata(image);
}

FileStack TiffPages::read() const {
  StackType type = header_.type;
  FileStack result{.stack = Stack(type), .facts = header_.facts};
  if (may_be_read_by_libtiff(first_)) {
    for (std::size_t page = 0; page < pages_.size(); ++page) read_with(file_, page, result.stack);
    result.metadata = metadata();
    result.notes = sample_notes_;
  } else {
    read_all_by_libvips(result);
    ReadOptions options = options_;
    options.page = pages_.front().number;
    OpenImage first = open_image(path_, options, Wanted::header);
    first.is_chosen = false;  // the facts say what the description does
    result.metadata = gather_metadata(first);
  }
  result.notes.insert(result.notes.begin(), notes_.begin(), notes_.end());
  return result;
}

}  // namespace lenslet::io
