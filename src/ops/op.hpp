// An op as its folder makes it: what it says of itself, and what it is for given arguments.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lenslet/op.hpp>
#include <lenslet/pixel.hpp>

#include "stencil/stencil.hpp"

namespace lenslet::ops {

// Every parameter of an op with its value: given or default, of the right kind and in range.
class Arguments {
 public:
  // Throws invalid_argument that names the parameter, the value and what is allowed.
  Arguments(const OpInfo& op, const std::map<std::string, Value>& given);

  bool flag(std::string_view name) const;
  int integer(std::string_view name) const;
  std::optional<int> integer_or_auto(std::string_view name) const;  // nothing: auto
  double real(std::string_view name) const;
  const std::string& text(std::string_view name) const;  // of a choice or text
  const Value& get(std::string_view name) const;

 private:
  std::map<std::string, Value, std::less<>> values_;
};

struct Op {
  OpInfo info;

  // The input's pixel type is known because some defaults depend on it. Throws invalid_argument for arguments that do
  // not go together.
  std::function<stencil::Stencil(const Arguments&, PixelType)> stencil;

  // Arguments that together reach every path of the op, for verification and tests; the first is the benchmark's.
  std::vector<std::map<std::string, Value>> samples;
};

// Made by CMake from the lines of src/ops/CMakeLists.txt.
std::span<const Op> registry();
const Op& find(std::string_view name);

}  // namespace lenslet::ops
