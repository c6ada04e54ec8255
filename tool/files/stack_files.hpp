// Files of several pages: images with pages, frames or many bands, and .npy of three to seven sides.
#pragma once

#include <filesystem>
#include <lenslet/stack_file.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tool/files/value_file.hpp"

namespace lenslet::cli {

// Which pages of each input are taken, and what its axes mean.
struct PageChoice {
  std::vector<int> pages = {};  // --page, from 0 on; empty: all
  std::string axes = {};        // --axes: "TZYX"; empty: what the file says
};

std::vector<int> parse_pages(const std::string& what, const std::string& text);   // "3", "2-5", "1,4,9-12"
std::string parse_axes_option(const std::string& what, const std::string& text);  // "ZYX", "TZYX", "YXC"

// Returns the header of a file whose pages the choice makes a stack. Returns nothing for a file that is an ordinary
// image, or cannot have pages. Throws as read_stack_header() does, and invalid_argument for axes that the file has not.
std::optional<StackHeader> stack_in(const std::string& name, const PageChoice& choice, const OpenOptions& options);

// Tells whether a file has one page alone, of which --page cannot choose.
bool has_one_page(const std::string& name, const PageChoice& choice, const OpenOptions& options);

// Returns the header of a .npy that holds one image. Returns nothing for any other file.
std::optional<StackHeader> array_header(const std::string& name, const OpenOptions& options);

// Reads the pages. The notes are what the user should know.
FileStack take_stack(const std::string& name, const PageChoice& choice, const OpenOptions& options);

// Throws if the file cannot hold such a stack: the message names formats that can.
void check_stack_file(const std::filesystem::path& path, const StackType& type);

// Writes a stack that was checked. Returns what could not be kept.
std::vector<std::string> write_stack_value(const std::filesystem::path& path, const FileStack& file,
                                           const WriteOptions& options);

}  // namespace lenslet::cli
