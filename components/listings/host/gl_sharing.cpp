// Whether a device can share objects with OpenGL: its list of extensions, in two steps, word by word.
#include "listings/host/host.hpp"

#include <algorithm>
#include <iterator>
#include <sstream>

namespace lenslet::listings {
namespace {

std::string extensions_of(cl_device_id device) {
  std::size_t bytes = 0;
  need(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, 0, nullptr, &bytes), "clGetDeviceInfo");
  std::string text(bytes, '\0');
  need(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, bytes, text.data(), nullptr), "clGetDeviceInfo");
  return text.substr(0, text.find('\0'));
}

bool has_word(const std::string& text, const std::string& wanted) {
  std::istringstream words(text);
  return std::any_of(std::istream_iterator<std::string>(words), {},
                     [&](const std::string& word) { return word == wanted; });
}

}  // namespace

HostResult gl_sharing(const Session& session) {
  const std::string extensions = extensions_of(opencl::handles_of(session).device);
  Report report;
  for (const char* name : {"cl_khr_gl_sharing", "cl_khr_gl_event", "cl_apple_gl_sharing"})
    report.fact(name, has_word(extensions, name) ? "yes" : "no");
  report.holds("cl_khr_byte_addressable_store, which all have", has_word(extensions, "cl_khr_byte_addressable_store"));
  report.holds("a part of a word is no extension", !has_word(extensions, "cl_khr_byte"));
  return report.take();
}

}  // namespace lenslet::listings
