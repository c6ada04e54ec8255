// The output of lenslet kernel on a program and a launch, for people and as JSON.
#pragma once

#include <lenslet/event_times.hpp>
#include <lenslet/kernel.hpp>
#include <span>
#include <string>
#include <vector>

#include "tool/records/json.hpp"

namespace lenslet::cli {

// A launch that has ended.
struct Launched {
  std::string kernel;
  KernelRange range;
  EventTimes times;
  std::vector<std::string> files;
  std::vector<double> repeats_ms;  // of further launches, by the device's clock
};

double milliseconds(std::uint64_t from, std::uint64_t to);
std::string sides_text(std::span<const std::size_t> sides);  // "64 x 4"

void print_program(const Session& session, const Program& program);
void print_launch(const Launched& done);

Json program_json(const Session& session, const Program& program);
Json launch_json(const Launched& done);

}  // namespace lenslet::cli
