// Real numbers become floats, as in kernels.
#include "user/number.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <lenslet/error.hpp>

namespace lenslet::user {

double number_of(const Head& head, const op::Arguments& arguments, std::string_view name) {
  const Parameter* parameter = find_parameter(head, name);
  if (!parameter) throw Error(ErrorKind::invalid_argument, fmt::format("{} has no parameter '{}'", head.name, name));
  switch (parameter->kind) {
    case ParameterKind::flag:
      return arguments.flag(name) ? 1 : 0;
    case ParameterKind::integer:
      return arguments.integer(name);
    case ParameterKind::real:
      return static_cast<float>(arguments.real(name));
    default:
      return static_cast<double>(std::ranges::find(parameter->choices, arguments.text(name)) -
                                 parameter->choices.begin());
  }
}

}  // namespace lenslet::user
