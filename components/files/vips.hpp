// A small door to libvips: it starts the library once, runs one of its operations, and turns its failures into errors.
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
  within,  // may be a part of another use, in a thread of libvips's: waits for nobody
};

// Brackets all use of libvips by one call: it starts the library, and throws away what earlier work left in its error
// text. A thread has one of them at a time.
class Use {
 public:
  explicit Use(Sharing sharing = Sharing::shared);
  ~Use();
  Use(const Use&) = delete;
  Use& operator=(const Use&) = delete;

  bool was_alone() const;  // until now

 private:
  Sharing sharing_;
  bool began_alone_ = true;
  std::uint64_t number_ = 0;
};

// Does the work as one use of libvips. The error text is one per process: where other threads used libvips meanwhile,
// what failed is done again alone, so that its message has its own reasons and no others.
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

// Returns libvips's reason for the last failure, on one line; `unknown` where it gives none.
std::string last_reason(std::string_view unknown = "libvips gives no reason");

// An image that is the same, and remembers whether a part of it could not be made: libvips's pool of threads may end
// before the thread that failed has said so, and then reports that all is well. Outlives what reads the image.
class Watched {
 public:
  explicit Watched(const vips::VImage& source);  // throws io

  const vips::VImage& image() const { return image_; }
  bool has_failed() const { return *failed_; }

 private:
  std::unique_ptr<std::atomic<bool>> failed_ = std::make_unique<std::atomic<bool>>(false);
  vips::VImage image_;
};

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
