// The arguments of a call, checked against the op's parameters.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include <lenslet/op.hpp>

namespace lenslet::op {

using ArgumentMap = std::map<std::string, Value>;  // as a call gives them

// A value for every parameter of an op: given or default, of the right kind and in range.
class Arguments {
 public:
  // Throws invalid_argument with the parameter, the value and what is allowed.
  Arguments(const OpInfo& op, const ArgumentMap& given);

  bool flag(std::string_view name) const;
  int integer(std::string_view name) const;
  std::optional<int> integer_or_auto(std::string_view name) const;  // absent: auto
  double real(std::string_view name) const;
  const std::string& text(std::string_view name) const;  // for a choice or a text
  const Value& get(std::string_view name) const;

 private:
  std::map<std::string, Value, std::less<>> values_;
};

}  // namespace lenslet::op

namespace lenslet::ops {
using op::ArgumentMap;
using op::Arguments;  // what every op is made from
}  // namespace lenslet::ops
