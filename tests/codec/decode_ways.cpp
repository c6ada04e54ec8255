#include "decode_ways.hpp"

namespace lenslet {

const Session& session_of_decoding() {
  static const Session& session = *new Session;
  return session;
}

const std::vector<std::string> decoding_ways{"restart",     "sync",     "coefficients",
                                             "gpu_restart", "gpu_sync", "gpu_coefficients"};

std::string way_of(const std::string& name) {
  return name.substr(name.find('_') + 1);
}

codec::Decoder decoder_of(const std::string& name, int scale) {
  DeviceInfo target = session_of_decoding().device();
  if (name.starts_with("gpu")) target.kind = DeviceKind::gpu;
  return {session_of_decoding(), {.way = way_of(name), .scale = scale}, target};
}

}  // namespace lenslet
