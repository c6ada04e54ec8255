#include "mpi/message.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <thread>
#include <vector>

#include <fmt/format.h>

namespace lenslet::mpi {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::microseconds busy{100}, shortest{20}, longest{1000};  // of polls

// What is received is described by the same types, and so is what is sent: rows without gaps.
const void* begin_of(const ImageView& rows) {
  return rows.row(0);
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

// Counts are of 32 bits, and a row may have more bytes.
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
  const auto kind = static_cast<ErrorKind>(text.empty() ? 0 : text.front());
  throw Error(kind, fmt::format("rank {}: {}", status.MPI_SOURCE, text.substr(std::min<std::size_t>(1, text.size()))));
}

void wait(const Ranks::State& ranks, MPI_Request& request, const std::string& what) {
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
    if (waited > ranks.limit)
      throw Error(ErrorKind::io, fmt::format("rank {} of {} waited {} s for {}", ranks.rank, ranks.count,
                                             std::chrono::duration<double>(ranks.limit).count(), what));
    std::this_thread::sleep_for(pause);
    pause = std::min(2 * pause, longest);
  }
}

// What comes late must not be put where the memory is somebody else's by then.
void wait_to_receive(const Ranks::State& ranks, MPI_Request& request, const std::string& what) try {
  wait(ranks, request, what);
} catch (...) {
  MPI_Cancel(&request);
  MPI_Request_free(&request);
  throw;
}

void send(const Ranks::State& ranks, const ImageView& rows, int to) {
  Datatype row;
  Datatype::rows(rows.width(), rows.format(), row);
  MPI_Request request = MPI_REQUEST_NULL;
  check(MPI_Issend(begin_of(rows), static_cast<int>(rows.height()), row.get(), to, tag_of_values, ranks.all, &request),
        "MPI_Issend");
  wait(ranks, request, fmt::format("rank {} to take its rows", to));
}

void receive(const Ranks::State& ranks, Image& into, const Rect& place, int from) {
  Datatype part;
  Datatype::part({into.format(), into.size()}, place, part);
  MPI_Request request = MPI_REQUEST_NULL;
  check(MPI_Irecv(into.data(), 1, part.get(), from, tag_of_values, ranks.all, &request), "MPI_Irecv");
  wait_to_receive(ranks, request, fmt::format("the rows of rank {}", from));
}

}  // namespace lenslet::mpi
