// Ranks that write one file: exchanges run while strips are computed.
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "mpi/message.hpp"

namespace lenslet::mpi {
namespace {

using Numbers = std::vector<std::uint64_t>;

struct Exchange {
  Numbers mine, all;
};

class RankWriters : public WriterGroup {
 public:
  explicit RankWriters(Ranks ranks) : ranks_(std::move(ranks)) {}
  ~RankWriters() override;

  int rank() const override { return ranks_.rank(); }
  int count() const override { return ranks_.count(); }
  void meet(const Error* failure) override { ranks_.meet_first(failure); }
  std::string text_of_first(const std::string& mine) override { return ranks_.text_of_first(mine); }
  void begin_exchange(Numbers mine, bool to_all) override;
  bool has_ended() override;
  Numbers take_exchanged() override;

 private:
  Ranks ranks_;
  std::unique_ptr<Exchange> exchange_ = {};
  MPI_Request request_ = MPI_REQUEST_NULL;
};

// MPI may still read and write the memory of requests that have not ended.
RankWriters::~RankWriters() {
  if (!exchange_ || request_ == MPI_REQUEST_NULL) return;
  ranks_.state().gave_up = true;
  static_cast<void>(exchange_.release());
}

void RankWriters::begin_exchange(Numbers mine, bool to_all) {
  check_together(ranks_.state());
  if (mine.size() > std::numeric_limits<int>::max())
    throw Error(ErrorKind::unsupported, fmt::format("{} numbers for other ranks; allowed are {}", mine.size(),
                                                    std::numeric_limits<int>::max()));
  const auto each = static_cast<int>(mine.size());
  const std::size_t all = to_all || rank() == 0 ? mine.size() * static_cast<std::size_t>(count()) : 0;
  exchange_ = std::make_unique<Exchange>(Exchange{std::move(mine), Numbers(all)});
  Exchange& exchange = *exchange_;
  if (to_all)
    check(MPI_Iallgather(exchange.mine.data(), each, MPI_UINT64_T, exchange.all.data(), each, MPI_UINT64_T,
                         ranks_.state().all, &request_),
          "MPI_Iallgather");
  else
    check(MPI_Igather(exchange.mine.data(), each, MPI_UINT64_T, exchange.all.data(), each, MPI_UINT64_T, 0,
                      ranks_.state().all, &request_),
          "MPI_Igather");
}

bool RankWriters::has_ended() {
  if (rank() == 0) throw_reported(ranks_.state());
  int ended = 0;
  check(MPI_Test(&request_, &ended, MPI_STATUS_IGNORE), "MPI_Test");
  return ended != 0;
}

Numbers RankWriters::take_exchanged() {
  wait_with(ranks_.state(), request_, exchange_, "the tiles of the other ranks, of which one may be gone");
  return std::move(std::exchange(exchange_, nullptr)->all);
}

}  // namespace

std::shared_ptr<WriterGroup> Ranks::writers() const {
  return std::make_shared<RankWriters>(*this);
}

}  // namespace lenslet::mpi
