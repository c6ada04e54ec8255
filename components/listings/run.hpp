// A listing that is ready to be launched: its program, its memory and its kernels with their arguments.
#pragma once

#include <string>
#include <vector>

#include <lenslet/kernel.hpp>
#include <lenslet/queue.hpp>
#include <lenslet/run_listing.hpp>

#include "listings/contents.hpp"
#include "listings/fit.hpp"

namespace lenslet::listings {

class Ready {
 public:
  Ready(const Session& session, const Listing& listing, const std::string& options, const Setup& setup);

  // Launches all steps, waits, and returns the time from the first one's start to the last one's end by the device's
  // clock, or by the host's where the driver has none.
  double launch_ms() const;

  const Contents& contents() const { return contents_; }
  const Program& program() const { return built_.program; }

 private:
  struct Launched {
    Kernel kernel;
    KernelRange range;
    std::vector<KernelArgument> arguments;
  };

  Queue queue_;
  Built built_;
  Contents contents_;
  std::vector<Launched> steps_;
};

// Whether a number is what a listing should give, by a tolerance as of Check.
bool is_near(double got, double expected, double tolerance);

// "saxpy.cl": the name of a listing's kernel.
std::string kernel_file(const Listing& listing);

}  // namespace lenslet::listings
