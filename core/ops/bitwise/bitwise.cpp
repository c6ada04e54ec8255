// Logic on the bits of samples.
#include <cstdint>

#include "point/point_op.hpp"

namespace lenslet::ops {
namespace {

OpInfo describe_bitwise() {
  return {.name = "bitwise",
          .summary = "Logic on the bits of samples: and, or, xor, not.",
          .details =
              "Of two images of one size and format, or with not of one. Equals OpenCV's bitwise_and, bitwise_or, "
              "bitwise_xor and bitwise_not. Of alpha channels the first is kept.",
          .parameters = {{.name = "by",
                          .summary = "What makes a bit of two.",
                          .kind = ParameterKind::choice,
                          .initial = std::string("and"),
                          .choices = {"and", "or", "xor", "not"}}},
          .outputs = {"out"},
          .inputs = point::images({"a", "b"}, point::all_integers()),
          .synonyms = {
              {"bitwiseand", "by=and"}, {"bitwiseor", "by=or"}, {"bitwisexor", "by=xor"}, {"bitwisenot", "by=not"}}};
}

std::vector<std::string> bitwise_input_names(const Arguments& args) {
  if (args.text("by") == "not") return {"a"};
  return {"a", "b"};
}

std::uint64_t result_of(const std::string& by, std::uint64_t a, std::uint64_t b) {
  if (by == "and") return a & b;
  if (by == "or") return a | b;
  return by == "xor" ? a ^ b : ~a;
}

point::Function make_bitwise(const Arguments& args, const std::vector<PixelFormat>& formats) {
  point::check_alike("bitwise", formats);
  const std::string& by = args.text("by");
  const auto mask = static_cast<std::uint64_t>(max_value(formats.front().type));
  return {.file = "bitwise.cl",
          .name = "bitwise_" + by,
          .arithmetic = point::Arithmetic::native,
          .outputs = {formats.front()},
          .reference = [=](std::span<const double> in, std::span<op::Range> out) {
            const auto a = static_cast<std::uint64_t>(in[0]), b = static_cast<std::uint64_t>(in.back());
            out[0] = point::exactly(static_cast<double>(result_of(by, a, b) & mask));
          }};
}

// The bits of an integer, in 64 of them.
std::uint64_t bits_in(op::Exact sample) {
  return sample < 0 ? static_cast<std::uint64_t>(static_cast<std::int64_t>(sample))
                    : static_cast<std::uint64_t>(sample);
}

point::AnyFunction make_any_bitwise(const Arguments& args, const std::vector<PixelFormat>& formats) {
  point::check_alike("bitwise", formats);
  const std::string& by = args.text("by");
  const PixelFormat& format = formats.front();
  return {.file = "bitwise.cl",
          .name = "bitwise_" + by,
          .arithmetic = format.type,
          .outputs = {format},
          .reference = [by, type = format.type](std::span<const op::Exact> in, std::span<point::ExactRange> out) {
            const std::uint64_t bits = result_of(by, bits_in(in[0]), bits_in(in.back()));
            out[0].low = out[0].high = with_type(
                type, [bits](auto number) { return static_cast<op::Exact>(static_cast<decltype(number)>(bits)); });
          }};
}

}  // namespace

op::Op bitwise() {
  std::vector<point::Sample> samples;
  for (const char* by : {"and", "or", "xor", "not"}) samples.push_back({{{"by", std::string(by)}}});
  return point::PointOp{.info = describe_bitwise(),
                        .make = make_bitwise,
                        .samples = std::move(samples),
                        .inputs = bitwise_input_names,
                        .any = make_any_bitwise};
}

}  // namespace lenslet::ops
