// What a node's text says as NAME=VALUE.
#pragma once

#include <string>

#include "pipeline/definition.hpp"

namespace lenslet::pipeline {

// Gives the node an argument of its op, or its own border or type. Throws invalid_argument for a name that is neither,
// and for one that has a value already; whether the value is allowed is not looked at.
void put_word(Node& node, const OpInfo& op, const std::string& name, const std::string& value);

}  // namespace lenslet::pipeline
