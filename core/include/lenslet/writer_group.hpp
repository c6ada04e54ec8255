// Several processes that write one file: what a writer (tiff_writer.hpp) asks of them. lenslet::mpi makes one of ranks.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <lenslet/error.hpp>

namespace lenslet {

// Processes that write one file together, and what they tell each other: lenslet::mpi has them (Ranks::writers()). What
// is collective is called by all, in the same order. All functions throw Error of kind io where another process is
// gone.
class WriterGroup {
 public:
  virtual ~WriterGroup() = default;
  virtual int rank() const = 0;  // from 0, which is the first
  virtual int count() const = 0;

  virtual void meet(const Error* failure) = 0;  // collective; where processes have failed, all throw the lowest's
  virtual std::string text_of_first(const std::string& mine) = 0;  // collective

  // Begins to give the numbers of each process, of which all have as many, to all or to the first; collective, one at a
  // time.
  virtual void begin_exchange(std::vector<std::uint64_t> mine, bool to_all) = 0;

  virtual bool has_ended() = 0;                             // the exchange; returns at once
  virtual std::vector<std::uint64_t> take_exchanged() = 0;  // waits; by rank, and none where they were for the first
};

}  // namespace lenslet
