// What ranks agree on before they work, and how they end together.
#include <cstdlib>

#include <fmt/format.h>

#include "mpi/agree.hpp"
#include "mpi/message.hpp"

namespace lenslet::mpi {
namespace {

// Threads that encode a file ask for rows alternately.
void check_threads() {
  int allowed = 0;
  check(MPI_Query_thread(&allowed), "MPI_Query_thread");
  if (allowed < MPI_THREAD_SERIALIZED)
    throw Error(ErrorKind::unsupported,
                fmt::format("MPI allows calls of level {} alone; needed is MPI_THREAD_SERIALIZED", allowed));
}

// Failures of calls without a communicator go to the handler of MPI_COMM_WORLD. If the program has begun MPI, that
// handler is its own.
MPI_Comm begin_mpi(bool& begun_here) {
  int begun = 0, allowed = 0;
  MPI_Initialized(&begun);
  begun_here = begun == 0;
  if (begun_here) {
    check(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &allowed), "MPI_Init_thread");
    check(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  }
  check_threads();
  return MPI_COMM_WORLD;
}

std::shared_ptr<Ranks::State> begin() {
  bool begun_here = false;
  const MPI_Comm all = begin_mpi(begun_here);
  return std::make_shared<Ranks::State>(all, begun_here);
}

// Sends one rank's text to all.
std::string tell_all(const Ranks::State& ranks, const std::string& mine, int from) {
  check_together(ranks);
  auto length = std::make_unique<int>(static_cast<int>(mine.size()));
  MPI_Request request = MPI_REQUEST_NULL;
  check(MPI_Ibcast(length.get(), 1, MPI_INT, from, ranks.all, &request), "MPI_Ibcast");
  wait_with(ranks, request, length, fmt::format("a word of rank {}", from));
  auto text = std::make_unique<std::string>(mine);
  text->resize(static_cast<std::size_t>(*length));
  check(MPI_Ibcast(text->data(), *length, MPI_CHAR, from, ranks.all, &request), "MPI_Ibcast");
  wait_with(ranks, request, text, fmt::format("a word of rank {}", from));
  return *text;
}

constexpr const char* others = "the other ranks, of which one may be gone";

template <class Number>
struct Reduction {
  Number mine, found;
};

template <class Number>
Number reduced(const Ranks::State& ranks, Number mine, MPI_Datatype type, MPI_Op op, For whom = For::all) {
  check_together(ranks);
  auto numbers = std::make_unique<Reduction<Number>>(Reduction<Number>{mine, {}});
  MPI_Request request = MPI_REQUEST_NULL;
  check(MPI_Iallreduce(&numbers->mine, &numbers->found, 1, type, op, ranks.all, &request), "MPI_Iallreduce");
  wait_with(ranks, request, numbers, others, whom);
  return numbers->found;
}

// The lowest rank for which it is true, or the number of ranks.
int lowest(const Ranks::State& ranks, bool is_true, For whom = For::all) {
  return reduced(ranks, is_true ? ranks.rank : ranks.count, MPI_INT, MPI_MIN, whom);
}

// Cuts a text that would fill a terminal.
std::string shown(const std::string& text) {
  constexpr std::size_t most = 200;
  return text.size() <= most ? text : text.substr(0, most) + "...";
}

void tell_first(const Ranks::State& ranks, const Error& failure) {
  const auto* text = new std::string(as_message(failure));  // leaked: nobody waits until rank 0 has it
  MPI_Request request = MPI_REQUEST_NULL;
  ranks.gave_up = true;
  check(MPI_Isend(text->data(), static_cast<int>(text->size()), MPI_CHAR, 0, tag_of_failure, ranks.all, &request),
        "MPI_Isend");
  int sent = 0;
  MPI_Test(&request, &sent, MPI_STATUS_IGNORE);
}

// If the others do not come in time, the reason is this rank's failure and not that it waited.
void meet_all(const Ranks::State& ranks, const Error* failure, For whom) try {
  const int failed = lowest(ranks, failure != nullptr, whom);
  if (failed < ranks.count)
    throw from_message(tell_all(ranks, failure != nullptr ? as_message(*failure) : "", failed), failed);
} catch (const Error&) {
  if (failure == nullptr || !ranks.gave_up) throw;
  if (ranks.rank > 0) tell_first(ranks, *failure);
  throw Error(*failure);
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
  if (ended != 0 || gave_up) return;  // MPI_Finalize would wait for the others; without it the starter ends them
  MPI_Comm_free(&all);
  if (begun_here) MPI_Finalize();
}

Ranks::Ranks() : state_(begin()) {}

Ranks::Ranks(int communicator) {
  check_threads();
  state_ = std::make_shared<State>(MPI_Comm_f2c(communicator), false);
}

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
  state_->limits_first = true;
}

bool Ranks::gave_up() const {
  return state_->gave_up;
}

void Ranks::meet(const Error* failure) const {
  meet_all(*state_, failure, For::all);
}

void Ranks::meet_first(const Error* failure) const {
  meet_all(*state_, failure, For::first);
}

void Ranks::check_same(const std::string& what, const std::string& text) const {
  const std::string first = tell_all(*state_, text, 0);
  const int other = lowest(*state_, text != first);
  if (other == count()) return;
  const std::string others = tell_all(*state_, text, other);
  throw Error(ErrorKind::unsupported, fmt::format("ranks disagree about {}: rank {} has '{}', rank 0 has '{}'", what,
                                                  other, shown(others), shown(first)));
}

std::string Ranks::text_of_first(const std::string& mine) const {
  return tell_all(*state_, mine, 0);
}

void Ranks::sum(std::vector<std::uint64_t>& numbers) const {
  check_together(*state_);
  auto sums = std::make_unique<std::vector<std::uint64_t>>(numbers);
  MPI_Request request = MPI_REQUEST_NULL;
  check(MPI_Iallreduce(MPI_IN_PLACE, sums->data(), static_cast<int>(sums->size()), MPI_UINT64_T, MPI_SUM, state_->all,
                       &request),
        "MPI_Iallreduce");
  wait_with(*state_, request, sums, others);
  numbers = *sums;
}

void Ranks::report(const Error& failure) const {
  tell_first(*state_, failure);
}

void Ranks::end_all(int status) const {
  MPI_Abort(state_->all, status);
  std::abort();
}

}  // namespace lenslet::mpi
