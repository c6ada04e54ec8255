// Plans for Python: what they say of themselves, and their runs.
#include "python/plans.hpp"

#include <algorithm>
#include <memory>

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "python/device_values.hpp"
#include "python/registry.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace lenslet::python {

namespace {

struct PyPlan {
  SessionPtr session;
  nb::object op;  // a PyOp
  std::shared_ptr<Plan> plan;
  AxesWords axes;
  bool alpha;

  const KnownOp& known() const { return nb::cast<const PyOp&>(op); }
};

PyPlan make_plan(const PySession& session, const nb::object& op, const nb::tuple& inputs, const nb::dict& keywords) {
  const auto& known = nb::cast<const PyOp&>(op);
  Keywords said = keywords_of(known, keywords);
  const Work work = work_of(known, ordered_inputs(known, inputs, said), said);
  const SessionPtr& state = session.use();
  const auto made = std::make_shared<std::optional<Plan>>();
  run_without_gil([state, work, made] { *made = state->session.plan(work); }, made, true);
  return {state, op, held(std::move(**made)), said.axes, said.alpha};
}

struct PlanCall {
  SessionPtr session;
  std::shared_ptr<Plan> plan;
  DeviceInputs inputs;
  DeviceResults results;
};

// What Python has of a result, downloaded where the inputs were of the host.
nb::object downloaded(nb::handle results) {
  if (nb::hasattr(results, "download")) return results.attr("download")();
  nb::list values;
  for (const nb::handle value : results) values.append(value.attr("download")());
  return results.attr("_make")(values);
}

nb::object run_plan(const PyPlan& self, const nb::args& given) {
  use_opencl();
  Keywords said;
  said.axes = self.axes;
  said.alpha = self.alpha;
  std::vector<nb::object> inputs;
  for (const nb::handle input : given) inputs.push_back(nb::borrow(input));
  const bool on_device = std::any_of(inputs.begin(), inputs.end(), is_device_value);
  const auto call = std::make_shared<PlanCall>(
      PlanCall{self.session, self.plan, device_inputs(self.session, self.known(), inputs, said), {}});
  std::int64_t bytes = 0;
  for (const DeviceValue& value : call->inputs.values) bytes += static_cast<std::int64_t>(bytes_of(type_of(value)));
  do_work(
      *self.session, self.known(), bytes, [call = call.get()] { call->results = call->plan->run(call->inputs.values); },
      call);
  const nb::object results = device_results(self.session, self.plan->output_names(), call->results, call->inputs);
  return on_device ? results : downloaded(results);
}

std::vector<std::string> texts(const std::vector<ValueType>& types) {
  std::vector<std::string> result;
  for (const ValueType& type : types) result.push_back(to_string(type));
  return result;
}

}  // namespace

void bind_plans(nb::module_& module) {
  nb::class_<PyPlan>(module, "Plan",
                     "An op that is ready to run: what is slow is done. Call it with inputs of its types.")
      .def("__call__", run_plan, nb::sig("def __call__(self, *inputs: typing.Any) -> typing.Any"))
      .def_prop_ro("schedule", [](const PyPlan& self) { return self.plan->schedule(); })
      .def_prop_ro("origin", [](const PyPlan& self) { return std::string(name_of(self.plan->origin())); })
      .def_prop_ro("reason", [](const PyPlan& self) { return self.plan->reason(); })
      .def_prop_ro("accuracy", [](const PyPlan& self) { return self.plan->accuracy(); })
      .def_prop_ro("inputs", [](const PyPlan& self) { return texts(self.plan->inputs()); })
      .def_prop_ro("outputs", [](const PyPlan& self) { return texts(self.plan->outputs()); })
      .def_prop_ro("output_names", [](const PyPlan& self) { return self.plan->output_names(); })
      .def_prop_ro("serves_every_size", [](const PyPlan& self) { return self.plan->serves_every_size(); })
      .def_prop_ro("stages", [](const PyPlan& self) { return self.plan->stages(); })
      .def_prop_ro("source", [](const PyPlan& self) { return self.plan->source(); })
      .def_prop_ro("build_ms", [](const PyPlan& self) { return self.plan->build_ms(); });
  module.def("plan", make_plan,
             nb::sig("def plan(session: Session, op: Op, inputs: tuple[typing.Any, ...], keywords: dict[str, "
                     "typing.Any]) -> Plan"));
}

}  // namespace lenslet::python
