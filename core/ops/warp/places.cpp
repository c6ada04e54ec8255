// Computes places in whole numbers. warp_places.cl has the same arithmetic.
#include "ops/warp/places.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lenslet/error.hpp>

namespace lenslet::ops {
namespace {

constexpr int usable_bits = 62;
constexpr std::int64_t least_divisor = 1 << 20;  // with which places between corners are found by those of the corners
constexpr auto farthest = static_cast<std::int64_t>(max_distance);

struct Corner {
  double x, y;
};

std::array<Corner, 4> corners_of(const Rect& rect) {
  const auto left = static_cast<double>(rect.x), top = static_cast<double>(rect.y);
  const double right = left + static_cast<double>(rect.width - 1), bottom = top + static_cast<double>(rect.height - 1);
  return {{{left, top}, {right, top}, {left, bottom}, {right, bottom}}};
}

double form_at(const Matrix3& matrix, std::size_t row, Corner at) {
  return matrix[3 * row] * at.x + matrix[3 * row + 1] * at.y + matrix[3 * row + 2];
}

// The greatest magnitude of a row's numbers, and of what it makes of the corners.
double magnitude(const Matrix3& matrix, std::size_t row, const std::array<Corner, 4>& corners) {
  double most = 0;
  for (std::size_t i = 3 * row; i < 3 * row + 3; ++i) most = std::max(most, std::abs(matrix[i]));
  for (const Corner& corner : corners) most = std::max(most, std::abs(form_at(matrix, row, corner)));
  return most;
}

// Bits of the whole part.
int bits_of(double magnitude) {
  int bits = 0;
  std::frexp(magnitude, &bits);
  return bits;
}

void put_row(Places& places, const Matrix3& matrix, std::size_t row, int exponent) {
  for (std::size_t i = 3 * row; i < 3 * row + 3; ++i) places.numbers[i] = std::llround(std::ldexp(matrix[i], exponent));
}

[[noreturn]] void refuse(const char* op, const Matrix3& matrix, std::string_view why) {
  throw Error(ErrorKind::invalid_argument,
              fmt::format("{}: the matrix {:.6g} from the result to the image {}", op, fmt::join(matrix, ","), why));
}

Places affine(const char* op, const Matrix3& matrix, const std::array<Corner, 4>& corners) {
  Places places;
  for (std::size_t row = 0; row < 2; ++row) {
    if (magnitude(matrix, row, corners) > max_distance)
      refuse(op, matrix, fmt::format("names places further away than {:.0f} pixels", max_distance));
    put_row(places, matrix, row, place_bits);
  }
  return places;
}

Places projective(const char* op, const Matrix3& matrix, const std::array<Corner, 4>& corners) {
  const double divisor = magnitude(matrix, 2, corners);
  const double place = std::max(magnitude(matrix, 0, corners), magnitude(matrix, 1, corners));
  if (!(divisor > 0)) refuse(op, matrix, "divides all places by 0");
  if (!std::isfinite(divisor) || !std::isfinite(place)) refuse(op, matrix, "has numbers that are too large");
  const int of_divisor = usable_bits - divisor_shift - bits_of(divisor);
  const int exponent = place > 0 ? std::min(of_divisor, usable_bits - quotient_bits - bits_of(place)) : of_divisor;
  Places places{true, {}};
  for (std::size_t row = 0; row < 2; ++row) put_row(places, matrix, row, exponent + quotient_bits);
  put_row(places, matrix, 2, exponent + divisor_shift);
  return places;
}

// Intermediate sums may leave the range, the result does not.
std::int64_t form(const Places& places, std::size_t row, std::int64_t x, std::int64_t y) {
  const auto number = [&](std::size_t i) { return static_cast<std::uint64_t>(places.numbers[3 * row + i]); };
  return static_cast<std::int64_t>(number(0) * static_cast<std::uint64_t>(x) +
                                   number(1) * static_cast<std::uint64_t>(y) + number(2));
}

std::int64_t divisor_at(const Places& places, std::int64_t x, std::int64_t y) {
  return form(places, 2, x, y) >> divisor_shift;
}

std::int64_t quotient(std::int64_t number, std::int64_t divisor) {
  if (divisor < 0) return quotient(-number, -divisor);
  const std::int64_t down = number / divisor - (number % divisor < 0 ? 1 : 0);
  return std::clamp(down, -(farthest << quotient_bits), farthest << quotient_bits);
}

Place place_from(std::int64_t x, std::int64_t y, int bits) {
  const auto part = [bits](std::int64_t at) {
    return static_cast<std::uint32_t>(static_cast<std::uint64_t>(at) << (place_bits - bits));
  };
  return {static_cast<std::int32_t>(x >> bits), static_cast<std::int32_t>(y >> bits), part(x), part(y)};
}

// A place along one side, from f32.
std::pair<std::int32_t, std::uint32_t> side_of(float at) {
  constexpr auto most = static_cast<float>(max_distance);
  if (!(at >= -most && at <= most)) return {static_cast<std::int32_t>(at > 0 ? most : -most), 0};
  const float whole = std::floor(at), part = at - whole;
  if (part >= 1) return {static_cast<std::int32_t>(whole) + 1, 0};  // just below a whole number
  return {static_cast<std::int32_t>(whole), static_cast<std::uint32_t>(part * 0x1p32F)};
}

}  // namespace

Places places_of(const char* op, const Matrix3& matrix, Size result) {
  const auto corners = corners_of({0, 0, result.width, result.height});
  const bool is_affine = matrix[6] == 0 && matrix[7] == 0 && matrix[8] == 1;
  return is_affine ? affine(op, matrix, corners) : projective(op, matrix, corners);
}

Place place_at(const Places& places, std::int64_t x, std::int64_t y) {
  const std::int64_t across = form(places, 0, x, y), down = form(places, 1, x, y);
  if (!places.projective) return place_from(across, down, place_bits);
  const std::int64_t divisor = divisor_at(places, x, y);
  if (divisor == 0) return {-static_cast<std::int32_t>(farthest), -static_cast<std::int32_t>(farthest)};
  return place_from(quotient(across, divisor), quotient(down, divisor), quotient_bits);
}

Place place_of(float x, float y) {
  const auto [column, right] = side_of(x);
  const auto [row, below] = side_of(y);
  return {column, row, right, below};
}

// The corners have the extreme places, unless the divisor changes its sign between them. It is rounded down, which
// moves a place by no more than its share of the divisor: by less than a pixel inside the image, where the divisor is
// large.
PlaceRange range_of(const Places& places, const Rect& region, Size image) {
  const std::int64_t large = std::max({least_divisor, 2 * image.width, 2 * image.height});
  PlaceRange range{{farthest, -farthest}, {farthest, -farthest}};
  bool above = false, below = false;
  for (const Corner& corner : corners_of(region)) {
    const auto x = static_cast<std::int64_t>(corner.x), y = static_cast<std::int64_t>(corner.y);
    const Place place = place_at(places, x, y);
    range.columns = {std::min<std::int64_t>(range.columns.first, place.x),
                     std::max<std::int64_t>(range.columns.last, place.x)};
    range.rows = {std::min<std::int64_t>(range.rows.first, place.y), std::max<std::int64_t>(range.rows.last, place.y)};
    const std::int64_t divisor = places.projective ? divisor_at(places, x, y) : large;
    if (divisor > -large) above = true;
    if (divisor < large) below = true;
  }
  if (above && below) return {{-farthest, farthest}, {-farthest, farthest}};
  const std::int64_t spare = places.projective ? 1 : 0;  // the divisor's rounding
  return {{range.columns.first - spare, range.columns.last + spare},
          {range.rows.first - spare, range.rows.last + spare}};
}

}  // namespace lenslet::ops
