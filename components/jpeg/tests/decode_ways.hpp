// The device's ways of decoding, for tests.
#pragma once

#include <string>
#include <vector>

#include <lenslet/session.hpp>

#include "jpeg/decoder.hpp"

namespace lenslet {

// It is never closed: Oclgrind is gone before static objects are.
const Session& session_of_decoding();

// "sync" is what this device has, "gpu_sync" what GPUs have, which other devices can run, too.
extern const std::vector<std::string> decoding_ways;

std::string way_of(const std::string& name);

codec::Decoder decoder_of(const std::string& name, int scale = 1);

}  // namespace lenslet
