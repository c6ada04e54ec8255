// Arguments, launches and proofs of rows.
#include "study/kernel_row.hpp"

#include <type_traits>

namespace lenslet::study {
namespace {

Launch launch_of(const ocl::Kernel& kernel, const std::variant<Items, Launch>& launch) {
  if (const auto* items = std::get_if<Items>(&launch)) return whole_groups(kernel, items->items, items->group);
  return std::get<Launch>(launch);
}

}  // namespace

KernelRun::KernelRun(const Experiment& experiment, KernelRow row)
    : queue_(experiment.queue()),
      row_(std::move(row)),
      source_(),
      step_([&] {
        const StudyProgram program(experiment, row_.file, row_.defines, row_.options);
        source_ = program.source();
        const ocl::Kernel kernel = program.kernel(row_.kernel);
        return Step{kernel, launch_of(kernel, row_.launch)};
      }()),
      buffers_(row_.arguments.size()) {
  for (unsigned i = 0; i < row_.arguments.size(); ++i) set(i, row_.arguments[i]);
}

void KernelRun::set(unsigned index, const Argument& argument) {
  std::visit(
      [&](const auto& value) {
        using Type = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<Type, Local>)
          step_.kernel.set(index, nullptr, value.bytes);
        else if constexpr (std::is_same_v<Type, Output>)
          step_.kernel.set(index,
                           buffers_[index].emplace(value.shared ? *value.shared : upload(queue_, value.initial)));
        else
          step_.kernel.set(index, value);
      },
      argument);
}

std::optional<std::string> KernelRun::fault() const {
  for (std::size_t i = 0; i < buffers_.size(); ++i)
    if (buffers_[i])
      if (auto wrong = std::get<Output>(row_.arguments[i]).fault(queue_, *buffers_[i])) return wrong;
  return {};
}

Ready ready(const Experiment& experiment, const std::vector<KernelRow>& rows) {
  const auto runs = std::make_shared<std::vector<KernelRun>>();
  std::vector<Step> steps;
  for (const KernelRow& row : rows) steps.push_back(runs->emplace_back(experiment, row).step());
  return launches(experiment, runs->back().source(), steps, [runs] { return runs->back().fault(); });
}

}  // namespace lenslet::study
