// Uses the component of JPEG on the device: options that it refuses.
#include <lenslet/error.hpp>
#include <lenslet/jpeg.hpp>

int main() try {
  const lenslet::Session session;
  lenslet::JpegEncoder encoder(session, {.quality = 0});
  return 1;
} catch (const lenslet::Error& error) {
  return error.kind() == lenslet::ErrorKind::invalid_argument ? 0 : 1;
}
