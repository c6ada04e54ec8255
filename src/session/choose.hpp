// Which schedule serves a problem: forced > tuned for this very case > tuned for a near one > the default.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include <lenslet/error.hpp>
#include <lenslet/session.hpp>
#include <lenslet/tune.hpp>

#include "exclusion.hpp"
#include "stencil/choice.hpp"
#include "stencil/problem.hpp"
#include "tune/key.hpp"
#include "tune/space.hpp"

namespace lenslet {

// Throws unsupported where a forced schedule cannot serve the problem, with the rule's reason.
stencil::Choice choose(const Session& session, const Call& call, const stencil::Problem& problem,
                       const FilterOptions& options);

// For a forced schedule.
Error refused(const std::string& schedule, const Exclusion& exclusion);

// The size that is looked up where the caller knows none: a photograph's.
inline constexpr Size usual_size{2048, 2048};

// What a family has to say for its part of a search in the store.
struct Sought {
  const tune::Key& key;
  const tune::Space& space;
  std::function<std::string(Size)> size_text;
  std::function<void(const TuneOptions&)> tune;
};

struct Stored {
  std::string schedule;
  std::string reason;
  Origin origin = Origin::exact;
};

// The fastest that is stored for the key or a near one; where the mode is automatic and nothing is for this very one,
// it is tuned first. Nothing where the default has to do.
std::optional<Stored> stored_schedule(const Session& session, Tune mode, const Sought& sought);

}  // namespace lenslet
