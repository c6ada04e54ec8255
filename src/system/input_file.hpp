// Whole files into memory, as many bytes as the caller allows.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace lenslet::system {

// Reads an ordinary file, or a pipe until its writers have left. Opens nothing else: a device such as /dev/zero may
// never end. Throws Error of kind io, "cannot read 'PATH': ...", also for more than `most` bytes; of an ordinary file
// that is known before anything is read.
std::string read_input(const std::filesystem::path& path, std::uint64_t most);

}  // namespace lenslet::system
