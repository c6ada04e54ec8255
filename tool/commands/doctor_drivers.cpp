// The OpenCL loader and the drivers that it is told of. Each driver is loaded by a process of its own: some end the
// process that loads them.
#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "system/temporary_folder.hpp"
#include "tool/commands/doctor.hpp"
#include "tool/terminal/text.hpp"

namespace lenslet::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds load_limit{30};
constexpr char usual_folder[] = "/etc/OpenCL/vendors";

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::vector<Finding> set_variables() {
  std::vector<Finding> findings;
  for (const char* name :
       {"OCL_ICD_VENDORS", "OCL_ICD_FILENAMES", "OPENCL_VENDOR_PATH", "OPENCL_LAYERS", "LENSLET_DEVICE"})
    if (const std::string value = variable(name); !value.empty())
      findings.push_back({Health::note, "environment", fmt::format("{} is {}", name, value), ""});
  return findings;
}

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

// The first line of an .icd file: a library's name or path.
std::string library_in(const fs::path& file) {
  std::ifstream stream(file);
  std::string line;
  std::getline(stream, line);
  return trimmed(line);
}

struct Driver {
  std::string name;     // "pocl.icd"
  std::string library;  // "libpocl.so.2"
};

std::vector<Driver> drivers_of(const fs::path& folder, std::error_code& problem) {
  std::vector<Driver> drivers;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, problem))
    if (entry.path().extension() == ".icd")
      drivers.push_back({entry.path().filename().string(), library_in(entry.path())});
  std::ranges::sort(drivers, {}, &Driver::name);
  return drivers;
}

// Where the loader looks: what the environment says, else the usual folder. Loaders take a file, too.
std::vector<Driver> known_drivers(std::vector<Finding>& findings) {
  std::vector<Driver> drivers;
  std::istringstream libraries(variable("OCL_ICD_FILENAMES"));
  for (std::string library; std::getline(libraries, library, ':');) drivers.push_back({library, library});
  const std::string named = variable("OCL_ICD_VENDORS");
  const fs::path place = named.empty() ? usual_folder : named;
  if (fs::is_regular_file(place)) {
    drivers.push_back({place.string(), place.extension() == ".icd" ? library_in(place) : place.string()});
    return drivers;
  }
  std::error_code problem;
  const std::vector<Driver> in_folder = drivers_of(place, problem);
  drivers.insert(drivers.end(), in_folder.begin(), in_folder.end());
  if (problem)
    findings.push_back({Health::problem, "drivers", fmt::format("{}: {}", place.string(), problem.message()),
                        named.empty() ? package_for(this_system(), Need::cpu)
                                      : "name the folder of the .icd files in OCL_ICD_VENDORS, or unset it"});
  else if (drivers.empty())
    findings.push_back({Health::problem, "drivers", fmt::format("no .icd file in {}", place.string()),
                        package_for(this_system(), Need::cpu)});
  return drivers;
}

Need need_for(const std::string& library) {
  if (library.find("nvidia") != std::string::npos) return Need::nvidia;
  if (library.find("amd") != std::string::npos || library.find("usticl") != std::string::npos) return Need::amd;
  return library.find("igdrcl") != std::string::npos || library.find("intel") != std::string::npos ? Need::intel
                                                                                                   : Need::cpu;
}

// Shows the loader this driver alone. NVIDIA's loader takes no folder without a slash behind it.
OwnRun devices_by(const Driver& driver) {
  const system::TemporaryFolder folder({"one.icd"});
  std::ofstream(folder.path() / "one.icd") << driver.library << '\n';
  return run_own({"-u", "OCL_ICD_FILENAMES", "OCL_ICD_VENDORS=" + (folder.path() / "").string()}, {"devices", "--json"},
                 load_limit);
}

std::string why_not_loaded(const Driver& driver) {
  const OwnRun run = run_own({}, {"doctor", "--load", driver.library}, load_limit);
  return run.ok ? "" : run.reason;
}

std::string text_of(const ListedDevice& device) {
  return fmt::format("{} ({}, {})", device.info.name, device.info.platform, device.info.driver);
}

// What the driver said, without the advice that the tool gives where no driver has a device.
std::string short_reason(const std::string& reason) {
  constexpr std::string_view before = "without devices: ";
  const std::size_t begin = reason.find(before);
  const std::size_t first = begin == std::string::npos ? 0 : begin + before.size();
  return reason.substr(first, reason.find(';', first) - first);
}

Finding look_at(const Driver& driver) {
  const std::string about = fmt::format("{}: {}", driver.name, driver.library);
  if (driver.library.empty())
    return {Health::problem, "driver", fmt::format("{} names no library", driver.name),
            "remove it, or install it anew"};
  if (const std::string why = why_not_loaded(driver); !why.empty())
    return {Health::problem, "driver", fmt::format("{} cannot be loaded: {}", about, why),
            package_for(this_system(), need_for(driver.library)) +
                (driver.name == driver.library ? "" : ", or remove " + driver.name)};
  const OwnRun run = devices_by(driver);
  if (const std::vector<ListedDevice> devices = devices_of(run); !devices.empty())
    return {Health::good, "driver", fmt::format("{} has {}", about, join(mapped(devices, text_of), ", ")), ""};
  return {Health::note, "driver", fmt::format("{} has no device here: {}", about, short_reason(run.reason)),
          driver.library.find("usticl") != std::string::npos
              ? "set RUSTICL_ENABLE to the kind of the card: radeonsi, iris, ... (llvmpipe for the CPU)"
              : ""};
}

}  // namespace

std::vector<Finding> look_at_loader() {
  Dl_info place{};
  std::error_code problem;
  const void* call = dlsym(RTLD_DEFAULT, "clGetPlatformIDs");
  const bool known = call != nullptr && dladdr(call, &place) != 0;
  const fs::path file = known ? fs::canonical(place.dli_fname, problem) : fs::path("not known");
  std::vector<Finding> findings{{Health::good, "loader", file.string(), ""}};
  for (Finding& finding : set_variables()) findings.push_back(std::move(finding));
  return findings;
}

std::vector<Finding> look_at_drivers() {
  std::vector<Finding> findings;
  for (const Driver& driver : known_drivers(findings)) findings.push_back(look_at(driver));
  return findings;
}

}  // namespace lenslet::cli
