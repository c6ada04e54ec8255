// What `lenslet doctor` finds: one line for each thing that it looked at, and what mends it.
#pragma once

#include <lenslet/device.hpp>

#include <chrono>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace lenslet::cli {

enum class Health : std::uint8_t { good, note, problem };

std::string_view name_of(Health health);  // "ok", "note", "problem"

struct Finding {
  Health health = Health::good;
  std::string about;  // "loader", "driver", "graphics card", ...
  std::string what;   // one sentence
  std::string mend;   // what to do; empty where there is nothing to do
};

// A run of this tool as another process, so that a driver which ends its process ends only that one.
struct OwnRun {
  bool ok = false;
  std::string output;  // of both of its outputs
  std::string reason;  // where not ok: its last words, or that it did not end in time
};

// `variables` are "NAME=VALUE". Throws Error of kind io where no process can be started.
OwnRun run_own(const std::vector<std::string>& variables, const std::vector<std::string>& words,
               std::chrono::seconds limit);

// What the system calls the packages of drivers.
enum class System : std::uint8_t { debian, ubuntu, fedora, arch, conda, other };
enum class Need : std::uint8_t { loader, cpu, nvidia, amd, intel };

// `os_release` is the text of /etc/os-release, `conda` tells whether a conda environment is active.
System system_of(std::string_view os_release, bool conda);
System this_system();
std::string package_for(System system, Need need);  // "apt install pocl-opencl-icd"

std::vector<Finding> look_at_loader();
std::vector<Finding> look_at_drivers();
std::vector<Finding> look_at_permissions(const std::filesystem::path& devices = "/dev");

// Graphics cards of the PCI bus, and whether one of these devices is theirs.
std::vector<Finding> look_at_cards(const std::vector<DeviceInfo>& devices,
                                   const std::filesystem::path& bus = "/sys/bus/pci/devices");

}  // namespace lenslet::cli
