// Image files of many pages: the pages of a TIFF file, OME-TIFF and ImageJ with the names of their axes, the frames of
// GIF and WebP, and TIFF files with more than four bands. Part of the component lenslet::files.
//
//   lenslet::FileStack cells = lenslet::read_stack("cells.ome.tif");
//   ...
//   lenslet::write_stack("smooth.ome.tif", cells);
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <lenslet/image_file.hpp>
#include <lenslet/stack.hpp>

#pragma GCC visibility push(default)
namespace lenslet {

// How a file says what its pages are.
enum class PageStyle : std::uint8_t {
  plain,   // not at all
  ome,     // by OME-XML
  imagej,  // by ImageJ's description
  film,    // frames of GIF or WebP
  bands,   // pages of one picture: its bands, of which it has more than four
};

// A distance between neighbours; 0 where nothing is known.
struct PageStep {
  double value = 0;
  std::string unit = {};  // in the file's words: "µm"

  bool operator==(const PageStep&) const = default;
};

// What a file says of its pages beside their pixels.
struct PageFacts {
  PageStyle style = PageStyle::plain;
  PageStep x = {}, y = {}, z = {}, t = {};  // t: time between frames
  std::vector<std::string> channels = {};   // names, of OME-XML
  std::vector<int> delays = {};             // of each frame, in milliseconds
  std::optional<int> loops = {};            // how often a film is shown; 0: for ever
  bool is_interleaved = false;              // the file has the bands of a pixel side by side

  bool operator==(const PageFacts&) const = default;
};

struct FileStack {
  Stack stack;
  PageFacts facts = {};
  std::shared_ptr<const FileImage::Metadata> metadata = {};  // of the first page
  std::vector<std::string> notes = {};                       // what the user should know
  std::optional<Placement> placement = {};                   // as FileImage::placement, of every page
};

struct StackOptions {
  ReadOptions read = {};  // its limits: max_pixels holds for a page

  // The pages to read, in this order, from 0 on as the file has them. Empty: all. A file of bands has one page.
  std::vector<int> pages = {};
};

// What a file's header says of its pages.
struct StackHeader {
  StackType type;
  PageFacts facts = {};
  int file_pages = 1;                 // that the file has, thumbnails and masks among them
  std::string file_format;            // as ImageHeader::file_format
  std::uint64_t memory_bytes = 0;     // about what read_stack() takes
  std::optional<double> nodata = {};  // as ImageHeader::nodata, of the first page
  bool is_appended = false;  // its pages have one directory, as ImageJ writes: read_image() finds the first alone
};

// Tells by its first bytes whether a file is of a format that can have several pages or bands: TIFF, GIF, WebP, HEIF.
bool may_hold_pages(const std::filesystem::path& path);

// Reads the headers of all pages. A picture without pages gives a type without axes. Throws as read_stack() does, but
// finds no damage among pixels.
StackHeader read_stack_header(const std::filesystem::path& path, const StackOptions& options = {});

// Reads all pages, or those of the options. Thumbnails and masks among the pages of a TIFF file are none. Throws as
// read_image() does. Throws unsupported for pages of different sizes or formats; the message names the first that
// differs. Throws invalid_argument for a page that the file has not.
FileStack read_stack(const std::filesystem::path& path, const StackOptions& options = {});

// Writes all pages into one file, or none: TIFF, with OME-XML or ImageJ's description where the axes have names; GIF
// and WebP, whose pages are frames. A stack of one page is written as write_image() does, with the distances of its
// pixels where the format has a place for them. Throws as write_image() does, and unsupported for a format that holds
// one picture. Returns what could not be kept.
std::vector<std::string> write_stack(const std::filesystem::path& path, const FileStack& file,
                                     const WriteOptions& options = {});

// Tells whether write_stack() writes several pages into a file of this suffix.
bool holds_pages(const std::filesystem::path& path);

}  // namespace lenslet
#pragma GCC visibility pop
