// Schedules of images and of arrays: each has one spelling.
#include <string>

#include <lenslet/schedule.hpp>

#include "fuzz.hpp"
#include "op/dimensions.hpp"

namespace {

const lenslet::op::Dimensions spaces[] = {
    {},
    {lenslet::op::words("access", {"once", "stride", "chunk"}), lenslet::op::numbers("group", {1, 16, 1024}),
     lenslet::op::numbers("v", {1, 2, 16})},
    {lenslet::op::words("way", {"two_stage", "atomic"}), lenslet::op::words("other", {"two_stage", "1", "11"}),
     lenslet::op::numbers("", {1, 11})}};

}  // namespace

void lenslet::fuzz::run(std::string_view bytes) {
  if (const auto schedule = accepted([&] { return parse_schedule(bytes); }))
    expect(to_string(*schedule) == bytes, "a schedule of images has one spelling");
  for (const op::Dimensions& space : spaces)
    if (const auto schedule = accepted([&] { return op::parse(std::string(bytes), space); }))
      expect(to_string(*schedule) == bytes, "a schedule of arrays has one spelling");
}
