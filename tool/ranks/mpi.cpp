// A part of the tool: MPI, in lenslet-mpi.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <functional>
#include <lenslet/mpi.hpp>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "system/failure_of.hpp"
#include "tool/ranks/environment.hpp"
#include "tool/ranks/ranks.hpp"
#include "tool/terminal/deadline.hpp"
#include "tool/terminal/output.hpp"

namespace lenslet::cli {
namespace {

volatile std::sig_atomic_t continued = 0;

// mpirun ends a run by SIGCONT for all processes, so that stopped ones end, too, and a second later by SIGTERM.
void watch_for_the_end() {
  ::signal(SIGCONT, [](int) { continued = 1; });
}

class StripsOfAll : public StripSource {
 public:
  explicit StripsOfAll(mpi::RankStrips strips) : strips_(std::move(strips)) {}
  const std::vector<ImageType>& outputs() const override { return strips_.outputs(); }
  std::uint64_t memory_bytes() const override { return strips_.memory_bytes(); }
  std::optional<Result> next() override { return strips_.next(); }

 private:
  mpi::RankStrips strips_;
};

// Until all have met, a failure ends in a meeting, in which all ranks learn of it and end by themselves. After that MPI
// ends the others.
class MpiRanks : public Ranks {
 public:
  MpiRanks(int rank_started, std::optional<std::chrono::seconds> limit)
      : rank_started_(rank_started), limit_(limit.value_or(usual_limit)) {
    watch_for_the_end();
    const Deadline begins(limit_, [this] { give_up_together("begin"); });
    ranks_.emplace();
    if (limit) ranks_->set_limit(*limit);
  }

  ~MpiRanks() override {
    const Deadline ends(limit_, [this] { give_up_together("end"); });
    ranks_.reset();
  }

  int rank() const override { return ranks_->rank(); }
  int count() const override { return ranks_->count(); }
  std::string device(const std::string& selector) const override { return ranks_->device(selector); }

  void check_same(const std::string& what, const std::string& text) override {
    met([&] { ranks_->meet(); });
    met([&] { ranks_->check_same(what, text); });
  }

  std::int64_t number_of_first(std::int64_t mine) override {
    met([&] { ranks_->meet_first(); });
    met([&] { mine = std::stoll(ranks_->text_of_first(std::to_string(mine))); });
    return mine;
  }

  void together(const std::function<void()>& work) override {
    met([&] { ranks_->meet_first(); });
    const std::optional<Error> failure = system::failure_of(work);
    if (failure && ranks_->gave_up()) throw *failure;  // report() tells those who wait
    met([&] { ranks_->meet_first(failure ? &*failure : nullptr); });
    working_ = true;
  }

  Work merged(const Session& session, const Work& work, const std::vector<ReadRows>& sources,
              const StripOptions& options) override {
    std::optional<Work> result;
    met([&] { ranks_->meet(); });
    met([&] { result = mpi::merged(*ranks_, session, work, sources, options); });
    return *std::move(result);
  }

  std::shared_ptr<WriterGroup> writers() const override { return ranks_->writers(); }
  // The first rank may take any time to end a file.
  void sum(std::vector<std::uint64_t>& numbers) override {
    ranks_->meet_first();
    ranks_->sum(numbers);
  }

  std::unique_ptr<StripSource> strips(const Session& session, const Plan& plan, std::vector<ImageType> inputs,
                                      std::vector<ReadRows> sources, const StripOptions& options) override {
    met([&] { ranks_->meet(); });
    std::optional<mpi::RankStrips> strips;
    met([&] { strips.emplace(*ranks_, session, plan, std::move(inputs), std::move(sources), options); });
    working_ = true;
    return std::make_unique<StripsOfAll>(*std::move(strips));
  }

  bool leave(const std::exception* failure) override {
    if (over_) return says();
    if (!working_ || failure == nullptr) return leave_together(failure);
    if (rank() > 0) ranks_->report(as_error(*failure));
    return says();
  }

  // If all have failed together, all come here.
  void end(int status) override {
    try {
      ranks_->set_limit(std::chrono::seconds(10));
      if (over_) return ranks_->meet();
    } catch (const Error&) {
    }
    ranks_->end_all(status);
  }

 private:
  static Error as_error(const std::exception& failure) {
    const auto* known = dynamic_cast<const Error*>(&failure);
    return known != nullptr ? *known : Error(ErrorKind::io, failure.what());
  }

  // Ranks need not tell each other what all have found together.
  template <class Meeting>
  void met(const Meeting& meeting) {
    over_ = true;
    meeting();
    over_ = false;
  }

  // The first rank that does not hang says what is wrong. It ends all ranks if they have not met. Another rank's turn
  // comes a second later, or after mpirun has ended the run.
  static void wait_for_turn(int rank) {
    constexpr std::chrono::milliseconds for_signals(100);  // of a process that was stopped until now
    std::this_thread::sleep_for(for_signals + std::chrono::seconds(std::min(rank, 20)));
    if (continued != 0) std::this_thread::sleep_for(std::chrono::seconds(5));
  }

  bool says() {
    if (!ranks_->gave_up()) return rank() == 0;
    wait_for_turn(rank());
    unmute();
    return true;
  }

  // When MPI begins and ends, it waits for all ranks, by calls without a limit.
  void give_up_together(const char* what) const {
    wait_for_turn(rank_started_);
    give_up(fmt::format("rank {} waited {} s for MPI to {}, which all ranks do together: one of them hangs",
                        rank_started_, limit_.count(), what));
  }

  bool leave_together(const std::exception* failure) {
    over_ = true;
    const std::optional<Error> error = failure != nullptr ? std::optional(as_error(*failure)) : std::nullopt;
    try {
      ranks_->meet_first(error ? &*error : nullptr);
    } catch (const Error&) {
      if (!error) throw;
    }
    return says();
  }

  static constexpr std::chrono::seconds usual_limit{600};  // also that of mpi::Ranks

  int rank_started_;
  std::chrono::seconds limit_;
  std::optional<mpi::Ranks> ranks_;  // between MPI's start and end
  bool over_ = false;                // the others know, or learn, that this rank has ended
  bool working_ = false;             // ranks wait for each other's strips
};

std::unique_ptr<Ranks> join_by_mpi(const StartedRanks& started) {
  auto ranks = std::make_unique<MpiRanks>(started.rank, wait_limit(started));
  if (ranks->count() == started.count) return ranks;
  refuse(started, ErrorKind::unsupported,
         fmt::format("{} is {}, but MPI knows of {} here; allowed is the mpirun of the MPI that lenslet-mpi is built "
                     "with. LENSLET_MPI=off lets each rank work by itself",
                     started.starter, started.count, ranks->count()));
}

const Offer offer(mpi_ranks, join_by_mpi);

}  // namespace

}  // namespace lenslet::cli
