// A kernel of one's own, launched as it is: what it takes, arguments of several classes, a range with an offset, times.
#include <lenslet/kernel.hpp>

#include <cstdio>

#include <lenslet/lenslet.hpp>

namespace {

constexpr char text[] = R"(
// Sums of the numbers of each group, in local memory.
__kernel void sums(__global const float *restrict in, const float scale, __local float *shared, __global float *out) {
  const size_t place = get_local_id(0), count = get_local_size(0);
  shared[place] = scale * in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t step = count / 2; step > 0; step /= 2) {
    if (place < step) shared[place] += shared[place + step];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (place == 0) out[get_group_id(0)] = shared[0];
}
)";

}  // namespace

int main() try {
  using namespace lenslet;
  const Session session;
  const Program program = Program::from_text(session, text, {.name = "sums.cl"});
  const Kernel sums = program.kernel("sums");
  for (const ArgumentInfo& argument : sums.info().arguments)
    std::printf("%s %s\n", argument.type.c_str(), argument.name.c_str());

  const DeviceArray in = session.upload(Array::of(std::vector<float>(1024, 1.0f)));
  const DeviceArray out = session.allocate(ArrayType{SampleType::f32, {32}});
  const Launch launch =
      sums.launch({.global = {512}, .group = {16}, .offset = {512}}, {in, 0.5f, LocalMemory{16 * sizeof(float)}, out});
  const EventTimes times = event_times(launch).front();
  const Array got = session.download(out);
  std::printf("each group of 16 halves sums to %g; the kernel ended %s it began\n", got.at(31),
              times.ended >= times.started ? "after" : "before");
  return 0;
} catch (const lenslet::Error& error) {
  std::fprintf(stderr, "%s\n%s\n", error.what(), error.detail().c_str());
  return 1;
}
