#include "decode_ways.hpp"

#include "system/temporary_folder.hpp"

namespace lenslet {

// A session without times that other tests or the user measured.
const Session& session_of_decoding() {
  static const system::TemporaryFolder folder({"lenslet.sqlite"});
  static const Session& session = *new Session({.data_directory = folder.path()});
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
