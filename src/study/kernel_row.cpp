// Arguments, launches and proofs of rows.
#include "study/kernel_row.hpp"

#include <type_traits>

namespace lenslet::study {
namespace {

Launch fitted(const ocl::Kernel& kernel, const std::variant<Items, Launch>& launch) {
  if (const auto* items = std::get_if<Items>(&launch)) return whole_groups(kernel, items->items, items->group);
  return std::get<Launch>(launch);
}

}  // namespace

KernelRun::KernelRun(const Experiment& experiment, const KernelRow& row)
    : KernelRun(experiment.queue(), StudyProgram(experiment, row.file, row.defines, row.options), row) {}

KernelRun::KernelRun(const ocl::Queue& queue, const StudyProgram& program, const KernelRow& row)
    : queue_(queue),
      arguments_(row.arguments),
      source_(program.source()),
      step_{program.kernel(row.kernel), {}},
      buffers_(arguments_.size()) {
  step_.launch = fitted(step_.kernel, row.launch);
  for (unsigned i = 0; i < arguments_.size(); ++i) set(i, arguments_[i]);
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
      if (auto wrong = std::get<Output>(arguments_[i]).fault(queue_, *buffers_[i])) return wrong;
  return {};
}

Ready ready(const Experiment& experiment, const std::vector<KernelRow>& rows) {
  const auto runs = std::make_shared<std::vector<KernelRun>>();
  std::vector<Step> steps;
  for (const KernelRow& row : rows) steps.push_back(runs->emplace_back(experiment, row).step());
  return launches(experiment, runs->back().source(), steps, [runs] { return runs->back().fault(); });
}

}  // namespace lenslet::study
