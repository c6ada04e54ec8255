// A session's bundle: the programs in it that the session's device can use, and why the device cannot use the others.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include <lenslet/bundle.hpp>

#include "ocl/program.hpp"
#include "op/problem.hpp"
#include "op/space.hpp"

namespace lenslet {

class Bundled {
 public:
  // Throws what read_trusted_bundle() throws.
  Bundled(const std::filesystem::path& file, const DeviceInfo& device);

  struct Found {
    std::optional<ocl::BuildResult> built;
    BundleKind kind = BundleKind::binary;  // what it was built from
    std::string why_not = {};              // why nothing was built
    bool known = true;                     // whether the bundle has the program at all, even for another device
  };
  Found find(const ocl::Queue& queue, const ocl::BuildRequest& request) const;

  // What is stored of a program for this device: its kernels' arguments or its log.
  std::optional<ocl::Binary> kept(BundleKind kind, const std::string& source, const std::string& options) const;

  // The schedule whose programs the bundle has for this problem; absent where it has none that can run here.
  std::optional<op::Choice> choice(const op::Problem& problem, const DeviceInfo& device) const;

 private:
  // `why` says why the device takes no binary.
  Found from_spirv(const ocl::Queue& queue, const ocl::BuildRequest& request, std::size_t program,
                   const std::string& why) const;
  std::string why_no_program() const;
  std::string why_no_binary(std::size_t program) const;

  std::string name_;
  Bundle bundle_;
  std::string target_;  // the key of this device
};

}  // namespace lenslet
