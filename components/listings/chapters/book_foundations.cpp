// Text 004, its first chapters: laws, platforms, devices, contexts, and the steps of a program.
#include "listings/chapters.hpp"
#include "listings/host/functions.hpp"

namespace lenslet::listings {

namespace {

std::vector<Listing> laws_and_platforms() {
  return {
      {.name = "amdahl",
       .title = "The laws of Amdahl and Gustafson",
       .what = "Computes the speed-ups of 2, 4 and 8 processors where half of the work is serial: T(2) = 1.33 of "
               "the text is such a speed-up, no time.",
       .places = {{"004", 512, 560, "A01"}},
       .host = amdahl,
       .instead = "lenslet study amdahl"},
      {.name = "program-flow",
       .title = "The steps of a program",
       .what = "Runs SAXPY of 1024 numbers in the 15 steps that the text lists, by OpenCL's own calls.",
       .places = {{"004", 1053, 1074, "A05"}, {"002", 89, 104, "A05"}},
       .host = program_flow,
       .instead = "session.run(ops::map::Saxpy{.a = 2}, {a, b}); examples/own_kernel.cpp"},
      {.name = "gpu-or-cpu",
       .title = "The same program on another device",
       .what = "Takes a GPU where the platform has one, and its CPU where not.",
       .places = {{"004", 1076, 1078, "A15"}},
       .host = gpu_or_cpu,
       .instead = "--device, or LENSLET_DEVICE; find_device() of <lenslet/device.hpp>",
       .faults = {{.what = "Programs ask for a GPU and do not look what clGetDeviceIDs returns.",
                   .cure = "Where there is no GPU, take another device.",
                   .effect = Effect::maybe,
                   .host = gpu_or_cpu_as_printed}}},
      {.name = "platforms",
       .title = "Properties of platforms",
       .what = "Prints name, vendor, version, profile and extensions of each platform.",
       .places = {{"004", 1171, 1232, "A06"}, {"004", 1545, 1558, "A03"}},
       .host = platforms,
       .instead = "lenslet devices --json; devices() of <lenslet/device.hpp>",
       .faults = {{.what = "Each text gets 1024 bytes, and lists of extensions may be longer.",
                   .cure = "Ask for the size first.",
                   .effect = Effect::maybe,
                   .host = platforms_as_printed}}},
  };
}

std::vector<Listing> devices_and_ranges() {
  return {
      {.name = "devices",
       .title = "Properties of devices",
       .what = "Prints name, vendor, versions, compute units and more of each device of the platform.",
       .places = {{"004", 1234, 1336, "A07"}},
       .host = devices,
       .instead = "lenslet devices --json"},
      {.name = "processing-elements",
       .title = "Compute units and processing elements",
       .what = "Multiplies the units of the devices that the texts name by the elements of each: 6 x 16 x 4 is 384.",
       .places =
           {{"004", 657, 712, "A08"}, {"004", 1121, 1162, "A08"}, {"001", 32, 48, "A08"}, {"004", 1325, 0, "A07"}},
       .host = processing_elements,
       .instead = "lenslet devices --table; DeviceInfo::compute_units, unit_elements",
       .faults = {{.what = "Line 1325 prints 32 compute units of the HD 7870, which line 1144 says has 20.",
                   .cure = "It has 20 of 64 elements: 1280 in all.",
                   .host = processing_elements_as_printed}}},
      {.name = "groups-on-units",
       .title = "Groups on compute units",
       .what = "Spreads groups over units in rounds: 16 groups on 12 units run as 12 + 4.",
       .places = {{"004", 1560, 1566, "A14"}, {"004", 5265, 0, "A14"}, {"004", 5347, 0, "A14"}},
       .host = groups_on_units,
       .instead = "lenslet study group; lenslet advise"},
      {.name = "ranges",
       .title = "clEnqueueNDRangeKernel",
       .what = "Launches a kernel with one and three dimensions, with an offset, and with groups that do not fit.",
       .places = {{"004", 1405, 1430, "A10"}, {"004", 3502, 3529, "A10"}},
       .host = ranges,
       .instead = "kernel.launch({.global = {1000}, .group = {64}, .round_up = true}, arguments)"},
  };
}

std::vector<Listing> contexts_and_limits() {
  return {
      {.name = "context",
       .title = "A context with a function for errors",
       .what = "Makes a context on a platform's device, with a function that the driver calls.",
       .places = {{"004", 1434, 1478, "A11"}},
       .host = context,
       .instead = "sessions_in_one_context({.on_error = function}) of <lenslet/shared_context.hpp>",
       .faults = {{.what = "The list of platforms is passed where one platform should be.",
                   .cure = "Pass platforms[i].",
                   .effect = Effect::refused,
                   .host = context_as_printed}}},
      {.name = "device-limits",
       .title = "Limits of a device",
       .what = "Asks for the sizes that a program must know before it chooses groups, images and buffers.",
       .places = {{"004", 1722, 1724, "A16"}, {"001", 13, 0, "A16"}},
       .host = device_limits,
       .instead = "DeviceInfo of <lenslet/device.hpp>; lenslet devices --json"},
      {.name = "error-codes",
       .title = "Checked calls",
       .what = "Makes a buffer of no bytes, and prints the call and the name of its code.",
       .places = {{"004", 1851, 1888, "A17"}, {"004", 5633, 0, "A17"}, {"002", 208, 0, "A17"}},
       .host = error_codes,
       .instead = "Error of <lenslet/error.hpp>: every call of OpenCL is checked"},
  };
}

}  // namespace

std::vector<Listing> book_foundations() {
  return listed<Listing>(laws_and_platforms(), devices_and_ranges(), contexts_and_limits());
}

}  // namespace lenslet::listings
