// Converts arrays to another type, number by number.
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include <lenslet/array.hpp>
#include <lenslet/error.hpp>

namespace lenslet {
namespace {

// Returns false where the type cannot hold the number.
template <class To, class From>
bool put_integer(From from, To& to) {
  if constexpr (std::is_integral_v<From>) {
    to = static_cast<To>(from);
    return std::in_range<To>(from);
  } else {
    using Limits = std::numeric_limits<To>;
    const double whole = std::nearbyint(static_cast<double>(from)), end = std::ldexp(1.0, Limits::digits);
    const bool fits = whole >= static_cast<double>(Limits::min()) && whole < end;  // false for NaN
    if (fits) to = static_cast<To>(whole);
    return fits;
  }
}

// Numbers of type f16 pass as double, which holds each of their values.
template <class To, class From>
bool put(From from, Array& result, std::int64_t i) {
  if constexpr (std::is_integral_v<To>) {
    return put_integer(from, result.as<To>()[static_cast<std::size_t>(i)]);
  } else if constexpr (std::is_same_v<To, float>) {
    result.as<float>()[static_cast<std::size_t>(i)] = static_cast<float>(from);
  } else {
    result.set(i, static_cast<double>(from));
  }
  return std::isfinite(result.at(i)) || !std::isfinite(static_cast<double>(from));
}

template <class From>
From number_at(const Array& array, std::int64_t i) {
  if constexpr (std::is_same_v<From, double>)
    return array.at(i);
  else
    return array.as<From>()[static_cast<std::size_t>(i)];
}

template <class From>
[[noreturn]] void refuse(From value, std::int64_t i, SampleType type) {
  throw Error(ErrorKind::invalid_argument,
              fmt::format("element {} is {}, which {} cannot hold", i, value, name_of(type)));
}

}  // namespace

Array converted(const Array& array, SampleType type) {
  if (array.type().type == type) return array;
  Array result({type, array.type().shape});
  with_type(array.type().type, [&](auto from) {
    with_type(type, [&](auto to) {
      for (std::int64_t i = 0; i < array.count(); ++i) {
        const auto value = number_at<decltype(from)>(array, i);
        if (!put<decltype(to)>(value, result, i)) refuse(value, i, type);
      }
    });
  });
  return result;
}

}  // namespace lenslet
