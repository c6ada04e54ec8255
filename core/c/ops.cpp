// The registry of ops for C: texts that live as long as the process.
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include <lenslet/argument_text.hpp>
#include <lenslet/op.hpp>

#include "c/error.hpp"

namespace lenslet::c {
namespace {

struct Described {
  lenslet_op_info info;
  std::vector<lenslet_parameter_info> parameters;
};

const char* name_of(ParameterKind kind) {
  constexpr const char* names[] = {"flag", "integer", "real", "choice", "text", "numbers", "matrix", "size", "curve"};
  return names[static_cast<std::size_t>(kind)];
}

// Makes the descriptions once. The texts that the library does not hold are kept in `texts`, which never moves them.
class Registry {
 public:
  Registry() {
    for (const OpInfo& op : all_ops()) all_.push_back(describe(op));
  }

  const std::vector<Described>& all() const { return all_; }

 private:
  const char* keep(std::string text) { return texts_.emplace_back(std::move(text)).c_str(); }

  Described describe(const OpInfo& op) {
    Described result{};
    for (const Parameter& parameter : op.parameters)
      if (!parameter.internal) result.parameters.push_back(describe(parameter));
    result.info = {
        .name = keep(full_name(op)),
        .summary = op.summary.c_str(),
        .details = op.details.c_str(),
        .kind = op.inputs.empty() || op.inputs.front().kind == ValueKind::image ? LENSLET_IMAGE : LENSLET_ARRAY,
        .inputs = op.inputs.size(),
        .outputs = op.outputs.size(),
        .parameters = result.parameters.size()};
    return result;
  }

  lenslet_parameter_info describe(const Parameter& parameter) {
    return {.name = parameter.name.c_str(),
            .summary = parameter.summary.c_str(),
            .kind = name_of(parameter.kind),
            .initial = keep(value_text(parameter.initial)),
            .unit = parameter.unit.c_str(),
            .choices = keep(fmt::format("{}", fmt::join(parameter.choices, "|"))),
            .minimum = parameter.minimum,
            .maximum = parameter.maximum,
            .automatic = parameter.automatic ? 1 : 0};
  }

  std::deque<std::string> texts_;
  std::vector<Described> all_;
};

const std::vector<Described>& registry() {
  static const Registry known;
  return known.all();
}

const Described& op_at(std::size_t op) {
  if (op >= registry().size()) refuse(fmt::format("op {}; allowed: 0 to {}", op, registry().size() - 1));
  return registry()[op];
}

}  // namespace
}  // namespace lenslet::c

using lenslet::c::checked;
using lenslet::c::guarded;

extern "C" {

size_t lenslet_op_count(void) {
  size_t count = 0;
  guarded([&] { count = lenslet::c::registry().size(); });
  return count;
}

lenslet_status lenslet_op_describe(size_t op, lenslet_op_info* info) {
  return guarded([&] { checked(info, "info") = lenslet::c::op_at(op).info; });
}

lenslet_status lenslet_op_parameter(size_t op, size_t parameter, lenslet_parameter_info* info) {
  return guarded([&] {
    const lenslet::c::Described& known = lenslet::c::op_at(op);
    if (parameter >= known.parameters.size())
      lenslet::c::refuse(
          fmt::format("parameter {} of {}, which has {}", parameter, known.info.name, known.parameters.size()));
    checked(info, "info") = known.parameters[parameter];
  });
}

}  // extern "C"
