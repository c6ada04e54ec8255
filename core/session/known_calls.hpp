// The calls that a session has made, each with its plan: a call that comes again finds it by a hash of what is asked.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include <lenslet/op.hpp>
#include <lenslet/plan.hpp>
#include <lenslet/value.hpp>

#include "op/op.hpp"
#include "op/problem.hpp"
#include "store/store.hpp"

namespace lenslet {

struct ReadyPlan;
using ReadyPlanPtr = std::shared_ptr<const ReadyPlan>;

// What a caller asks for. The call and its options live elsewhere.
struct AskedCall {
  const Call& call;
  std::vector<ValueType> inputs;
  const OpOptions& options;
};

std::uint64_t hash_of(const AskedCall& asked);

// What a call's plan was chosen by. Where it is another now, the plan is chosen anew.
struct ChosenBy {
  store::Version results;      // of tuning
  std::uint64_t programs = 0;  // Session::State::programs_made, where special programs would be better; else 0
  op::OpPtr op = {};           // that a text means; null for an op of the library
  std::chrono::steady_clock::time_point until = std::chrono::steady_clock::time_point::max();

  bool is_still(const ChosenBy& now) const;
};

// A call's problem and plan.
struct KnownCall {
  op::ProblemPtr problem;
  ReadyPlanPtr plan;  // null for a call that is computed in strips
};

// Safe to use from several threads.
class KnownCalls {
 public:
  // Of calls that were not used for the longest time as many go as are more than this, also by their memory.
  static constexpr std::size_t max_calls = 128;

  struct Found {
    KnownCall call;
    ChosenBy by;
    std::uint64_t runs = 0;  // how often it was made, with this time
  };
  // Absent for a call that is not known. The caller compares `by` with the present, outside of the lock.
  std::optional<Found> find(const AskedCall& asked, std::uint64_t hash);

  // Keeps the call in place of an equal one. `bytes` is the memory on the device that its plan keeps, `max_bytes` what
  // all may keep. A call that keeps more by itself is not kept.
  void keep(const AskedCall& asked, std::uint64_t hash, KnownCall call, ChosenBy by, std::uint64_t bytes,
            std::uint64_t max_bytes);

  // True once for a call that is known by this plan still: to the first who asks.
  bool is_first_to_ask(std::uint64_t hash, const ReadyPlanPtr& known);

  // Lets the next one be the first again: nothing came of the question.
  void ask_again(std::uint64_t hash, const ReadyPlanPtr& known);

  // Replaces the plan of a call that is known by this plan still by one that keeps so many bytes.
  void replace(std::uint64_t hash, const ReadyPlanPtr& known, ReadyPlanPtr better, std::uint64_t bytes);

  std::size_t size() const;

 private:
  struct Entry {
    std::uint64_t hash;
    Call call;
    std::vector<ValueType> inputs;
    OpOptions options;
    KnownCall known;
    ChosenBy by;
    std::uint64_t bytes, runs;
    bool was_asked = false;
  };
  using Entries = std::list<Entry>;  // the one that was used last comes first

  Entry* known_by(std::uint64_t hash, const ReadyPlanPtr& plan);
  void drop(Entries::iterator entry, Entries& dropped);

  mutable std::mutex mutex_;
  Entries entries_;
  std::unordered_map<std::uint64_t, Entries::iterator> by_hash_;
  std::uint64_t bytes_ = 0;
};

}  // namespace lenslet
