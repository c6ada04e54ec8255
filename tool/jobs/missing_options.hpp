// The missing samples of images: --nodata and --nan.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tool/files/value_file.hpp"

namespace lenslet::cli {

void add_missing_options(CLI::App& app);

// With `by_files` the files state the value.
void read_missing(const CLI::App& app, OpOptions& filter, bool& by_files);

// What an input's file states about its samples.
struct FileNodata {
  std::string file;
  std::optional<double> value;
};
std::vector<FileNodata> said_of(const std::vector<ValueFile>& values);

// Sets the files' value, if they decide it; NaN means Nan::ignore. Throws if the files of one call state different
// values.
void put_nodata(bool by_files, const std::vector<FileNodata>& files, OpOptions& filter);

// Returns a note for the user: that windows take the first file's value for any other, or that this file states none.
// Else empty. `first` is the type that the op gets its samples as.
std::string note_of_nodata(const OpInfo& op, const ValueType& first, const OpOptions& filter, bool by_files,
                           const std::vector<FileNodata>& files);

}  // namespace lenslet::cli
