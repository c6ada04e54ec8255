// What happens to an image's alpha.
#include <algorithm>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/plan.hpp>

#include "names.hpp"
#include "op/op.hpp"
#include "system/printable.hpp"

namespace lenslet {

namespace op {

Alpha alpha_of(const OpInfo& op, const Work& work, std::span<const Alpha> allowed, std::string_view reason) {
  const auto* image = work.inputs.empty() ? nullptr : std::get_if<ImageType>(&work.inputs.front());
  const std::optional<Alpha> asked = work.options.alpha;
  if (!asked || !image || !image->format.alpha) return allowed.front();
  if (std::ranges::count(allowed, *asked) > 0) return *asked;
  std::vector<std::string> names;
  for (const Alpha alpha : allowed) names.emplace_back(name_of(alpha));
  throw Error(ErrorKind::invalid_argument,
              fmt::format("{}: alpha '{}' has no meaning: {}; allowed: {}", system::shown_name(full_name(op)),
                          name_of(*asked), reason, joined(names)));
}

Alpha alpha_of(const Op& op, const Work& work) {
  return alpha_of(op.info, work, op.alphas,
                  work.options.alpha == Alpha::keep ? "a result of another size has an alpha of its own"
                                                    : "it makes no mean of pixels, in which colours could be weighted");
}

}  // namespace op

std::string_view name_of(Alpha alpha) {
  constexpr std::string_view names[] = {"keep", "filter", "premultiply"};
  return names[static_cast<std::size_t>(alpha)];
}

Alpha parse_alpha(std::string_view word) {
  return parse_name("unknown alpha", word, alphas);
}

}  // namespace lenslet
