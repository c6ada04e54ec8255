// Pipelines that were asked for stay, because plans and sessions hold references to ops. There is one for each text
// without arguments: programs have few of these.
#include "pipeline/made.hpp"

#include <map>
#include <mutex>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "pipeline/problem.hpp"

namespace lenslet::pipeline {

const op::Op& made(std::string_view text) {
  static std::mutex mutex;
  static std::map<std::string, op::Op, std::less<>> known;
  const std::lock_guard lock(mutex);
  if (const auto found = known.find(text); found != known.end()) return found->second;
  auto definition = std::make_shared<const Definition>(parse(std::string(text)));
  if (!arguments_of(*definition).empty())
    throw Error(ErrorKind::invalid_argument,
                fmt::format("pipeline: arguments in the name of an op, '{}': Pipeline::parse() reads them", text));
  return known.emplace(std::string(text), op_of(definition)).first->second;
}

}  // namespace lenslet::pipeline
