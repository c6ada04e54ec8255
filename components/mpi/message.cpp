#include "mpi/message.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <thread>
#include <utility>

#include <fmt/format.h>

namespace lenslet::mpi {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::microseconds busy{100}, shortest{20}, longest{1000};  // intervals of polls
constexpr std::size_t max_text_length = 1024;

[[noreturn]] void throw_late(const Ranks::State& ranks, const std::string& what) {
  throw Error(ErrorKind::io, fmt::format("rank {} of {} waited {} s for {}", ranks.rank, ranks.count,
                                         std::chrono::duration<double>(ranks.limit).count(), what));
}

}  // namespace

void check(int code, const char* call) {
  if (code == MPI_SUCCESS) return;
  std::array<char, MPI_MAX_ERROR_STRING> text{};
  int length = 0;
  MPI_Error_string(code, text.data(), &length);
  throw Error(ErrorKind::io, fmt::format("{}: {}", call, std::string(text.data(), static_cast<std::size_t>(length))));
}

Datatype::~Datatype() {
  if (type_ != MPI_DATATYPE_NULL) MPI_Type_free(&type_);
}

// Counts have 32 bits, and a row may have more bytes.
void Datatype::rows(std::int64_t width, PixelFormat format, Datatype& made) {
  MPI_Datatype pixel = MPI_DATATYPE_NULL;
  check(MPI_Type_contiguous(static_cast<int>(format.bytes()), MPI_BYTE, &pixel), "MPI_Type_contiguous");
  const int code = MPI_Type_contiguous(static_cast<int>(width), pixel, &made.type_);
  MPI_Type_free(&pixel);
  check(code, "MPI_Type_contiguous");
  check(MPI_Type_commit(&made.type_), "MPI_Type_commit");
}

void Datatype::part(const ImageType& whole, const Rect& part, Datatype& made) {
  MPI_Datatype pixel = MPI_DATATYPE_NULL;
  check(MPI_Type_contiguous(static_cast<int>(whole.format.bytes()), MPI_BYTE, &pixel), "MPI_Type_contiguous");
  const int sizes[] = {static_cast<int>(whole.size.height), static_cast<int>(whole.size.width)};
  const int part_sizes[] = {static_cast<int>(part.height), static_cast<int>(part.width)};
  const int starts[] = {static_cast<int>(part.y), static_cast<int>(part.x)};
  const int code = MPI_Type_create_subarray(2, sizes, part_sizes, starts, MPI_ORDER_C, pixel, &made.type_);
  MPI_Type_free(&pixel);
  check(code, "MPI_Type_create_subarray");
  check(MPI_Type_commit(&made.type_), "MPI_Type_commit");
}

std::string as_message(const Error& failure) {
  const std::string what(failure.what());
  return static_cast<char>(failure.kind()) + what.substr(0, max_text_length) + '\0' +
         failure.detail().substr(0, max_text_length);
}

Error from_message(const std::string& text, int from) {
  const std::size_t end = std::min(text.find('\0', 1), text.size());
  const std::string what = text.substr(1, end - 1), detail = text.substr(std::min(end + 1, text.size()));
  return {static_cast<ErrorKind>(text.front()), from == 0 ? what : fmt::format("rank {}: {}", from, what), detail};
}

void throw_reported(const Ranks::State& ranks) {
  int is_there = 0;
  MPI_Status status;
  check(MPI_Iprobe(MPI_ANY_SOURCE, tag_of_failure, ranks.all, &is_there, &status), "MPI_Iprobe");
  if (is_there == 0) return;
  int length = 0;
  MPI_Get_count(&status, MPI_CHAR, &length);
  std::string text(static_cast<std::size_t>(length), '\0');
  check(MPI_Recv(text.data(), length, MPI_CHAR, status.MPI_SOURCE, tag_of_failure, ranks.all, MPI_STATUS_IGNORE),
        "MPI_Recv");
  ranks.gave_up = true;  // the failed rank takes part in nothing more
  throw from_message(text, status.MPI_SOURCE);
}

void check_together(const Ranks::State& ranks) {
  if (ranks.gave_up)
    throw Error(ErrorKind::io, fmt::format("rank {} of {} has failed in a wait before", ranks.rank, ranks.count));
}

void wait(const Ranks::State& ranks, MPI_Request& request, const std::string& what, For whom) {
  const bool limited = whom == For::all || ranks.limits_first || ranks.rank == 0;
  const auto begin = Clock::now();
  std::chrono::microseconds pause = shortest;
  for (;;) {
    int ended = 0;
    check(MPI_Test(&request, &ended, MPI_STATUS_IGNORE), "MPI_Test");
    if (ended != 0) return;
    const auto waited = Clock::now() - begin;
    if (waited < busy) {
      std::this_thread::yield();
      continue;
    }
    if (ranks.rank == 0) throw_reported(ranks);
    if (limited && waited > ranks.limit) throw_late(ranks, what);
    std::this_thread::sleep_for(pause);
    pause = std::min(2 * pause, longest);
  }
}

void send(const Ranks::State& ranks, Image rows, int to, For whom) {
  Datatype row;
  Datatype::rows(rows.width(), rows.format(), row);
  auto memory = std::make_unique<Image>(std::move(rows));
  MPI_Request request = MPI_REQUEST_NULL;
  check(
      MPI_Issend(memory->data(), static_cast<int>(memory->height()), row.get(), to, tag_of_values, ranks.all, &request),
      "MPI_Issend");
  wait_with(ranks, request, memory, fmt::format("rank {} to take its rows", to), whom);
}

void receive(const Ranks::State& ranks, Image& into, const Rect& place, int from) {
  Datatype part;
  Datatype::part({into.format(), into.size()}, place, part);
  MPI_Request request = MPI_REQUEST_NULL;
  check(MPI_Irecv(into.data(), 1, part.get(), from, tag_of_values, ranks.all, &request), "MPI_Irecv");
  auto memory = std::make_unique<Image>(std::move(into));
  wait_with(ranks, request, memory, fmt::format("the rows of rank {}", from));
  into = std::move(*memory);
}

}  // namespace lenslet::mpi
