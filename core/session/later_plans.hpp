// Plans that a session makes in the background, while others run that have the same bits: special programs of a call
// that comes again, and what is faster for a size that a plan for every size meets again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include <lenslet/session.hpp>

#include "session/known_calls.hpp"
#include "session/plan.hpp"

namespace lenslet {

// Has the call's special programs compiled where they will pay for a call that was made so often: it is expected to
// come a hundred times as often again.
void specialize_in_background(const Session& session, std::uint64_t hash, const KnownCall& call, std::uint64_t runs);

// The plans for the sizes that a plan for a format alone has met. Safe to use from several threads.
class SizesMet : public std::enable_shared_from_this<SizesMet> {
 public:
  // Returns the plan for images of this size. Null where that is `own`, or not ready yet.
  ReadyPlanPtr plan_for(const Session& session, const ReadyPlanPtr& own, Size size);

  // Returns the plan for this size. Null where there is none.
  ReadyPlanPtr known(Size size) const;

  // Returns what plan_for() has returned last. Null where that was null.
  ReadyPlanPtr launched_last() const;

 private:
  struct Met {
    Size size;
    std::uint64_t launches;
    ReadyPlanPtr plan;
  };

  Met& met(Size size);
  void set(Size size, ReadyPlanPtr plan);
  void meet_again(Size size);

  mutable std::mutex mutex_;
  std::vector<Met> all_;  // the one that was met last comes last; its plan may have become ready since
  ReadyPlanPtr last_;
};

}  // namespace lenslet
