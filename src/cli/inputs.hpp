// The inputs of one call, from the words that name their files.
#pragma once

#include <lenslet/array_op.hpp>
#include <optional>
#include <string>
#include <vector>

#include "value_file.hpp"

namespace lenslet::cli {

// Words of the command line, taken from the front.
class Words {
 public:
  explicit Words(std::vector<std::string> words) : words_(std::move(words)) {}
  bool empty() const { return words_.empty(); }
  std::size_t size() const { return words_.size(); }
  const std::string& front() const { return words_.front(); }
  std::string take();

 private:
  std::vector<std::string> words_;
};

struct Inputs {
  Call call;  // with what the inputs say of it
  std::vector<ValueFile> values;
  std::vector<ValueType> types;  // that they are taken as
  std::vector<std::string> files;
  std::vector<std::string> notes;
};

std::vector<std::string> input_names(const OpInfo& info, const Call& call);
ValueKind kind_of(const OpInfo& info);
std::vector<ArrayType> array_types(const std::vector<ValueType>& types);

// Takes as many words as the call needs, and opens the files that they name. A table with a column for each input may
// stand for them. `types`: the value of --type, one name for all inputs or one for each.
Inputs read_inputs(const OpInfo& info, const Call& call, Words& words, const std::optional<std::string>& types,
                   OpenOptions options);

// Decoded and converted, once the device is known to have room for them.
std::vector<HostValue> take_values(Inputs& inputs);

// "lenslet fit x.npy y.npy [w.npy] [coefficients.npy ...]"
std::string usage_of(const OpInfo& info);

}  // namespace lenslet::cli
