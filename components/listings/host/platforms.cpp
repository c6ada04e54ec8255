// All platforms of this machine, with their five platform_texts, whose sizes are asked for first.
#include "listings/host/host.hpp"

namespace lenslet::listings {
namespace {

constexpr std::pair<const char*, cl_platform_info> platform_texts[] = {{"NAME", CL_PLATFORM_NAME},
                                                                       {"VENDOR", CL_PLATFORM_VENDOR},
                                                                       {"VERSION", CL_PLATFORM_VERSION},
                                                                       {"PROFILE", CL_PLATFORM_PROFILE},
                                                                       {"EXTENSIONS", CL_PLATFORM_EXTENSIONS}};

std::vector<cl_platform_id> all_platforms() {
  cl_uint count = 0;
  need(clGetPlatformIDs(0, nullptr, &count), "clGetPlatformIDs");
  std::vector<cl_platform_id> platforms(count);
  need(clGetPlatformIDs(count, platforms.data(), nullptr), "clGetPlatformIDs");
  return platforms;
}

}  // namespace

HostResult platforms(const Session&) {
  Report report;
  const std::vector<cl_platform_id> all = all_platforms();
  report.holds("there is a platform", !all.empty());
  for (cl_platform_id platform : all) {
    for (const auto& [name, info] : platform_texts) report.fact(name, ask_text(clGetPlatformInfo, platform, info));
    report.holds("VERSION begins with OpenCL",
                 ask_text(clGetPlatformInfo, platform, CL_PLATFORM_VERSION).starts_with("OpenCL "));
  }
  return report.take();
}

// 1024 bytes for each text, whatever its size.
HostResult platforms_as_printed(const Session&) {
  Report report;
  for (cl_platform_id platform : all_platforms())
    for (const auto& [name, info] : platform_texts) {
      char buffer[1024];
      report.code(name, clGetPlatformInfo(platform, info, sizeof buffer, buffer, nullptr), CL_SUCCESS);
    }
  return report.take();
}

}  // namespace lenslet::listings
