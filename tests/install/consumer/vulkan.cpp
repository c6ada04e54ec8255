// Uses the component vulkan: an array in a buffer of Vulkan's.
#include <cstdio>

#include <lenslet/lenslet.hpp>
#include <lenslet/vulkan.hpp>

int main() try {
  using namespace lenslet;
  const Session session;
  const vulkan::Device device(session);
  vulkan::SharedArray array = device.allocate(ArrayType{SampleType::f32, {16}});
  array.acquire();
  session.fill(array.array(), 3);
  array.release();
  array.acquire();
  return session.download(array.array()).at(15) == 3 && array.handle() != VK_NULL_HANDLE ? 0 : 1;
} catch (const lenslet::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
