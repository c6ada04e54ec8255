// Pictures of results, and the numbers in them.
#include <lenslet/plot.hpp>

#include <cmath>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "array/op.hpp"
#include "array/superscript.hpp"

namespace lenslet {
namespace array {

std::string superscript(int value) {
  constexpr const char* digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text = value < 0 ? "⁻" : "";
  for (const char digit : fmt::format("{}", std::abs(value))) text += digits[digit - '0'];
  return text;
}

}  // namespace array

std::string plot_number(double value, int digits) {
  std::string text = fmt::format("{:.{}g}", std::abs(value), digits);
  const std::size_t e = text.find('e');
  if (e != text.npos)
    text = fmt::format("{}·10{}", text.substr(0, e), array::superscript(std::stoi(text.substr(e + 1))));
  return std::signbit(value) && value != 0 ? "−" + text : text;
}

Plot plot_of(const Call& call, const std::vector<Array>& inputs, const std::vector<Array>& outputs) {
  const array::Op& op = array::find(call.op);
  if (!op.plot) throw Error(ErrorKind::unsupported, fmt::format("{} has no plot", call.op));
  std::vector<ArrayType> types;
  for (const Array& input : inputs) types.push_back(input.type());
  return op.plot(array::problem_of(op, call, types), inputs, outputs);
}

}  // namespace lenslet
