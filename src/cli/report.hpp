// What `lenslet run` says of what it did: for people (--explain) and for programs (--json).
#pragma once

#include <lenslet/op.hpp>
#include <lenslet/session.hpp>
#include <string>

#include "filter.hpp"
#include "json.hpp"

namespace lenslet::cli {

std::string explain(const FileReport& report, const Session& session);

Json to_json(const FileReport& report, const Session& session);

}  // namespace lenslet::cli
