// The machine on which studies are measured: verdicts of one device differ between the machines that it is in.
#pragma once

#include <string>

namespace lenslet::report {

// Describes this machine: "AMD EPYC, 2 processors, AVX-512".
std::string this_machine();

// Takes the processor's name from a text like Linux' /proc/cpuinfo; empty where it has none.
std::string processor_name(const std::string& cpuinfo);

}  // namespace lenslet::report
