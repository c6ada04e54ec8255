// Graphics cards of this machine, whether a driver serves them, and whether this user may open them.
#include <fcntl.h>
#include <grp.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "tool/commands/doctor.hpp"

namespace lenslet::cli {
namespace {

namespace fs = std::filesystem;

struct Maker {
  const char* id;    // of the PCI bus
  const char* name;  // as OpenCL's vendors have it, in lower case
  const char* shown;
  Need need;
};

constexpr std::array makers = {Maker{"0x10de", "nvidia", "NVIDIA", Need::nvidia},
                               Maker{"0x1002", "amd", "AMD", Need::amd},
                               Maker{"0x8086", "intel", "Intel", Need::intel}};

std::string word_in(const fs::path& file) {
  std::ifstream stream(file);
  std::string word;
  stream >> word;
  return word;
}

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

bool is_of(const DeviceInfo& device, const Maker& maker) {
  if (device.kind != DeviceKind::gpu) return false;
  const std::string text = lower(device.vendor + " " + device.name + " " + device.platform);
  return text.find(maker.name) != std::string::npos ||
         (maker.need == Need::amd && text.find("advanced micro devices") != std::string::npos);
}

// The kernel's driver of a card; empty where none has taken it.
std::string kernel_driver(const fs::path& card) {
  std::error_code problem;
  return fs::read_symlink(card / "driver", problem).filename().string();
}

Finding look_at_card(const Maker& maker, const fs::path& card, const std::vector<DeviceInfo>& devices) {
  const std::string driver = kernel_driver(card);
  const std::string what =
      fmt::format("{} {} ({})", maker.shown, word_in(card / "device"),
                  driver.empty() ? "no driver of the kernel's" : fmt::format("the kernel's driver is {}", driver));
  if (std::ranges::any_of(devices, [&](const DeviceInfo& device) { return is_of(device, maker); }))
    return {Health::good, "graphics card", what, ""};
  return {Health::problem, "graphics card", fmt::format("{} has no OpenCL driver", what),
          package_for(this_system(), maker.need)};
}

std::string group_of(const struct stat& state) {
  const struct group* found = getgrgid(state.st_gid);
  return found == nullptr ? fmt::format("{}", state.st_gid) : found->gr_name;
}

std::optional<Finding> look_at_node(const fs::path& node) {
  struct stat state {};
  if (stat(node.c_str(), &state) != 0 || faccessat(AT_FDCWD, node.c_str(), R_OK | W_OK, AT_EACCESS) == 0) return {};
  return Finding{Health::problem, "permission", fmt::format("{} may not be opened by this user", node.string()),
                 fmt::format("usermod -aG {} USER as root, then log in anew", group_of(state))};
}

std::vector<fs::path> nodes_in(const fs::path& devices) {
  std::vector<fs::path> nodes{devices / "kfd", devices / "nvidiactl", devices / "nvidia0"};
  std::error_code problem;
  for (const fs::directory_entry& entry : fs::directory_iterator(devices / "dri", problem))
    if (entry.path().filename().string().starts_with("render")) nodes.push_back(entry.path());
  return nodes;
}

}  // namespace

std::vector<Finding> look_at_permissions(const fs::path& devices) {
  std::vector<Finding> findings;
  for (const fs::path& node : nodes_in(devices))
    if (auto finding = look_at_node(node)) findings.push_back(std::move(*finding));
  return findings;
}

std::vector<Finding> look_at_cards(const std::vector<DeviceInfo>& devices, const fs::path& bus) {
  std::vector<Finding> findings;
  std::error_code problem;
  for (const fs::directory_entry& card : fs::directory_iterator(bus, problem)) {
    if (!word_in(card.path() / "class").starts_with("0x03")) continue;  // a display's controller
    const auto maker = std::ranges::find(makers, word_in(card.path() / "vendor"), &Maker::id);
    if (maker != makers.end()) findings.push_back(look_at_card(*maker, card.path(), devices));
  }
  return findings;
}

}  // namespace lenslet::cli
