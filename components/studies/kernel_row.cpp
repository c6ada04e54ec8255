// Builds, launches and checks rows.
#include "studies/kernel_row.hpp"

#include <memory>
#include <type_traits>

#include <fmt/ranges.h>

#include "rounding.hpp"
#include "session/state.hpp"
#include "studies/kernels.hpp"

namespace lenslet::study {
namespace {

std::string source_of(const KernelRow& row) {
  std::string text;
  for (const auto& [name, value] : row.defines) text += fmt::format("#define {} {}\n", name, value);
  if (!row.before.empty()) text += kernel_source(row.before);
  return text + std::string(kernel_source(row.file));
}

std::string text_of(const Launch& launch) {
  std::string text = fmt::format("{} x {} work-items", launch.global.x, launch.global.y);
  if (launch.offset.x + launch.offset.y > 0) text += fmt::format(" from {}, {} on", launch.offset.x, launch.offset.y);
  if (launch.local.x == 0) return text + " in the runtime's groups";
  return text + fmt::format(" in groups of {} x {}", launch.local.x, launch.local.y);
}

// Builds a row's program; `place` is an experiment or a queue.
template <class Place>
Ready ready_on(const Place& place, const std::vector<KernelRow>& rows) {
  const auto runs = std::make_shared<std::vector<KernelRun>>();
  std::vector<std::string> how;
  for (const KernelRow& row : rows) how.push_back(text_of(runs->emplace_back(place, row).launch()));
  const auto launch = [runs] {
    std::vector<ocl::Event> events;
    for (const KernelRun& run : *runs) events.push_back(run.enqueue());
    return events;
  };
  const auto mismatch = [runs]() -> Mismatch {
    for (const KernelRun& run : *runs)
      if (Mismatch wrong = run.mismatch()) return wrong;
    return {};
  };
  return {[launch] { return timed_ms(launch); }, fmt::format("{}", fmt::join(how, ", then ")), runs->back().source(),
          mismatch};
}

}  // namespace

Launch whole_groups(const Experiment& experiment, Extent items, Extent group) {
  const auto most = static_cast<std::size_t>(experiment.device().max_group);
  for (std::size_t side = 1; group[0] * group[1] > most && group[0] * group[1] > 1; side = 1 - side)
    if (group[side] > 1) group[side] /= 2;
  return {
      {static_cast<std::size_t>(round_up(items[0], group[0])), static_cast<std::size_t>(round_up(items[1], group[1]))},
      {group[0], group[1]}};
}

KernelRun::KernelRun(const Experiment& experiment, const KernelRow& row)
    : KernelRun(experiment.queue(), row, source_of(row),
                state_of(experiment.session()).build(source_of(row), row.options).program) {}

KernelRun::KernelRun(const ocl::Queue& queue, const KernelRow& row)
    : KernelRun(queue, row, source_of(row), ocl::build(queue, {source_of(row), row.options}).program) {}

KernelRun::KernelRun(const ocl::Queue& queue, const KernelRow& row, std::string source, const ocl::Program& program)
    : queue_(queue),
      arguments_(row.arguments),
      launch_(row.launch),
      source_(std::move(source)),
      kernel_(program, row.kernel),
      buffers_(arguments_.size()) {
  for (unsigned i = 0; i < arguments_.size(); ++i) set(i, arguments_[i]);
}

void KernelRun::set(unsigned index, const Argument& argument) {
  std::visit(
      [&](const auto& value) {
        using Type = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<Type, Local>)
          kernel_.set(index, nullptr, value.bytes);
        else if constexpr (std::is_same_v<Type, Output>)
          kernel_.set(index, buffers_[index].emplace(value.shared ? *value.shared : upload(queue_, value.initial)));
        else
          kernel_.set(index, value);
      },
      argument);
}

ocl::Event KernelRun::enqueue(const ocl::Queue& queue, const ocl::After& after) const {
  return queue.launch(kernel_, launch_.global, launch_.local, launch_.offset, after);
}

void KernelRun::clear() const {
  for (std::size_t i = 0; i < buffers_.size(); ++i)
    if (buffers_[i]) queue_.write(*buffers_[i], 0, std::get<Output>(arguments_[i]).initial);
}

Mismatch KernelRun::mismatch() const {
  for (std::size_t i = 0; i < buffers_.size(); ++i)
    if (buffers_[i])
      if (Mismatch wrong = std::get<Output>(arguments_[i]).mismatch(queue_, *buffers_[i])) return wrong;
  return {};
}

KernelRow steps_row(const ocl::Buffer& in, const Output& out, std::uint32_t rounds, const Launch& launch) {
  return {"steps.cl", "steps", {}, {in, out, rounds}, launch};
}

std::uint32_t after_rounds(std::uint32_t value, std::uint32_t rounds) {
  for (std::uint64_t step = 0; step < std::uint64_t{steps_of_round} * rounds; ++step) {
    value = value * 1664525u + 1013904223u;
    value ^= value >> 15;
  }
  return value;
}

Ready ready(const Experiment& experiment, const std::vector<KernelRow>& rows) {
  return ready_on(experiment, rows);
}

Ready ready(const ocl::Queue& queue, const std::vector<KernelRow>& rows) {
  return ready_on(queue, rows);
}

Ready timed_by_host(std::string how, std::function<void()> work, std::function<Mismatch()> mismatch,
                    std::string source) {
  return {[work = std::move(work)] { return host_ms(work); }, std::move(how), std::move(source), std::move(mismatch)};
}

}  // namespace lenslet::study
