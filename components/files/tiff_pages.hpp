// All pages of a TIFF file that are pictures, and what its description calls them.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <lenslet/stack_file.hpp>

#include "files/tiff_facts.hpp"
#include "files/tiff_input.hpp"

namespace lenslet::io {

class TiffPages {
 public:
  // Reads the directories of all pages. Throws as read_stack() does.
  TiffPages(const std::filesystem::path& path, const StackOptions& options);

  // Whether they are a stack: several pages, bands, or a page that has no directory. Anything else is an ordinary
  // picture, and the rest is not asked.
  bool is_stack() const { return header_.type.pages() > 1 || is_appended_; }

  const StackHeader& header() const { return header_; }
  FileStack read() const;

 private:
  struct Page {
    toff_t offset;
    int number;  // from 0 on, in the file
  };

  bool is_one_picture(const StackOptions& options) const;
  void find_pages(const StackOptions& options);
  void find_appended(const std::vector<int>& chosen);
  void choose_pages(const std::vector<int>& chosen);
  void read_appended(std::size_t page, Stack& to) const;
  void read_description(bool is_chosen);
  void take_named(int channels);
  void take_chosen(int channels);
  StackType page_type() const;
  void check_alike();
  void add_sample_notes(const TiffFacts& facts);
  void read_with(TiffInput& file, std::size_t page, Stack& to) const;
  void read_by_libvips(std::size_t page, FileStack& to) const;
  bool have_one_palette() const;
  bool take_all_by_libvips(FileStack& to) const;
  void read_all_by_libvips(FileStack& to) const;
  std::shared_ptr<const FileImage::Metadata> metadata() const;
  std::int64_t bands() const { return first_.channels > max_channels ? first_.channels : 1; }

  std::filesystem::path path_;
  ReadOptions options_;
  mutable TiffInput file_;
  std::vector<Page> all_, pages_;
  TiffFacts first_;
  int orientation_ = 1;
  bool is_appended_ = false;    // there is one directory for all pages
  std::uint64_t appended_ = 0;  // where their samples begin
  std::string description_;
  bool is_described_ = false;  // whether the facts hold all that the description says
  StackHeader header_;
  std::vector<std::string> notes_, sample_notes_;
};

}  // namespace lenslet::io
