// The component lenslet::toolkit, as commands use it.
#pragma once

#include <lenslet/bundle.hpp>
#include <lenslet/device.hpp>
#include <string>
#include <vector>

#include "tool/commands/command.hpp"
#include "tool/records/json.hpp"

namespace lenslet::cli {

struct Toolkit {
  AddCommand* kernel_command;

  // Prints a device's OpenCL objects: orders of queues, functions of the host, built-in kernels, formats of images.
  void (*print_objects)(const DeviceInfo& device);
  Json (*objects_json)(const DeviceInfo& device);

  // Compiles files of OpenCL C by the command's options, as separate programs or linked, and adds them to a bundle.
  // Returns notes for the user.
  std::vector<std::string> (*add_programs)(Bundle& bundle, const Session& session, const CLI::App& app,
                                           const std::vector<std::string>& files, const CompileOptions& options);
};

inline constinit Component<Toolkit> toolkit{
    {"lenslet::toolkit", "OpenCL's own kernels, queues and image objects", "LENSLET_TOOLKIT"}};

void add_link_options(CLI::App& app);

// Whether --apart is given. Options of the linker without it are wrong usage.
bool read_apart(const CLI::App& app);

}  // namespace lenslet::cli
