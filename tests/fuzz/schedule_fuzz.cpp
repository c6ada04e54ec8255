// Schedules of images and of arrays: each has one spelling.
#include <string>

#include <lenslet/schedule.hpp>

#include "array/space.hpp"
#include "fuzz.hpp"

namespace {

const lenslet::array::Space spaces[] = {
    {},
    {lenslet::array::words("access", {"once", "stride", "chunk"}), lenslet::array::numbers("group", {1, 16, 1024}),
     lenslet::array::numbers("v", {1, 2, 16})},
    {lenslet::array::words("way", {"two_stage", "atomic"}), lenslet::array::words("other", {"two_stage", "1", "11"}),
     lenslet::array::numbers("", {1, 11})}};

}  // namespace

void lenslet::fuzz::run(std::string_view bytes) {
  if (const auto schedule = accepted([&] { return parse_schedule(bytes); }))
    expect(to_string(*schedule) == bytes, "a schedule of images has one spelling");
  for (const array::Space& space : spaces)
    if (const auto schedule = accepted([&] { return array::parse(std::string(bytes), space); }))
      expect(to_string(*schedule) == bytes, "a schedule of arrays has one spelling");
}
