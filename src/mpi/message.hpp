// Messages between ranks, and waits that end. MPI's own waits keep a core busy for as long as they take, and may be for
// ever.
#pragma once

#include <mpi.h>

#include <cstdint>
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
};

enum Tag : int { tag_of_values = 1, tag_of_failure = 2 };

// Throws io with MPI's own words.
void check(int code, const char* call);

// A type of MPI's that is freed.
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

// Waits until the request has ended, and lets other programs have the core meanwhile. `what` completes "waited ...
// for".
void wait(const Ranks::State& ranks, MPI_Request& request, const std::string& what);

void wait_to_receive(const Ranks::State& ranks, MPI_Request& request, const std::string& what);

// Rows without gaps. send() ends when the receiver has asked for them, so that no rank's messages pile up on another.
void send(const Ranks::State& ranks, const ImageView& rows, int to);
void receive(const Ranks::State& ranks, Image& into, const Rect& place, int from);

// Throws what a rank has reported to this one, where one has.
void throw_reported(const Ranks::State& ranks);

}  // namespace lenslet::mpi
