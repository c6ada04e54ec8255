// Values on a device: how they come there, what Python sees of them, and calls with them.
#include "python/device_values.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "python/errors.hpp"
#include "python/interop.hpp"
#include "python/results.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace lenslet::python {

namespace {

constexpr std::size_t max_plans = 32;

// NumPy's own words for samples: "<f4".
std::string type_string(SampleType type) {
  const char kind = !is_integer(type) ? 'f' : min_value(type) < 0 ? 'i' : 'u';
  return fmt::format("{}{}{}", size_of(type) == 1 ? '|' : '<', kind, size_of(type));
}

nb::dict interface_of(const std::byte* data, SampleType type, const std::vector<std::int64_t>& shape,
                      const std::vector<std::int64_t>& strides) {
  nb::list sides, distances;
  for (const std::int64_t side : shape) sides.append(side);
  for (const std::int64_t stride : strides) distances.append(stride);
  nb::dict result;
  result["version"] = 3;
  result["typestr"] = type_string(type);
  result["shape"] = nb::tuple(sides);
  result["strides"] = nb::tuple(distances);
  result["data"] = nb::make_tuple(reinterpret_cast<std::uintptr_t>(data), true);
  return result;
}

void need_host_memory(const SessionPtr& session) {
  if (!session->session.device().host_memory)
    throw nb::attribute_error("__array_interface__: the memory of this device is not the host's");
}

struct Sides {
  std::vector<std::int64_t> shape, strides;
};

Sides sides_of(const std::string& axes, const DeviceImage& image, std::int64_t row) {
  const auto pixel = static_cast<std::int64_t>(image.format().bytes());
  Sides sides;
  for (const char axis : axes) {
    const bool is_row = axis == 'y', is_column = axis == 'x';
    sides.shape.push_back(is_row ? image.size().height : is_column ? image.size().width : image.format().channels);
    sides.strides.push_back(is_row ? row : is_column ? pixel : pixel / image.format().channels);
  }
  return sides;
}

template <class F>
auto without_gil(const F& call) {
  const UnderWay under_way;
  const nb::gil_scoped_release released;
  return call();
}

bool same_call(const Call& one, const Call& other) {
  return one.op == other.op && one.arguments == other.arguments;
}

bool same_work(const Work& one, const Work& other) {
  return same_call(one.call, other.call) && one.inputs == other.inputs && one.options == other.options;
}

}  // namespace

std::vector<std::int64_t> PyImage::shape() const {
  return sides_of(axes_, *image_, 0).shape;
}

nb::object PyImage::download() const {
  Image image = without_gil([&] { return session_->session.download(*image_); });
  return numpy_of(std::move(image), axes_);
}

nb::dict PyImage::array_interface() {
  need_host_memory(session_);
  if (mapped_ == nullptr) {
    // Another thread may map it meanwhile: what is seen once stays mapped.
    const auto mapped = without_gil([&] { return held(MappedImage(session_->session, *image_, HostAccess::read)); });
    if (mapped_ == nullptr) mapped_ = mapped;
  }
  const Sides sides = sides_of(axes_, *image_, mapped_->stride());
  return interface_of(mapped_->row(0), image_->format().type, sides.shape, sides.strides);
}

nb::object PyArray::download() const {
  Array array = without_gil([&] { return session_->session.download(*array_); });
  return numpy_of(std::move(array));
}

nb::dict PyArray::array_interface() {
  need_host_memory(session_);
  const ArrayType& type = array_->type();
  if (type.counted || type.count() == 0)
    throw nb::attribute_error("__array_interface__: rows are counted on the device");
  if (mapped_ == nullptr) {
    // Another thread may map it meanwhile: what is seen once stays mapped.
    const auto mapped = without_gil([&] { return held(MappedArray(session_->session, *array_, HostAccess::read)); });
    if (mapped_ == nullptr) mapped_ = mapped;
  }
  std::vector<std::int64_t> strides(type.shape.size());
  auto stride = static_cast<std::int64_t>(size_of(type.type));
  for (std::size_t place = strides.size(); place-- > 0;) {
    strides[place] = stride;
    stride *= type.shape[place];
  }
  return interface_of(mapped_->bytes().data(), type.type, type.shape, strides);
}

bool is_device_value(const nb::object& object) {
  return nb::isinstance<PyImage>(object) || nb::isinstance<PyArray>(object);
}

PyImage upload_image(const SessionPtr& session, HostArray array, const AxesWords& words, bool alpha) {
  std::string axes = axes_of(array, words, "image");
  const Pixels pixels(std::move(array), axes, alpha, "image");
  if (pixels.is_stack()) throw value_error("an image on the device has no pages: upload each page by itself");
  const DeviceImage uploaded = without_gil([&] { return session->session.upload(pixels.image()); });
  return {session, uploaded, std::move(axes)};
}

PyArray upload_array(const SessionPtr& session, nb::handle object) {
  const HostArray array = HostArray::of(object, "array");
  return {session, without_gil([&] { return session->session.upload(array.view()); })};
}

namespace {

[[noreturn]] void refuse_other_session(const std::string& what) {
  throw value_error(what + " lies in the memory of another session: download it, or call with session= of that one");
}

[[noreturn]] void refuse_type(const Operand& operand, SampleType type) {
  throw type_error(fmt::format("{0} is {1} on the device, where types are not converted: upload it as float32",
                               operand.name, numpy_name(type)));
}

// Pages, which an image on the device has none of, are what these options are about.
void refuse_depth(const Keywords& keywords) {
  if (keywords.as_volume.value_or(false) || keywords.has_depth)
    throw value_error(fmt::format("{} is for volumes, and an image on the device, or of a plan, has no pages",
                                  keywords.has_depth ? "volume_depth" : "as_volume"));
}

void add_image(DeviceInputs& inputs, const PyImage& image) {
  if (inputs.axes.empty()) {
    inputs.axes = image.axes();
    inputs.had_one_channel = image.had_one_channel();
  }
  inputs.values.emplace_back(image.image());
}

void add_input(const SessionPtr& session, const Operand& operand, const nb::object& object, const Keywords& keywords,
               DeviceInputs& inputs) {
  if (nb::isinstance<PyImage>(object)) {
    const auto& image = nb::cast<const PyImage&>(object);
    if (image.session() != session) refuse_other_session(operand.name);
    const SampleType type = image.image().format().type;
    if (becomes_f32(type, operand)) refuse_type(operand, type);
    add_image(inputs, image);
  } else if (nb::isinstance<PyArray>(object)) {
    const auto& array = nb::cast<const PyArray&>(object);
    if (array.session() != session) refuse_other_session(operand.name);
    inputs.values.emplace_back(array.array());
  } else if (operand.kind == ValueKind::image) {
    const HostArray array = image_array(object, operand);
    add_image(inputs, upload_image(session, array, words_for(array, keywords.axes, inputs.axes), keywords.alpha));
  } else {
    inputs.values.emplace_back(upload_array(session, object).array());
  }
}

// The type of a single image. `first_axes` are those of the first one, and empty before that.
ImageType image_type(const Operand& operand, const nb::object& object, const Keywords& keywords,
                     std::string& first_axes) {
  HostArray array = image_array(object, operand);
  const std::string axes = axes_of(array, words_for(array, keywords.axes, first_axes), operand.name);
  const Pixels pixels(std::move(array), axes, keywords.alpha, operand.name);
  if (pixels.is_stack()) throw value_error(operand.name + " has pages: a plan is for single images");
  if (first_axes.empty()) first_axes = axes;
  return pixels.page_type();
}

ValueType type_of_input(const Operand& operand, const nb::object& object, const Keywords& keywords,
                        std::string& first_axes) {
  if (nb::isinstance<PyImage>(object)) {
    const auto& image = nb::cast<const PyImage&>(object);
    if (first_axes.empty()) first_axes = image.axes();
    return type_of(DeviceValue(image.image()));
  }
  if (nb::isinstance<PyArray>(object)) return type_of(DeviceValue(nb::cast<const PyArray&>(object).array()));
  if (operand.kind == ValueKind::image) return image_type(operand, object, keywords, first_axes);
  return HostArray::of(object, operand.name).array_type();
}

// The plan of a work: that of an earlier call, or a new one.
Plan plan_for(const SessionPtr& session, const Work& work) {
  for (auto known = session->plans.begin(); known != session->plans.end(); ++known)
    if (same_work(known->first, work)) {
      session->plans.splice(session->plans.begin(), session->plans, known);
      return known->second;
    }
  Plan made = without_gil([&] { return session->session.plan(work); });
  session->plans.emplace_front(work, made);
  if (session->plans.size() > max_plans) session->plans.pop_back();
  return made;
}

// A call on inputs of these types, with what follows from them.
Work work_with(const KnownOp& op, std::vector<ValueType> types, Keywords keywords) {
  if (!types.empty()) set_border_value(keywords, types.front());
  Work work{std::move(keywords.call), std::move(types), std::move(keywords.options)};
  if (op.info.of_arrays()) {
    std::vector<ArrayType> arrays;
    for (const ValueType& type : work.inputs)
      if (const auto* array = std::get_if<ArrayType>(&type)) arrays.push_back(*array);
    work.call = implied_call(work.call, arrays);
  }
  return work;
}

// What one call uses and makes, for as long as it takes.
struct DeviceCall {
  SessionPtr session;
  Plan plan;
  DeviceInputs inputs;
  DeviceResults results;
};

}  // namespace

DeviceInputs device_inputs(const SessionPtr& session, const KnownOp& op, const std::vector<nb::object>& inputs,
                           const Keywords& keywords) {
  refuse_depth(keywords);
  DeviceInputs result;
  for (std::size_t place = 0; place < inputs.size(); ++place)
    add_input(session, op.input_at(place), inputs[place], keywords, result);
  return result;
}

Work work_of(const KnownOp& op, const std::vector<nb::object>& inputs, Keywords keywords) {
  refuse_depth(keywords);
  std::vector<ValueType> types;
  std::string first_axes;
  for (std::size_t place = 0; place < inputs.size(); ++place)
    types.push_back(type_of_input(op.input_at(place), inputs[place], keywords, first_axes));
  return work_with(op, std::move(types), std::move(keywords));
}

nb::object device_results(const SessionPtr& session, const std::vector<std::string>& names,
                          const DeviceResults& results, const DeviceInputs& inputs) {
  const std::string axes = inputs.axes.empty() ? "yx" : inputs.axes;
  std::vector<nb::object> values;
  for (const DeviceValue& value : results.values())
    if (const auto* image = std::get_if<DeviceImage>(&value))
      values.push_back(
          nb::cast(PyImage(session, *image, result_axes(axes, inputs.had_one_channel, "", image->format().channels))));
    else
      values.push_back(nb::cast(PyArray(session, std::get<DeviceArray>(value))));
  return joined(names, values);
}

nb::object run_on_device(const PySession& session, const KnownOp& op, const std::vector<nb::object>& inputs,
                         const Keywords& keywords) {
  const SessionPtr& state = session.use();
  if (keywords.out.is_valid() && !keywords.out.is_none())
    throw value_error("out is for arrays of the host: a call with values on the device makes its results there");
  const DeviceInputs given = device_inputs(state, op, inputs, keywords);
  std::vector<ValueType> types;
  for (const DeviceValue& value : given.values) types.push_back(type_of(value));
  const Work work = work_with(op, std::move(types), keywords);
  const Plan plan = plan_for(state, work);
  const auto call = std::make_shared<DeviceCall>(DeviceCall{state, plan, given, {}});
  do_work(
      *state, op, static_cast<std::int64_t>(bytes_of(work.inputs)),
      [call = call.get()] { call->results = call->plan.run(call->inputs.values); }, call);
  return device_results(state, plan.output_names(), call->results, given);
}

namespace {

nb::tuple tuple_of(const std::vector<std::int64_t>& numbers) {
  nb::list list;
  for (const std::int64_t number : numbers) list.append(number);
  return nb::tuple(list);
}

nb::object dtype_of(SampleType type) {
  return nb::module_::import_("numpy").attr("dtype")(numpy_name(type));
}

// What NumPy calls: numpy.asarray() of what has no memory of the host's.
template <class T>
nb::object array_of(const T& value, const nb::object& dtype, const nb::object& copy) {
  if (copy.is(nb::bool_(false))) throw value_error("the memory of this device is not the host's: it must be copied");
  const nb::object made = value.download();
  return dtype.is_none() ? made : made.attr("astype")(dtype);
}

// NumPy's own export: of the memory as it lies, read only, for those who know of that; else of a copy.
nb::object dlpack_of(nb::handle self, const nb::kwargs& keywords) {
  const bool knows_read_only = keywords.contains("max_version") && !keywords["max_version"].is_none();
  const bool wants_copy = keywords.contains("copy") && keywords["copy"].is(nb::bool_(true));
  const nb::object array =
      knows_read_only && !wants_copy ? nb::module_::import_("numpy").attr("asarray")(self) : self.attr("download")();
  return array.attr("__dlpack__")(**keywords);
}

// The session as the class of the package, which has more than that of _core.
nb::object python_session(const SessionPtr& session) {
  return nb::module_::import_("lenslet._session").attr("Session")(PySession(session));
}

template <class T>
void bind_value(nb::class_<T>& bound) {
  bound.def("download", &T::download, nb::sig("def download(self) -> numpy.typing.NDArray[typing.Any]"),
            "A NumPy array with a copy of the value.");
  bound.def("__array__", array_of<T>, "dtype"_a = nb::none(), "copy"_a = nb::none(),
            nb::sig("def __array__(self, dtype: numpy.typing.DTypeLike | None = None, copy: bool | None = None) -> "
                    "numpy.typing.NDArray[typing.Any]"));
  bound.def_prop_ro("__array_interface__", &T::array_interface,
                    nb::sig("def __array_interface__(self) -> dict[str, typing.Any]"));
  bound.def("__dlpack__", dlpack_of, nb::sig("def __dlpack__(self, **keywords: typing.Any) -> typing.Any"));
  bound.def(
      "__dlpack_device__", [](const T&) { return nb::make_tuple(1, 0); },
      nb::sig("def __dlpack_device__(self) -> tuple[int, int]"));
  bound.def_prop_ro(
      "session", [](const T& value) { return python_session(value.session()); },
      nb::sig("def session(self) -> lenslet._session.Session"));
  bound.def_prop_ro("int_ptr", [](const T& value) { return memory_of(value); });
  bound.def_prop_ro("device", [](const T& value) { return value.session()->session.device().name; });
}

}  // namespace

void bind_device_values(nb::module_& module) {
  nb::class_<PyImage> image(module, "Image", "An image in a device's memory. Ops take it and make such images.");
  bind_value(image);
  image.def_prop_ro(
      "shape", [](const PyImage& value) { return tuple_of(value.shape()); },
      nb::sig("def shape(self) -> tuple[int, ...]"));
  image.def_prop_ro("axes", &PyImage::axes);
  image.def_prop_ro("offset", [](const PyImage& value) { return layout_of(value).first; });
  image.def_prop_ro("row_stride", [](const PyImage& value) { return layout_of(value).second; });
  image.def(
      "_repr_png_",
      [](nb::handle value) { return nb::module_::import_("lenslet._png").attr("encode")(value.attr("download")()); },
      nb::sig("def _repr_png_(self) -> bytes"));
  image.def_prop_ro("ndim", [](const PyImage& value) { return value.axes().size(); });
  image.def_prop_ro(
      "dtype", [](const PyImage& value) { return dtype_of(value.image().format().type); },
      nb::sig("def dtype(self) -> numpy.dtype[typing.Any]"));
  image.def("__repr__", [](const PyImage& value) {
    return fmt::format("<lenslet.Image {} {} on {}>", numpy_name(value.image().format().type),
                       shape_text(value.shape()), value.session()->session.device().name);
  });

  nb::class_<PyArray> array(module, "Array", "An array in a device's memory. Ops take it and make such arrays.");
  bind_value(array);
  array.def_prop_ro(
      "shape", [](const PyArray& value) { return tuple_of(value.array().type().shape); },
      nb::sig("def shape(self) -> tuple[int, ...]"));
  array.def_prop_ro("ndim", [](const PyArray& value) { return value.array().type().shape.size(); });
  array.def_prop_ro(
      "dtype", [](const PyArray& value) { return dtype_of(value.array().type().type); },
      nb::sig("def dtype(self) -> numpy.dtype[typing.Any]"));
  array.def("__repr__", [](const PyArray& value) {
    return fmt::format("<lenslet.Array {} {} on {}>", numpy_name(value.array().type().type),
                       shape_text(value.array().type().shape), value.session()->session.device().name);
  });
}

}  // namespace lenslet::python
