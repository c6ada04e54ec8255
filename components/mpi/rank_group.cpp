// Until ranks wait for each other's strips, a failure ends in a meeting, in which all ranks learn of it. After that a
// rank that fails tells those that wait.
#include <fmt/format.h>

#include "mpi/agree.hpp"

namespace lenslet::mpi {

// Ranks need not tell each other what all have found together.
void RankGroup::meet(const std::function<void()>& meeting) {
  is_over_ = true;
  meeting();
  is_over_ = is_working_ = false;
}

void RankGroup::check_same(const std::string& what, const std::string& text) {
  meet([&] {
    ranks_.meet();
    ranks_.check_same(what, text);
  });
}

std::string RankGroup::text_of_first(const std::string& mine) {
  std::string text;
  meet([&] {
    ranks_.meet_first();
    text = ranks_.text_of_first(mine);
  });
  return text;
}

void RankGroup::together(const std::function<void()>& work) {
  meet([&] { ranks_.meet_first(); });
  const std::optional<Error> failure = system::failure_of(work);
  if (failure && ranks_.gave_up()) throw *failure;  // leave() tells those who wait
  meet([&] { ranks_.meet_first(failure ? &*failure : nullptr); });
  is_working_ = true;
}

// The first rank may take any time to end a file.
void RankGroup::sum(std::vector<std::uint64_t>& numbers) {
  ranks_.meet_first();
  ranks_.sum(numbers);
}

Work RankGroup::merged(const Session& session, const Work& work, const std::vector<ReadRows>& sources,
                       const StripOptions& options) {
  Work result;
  meet([&] {
    ranks_.meet();
    result = mpi::merged(ranks_, session, work, sources, options);
  });
  return result;
}

GroupStrips RankGroup::strips(const Session& session, const Plan& plan, std::vector<ImageType> inputs,
                              std::vector<ReadRows> sources, const StripOptions& options) {
  std::shared_ptr<RankStrips> strips;
  meet([&] {
    ranks_.meet();
    strips = std::make_shared<RankStrips>(ranks_, session, plan, std::move(inputs), std::move(sources), options);
  });
  is_working_ = true;
  return {strips->memory_bytes(), [strips] { return strips->next(); }};
}

void RankGroup::leave(const Error* failure) {
  if (is_over_) return;
  if (is_working_ && failure != nullptr) {
    if (rank() > 0) ranks_.report(*failure);
    return;
  }
  is_over_ = true;
  try {
    ranks_.meet_first(failure);
  } catch (const Error&) {
    if (failure == nullptr) throw;
  }
}

// If all have failed together, all come here.
void RankGroup::end(int status) {
  try {
    ranks_.set_limit(std::chrono::seconds(10));
    if (is_over_) return ranks_.meet();
  } catch (const Error&) {
  }
  ranks_.end_all(status);
}

}  // namespace lenslet::mpi
