// Uses of memory that OpenCL leaves undefined, as Lenslet's check of queues finds them before they run.
#include "listings/host/host.hpp"

#include <iterator>

#include <lenslet/image_object.hpp>
#include <lenslet/memory.hpp>
#include <lenslet/queue.hpp>

namespace lenslet::listings {
namespace {

constexpr const char* uses_text = R"(
__kernel void twice(__global int* x) { x[get_global_id(0)] *= 2; }
__kernel void sum(__global const int* restrict a, __global int* restrict out) { out[get_global_id(0)] += a[get_global_id(0)]; }
)";

constexpr const char* images_text = R"(
__kernel void same(__read_only image1d_t in, __write_only image1d_t out) { write_imagef(out, 0, read_imagef(in, 0)); }
__kernel void over(__read_only image1d_buffer_t in, __global float* out) { out[0] = read_imagef(in, 0).x; }
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

// Two arrays that have half of their numbers in one memory of the host in common.
void add_host_memory(Report& report, const Session& session, const Kernel& sum) {
  alignas(4096) static int memory[4096];
  const ArrayType type{SampleType::i32, {2048}};
  const DeviceArray front = over_host_memory(session, memory, type);
  const DeviceArray back = over_host_memory(session, std::next(memory, 1024), type);
  const Queue queue(session, {.check = UseCheck()});
  add(report, "a kernel on two buffers over one memory of the host", refusal([&] {
        queue.launch(sum, {.global = {64}}, {front, back});
      }));
}

void add_images(Report& report, const Session& session) {
  if (!session.device().images) return;
  const Program program = Program::from_text(session, images_text);
  const Queue queue(session, {.check = UseCheck()});
  const TexelFormat format{ChannelOrder::r, ChannelType::float32};
  const ImageObject image(session, {ImageKind::image1d, format, 4});
  const Kernel same = program.kernel("same"), over = program.kernel("over");
  add(report, "one image that is read and written", refusal([&] {
        queue.launch(same, KernelRange::one_item(), {image, image});
      }));
  const DeviceArray array = session.allocate(ArrayType{SampleType::f32, {4}});
  const ImageObject view(session, array, format);
  add(report, "a buffer that is written and read by an image over it", refusal([&] {
        queue.launch(over, KernelRange::one_item(), {view, array});
      }));
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
  const DeviceArray unread = allocate(session, type, {.kernels = KernelAccess::write_only});
  add(report, "a kernel that reads memory for writing alone", refusal([&] {
        one.launch(sum, range, {unread, array});
      }));
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
  add_host_memory(report, session, sum);
  add_images(report, session);
  report.fact("the host writes where a buffer has its memory", "no check can see it", "undefined");
  report.holds("the same launch, with its event, is defined",
               refusal([&] { two.launch(twice, range, {array}, {held}).wait(); }).empty());
  return report.take();
}

}  // namespace lenslet::listings
