// The component lenslet::sycl: a SYCL queue on a session's device.
#include <lenslet/sycl.hpp>

int main() {
  const lenslet::Session session;
  return lenslet::sycl::queue(session).is_in_order() ? 0 : 1;
}
