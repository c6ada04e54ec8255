// Tells what lies on what, and copies in planes of two sides.
#include "image/sides.hpp"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <span>
#include <utility>

#include "image/copy_pixels.hpp"

namespace lenslet {
namespace {

bool is_empty(const Laid& laid) {
  return std::ranges::any_of(laid.sides, [](const Side& side) { return side.length < 1; });
}

// The bytes from the first to behind the last one, with what lies between.
std::pair<const std::byte*, const std::byte*> extent_of(const Laid& laid) {
  auto [first, last] = std::pair(laid.first, laid.first);
  for (const Side& side : laid.sides) (side.stride < 0 ? first : last) += (side.length - 1) * side.stride;
  return {first, last + laid.bytes};
}

// A whole number from `low` to `high`, times a distance that is positive.
struct Term {
  std::int64_t stride, low, high;
};

// Adds the steps along the sides, or back along them. Sides of one distance make one term.
void add_terms(const std::vector<Side>& sides, bool back, std::vector<Term>& terms) {
  for (const Side& side : sides) {
    if (side.stride == 0 || side.length == 1) continue;
    const std::int64_t stride = std::abs(side.stride), most = side.length - 1;
    auto term = std::ranges::find(terms, stride, &Term::stride);
    if (term == terms.end()) term = terms.insert(terms.end(), {stride, 0, 0});
    ((side.stride < 0) == back ? term->high : term->low) += (side.stride < 0) == back ? most : -most;
  }
}

std::int64_t floor_of(std::int64_t number, std::int64_t divisor) {
  return number / divisor - (number % divisor < 0 ? 1 : 0);
}

// Looks for terms whose sum lies between two numbers. The largest distances come first, so that few are tried where
// sides lie within each other, as they do in images.
class SumSearch {
 public:
  explicit SumSearch(std::vector<Term> terms) : terms_(std::move(terms)) {
    std::ranges::sort(terms_, std::greater(), &Term::stride);
  }

  // Also true after too many tries.
  bool finds(std::int64_t least, std::int64_t most, std::size_t place = 0) {
    if (++tries_ > most_tries) return true;
    if (place == terms_.size()) return least <= 0 && most >= 0;
    std::int64_t low = 0, high = 0;  // that the terms behind may add
    for (std::size_t i = place + 1; i < terms_.size(); ++i) {
      low += terms_[i].low * terms_[i].stride;
      high += terms_[i].high * terms_[i].stride;
    }
    const Term& term = terms_[place];
    const std::int64_t last = std::min(term.high, floor_of(most - low, term.stride));
    for (std::int64_t n = std::max(term.low, -floor_of(high - least, term.stride)); n <= last; ++n)
      if (finds(least - n * term.stride, most - n * term.stride, place + 1)) return true;
    return false;
  }

 private:
  static constexpr int most_tries = 1 << 16;

  std::vector<Term> terms_;
  int tries_ = 0;
};

}  // namespace

Laid laid_of(const ImageView& image) {
  return {image.pixel(0, 0),
          static_cast<std::int64_t>(image.format().bytes()),
          {{image.height(), image.stride()}, {image.width(), image.pixel_stride()}}};
}

Laid laid_of(const StackView& stack) {
  const auto& [size, format, axes] = stack.type();
  Laid laid{stack.page(0).pixel(0, 0), static_cast<std::int64_t>(format.bytes()), {}};
  for (std::size_t i = 0; i < axes.size(); ++i) laid.sides.push_back({axes[i].length, stack.strides().axes[i]});
  laid.sides.push_back({size.height, stack.strides().row});
  laid.sides.push_back({size.width, stack.strides().pixel});
  return laid;
}

Laid laid_of(const ArrayView& array) {
  Laid laid{array.data(), static_cast<std::int64_t>(size_of(array.type().type)), {}};
  for (std::size_t i = 0; i < array.strides().size(); ++i)
    laid.sides.push_back({array.type().shape[i], array.strides()[i]});
  return laid;
}

std::optional<Overlap> overlap_within(std::int64_t bytes, std::vector<Side> sides) {
  std::ranges::sort(sides, {}, [](const Side& side) { return std::abs(side.stride); });
  std::int64_t inner = bytes;
  for (const Side& side : sides) {
    if (side.length < 2) continue;
    const std::int64_t stride = std::abs(side.stride);
    if (stride < inner) return Overlap{side.stride, inner};
    inner += stride * (side.length - 1);
  }
  return {};
}

bool overlap(const Laid& a, const Laid& b) {
  if (is_empty(a) || is_empty(b)) return false;
  const auto one = extent_of(a), other = extent_of(b);
  if (!std::less()(one.first, other.second) || !std::less()(other.first, one.second)) return false;
  std::vector<Term> terms;
  add_terms(a.sides, false, terms);
  add_terms(b.sides, true, terms);
  const std::int64_t apart = b.first - a.first;
  return SumSearch(std::move(terms)).finds(apart - a.bytes + 1, apart + b.bytes - 1);
}

std::vector<Side> joined(const std::vector<Side>& sides) {
  std::vector<Side> result;
  for (auto side = sides.rbegin(); side != sides.rend(); ++side) {
    if (side->length == 1) continue;
    if (!result.empty() && side->stride == result.front().stride * result.front().length)
      result.front().length *= side->length;
    else
      result.insert(result.begin(), *side);
  }
  return result;
}

std::optional<std::int64_t> joined_stride(const std::vector<Side>& sides, std::int64_t alone) {
  const std::vector<Side> result = joined(sides);
  if (result.empty()) return alone;
  return result.size() == 1 ? std::optional(result.front().stride) : std::nullopt;
}

namespace {

// A side of a copy, with a distance on each side.
struct Step {
  std::int64_t length, from, to;
};

// The sides of more than one element, where neighbours that go on where the inner one ends are one.
std::vector<Step> steps_of(const std::vector<std::int64_t>& shape, const std::vector<std::int64_t>& from,
                           const std::vector<std::int64_t>& to) {
  std::vector<Step> steps;  // innermost first
  for (std::size_t i = shape.size(); i-- > 0;) {
    if (shape[i] == 1) continue;
    const Step* inner = steps.empty() ? nullptr : &steps.back();
    if (inner && from[i] == inner->from * inner->length && to[i] == inner->to * inner->length)
      steps.back().length *= shape[i];
    else
      steps.push_back({shape[i], from[i], to[i]});
  }
  return steps;
}

void copy_planes(const std::byte* from, std::byte* to, std::span<const Step> steps, std::int64_t bytes) {
  const Step &x = steps[0], &y = steps[1];
  if (steps.size() == 2)
    return copy_pixels({from, y.from, x.from}, {to, y.to, x.to}, {x.length, y.length},
                       static_cast<std::uint64_t>(bytes));
  for (std::int64_t i = 0; i < steps.back().length; ++i)
    copy_planes(from + i * steps.back().from, to + i * steps.back().to, steps.first(steps.size() - 1), bytes);
}

}  // namespace

// The second side of the planes is one along which elements of either memory are the nearest: a plane shares cache
// lines then, also where a transposed array is copied.
void copy_elements(const std::byte* from, const std::vector<std::int64_t>& from_strides, std::byte* to,
                   const std::vector<std::int64_t>& to_strides, const std::vector<std::int64_t>& shape,
                   std::int64_t bytes) {
  if (std::ranges::any_of(shape, [](std::int64_t side) { return side < 1; })) return;
  std::vector<Step> steps = steps_of(shape, from_strides, to_strides);
  const bool repeats = !steps.empty() && (steps.front().from == 0 || steps.front().to == 0);
  if (steps.empty() || repeats) steps.insert(steps.begin(), {1, bytes, bytes});
  if (steps.size() < 2) steps.push_back({1, bytes, bytes});
  const auto nearest = [](const Step& step) { return std::min(std::abs(step.from), std::abs(step.to)); };
  std::iter_swap(steps.begin() + 1, std::ranges::min_element(steps.begin() + 1, steps.end(), {}, nearest));
  copy_planes(from, to, steps, bytes);
}

}  // namespace lenslet
