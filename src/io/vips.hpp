// A small door to libvips: it starts the library once, runs one of its operations, and turns its failures into errors.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include <vips/vips8>

#include <lenslet/error.hpp>

namespace lenslet::io {

// Brackets all use of libvips by one call: it starts the library, and throws away what earlier work left in its error
// text. That text is one per process: where two threads fail at the same moment, a message may carry both reasons.
class Use {
 public:
  Use();
  ~Use();
  Use(const Use&) = delete;
  Use& operator=(const Use&) = delete;
};

// "cannot read 'a.png': reason".
Error file_error(std::string_view verb, const std::filesystem::path& path, std::string_view reason,
                 ErrorKind kind = ErrorKind::io);

inline constexpr std::string_view damaged = "the file is truncated or damaged";

// Returns libvips's reason for the last failure, on one line; `unknown` where it gives none.
std::string last_reason(std::string_view unknown = "libvips gives no reason");

// An operation by libvips's name for it. It goes past libvips's cache of operations, which finds a file by its name
// alone and so would give the old pixels of a file that has changed, and past the options that libvips reads out of
// a file name with brackets.
class Operation {
 public:
  explicit Operation(const char* name) : operation_(vips_operation_new(name)) {}

  bool has(const char* property) const {
    return g_object_class_find_property(G_OBJECT_GET_CLASS(operation_.get()), property) != nullptr;
  }

  // Sets a property where the operation has it: savers of one table differ in what they can be told.
  template <class T>
  Operation& set(const char* property, T value) {
    if (has(property)) g_object_set(operation_.get(), property, value, nullptr);
    return *this;
  }

  bool run();  // false where it failed: see last_reason()

  // Give what a run that succeeded made: an image, or a file in memory.
  vips::VImage out();
  std::string file();

 private:
  struct Release {
    void operator()(VipsOperation* operation) const;
  };
  std::unique_ptr<VipsOperation, Release> operation_;
};

}  // namespace lenslet::io
