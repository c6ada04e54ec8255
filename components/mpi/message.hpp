// Messages between ranks, and waits that end. MPI's own waits keep a core busy, and may last for ever.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <memory>
#include <string>

#include <lenslet/image.hpp>
#include <lenslet/mpi.hpp>

namespace lenslet::mpi {

struct Ranks::State {
  State(MPI_Comm from, bool begun_here);
  ~State();
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  bool begun_here;
  MPI_Comm all = MPI_COMM_NULL;
  int rank = 0, count = 1, local_rank = 0;
  std::chrono::milliseconds limit{600'000};
  bool limits_first = false;     // the limit also counts while rank 0 works by itself
  mutable bool gave_up = false;  // a wait failed: requests are left open, and no others can be matched
};

enum Tag : int { tag_of_values = 1, tag_of_failure = 2 };

// Throws io with MPI's own words.
void check(int code, const char* call);

// One of MPI's types, which is freed.
class Datatype {
 public:
  Datatype() = default;
  ~Datatype();
  Datatype(const Datatype&) = delete;
  Datatype& operator=(const Datatype&) = delete;

  static void rows(std::int64_t width, PixelFormat format, Datatype& made);  // one row of pixels

  static void part(const ImageType& whole, const Rect& part, Datatype& made);  // a rectangle in an image's rows

  MPI_Datatype get() const { return type_; }

 private:
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

// `first` waits for rank 0, which may work by itself for any time, for instance on a file.
enum class For { all, first };

// Waits until the request has ended, and lets other programs have the core meanwhile. `what` completes "waited ...
// for".
void wait(const Ranks::State& ranks, MPI_Request& request, const std::string& what, For whom = For::all);

// Waits for a request that reads or writes `memory`. If the wait fails, MPI may still use the memory when the other
// rank goes on, and the request cannot be cancelled without that rank. So the memory is leaked: the program can only
// end.
template <class Memory>
void wait_with(const Ranks::State& ranks, MPI_Request& request, std::unique_ptr<Memory>& memory,
               const std::string& what, For whom = For::all) try {
  wait(ranks, request, what, whom);
} catch (...) {
  ranks.gave_up = true;
  static_cast<void>(memory.release());
  throw;
}

// Throws io if an earlier wait failed.
void check_together(const Ranks::State& ranks);

// Sends and receives rows without gaps. send() ends when the receiver has asked for the rows, so that no rank's
// messages pile up on another. receive() may leave no image behind if it throws.
void send(const Ranks::State& ranks, Image rows, int to, For whom = For::all);
void receive(const Ranks::State& ranks, Image& into, const Rect& place, int from);

// Turns a failure into text for another rank, and the text of another rank into a failure. The text is cut to the
// length that MPI sends before the receiver asks for it.
std::string as_message(const Error& failure);
Error from_message(const std::string& text, int from);

// Throws an error that another rank has reported to this one.
void throw_reported(const Ranks::State& ranks);

}  // namespace lenslet::mpi
