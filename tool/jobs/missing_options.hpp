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
  SampleType samples = SampleType::f32;
};
std::vector<FileNodata> said_of(const std::vector<ValueFile>& values);

// Sets the files' value, if they decide it; NaN means Nan::ignore. Throws if the files of one call state different
// values.
void put_nodata(bool by_files, const std::vector<FileNodata>& files, OpOptions& filter);

// A file of f64 may say a value that f32 has not, such as -1.8e308: the samples beyond f32 on its side become infinite
// where they become f32. Returns that infinity, notes it, and asks for missing NaN in place of the value;
// make_missing() then makes NaN of such samples.
std::optional<double> nodata_beyond_floats(const std::vector<FileNodata>& files, const std::vector<ValueType>& types,
                                           OpOptions& filter, std::vector<std::string>& notes);
bool is_beyond_floats(const OpOptions& filter);
void ignore_nan_instead(OpOptions& filter);  // of the value
void make_missing(double infinite, Image& image);

// Returns a note for the user: that windows take the first file's value for any other, or that this file states none.
// Else empty. `first` is the type that the op gets its samples as.
std::string note_of_nodata(const OpInfo& op, const ValueType& first, const OpOptions& filter, bool by_files,
                           const std::vector<FileNodata>& files);

}  // namespace lenslet::cli
