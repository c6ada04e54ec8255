// Which samples of images are missing: --nodata and --nan.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tool/files/value_file.hpp"

namespace lenslet::cli {

void add_missing_options(CLI::App& app);

// `by_files`: the value is what the files say.
void read_missing(const CLI::App& app, OpOptions& filter, bool& by_files);

// What an input's file says of its samples.
struct FileNodata {
  std::string file;
  std::optional<double> value;
};
std::vector<FileNodata> said_of(const std::vector<ValueFile>& values);

// Takes the value of the files, where it is theirs; NaN is a way to say Nan::ignore. Throws where the files of one call
// say different values.
void put_nodata(bool by_files, const std::vector<FileNodata>& files, OpOptions& filter);

// What a user should know: that windows take the first file's value for any other, or that it says none. Else empty.
std::string note_of_nodata(const OpInfo& op, const OpOptions& filter, bool by_files,
                           const std::vector<FileNodata>& files);

}  // namespace lenslet::cli
