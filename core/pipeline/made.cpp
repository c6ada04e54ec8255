// Keeps the last pipelines, so that a call by text need not parse the text again.
#include "pipeline/made.hpp"

#include <algorithm>
#include <iterator>
#include <list>
#include <mutex>
#include <utility>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "pipeline/problem.hpp"

namespace lenslet::pipeline {
namespace {

constexpr std::size_t max_kept = 64;

struct Made {
  std::string text;
  DefinitionPtr definition;
  op::OpPtr op;
};
using MadePtr = std::shared_ptr<const Made>;

// Tells whether the nodes' names still mean the same ops: a filter's file that has changed is another op.
bool is_as_made(const Made& made) {
  return std::ranges::all_of(made.definition->nodes, [](const Node& node) {
    return !node.known->info.of_user || op::find(node.op) == node.known;
  });
}

Made make(const std::string& text) {
  auto definition = std::make_shared<const Definition>(parse(text));
  if (!arguments_of(*definition).empty())
    throw Error(ErrorKind::invalid_argument,
                fmt::format("pipeline: arguments in the name of an op, '{}': Pipeline::parse() reads them", text));
  return {text, definition, std::make_shared<const op::Op>(op_of(definition))};
}

// The pipeline that was used last comes first. Files are read without the lock.
class Kept {
 public:
  MadePtr find(std::string_view text) {
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find_if(all_, [text](const MadePtr& made) { return made->text == text; });
    if (found == all_.end()) return {};
    all_.splice(all_.begin(), all_, found);
    return all_.front();
  }

  // Dropped pipelines are destroyed outside of the lock, because they may hold the last reference to a user's op.
  void put(const MadePtr& made) {
    std::list<MadePtr> dropped;
    const std::lock_guard lock(mutex_);
    const auto same = std::ranges::find_if(all_, [&](const MadePtr& other) { return other->text == made->text; });
    if (same != all_.end()) dropped.splice(dropped.end(), all_, same);
    all_.push_front(made);
    if (all_.size() > max_kept) dropped.splice(dropped.end(), all_, std::prev(all_.end()));
  }

 private:
  std::mutex mutex_;
  std::list<MadePtr> all_;
};

}  // namespace

op::OpPtr made(std::string_view text) {
  static Kept kept;
  if (const MadePtr found = kept.find(text); found && is_as_made(*found)) return found->op;
  const auto made = std::make_shared<const Made>(make(std::string(text)));
  kept.put(made);
  return made->op;
}

}  // namespace lenslet::pipeline
