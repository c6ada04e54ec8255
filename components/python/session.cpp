// lenslet.Session: opening one, and what it says of itself.
#include "python/session.hpp"

#include <tuple>

#include <fmt/format.h>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>

#include <lenslet/device.hpp>

#include "python/device_values.hpp"
#include "python/errors.hpp"
#include "python/interop.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace lenslet::python {

namespace {

using OptionalDevice = std::optional<std::variant<std::string, std::int64_t>>;
using OptionalPath = std::optional<std::filesystem::path>;
using OptionalHandles = std::optional<std::tuple<std::uintptr_t, std::uintptr_t, std::uintptr_t>>;

std::string words_of(const OptionalDevice& device) {
  if (!device) return "";
  if (const auto* index = std::get_if<std::int64_t>(&*device)) return std::to_string(*index);
  return std::get<std::string>(*device);
}

PySession open(const OptionalDevice& device, bool cache, const OptionalPath& cache_directory,
               const OptionalPath& data_directory, const OptionalPath& bundle, bool compile, bool timing,
               const OptionalHandles& handles) {
  use_opencl();
  const SessionOptions options{.device = words_of(device),
                               .cache = cache,
                               .cache_directory = cache_directory.value_or(""),
                               .data_directory = data_directory.value_or(""),
                               .bundle = bundle.value_or(""),
                               .compile = compile,
                               .timing = timing};
  const UnderWay under_way;
  const nb::gil_scoped_release released;
  if (!handles) return PySession(held(SessionState(Session(options))));
  const auto& [context, chosen, queue] = *handles;
  return PySession(held(SessionState(session_of({context, chosen, queue}))));
}

nb::dict dict_of(const DeviceInfo& device) {
  nb::dict result;
  result["index"] = device.index;
  result["kind"] = std::string(name_of(device.kind));
  result["name"] = device.name;
  result["vendor"] = device.vendor;
  result["platform"] = device.platform;
  result["version"] = device.version;
  result["driver"] = device.driver;
  result["compute_units"] = device.compute_units;
  result["global_memory"] = device.global_memory;
  result["fp64"] = device.fp64;
  result["host_memory"] = device.host_memory;
  return result;
}

nb::list list_devices() {
  use_opencl();
  std::vector<DeviceInfo> all;
  {
    const UnderWay under_way;
    const nb::gil_scoped_release released;
    all = devices();
  }
  nb::list result;
  for (const DeviceInfo& device : all) result.append(dict_of(device));
  return result;
}

nb::dict dict_of(const ProgramCounts& counts) {
  nb::dict result;
  result["compiled"] = counts.compiled;
  result["cached"] = counts.cached;
  result["from_bundle"] = counts.from_bundle;
  result["from_spirv"] = counts.from_spirv;
  return result;
}

void bind_opening(nb::class_<PySession>& session) {
  session.def(nb::init<const PySession&>(), "session"_a);  // the same one, as the class of the package
  session.def(
      "__init__",
      [](PySession* self, const OptionalDevice& device, bool cache, const OptionalPath& cache_directory,
         const OptionalPath& data_directory, const OptionalPath& bundle, bool compile, bool timing,
         const OptionalHandles& handles) {
        new (self) PySession(open(device, cache, cache_directory, data_directory, bundle, compile, timing, handles));
      },
      "device"_a = nb::none(), nb::kw_only(), "cache"_a = true, "cache_directory"_a = nb::none(),
      "data_directory"_a = nb::none(), "bundle"_a = nb::none(), "compile"_a = true, "timing"_a = true,
      "handles"_a = nb::none());
}

}  // namespace

void bind_session(nb::module_& module) {
  nb::class_<PySession> session(module, "Session");
  bind_opening(session);
  session.def_prop_ro(
      "device", [](const PySession& self) { return dict_of(self.use()->session.device()); },
      nb::sig("def device(self) -> dict[str, typing.Any]"));
  session.def_prop_ro("cache_problem", [](const PySession& self) { return self.use()->session.cache_problem(); });
  session.def_prop_ro("tuning_problem", [](const PySession& self) { return self.use()->session.tuning_problem(); });
  session.def_prop_ro(
      "programs", [](const PySession& self) { return dict_of(self.use()->session.program_counts()); },
      nb::sig("def programs(self) -> dict[str, int]"));
  session.def(
      "upload",
      [](const PySession& self, nb::handle image, const std::optional<std::string>& axes,
         std::optional<std::int64_t> channel_axis, bool alpha) {
        return upload_image(self.use(), HostArray::of(image, "image"), {axes, channel_axis}, alpha);
      },
      "image"_a, nb::kw_only(), "axes"_a = nb::none(), "channel_axis"_a = nb::none(), "alpha"_a = false);
  session.def(
      "upload_array", [](const PySession& self, nb::handle array) { return upload_array(self.use(), array); },
      "array"_a);
  module.def("devices", list_devices, nb::sig("def devices() -> list[dict[str, typing.Any]]"));
}

}  // namespace lenslet::python
