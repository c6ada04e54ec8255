// What messages call an op that a user brings.
#pragma once

#include <string>
#include <string_view>

namespace lenslet::system {

// Takes from an op's name what its user did not type: from paths of .cl files the working directory, also in the text
// of a pipeline, and from the name of a text, "edges.7068072795827970159", its content's number. Others stay.
std::string shown_name(std::string_view op);

}  // namespace lenslet::system
