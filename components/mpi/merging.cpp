// Each rank counts parts of the rows. A rank that fails still meets the others that add up, so that all learn of it.
#include <lenslet/merging.hpp>

#include "mpi/message.hpp"

namespace lenslet::mpi {
namespace {

class Counting {
 public:
  explicit Counting(const Ranks& ranks) : ranks_(ranks) {}

  void sum(std::vector<std::uint64_t>& counts) {
    meet(nullptr);
    ranks_.sum(counts);
  }

  // Throws on all ranks the error of the lowest rank that failed.
  [[noreturn]] void fail(const Error& failure) {
    if (!has_met_ || ranks_.gave_up()) throw failure;
    meet(&failure);
    throw failure;
  }

 private:
  void meet(const Error* failure) {
    has_met_ = false;
    ranks_.meet(failure);
    has_met_ = true;
  }

  const Ranks& ranks_;
  bool has_met_ = true;  // false if the others already know
};

}  // namespace

Work merged(const Ranks& ranks, const Session& session, const Work& work, const std::vector<ReadRows>& sources,
            const StripOptions& options) {
  Counting counting(ranks);
  const CountShare share{ranks.rank(), ranks.count(), [&](auto& counts) { counting.sum(counts); }};
  try {
    return lenslet::merged(session, work, sources, options, share);
  } catch (const Error& error) {
    counting.fail(error);
  } catch (const std::exception& error) {
    counting.fail({ErrorKind::io, error.what()});
  }
}

}  // namespace lenslet::mpi
