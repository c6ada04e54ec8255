// What `lenslet doctor` finds: one line for each thing that it looked at, and what mends it.
#pragma once

#include <lenslet/device.hpp>
#include <lenslet/session.hpp>

#include <chrono>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "tool/records/json.hpp"

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

// `variables` are "NAME=VALUE", or "-u" and a name to be unset; those to be unset come first. Throws Error of kind io
// where no process can be started.
OwnRun run_own(const std::vector<std::string>& variables, const std::vector<std::string>& words,
               std::chrono::seconds limit);

Json json_of(const OwnRun& run);  // the JSON that it printed; null where it failed

// A device that `lenslet devices --json` named. Of its properties only those that this command shows are known.
struct ListedDevice {
  DeviceInfo info;
  bool is_default = false;
};

std::vector<ListedDevice> devices_of(const OwnRun& run);  // empty where it failed

// What the system calls the packages of drivers.
enum class System : std::uint8_t { debian, ubuntu, fedora, arch, conda, other };
enum class Need : std::uint8_t { cpu, nvidia, amd, intel };

// `os_release` is the text of /etc/os-release, `conda` tells whether a conda environment is active.
System system_of(std::string_view os_release, bool conda);
System this_system();
std::string package_for(System system, Need need);  // "apt install pocl-opencl-icd"

std::vector<Finding> look_at_loader();
std::vector<Finding> look_at_drivers();

int test_device(const Session& session);  // what the process of --self-test does: prints JSON for test_devices()
std::vector<Finding> test_devices(const std::vector<ListedDevice>& devices);

std::vector<Finding> look_at_permissions(const std::filesystem::path& devices = "/dev");

// Graphics cards of the PCI bus, and whether one of these devices is theirs.
std::vector<Finding> look_at_cards(const std::vector<DeviceInfo>& devices,
                                   const std::filesystem::path& bus = "/sys/bus/pci/devices");

}  // namespace lenslet::cli
