// Work of one buffer in the order of events: two writes, a kernel that needs both, a read; out of order where the
// device has such a queue.
#include <lenslet/queue.hpp>

#include <cstdio>
#include <span>
#include <vector>

#include <lenslet/lenslet.hpp>

namespace {

constexpr char text[] = R"(
__kernel void saxpy(const float a, __global const float *x, __global float *y) {
  y[get_global_id(0)] += a * x[get_global_id(0)];
}
)";

}  // namespace

int main() try {
  using namespace lenslet;
  const Session session;
  const Kernel saxpy = Program::from_text(session, text).kernel("saxpy");
  const UseCheck check;  // says it where an event below is forgotten
  const Queue queue(session, {.out_of_order = queue_abilities(session).out_of_order, .check = check});

  std::vector<float> x(1024, 2.0f), y(1024, 1.0f);
  const DeviceArray device_x = session.allocate(ArrayType{SampleType::f32, {1024}});
  const DeviceArray device_y = session.allocate(device_x.type());
  const Event write_x = queue.write(std::as_bytes(std::span(x)), device_x);
  const Event write_y = queue.write(std::as_bytes(std::span(y)), device_y);
  const Event sum = queue.launch(saxpy, {.global = {1024}}, {3.0f, device_x, device_y}, {write_x, write_y});
  const Event read = queue.read(device_y, std::as_writable_bytes(std::span(y)), {sum});

  for (const Event& event : {write_x, write_y, sum, read}) {
    const EventTimes times = times_of(event);  // waits
    std::printf("%s, %s, %g us\n", std::string(name_of(command_type_of(event))).c_str(),
                std::string(name_of(state_of(event))).c_str(), static_cast<double>(times.ended - times.started) / 1000);
  }
  std::printf("each number is %g\n", y[1023]);
  return 0;
} catch (const lenslet::Error& error) {
  std::fprintf(stderr, "%s\n%s\n", error.what(), error.detail().c_str());
  return 1;
}
