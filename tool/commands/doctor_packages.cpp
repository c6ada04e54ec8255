// Names of the packages that bring drivers, as the systems of 2026 have them.
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>

#include "tool/commands/doctor.hpp"

namespace lenslet::cli {
namespace {

struct Packages {
  const char* cpu;
  const char* nvidia;
  const char* amd;
  const char* intel;
};

constexpr Packages packages[] = {
    {"apt install pocl-opencl-icd", "apt install nvidia-opencl-icd (of the sections contrib and non-free)",
     "apt install mesa-opencl-icd, and set RUSTICL_ENABLE=radeonsi", "apt install intel-opencl-icd"},
    {"apt install pocl-opencl-icd", "ubuntu-drivers install (the driver for computing is enough)",
     "apt install mesa-opencl-icd, and set RUSTICL_ENABLE=radeonsi", "apt install intel-opencl-icd"},
    {"dnf install pocl", "dnf install xorg-x11-drv-nvidia-cuda (of RPM Fusion)", "dnf install rocm-opencl",
     "dnf install intel-compute-runtime"},
    {"pacman -S pocl", "pacman -S opencl-nvidia", "pacman -S rocm-opencl-runtime", "pacman -S intel-compute-runtime"},
    {"conda install -c conda-forge pocl",
     "conda install -c conda-forge ocl-icd-system, which shows the system's drivers",
     "conda install -c conda-forge ocl-icd-system, which shows the system's drivers",
     "conda install -c conda-forge intel-compute-runtime"},
    {"install PoCL, a driver for any CPU", "install NVIDIA's driver with its OpenCL part",
     "install ROCm's OpenCL or Mesa's rusticl", "install Intel's compute runtime"},
};

// The words of ID and ID_LIKE: "ubuntu debian".
std::string family_of(std::string_view os_release) {
  std::istringstream lines{std::string(os_release)};
  std::string words;
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("ID=") || line.starts_with("ID_LIKE=")) words += line.substr(line.find('=') + 1) + ' ';
  std::erase(words, '"');
  return " " + words;
}

}  // namespace

System system_of(std::string_view os_release, bool conda) {
  if (conda) return System::conda;
  const std::string family = family_of(os_release);
  const auto is = [&family](const std::string& name) { return family.find(" " + name + " ") != std::string::npos; };
  if (is("ubuntu")) return System::ubuntu;
  if (is("debian")) return System::debian;
  if (is("fedora") || is("rhel")) return System::fedora;
  return is("arch") ? System::arch : System::other;
}

System this_system() {
  std::ifstream file("/etc/os-release");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  return system_of(text, std::getenv("CONDA_PREFIX") != nullptr);
}

std::string package_for(System system, Need need) {
  const Packages& of = packages[static_cast<std::size_t>(system)];
  switch (need) {
    case Need::nvidia:
      return of.nvidia;
    case Need::amd:
      return of.amd;
    case Need::intel:
      return of.intel;
    case Need::cpu:
      break;
  }
  return of.cpu;
}

}  // namespace lenslet::cli
