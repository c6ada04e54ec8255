// Compute units and processing elements of the devices that the texts name, and of this one.
#include "listings/host/host.hpp"

#include <functional>
#include <numeric>

namespace lenslet::listings {
namespace {

// A device in parts of parts. The text prints its units, and of some devices how many elements that makes.
struct Hardware {
  const char* what;
  std::vector<int> parts;
  int printed = 0;
};

const Hardware named_devices[] = {
    {"A10-5800K, GPU: units, thread processors, ALUs", {6, 16, 4}, 384},
    {"A10-5800K, CPU: units, elements", {4, 1}},
    {"HD 7870: units, elements", {20, 64}, 1280},
    {"GTX 680: units, elements", {8, 192}},
    {"HD 4000: units", {16}, 16},
    {"a unit of GCN: SIMDs, lanes", {4, 16}, 64},
    {"R9 290: units, texture units", {40, 4}, 160},
    {"Tesla K40: units, work-items", {15, 2048}, 30720},
};

// "6 x 16 x 4 = 384"
std::string product_text(const std::vector<int>& parts, int product) {
  return parts.size() == 1 ? fmt::format("{}", product) : fmt::format("{} = {}", fmt::join(parts, " x "), product);
}

int product_of(const std::vector<int>& parts) {
  return std::accumulate(parts.begin(), parts.end(), 1, std::multiplies<>());
}

void add_device(Report& report, const Hardware& device) {
  const std::string here = product_text(device.parts, product_of(device.parts));
  if (device.printed > 0)
    report.equal(device.what, here, product_text(device.parts, device.printed));
  else
    report.fact(device.what, here);
}

}  // namespace

HostResult processing_elements(const Session& session) {
  Report report({"what", "computed", "the text"});
  for (const Hardware& device : named_devices) add_device(report, device);
  const DeviceInfo& own = session.device();
  const std::vector<int> parts{own.compute_units, own.unit_elements};
  report.fact("this device: units, elements", own.unit_elements > 0 ? product_text(parts, product_of(parts))
                                                                    : fmt::format("{} units", own.compute_units));
  report.equal("this device's units, as OpenCL tells them",
               ask<cl_uint>(clGetDeviceInfo, opencl::handles_of(session).device, CL_DEVICE_MAX_COMPUTE_UNITS),
               own.compute_units);
  return report.take();
}

// The units that the output of the program for devices has, with which the elements are not as many as printed.
HostResult processing_elements_as_printed(const Session&) {
  Report report({"what", "computed", "the text"});
  const std::vector<int> parts{32, 64};
  report.equal("HD 7870: units, elements", product_text(parts, product_of(parts)), product_text({20, 64}, 1280));
  return report.take();
}

}  // namespace lenslet::listings
