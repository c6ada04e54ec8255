// The door to libvips: starts the library once, runs one of its operations, and turns its failures into errors.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <vips/vips8>

#include <lenslet/error.hpp>

#include "files/file_error.hpp"

namespace lenslet::io {

enum class Sharing : std::uint8_t {
  shared,  // with other threads
  alone,   // waits until no other thread uses libvips, and keeps others out
  within,  // may be part of another use, in a thread of libvips: never waits
};

// Brackets all uses of libvips in one call. It starts the library, and drops earlier texts of errors. A thread has one
// at a time.
class Use {
 public:
  explicit Use(Sharing sharing = Sharing::shared);
  ~Use();
  Use(const Use&) = delete;
  Use& operator=(const Use&) = delete;

  bool was_alone() const;  // so far

 private:
  Sharing sharing_;
  bool began_alone_ = true;
  std::uint64_t number_ = 0;
};

// Does the work as one use of libvips. The process has only one error text. If the work fails while other threads use
// libvips, it is done again alone, so that the message has only its own reasons.
template <class Work>
auto with_own_reasons(Work work) {
  {
    const Use use;
    try {
      return work();
    } catch (const Error&) {
      if (use.was_alone()) throw;
    }
  }
  const Use use(Sharing::alone);
  return work();
}

// Returns libvips's reason for the last failure, on one line; `unknown` if it gives none.
std::string last_reason(std::string_view unknown = "libvips gives no reason");

// A copy of an image that remembers whether a part of it could not be made. libvips's pool of threads may end before
// the failed thread has said so, and then reports success. It outlives what reads the image.
class Watched {
 public:
  explicit Watched(const vips::VImage& source);  // throws io

  const vips::VImage& image() const { return image_; }
  bool has_failed() const { return *failed_; }

 private:
  std::unique_ptr<std::atomic<bool>> failed_ = std::make_unique<std::atomic<bool>>(false);
  vips::VImage image_;
};

// An operation, by libvips's name. It bypasses libvips's cache of operations: that finds files by name alone, and would
// give a changed file's old pixels. It also bypasses the options that libvips reads from brackets in a file name.
class Operation {
 public:
  explicit Operation(const char* name) : operation_(vips_operation_new(name)) {}

  bool has(const char* property) const {
    return g_object_class_find_property(G_OBJECT_GET_CLASS(operation_.get()), property) != nullptr;
  }

  // Sets a property if the operation has it: savers of one table have different properties.
  template <class T>
  Operation& set(const char* property, T value) {
    if (has(property)) g_object_set(operation_.get(), property, value, nullptr);
    return *this;
  }

  bool run();  // false if it failed: see last_reason()

  // These return the result of a successful run: an image, or a file in memory.
  vips::VImage out();
  std::string file();

 private:
  struct Release {
    void operator()(VipsOperation* operation) const;
  };
  std::unique_ptr<VipsOperation, Release> operation_;
};

}  // namespace lenslet::io
