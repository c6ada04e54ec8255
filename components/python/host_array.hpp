// Arrays of Python's in the host's memory, by the buffer protocol: NumPy's, and what NumPy makes arrays of.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <nanobind/nanobind.h>

#include <lenslet/host_views.hpp>
#include <lenslet/sample.hpp>

namespace lenslet::python {

// Memory that Python owns, held until the last copy of the handle is gone. Needs the GIL to be made and let go.
class HostArray {
 public:
  // `what` names it in messages. Samples of another byte order, lists, and arrays of other modules are copied, or
  // shared by DLPack. Throws TypeError for samples that no image has.
  static HostArray of(nanobind::handle object, const std::string& what);

  // Memory to write to: never a copy. Throws TypeError for what is no array of samples, and for flags, which hold no
  // levels; ValueError for read-only memory.
  static HostArray writable(nanobind::handle object, const std::string& what);

  SampleType type() const { return type_; }
  std::size_t sides() const { return shape_.size(); }
  const std::vector<std::int64_t>& shape() const { return shape_; }
  const std::vector<std::int64_t>& strides() const { return strides_; }  // in bytes
  std::byte* data() const { return data_; }
  ArrayType array_type() const { return {type_, shape_}; }
  ArrayView view() const { return {data_, array_type(), strides_}; }

  // The same memory, its sides in another order.
  HostArray ordered(const std::vector<std::size_t>& order) const;

  // The same elements in memory of their own, in C order without gaps.
  HostArray copied() const;

  // The same numbers in another type, in memory of their own.
  HostArray converted(SampleType type) const;

 private:
  HostArray() = default;
  nanobind::object as_numpy() const;
  static HostArray with_buffer(nanobind::handle object, const std::string& what, int flags);

  std::shared_ptr<void> buffer_;
  nanobind::object owner_;
  SampleType type_ = SampleType::u8;
  std::vector<std::int64_t> shape_, strides_;
  std::vector<std::size_t> order_;  // of the sides, as the owner has them
  std::byte* data_ = nullptr;
};

std::string shape_text(const std::vector<std::int64_t>& shape);  // "(3, 4)"

// What Python calls a type of samples: "uint8".
const char* numpy_name(SampleType type);

// Reads a name of ours, one of NumPy's, or what numpy.dtype() takes: "f32", "float32", numpy.float32.
SampleType sample_type_of_python(nanobind::handle object);

}  // namespace lenslet::python
