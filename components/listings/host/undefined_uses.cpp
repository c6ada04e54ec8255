// Uses of memory that OpenCL leaves undefined, as Lenslet's check of queues finds them before they run.
#include "listings/host/host.hpp"

#include <lenslet/memory.hpp>
#include <lenslet/queue.hpp>

namespace lenslet::listings {
namespace {

constexpr const char* uses_text = R"(
__kernel void twice(__global int* x) { x[get_global_id(0)] *= 2; }
__kernel void sum(__global const int* restrict a, __global int* restrict out) { out[get_global_id(0)] += a[get_global_id(0)]; }
)";

// What the check says; nothing where the use is defined.
template <class Use>
std::string refusal(const Use& use) {
  try {
    use();
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

void add(Report& report, const std::string& what, const std::string& refusal) {
  report.holds(what + " is found", !refusal.empty());
  report.fact("  by", refusal);
}

}  // namespace

HostResult undefined_uses(const Session& session) {
  const Program program = Program::from_text(session, uses_text);
  const Kernel twice = program.kernel("twice"), sum = program.kernel("sum");
  const ArrayType type{SampleType::i32, {64}};
  const UseCheck check;
  const Queue one(session, {.check = check}), two(session, {.check = check});
  const DeviceArray array = session.allocate(type);
  const DeviceArray constant = allocate(session, type, {.kernels = KernelAccess::read_only});
  const std::vector<int> ones{1};
  one.fill(array, std::as_bytes(std::span(ones))).wait();
  const KernelRange range{.global = {64}};
  Report report;
  add(report, "a kernel that writes read-only memory", refusal([&] { one.launch(twice, range, {constant}); }));
  add(report, "an output that is the input, too, of pointers with restrict", refusal([&] {
        one.launch(sum, range, {array, array});
      }));
  const UserEvent gate(session);
  const Event held = one.launch(twice, range, {array}, {gate.event()});
  add(report, "a write in two queues, without an order", refusal([&] { two.launch(twice, range, {array}); }));
  gate.complete();
  held.wait();
  add(report, "a command on memory that is mapped", refusal([&] {
        const MappedElements mapped(one, array, HostAccess::read);
        two.launch(twice, range, {array});
      }));
  report.holds("the same launch, with its event, is defined",
               refusal([&] { two.launch(twice, range, {array}, {held}).wait(); }).empty());
  return report.take();
}

}  // namespace lenslet::listings
