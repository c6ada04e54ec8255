// The words behind a family's name: an op, a text, input files and output files.
#pragma once

#include <lenslet/array_op.hpp>
#include <optional>
#include <string>
#include <vector>

#include "input_limits.hpp"

namespace lenslet::cli {

// The words of the command line that are no options, taken from the front.
class Words {
 public:
  explicit Words(std::vector<std::string> words) : words_(std::move(words)) {}
  bool empty() const { return words_.empty(); }
  const std::string& front() const { return words_.front(); }
  std::string take();

 private:
  std::vector<std::string> words_;
};

struct ArrayInputs {
  Call call;  // with what the inputs say of it
  std::vector<Array> arrays;
  std::vector<ArrayType> types;  // of the arrays once they are converted
  std::vector<std::string> files;
};

// Takes as many words as the call needs, and reads the files that they name. A table with a column for each input may
// stand for them. `types`: the value of --type, one name for all inputs or one for each.
ArrayInputs read_inputs(const OpInfo& info, const Call& call, Words& words, const std::optional<std::string>& types,
                        const InputLimits& limits);

// Makes the arrays of these types, once the device is known to have room for them.
void convert(ArrayInputs& inputs);

// "lenslet fit x.npy y.npy [w.npy] [coefficients.npy ...]"
std::string usage_of(const OpInfo& info);

}  // namespace lenslet::cli
