// The memory of a setup on a device: buffers with guards, and image objects.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include <lenslet/listing.hpp>
#include <lenslet/queue.hpp>

namespace lenslet::listings {

// The elements as the host makes them, rounded to the memory's type.
Array made(const Memory& memory);

std::vector<double> numbers_of(const Array& array);

ImageDescription description_of(const Memory& memory);

class Contents {
 public:
  Contents(const Queue& queue, const Setup& setup);

  KernelArgument argument(const Argument& argument) const;
  Array download(const std::string& name) const;  // of a buffer or image object

  const Values& before() const { return before_; }
  Values outputs() const;  // the contents of all memory that a kernel writes

  // What kernels wrote outside of buffers: "48 elements outside of C were written, the first 0 behind its end". Writes
  // beyond the guards are not seen.
  std::vector<std::string> written_outside() const;

 private:
  struct Buffer {
    std::optional<DeviceArray> whole;  // guard, elements, guard; empty: without guards
    DeviceArray own;
  };

  void add(const Memory& memory);
  void add_unguarded(const Memory& memory, const Array& array);
  void add_image(const Memory& memory, const Array& array);
  const Memory& memory(const std::string& name) const;

  Queue queue_;
  std::vector<Memory> memory_;
  std::map<std::string, Buffer> buffers_;
  std::map<std::string, ImageObject> images_;
  Values before_;
};

}  // namespace lenslet::listings
