// Buffers for arguments of a user's kernel. Guards on both sides show what it wrote outside.
#pragma once

#include <optional>
#include <string>

#include <lenslet/array.hpp>
#include <lenslet/kernel.hpp>
#include <lenslet/session.hpp>

namespace lenslet::cli {

class BufferArgument {
 public:
  // Makes a buffer for the argument of this name. With `keep`, restore() can give it its first elements again.
  BufferArgument(const Session& session, std::string name, const Array& array, bool keep = false);

  const ArrayType& type() const { return type_; }
  KernelArgument argument() const { return own_; }
  Array download(const Session& session) const;

  void restore(const Session& session) const;

  // Throws device, with the argument's name and the place, if a kernel wrote before or after the elements. Writes
  // beyond the guards are not seen.
  void check_guards(const Session& session) const;

 private:
  std::string name_;
  ArrayType type_;
  std::int64_t guard_;  // elements of each guard
  DeviceArray whole_;   // guard, elements, guard
  DeviceArray own_;
  std::optional<Array> first_;  // elements, where they are kept
};

}  // namespace lenslet::cli
