#include "cli/terminal/time_limit.hpp"

#include <utility>

#include <fmt/format.h>

namespace lenslet::cli {
namespace {

std::string late_kernels(std::chrono::milliseconds limit, const std::string& whose) {
  return fmt::format(
      "{}: its kernels are still at work after {} s, and OpenCL cannot stop them: does a loop never end?", whose,
      std::chrono::duration<double>(limit).count());
}

}  // namespace

TimeLimit::TimeLimit(std::chrono::milliseconds limit, std::string whose, std::function<std::string()> at_end)
    : deadline_(limit, [limit, whose = std::move(whose), at_end = std::move(at_end)] {
        give_up(late_kernels(limit, whose) + (at_end ? at_end() : " --timeout gives them longer"));
      }) {}

}  // namespace lenslet::cli
