// Matrices of tests, written as people write them.
#pragma once

#include <string>

#include <lenslet/argument_text.hpp>

namespace lenslet {

inline Matrix matrix(const std::string& rows) {
  const Parameter parameter{.name = "matrix", .summary = {}, .kind = ParameterKind::matrix, .initial = Matrix()};
  return std::get<Matrix>(parse_argument(parameter, rows));
}

}  // namespace lenslet
