// The inputs of one call, from the words that name their files.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tool/files/value_file.hpp"

namespace lenslet::cli {

using Words = std::span<const std::string>;  // of the command line, taken from the front

struct Inputs {
  Call call;  // completed by the inputs
  std::vector<ValueFile> values;
  std::vector<ValueType> types;  // as which they are taken
  std::vector<std::string> files;
  std::vector<std::string> notes;
};

std::vector<ArrayType> array_types(const std::vector<ValueType>& types);

// Takes as many words as the call needs, and opens their files. A table with a column for each input may stand for
// them. `types` is the value of --type: one name for all inputs, or one for each.
Inputs read_inputs(const OpInfo& info, const Call& call, Words& words, const std::optional<std::string>& types,
                   OpenOptions options);

// Returns the first input's file if it is an image of exactly the type and size that is taken; else an empty text.
std::string file_of_such_image(const Inputs& inputs);

// Decodes and converts the inputs, once the device is known to have room for them. An empty array stands for an input
// that the device has decoded.
std::vector<HostValue> take_values(Inputs& inputs);

// Names the inputs that every call has.
std::vector<std::string> needed_inputs(const OpInfo& info);

// Shows how to call the op: "lenslet fit x.npy y.npy [w.npy] [coefficients.npy ...]"
std::string usage_of(const OpInfo& info);

}  // namespace lenslet::cli
