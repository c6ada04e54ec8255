// Where a filter's code asks for samples, such as AT(dx, dy), as far as it is seen without a compiler.
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

// Of AT, INSIDE, IN, OUT and SUM, where no #if may leave them out and the code has no macro of that name. In the
// directives of macros names may mean anything: of those calls there are the ones without names.
std::vector<Call> calls_in(std::string_view text);

// The value of whole numbers, of names that have one, and of their sums, differences and products.
using ValueOfName = std::function<std::optional<std::int64_t>(std::string_view name)>;
std::optional<std::int64_t> value_of(std::string_view expression, const ValueOfName& value_of_name);

}  // namespace lenslet::user
