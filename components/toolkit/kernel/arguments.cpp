// Tells the classes of arguments by the names of their types: image2d_t and sampler_t have the address spaces of
// pointers.
#include "toolkit/kernel/arguments.hpp"

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "image/layers.hpp"
#include "ocl/driver_limits.hpp"
#include "ocl/queue.hpp"
#include "toolkit/kernel/value_type.hpp"

namespace lenslet::kernel {
namespace {

template <class... Known>
struct Overloaded : Known... {
  using Known::operator()...;
};
template <class... Known>
Overloaded(Known...) -> Overloaded<Known...>;

using Bytes = KernelArgument::Bytes;
using Kind = KernelArgument::Kind;

std::string bytes_text(std::uint64_t bytes) {
  return fmt::format("{} byte{}", bytes, bytes == 1 ? "" : "s");
}

std::string given_text(const KernelArgument& given) {
  return std::visit(
      Overloaded{[](const Bytes& value) {
                   const char* kinds[] = {"an integer", "a floating-point number", "a value"};
                   return fmt::format("{} of {}", kinds[static_cast<std::size_t>(value.kind)],
                                      bytes_text(value.bytes.size()));
                 },
                 [](const DeviceArray& array) { return fmt::format("an array, {}", to_string(array.type())); },
                 [](const DeviceImage& image) {
                   return fmt::format("an image in the storage '{}'", name_of(image.storage()));
                 },
                 [](const ImageObject& image) { return "an " + to_string(image.description()); },
                 [](const Sampler&) { return std::string("a sampler"); },
                 [](const LocalMemory& memory) { return bytes_text(memory.bytes) + " of local memory"; },
                 [](const NoBuffer&) { return std::string("no buffer"); }},
      given.what());
}

// An argument and the value given for it.
class ArgumentCheck {
 public:
  ArgumentCheck(const KernelInfo& kernel, std::size_t index, const KernelArgument& given, const DeviceInfo& device)
      : kernel_(kernel), index_(index), info_(kernel.arguments[index]), given_(given), device_(device) {}

  void check() const {
    if (info_.type == "sampler_t") return need<Sampler>("a sampler");
    if (info_.type.starts_with("image")) return check_image();
    if (info_.address == AddressSpace::local) return check_local();
    if (info_.address != AddressSpace::value || info_.type.ends_with('*')) return check_buffer();
    check_value();
  }

 private:
  template <class What>
  bool is() const {
    return std::holds_alternative<What>(given_.what());
  }

  template <class What>
  void need(const char* allowed) const {
    if (!is<What>()) refuse(allowed);
  }

  [[noreturn]] void refuse(const std::string& allowed) const {
    const std::string place =
        info_.address == AddressSpace::value ? "" : fmt::format(" in {} memory", name_of(info_.address));
    throw Error(ErrorKind::invalid_argument,
                fmt::format("kernel {}: argument {}, '{}', is {}{}; given {}; allowed: {}", kernel_.name, index_,
                            info_.name, info_.type, place, given_text(given_), allowed));
  }

  // The image object must have the type's kind, and memory that the kernel may use as it declares.
  void check_object(const ImageObject& image) const {
    const std::string_view kind = name_of(image.description().kind);
    if (std::string(kind) + "_t" != info_.type) refuse("an " + info_.type.substr(0, info_.type.find("_t")));
    const bool reads = info_.access != ImageAccess::write_only, writes = info_.access != ImageAccess::read_only;
    if (info_.access == ImageAccess::none) return;
    if (reads && image.access() == KernelAccess::write_only) refuse("an image that kernels can read");
    if (writes && image.access() == KernelAccess::read_only) refuse("an image that kernels can write");
  }

  // If the driver does not tell an argument's access, it is not checked.
  void check_written_buffer() const {
    const bool writes = info_.access != ImageAccess::none && info_.access != ImageAccess::read_only;
    if (writes && info_.type == "image1d_buffer_t" && ocl::crashes_in_written_image_buffers(device_))
      throw Error(
          ErrorKind::unsupported,
          fmt::format("kernel {}: argument {}, '{}', is a {} image1d_buffer_t: the driver of {} ends the process "
                      "where a kernel writes to one; allowed: a __global pointer to the same array's elements, "
                      "or an image of another kind",
                      kernel_.name, index_, info_.name, name_of(info_.access), device_.name));
  }

  void check_image() const {
    check_written_buffer();
    if (const auto* object = std::get_if<ImageObject>(&given_.what())) return check_object(*object);
    const Storage wanted = info_.type.starts_with("image2d_array_t")    ? Storage::image_array
                           : info_.type.starts_with("image1d_buffer_t") ? Storage::image_buffer
                                                                        : Storage::image;
    if (wanted == Storage::image && !info_.type.starts_with("image2d_t"))
      refuse(fmt::format("an ImageObject of the kind {}", info_.type.substr(0, info_.type.find("_t"))));
    const auto* image = std::get_if<DeviceImage>(&given_.what());
    if (!image || image->storage() != wanted)
      refuse(fmt::format("an image in the storage '{}', or an ImageObject", name_of(wanted)));
    if (wanted == Storage::image_array && !has_whole_object(*image)) refuse("all layers of an image object");
  }

  void check_local() const {
    const auto* memory = std::get_if<LocalMemory>(&given_.what());
    if (!memory || memory->bytes == 0) refuse("local memory, of 1 byte or more");
  }

  // A pointer that is not const may or may not be written to, so it is not checked.
  void check_access(const ocl::Buffer& buffer) const {
    if (info_.is_const && buffer.access() == KernelAccess::write_only) refuse("memory that kernels can read");
  }

  void check_buffer() const {
    if (is<NoBuffer>()) return;
    if (const auto* array = std::get_if<DeviceArray>(&given_.what())) return check_access(array->buffer());
    const auto* image = std::get_if<DeviceImage>(&given_.what());
    if (!image || !image->in_buffer())
      refuse("an array, an image in the storage 'buffer' or 'image_buffer', or no buffer");
    check_access(image->buffer());
  }

  void check_value() const {
    const auto* value = std::get_if<Bytes>(&given_.what());
    const auto layout = layout_of(info_.type);
    if (!value) refuse(layout ? fmt::format("a value of {}", bytes_text(layout->bytes())) : "a value");
    if (!layout) return;  // a struct: only the driver knows its size
    const bool other =
        layout->lanes == 1 && ((value->kind == Kind::integer && layout->real && layout->lane_bytes > 2) ||
                               (value->kind == Kind::real && !layout->real));
    if (value->bytes.size() != layout->bytes() || other)
      refuse(fmt::format("{} of {}", layout->real ? "a floating-point number" : "an integer",
                         bytes_text(layout->bytes())));
  }

  const KernelInfo& kernel_;
  std::size_t index_;
  const ArgumentInfo& info_;
  const KernelArgument& given_;
  const DeviceInfo& device_;
};

std::string declared_text(const KernelInfo& kernel) {
  std::string text;
  for (const ArgumentInfo& argument : kernel.arguments)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", argument.type, argument.name);
  return text.empty() ? text : fmt::format(": {}", text);
}

void check_local_memory(const KernelInfo& kernel, const std::vector<KernelArgument>& given, const DeviceInfo& device) {
  std::uint64_t bytes = 0;
  for (const KernelArgument& argument : given)
    if (const auto* memory = std::get_if<LocalMemory>(&argument.what())) bytes += memory->bytes;
  if (bytes > 0 && bytes + kernel.local_bytes > device.local_memory)
    throw Error(
        ErrorKind::invalid_argument,
        fmt::format("kernel {}: {} of local memory as arguments and {} of its own; allowed: together at most {} "
                    "on {}",
                    kernel.name, bytes_text(bytes), kernel.local_bytes, device.local_memory, device.name));
}

}  // namespace

void check_arguments(const KernelInfo& kernel, const std::vector<KernelArgument>& given, const DeviceInfo& device) {
  if (given.size() != kernel.argument_count)
    throw Error(ErrorKind::invalid_argument, fmt::format("kernel {}: {} arguments; allowed: {}{}", kernel.name,
                                                         given.size(), kernel.argument_count, declared_text(kernel)));
  for (std::size_t i = 0; i < kernel.arguments.size(); ++i) ArgumentCheck(kernel, i, given[i], device).check();
  check_local_memory(kernel, given, device);
}

}  // namespace lenslet::kernel
