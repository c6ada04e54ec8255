// Finds the calls by which a filter's code asks for samples, such as AT(dx, dy), without a compiler.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "user/lines.hpp"

namespace lenslet::user {

struct Call {
  std::string name;
  std::vector<std::string> arguments;
  TextPlace place;
};

// Returns calls of AT, INSIDE, IN, OUT and SUM. Calls that an #if may leave out are skipped, and calls of names that
// are macros of the code. In a macro's directive a name may mean anything: only calls without names count there.
std::vector<Call> calls_in(std::string_view text);

// Evaluates an expression of integers, names with a value, and sums, differences and products of these.
using ValueOfName = std::function<std::optional<std::int64_t>(std::string_view name)>;
std::optional<std::int64_t> value_of(std::string_view expression, const ValueOfName& value_of_name);

}  // namespace lenslet::user
