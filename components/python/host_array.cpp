// Reads the buffer protocol: which type the samples are of, and where they lie.
#include "python/host_array.hpp"

#include <numeric>
#include <optional>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nanobind/stl/string.h>

#include "python/errors.hpp"

namespace nb = nanobind;

namespace lenslet::python {

namespace {

constexpr const char* numpy_names[] = {"uint8",  "int8",  "uint16",  "int16",   "uint32", "int32",
                                       "uint64", "int64", "float16", "float32", "float64"};

std::optional<SampleType> integer_of(Py_ssize_t size, bool is_signed) {
  switch (size) {
    case 1:
      return is_signed ? SampleType::i8 : SampleType::u8;
    case 2:
      return is_signed ? SampleType::i16 : SampleType::u16;
    case 4:
      return is_signed ? SampleType::i32 : SampleType::u32;
    case 8:
      return is_signed ? SampleType::i64 : SampleType::u64;
    default:
      return {};
  }
}

std::optional<SampleType> float_of(Py_ssize_t size) {
  switch (size) {
    case 2:
      return SampleType::f16;
    case 4:
      return SampleType::f32;
    case 8:
      return SampleType::f64;
    default:
      return {};
  }
}

// `format` is of the module struct, after the sign of the byte order. Flags are bytes of 0 and 1.
std::optional<SampleType> type_of_format(std::string_view format, Py_ssize_t size) {
  if (format.size() != 1) return {};
  if (std::string_view("?BHILQN").find(format[0]) != std::string_view::npos) return integer_of(size, false);
  if (std::string_view("bhilqn").find(format[0]) != std::string_view::npos) return integer_of(size, true);
  if (std::string_view("efd").find(format[0]) != std::string_view::npos) return float_of(size);
  return {};
}

bool is_foreign_order(std::string_view format) {
  return !format.empty() && (format[0] == '>' || format[0] == '!');
}

std::string_view without_order(std::string_view format) {
  if (!format.empty() && std::string_view("@=<>!^").find(format[0]) != std::string_view::npos) format.remove_prefix(1);
  return format;
}

std::string type_words(nb::handle object) {
  if (nb::hasattr(object, "dtype")) {
    const nb::object type = object.attr("dtype");
    return "elements of " + nb::cast<std::string>(nb::str(type));
  }
  return "the type " + nb::cast<std::string>(nb::object(object.type().attr("__name__")));
}

[[noreturn]] void refuse(nb::handle object, const std::string& what) {
  throw type_error(fmt::format(
      "{} has {}, allowed: an array of integers of 8 to 64 bits, of float16, float32 or float64, or of bool", what,
      type_words(object)));
}

struct ReleaseBuffer {
  void operator()(Py_buffer* view) const {
    PyBuffer_Release(view);
    delete view;
  }
};

// Null where the object has no buffer of this kind; Python's error is then cleared.
std::shared_ptr<Py_buffer> buffer_of(nb::handle object, int flags) {
  auto view = std::make_unique<Py_buffer>();
  if (PyObject_GetBuffer(object.ptr(), view.get(), flags) != 0) {
    PyErr_Clear();
    return nullptr;
  }
  return {view.release(), ReleaseBuffer()};
}

nb::module_ numpy() {
  return nb::module_::import_("numpy");
}

bool is_text(nb::handle object) {
  return nb::isinstance<nb::str>(object) || object.is_none();
}

// What has no buffer: other modules' arrays and lists. A text becomes no array of numbers.
nb::object made_array(nb::handle object, const std::string& what) {
  if (is_text(object)) refuse(object, what);
  if (nb::hasattr(object, "__dlpack__") && !nb::hasattr(object, "__array__"))
    return numpy().attr("from_dlpack")(object);
  return numpy().attr("asarray")(object);
}

}  // namespace

HostArray HostArray::with_buffer(nb::handle object, const std::string& what, int flags) {
  const std::shared_ptr<Py_buffer> view = buffer_of(object, flags);
  if (view == nullptr) refuse(object, what);
  const std::string_view format = view->format == nullptr ? "B" : view->format;
  const std::optional<SampleType> type = type_of_format(without_order(format), view->itemsize);
  if (!type || is_foreign_order(format)) refuse(object, what);
  HostArray array;
  array.type_ = *type;
  const auto sides = static_cast<std::size_t>(view->ndim);
  if (sides > 0) {
    array.shape_.assign(view->shape, view->shape + sides);
    array.strides_.assign(view->strides, view->strides + sides);
  }
  array.order_.resize(sides);
  std::iota(array.order_.begin(), array.order_.end(), std::size_t{0});
  array.data_ = static_cast<std::byte*>(view->buf);
  array.buffer_ = view;
  array.owner_ = nb::borrow(object);
  return array;
}

HostArray HostArray::of(nb::handle object, const std::string& what) {
  const std::shared_ptr<Py_buffer> view = buffer_of(object, PyBUF_RECORDS_RO);
  if (view == nullptr) {
    const nb::object made = made_array(object, what);
    if (made.is(object)) refuse(object, what);
    return of(made, what);
  }
  if (view->format != nullptr && is_foreign_order(view->format) &&
      type_of_format(without_order(view->format), view->itemsize)) {
    const nb::object array = numpy().attr("asarray")(object);
    return of(array.attr("astype")(array.attr("dtype").attr("newbyteorder")("=")), what);
  }
  return with_buffer(object, what, PyBUF_RECORDS_RO);
}

HostArray HostArray::writable(nb::handle object, const std::string& what) {
  if (const auto view = buffer_of(object, PyBUF_RECORDS)) {
    if (view->format != nullptr && without_order(view->format) == "?")
      throw type_error(what + " has elements of bool, which hold no levels: pass " + what + ".view('uint8')");
    return with_buffer(object, what, PyBUF_RECORDS);
  }
  if (buffer_of(object, PyBUF_RECORDS_RO) != nullptr) throw value_error(what + " is read-only memory");
  refuse(object, what);
}

HostArray HostArray::ordered(const std::vector<std::size_t>& order) const {
  HostArray result = *this;
  for (std::size_t place = 0; place < order.size(); ++place) {
    result.shape_[place] = shape_[order[place]];
    result.strides_[place] = strides_[order[place]];
    result.order_[place] = order_[order[place]];
  }
  return result;
}

nb::object HostArray::as_numpy() const {
  nb::list order;
  for (const std::size_t side : order_) order.append(side);
  return numpy().attr("asarray")(owner_).attr("transpose")(order);
}

HostArray HostArray::copied() const {
  return of(numpy().attr("array")(as_numpy(), nb::arg("order") = "C"), "array");
}

HostArray HostArray::converted(SampleType type) const {
  return of(as_numpy().attr("astype")(numpy_name(type)), "array");
}

std::string shape_text(const std::vector<std::int64_t>& shape) {
  return shape.size() == 1 ? fmt::format("({},)", shape[0]) : fmt::format("({})", fmt::join(shape, ", "));
}

const char* numpy_name(SampleType type) {
  return numpy_names[static_cast<std::size_t>(type)];
}

SampleType sample_type_of_python(nb::handle object) {
  if (nb::isinstance<nb::str>(object)) {
    const std::string word = nb::cast<std::string>(object);
    for (const SampleType type : sample_types)
      if (word == name_of(type) || word == numpy_name(type)) return type;
    return parse_sample_type(word);
  }
  const nb::object name = numpy().attr("dtype")(object).attr("name");
  return sample_type_of_python(name);
}

}  // namespace lenslet::python
