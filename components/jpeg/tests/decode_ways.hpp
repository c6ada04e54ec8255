// The device's ways of decoding, for tests.
#pragma once

#include <string>
#include <vector>

#include <lenslet/session.hpp>

#include "jpeg/decoder.hpp"

namespace lenslet {

// The session is never closed: Oclgrind is gone before static objects are.
const Session& session_of_decoding();

// "sync" is this device's way, "gpu_sync" that of GPUs, which other devices can run, too.
extern const std::vector<std::string> decoding_ways;

std::string way_of(const std::string& name);

codec::Decoder decoder_of(const std::string& name, int scale = 1);

}  // namespace lenslet
