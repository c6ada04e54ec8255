// Pictures of results, and the numbers in them.
#include <lenslet/plot.hpp>

#include <cmath>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "op/op.hpp"
#include "op/superscript.hpp"

namespace lenslet {
namespace op {

std::string superscript(int value) {
  constexpr const char* digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text = value < 0 ? "⁻" : "";
  for (const char digit : fmt::format("{}", std::abs(value))) text += digits[digit - '0'];
  return text;
}

}  // namespace op

std::string plot_number(double value, int digits) {
  std::string text = fmt::format("{:.{}g}", std::abs(value), digits);
  const std::size_t e = text.find('e');
  if (e != text.npos) text = fmt::format("{}·10{}", text.substr(0, e), op::superscript(std::stoi(text.substr(e + 1))));
  return std::signbit(value) && value != 0 ? "−" + text : text;
}

Plot plot_of(const Call& call, const std::vector<Array>& inputs, const std::vector<Array>& outputs) {
  const op::OpPtr op = op::find(call.op, ValueKind::array);
  if (!op->plot) throw Error(ErrorKind::unsupported, fmt::format("{} has no plot", call.op));
  return op->plot(op::instance_of(*op, call, types_of(inputs)), inputs, outputs);
}

}  // namespace lenslet
