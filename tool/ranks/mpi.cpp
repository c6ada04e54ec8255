// A part of the tool: MPI, in lenslet-mpi.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <lenslet/mpi.hpp>
#include <optional>
#include <string>
#include <thread>
#include <utility>

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

class MpiRanks : public Ranks {
 public:
  MpiRanks(int rank_started, std::optional<std::chrono::seconds> limit)
      : rank_started_(rank_started), limit_(limit.value_or(usual_limit)) {
    watch_for_the_end();
    const Deadline begins(limit_, [this] { give_up_together("begin"); });
    ranks_.emplace();
    if (limit) ranks_->set_limit(*limit);
    group_.emplace(*ranks_);
  }

  ~MpiRanks() override {
    const Deadline ends(limit_, [this] { give_up_together("end"); });
    group_.reset();
    ranks_.reset();
  }

  StripGroup& group() override { return *group_; }
  std::string device(const std::string& selector) const override { return ranks_->device(selector); }

  bool leave(const std::exception* failure) override {
    const std::optional<Error> error = failure != nullptr ? std::optional(as_error(*failure)) : std::nullopt;
    group_->leave(error ? &*error : nullptr);
    return says();
  }

  void end(int status) override { group_->end(status); }

 private:
  static Error as_error(const std::exception& failure) {
    const auto* known = dynamic_cast<const Error*>(&failure);
    return known != nullptr ? *known : Error(ErrorKind::io, failure.what());
  }

  // The lowest rank that does not hang says what is wrong, and ends all ranks if they have not met. So each rank's turn
  // comes a second after that of the rank before. Where mpirun is ending the run, the turn comes after that end.
  static void wait_for_turn(int rank) {
    constexpr std::chrono::milliseconds for_signals(100);  // of a process that was stopped until now
    std::this_thread::sleep_for(for_signals + std::chrono::seconds(std::min(rank, 20)));
    if (continued != 0) std::this_thread::sleep_for(std::chrono::seconds(5));
  }

  bool says() {
    if (!ranks_->gave_up()) return ranks_->rank() == 0;
    wait_for_turn(ranks_->rank());
    unmute();
    return true;
  }

  // When MPI begins and ends, it waits for all ranks, by calls without a limit.
  void give_up_together(const char* what) const {
    wait_for_turn(rank_started_);
    give_up(fmt::format("rank {} waited {} s for MPI to {}, which all ranks do together: one of them hangs",
                        rank_started_, limit_.count(), what));
  }

  static constexpr std::chrono::seconds usual_limit{600};  // also that of mpi::Ranks

  int rank_started_;
  std::chrono::seconds limit_;
  std::optional<mpi::Ranks> ranks_;  // between MPI's start and end
  std::optional<mpi::RankGroup> group_;
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
