// Files that hold values: .npy, .csv and .txt hold arrays, all others hold images. Each can be read and written as the
// other.
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

// An opened file. Of an image only the header was read, of an array all elements.
struct ValueFile {
  std::string name;
  ValueType type;  // of the requested kind
  std::variant<Source, Array> content;
  std::shared_ptr<const FileImage::Metadata> metadata = {};  // from an image's file
  std::optional<PixelFormat> format = {};                    // of an image's pixels
  std::vector<std::string> notes = {};
  std::vector<std::string> columns = {};  // their names in a table's heading
  std::optional<SpooledInput> standard_input = {};
  std::optional<DeviceImage> on_device = {};  // set if it was decoded there: nothing is left to take

  std::uint64_t held_bytes() const;  // that it takes now
};

struct OpenOptions {
  const InputLimits& limits;
  std::optional<Session>& session;  // opened meanwhile if only an image's header is read
  const SessionOptions& session_options;
  bool leaves_jpeg = false;                           // to the device: no JPEG file is decoded meanwhile
  std::uint64_t held = 0;                             // memory that the job's other inputs take
  std::vector<std::string> columns = {};              // of a CSV that are taken; empty: all
  std::optional<SpooledInput> spooled = {};           // standard input, if it was read already
  std::vector<std::string> of_one_page = {};          // files that no page is chosen of
  std::function<void(const ArrayType&)> accept = {};  // gets an array's type before its elements are read
};

std::string suffix_of(const std::filesystem::path& path);  // in small letters: ".png"
bool may_hold_array(const std::filesystem::path& path);    // by its suffix
std::uint64_t room_left(const OpenOptions& options);       // of --max-memory

// Throws what `accept` throws, and io if the array is too large; parsing it takes `bytes`.
void check_array(const std::string& name, const ArrayType& type, std::uint64_t bytes, const OpenOptions& options);

// "-" is standard input. Throws io for a file that cannot be read, and what `accept` throws.
ValueFile open_value(const std::string& name, ValueKind kind, const OpenOptions& options);

// Returns the type of the array in an existing file; nothing if it holds none, or does not exist.
std::optional<ArrayType> array_in(const std::string& name, const OpenOptions& options);

// Returns what taking the value needs at its peak, beside what is held.
std::uint64_t taking_bytes(const ValueFile& file, const ValueType& as);

// Decodes or converts the value. Can be called once. Throws invalid_argument if the type cannot hold an element.
HostValue take_value(ValueFile& file, const ValueType& as);

// Throws if no file with this suffix can be written, or none with a value of this kind.
void check_suffix(const std::filesystem::path& path, ValueKind kind);
void check_value_file(const std::filesystem::path& path, const ValueType& type);

// Tells whether an image's file can hold such samples. Any other file can.
bool can_hold(const std::filesystem::path& path, SampleType type);

// Writes a value whose type was checked; nothing half-written stays. An image gets the metadata and alpha of `like`, in
// which it lies at `placement`. A table as CSV gets the columns' names as its heading. Returns which metadata could not
// be kept.
std::vector<std::string> write_value(const std::filesystem::path& path, HostValue value, const ValueFile& like,
                                     const WriteOptions& options, const Placement& placement = {},
                                     const std::vector<std::string>& columns = {});

// Returns roughly what writing takes beside the value.
std::uint64_t writing_bytes(const std::filesystem::path& path, const ValueType& type);

}  // namespace lenslet::cli
