// Strings of JSON must be UTF-8: the library's strict printer throws where one is not.
#include "json.hpp"

#include <nlohmann/json.hpp>

namespace lenslet::fuzz {

using Json = nlohmann::ordered_json;

std::string dumped(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

bool is_utf8(const std::string& text) {
  try {
    return !Json(text).dump().empty();
  } catch (const Json::type_error&) {
    return false;
  }
}

}  // namespace lenslet::fuzz
