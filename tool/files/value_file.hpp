// Files that hold values: .npy, .csv and .txt hold arrays, any other file is an image. Each can be read and written as
// the other.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <lenslet/session.hpp>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "tool/files/reading.hpp"
#include "tool/files/standard_streams.hpp"
#include "tool/options/shared_options.hpp"

namespace lenslet::cli {

// A file that was opened: of an image only the header was read, of an array all elements were.
struct ValueFile {
  std::string name;
  ValueType type;  // of the kind that was asked for
  std::variant<Source, Array> content;
  std::shared_ptr<const FileImage::Metadata> metadata = {};  // of an image's file
  std::optional<PixelFormat> format = {};                    // of an image's pixels
  std::vector<std::string> notes = {};
  std::vector<std::string> columns = {};  // what a table's heading calls them
  std::optional<SpooledInput> standard_input = {};
  std::optional<DeviceImage> on_device = {};  // where it was decoded: nothing is left to take

  std::uint64_t held_bytes() const;  // that it takes now
};

struct OpenOptions {
  const InputLimits& limits;
  std::optional<Session>& session;  // opened meanwhile where only an image's header is read
  const SessionOptions& session_options;
  bool leaves_jpeg = false;                           // to the device: no JPEG file is decoded meanwhile
  std::uint64_t held = 0;                             // bytes of memory that the job's other inputs take
  std::vector<std::string> columns = {};              // of a CSV that are taken; empty: all
  std::function<void(const ArrayType&)> accept = {};  // sees an array's type before its elements are read
};

std::string suffix_of(const std::filesystem::path& path);  // in small letters: ".png"
bool may_hold_array(const std::filesystem::path& path);    // as its suffix tells
std::uint64_t room_left(const OpenOptions& options);       // of --max-memory

// Throws what `accept` does, and io where the array, whose parsing takes so many bytes, is too large.
void check_array(const std::string& name, const ArrayType& type, std::uint64_t bytes, const OpenOptions& options);

// "-" is standard input. Throws io for a file that cannot be read, and what `accept` throws.
ValueFile open_value(const std::string& name, ValueKind kind, const OpenOptions& options);

// Returns the type of the array that the file holds already, and nothing where it is none, or not there.
std::optional<ArrayType> array_in(const std::string& name, const OpenOptions& options);

// Tells what taking it needs at its peak, beside what is held.
std::uint64_t taking_bytes(const ValueFile& file, const ValueType& as);

// Decodes or converts it, which can be done once. Throws invalid_argument where the type cannot hold an element.
HostValue take_value(ValueFile& file, const ValueType& as);

// Throws where no file with this suffix can be written, or none with a value of this type.
void check_suffix(const std::filesystem::path& path, ValueKind kind);
void check_value_file(const std::filesystem::path& path, const ValueType& type);

// Tells whether a file of an image can have such samples. Any other file can.
bool can_hold(const std::filesystem::path& path, PixelType type);

// Writes a value whose type was checked; nothing half-written stays. An image gets the metadata and alpha of `like`, of
// which it lies at `placement`. Returns what of the metadata could not be kept.
std::vector<std::string> write_value(const std::filesystem::path& path, HostValue value, const ValueFile& like,
                                     const WriteOptions& options, const Placement& placement = {});

// Tells about what writing takes beside the value.
std::uint64_t writing_bytes(const std::filesystem::path& path, const ValueType& type);

}  // namespace lenslet::cli
