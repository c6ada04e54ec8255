// What ranks agree on before they work, and how they end together.
#include <cstdlib>

#include <fmt/format.h>

#include "mpi/agree.hpp"
#include "mpi/message.hpp"

namespace lenslet::mpi {
namespace {

// Threads that encode a file ask for rows in turns.
MPI_Comm begin_mpi(bool& begun_here) {
  int begun = 0, allowed = 0;
  MPI_Initialized(&begun);
  begun_here = begun == 0;
  if (begun_here)
    check(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &allowed), "MPI_Init_thread");
  else
    check(MPI_Query_thread(&allowed), "MPI_Query_thread");
  if (allowed < MPI_THREAD_SERIALIZED)
    throw Error(ErrorKind::unsupported,
                fmt::format("MPI allows calls of level {} alone; needed is MPI_THREAD_SERIALIZED", allowed));
  return MPI_COMM_WORLD;
}

std::shared_ptr<Ranks::State> begin() {
  bool begun_here = false;
  const MPI_Comm all = begin_mpi(begun_here);
  return std::make_shared<Ranks::State>(all, begun_here);
}

// The text of one rank, which all get.
std::string tell_all(const Ranks::State& ranks, std::string text, int from) {
  int length = static_cast<int>(text.size());
  MPI_Request request = MPI_REQUEST_NULL;
  check(MPI_Ibcast(&length, 1, MPI_INT, from, ranks.all, &request), "MPI_Ibcast");
  wait(ranks, request, fmt::format("a word of rank {}", from));
  text.resize(static_cast<std::size_t>(length));
  check(MPI_Ibcast(text.data(), length, MPI_CHAR, from, ranks.all, &request), "MPI_Ibcast");
  wait(ranks, request, fmt::format("a word of rank {}", from));
  return text;
}

template <class Number>
Number reduced(const Ranks::State& ranks, Number mine, MPI_Datatype type, MPI_Op op) {
  Number found{};
  MPI_Request request = MPI_REQUEST_NULL;
  check(MPI_Iallreduce(&mine, &found, 1, type, op, ranks.all, &request), "MPI_Iallreduce");
  wait(ranks, request, "the other ranks, of which one may be gone");
  return found;
}

// The lowest rank of which it is true, or the number of ranks.
int lowest(const Ranks::State& ranks, bool is_true) {
  return reduced(ranks, is_true ? ranks.rank : ranks.count, MPI_INT, MPI_MIN);
}

// Cuts what would fill a terminal.
std::string shown(const std::string& text) {
  constexpr std::size_t most = 200;
  return text.size() <= most ? text : text.substr(0, most) + "...";
}

std::string as_message(const Error& failure) {
  return static_cast<char>(failure.kind()) + std::string(failure.what());
}

}  // namespace

std::int64_t least_of(const Ranks::State& ranks, std::int64_t mine) {
  return reduced(ranks, mine, MPI_INT64_T, MPI_MIN);
}

std::int64_t most_of(const Ranks::State& ranks, std::int64_t mine) {
  return reduced(ranks, mine, MPI_INT64_T, MPI_MAX);
}

double most_of(const Ranks::State& ranks, double mine) {
  return reduced(ranks, mine, MPI_DOUBLE, MPI_MAX);
}

Ranks::State::State(MPI_Comm from, bool begun) : begun_here(begun) {
  check(MPI_Comm_dup(from, &all), "MPI_Comm_dup");
  check(MPI_Comm_set_errhandler(all, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  MPI_Comm_rank(all, &rank);
  MPI_Comm_size(all, &count);
  MPI_Comm host = MPI_COMM_NULL;
  check(MPI_Comm_split_type(all, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &host), "MPI_Comm_split_type");
  MPI_Comm_rank(host, &local_rank);
  MPI_Comm_free(&host);
}

Ranks::State::~State() {
  int ended = 0;
  MPI_Finalized(&ended);
  if (ended != 0) return;
  MPI_Comm_free(&all);
  if (begun_here) MPI_Finalize();
}

Ranks::Ranks() : state_(begin()) {}

Ranks::Ranks(int communicator) : state_(std::make_shared<State>(MPI_Comm_f2c(communicator), false)) {}

int Ranks::rank() const {
  return state_->rank;
}

int Ranks::count() const {
  return state_->count;
}

int Ranks::local_rank() const {
  return state_->local_rank;
}

std::chrono::milliseconds Ranks::limit() const {
  return state_->limit;
}

void Ranks::set_limit(std::chrono::milliseconds limit) {
  if (limit.count() < 1)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("a limit of {} ms for waits; allowed is at least 1 ms", limit.count()));
  state_->limit = limit;
}

void Ranks::meet(const Error* failure) const {
  const int failed = lowest(*state_, failure != nullptr);
  if (failed == count()) return;
  const std::string text = tell_all(*state_, failure != nullptr ? as_message(*failure) : "", failed);
  throw Error(static_cast<ErrorKind>(text.front()),
              failed == 0 ? text.substr(1) : fmt::format("rank {}: {}", failed, text.substr(1)));
}

void Ranks::check_same(const std::string& what, const std::string& text) const {
  const std::string first = tell_all(*state_, text, 0);
  const int other = lowest(*state_, text != first);
  if (other == count()) return;
  const std::string others = tell_all(*state_, text, other);
  throw Error(ErrorKind::unsupported, fmt::format("ranks disagree about {}: rank {} has '{}', rank 0 has '{}'", what,
                                                  other, shown(others), shown(first)));
}

std::int64_t Ranks::number_of_first(std::int64_t mine) const {
  return std::stoll(tell_all(*state_, std::to_string(mine), 0));
}

void Ranks::report(const Error& failure) const {
  const std::string text = as_message(failure);
  check(MPI_Send(text.data(), static_cast<int>(text.size()), MPI_CHAR, 0, tag_of_failure, state_->all), "MPI_Send");
}

void Ranks::end_all(int status) const {
  MPI_Abort(state_->all, status);
  std::abort();
}

}  // namespace lenslet::mpi
