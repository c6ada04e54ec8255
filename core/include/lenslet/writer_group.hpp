// Several processes that write one file: what a writer (tiff_writer.hpp) asks of them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <lenslet/error.hpp>

#pragma GCC visibility push(default)
namespace lenslet {

// Processes that write one file together, and how they talk. Ranks::writers() of lenslet::mpi makes one. Every process
// must call the collective functions, in the same order. All functions throw io where another process is gone.
class WriterGroup {
 public:
  virtual ~WriterGroup() = default;
  virtual int rank() const = 0;   // from 0, which is the first
  virtual int count() const = 0;  // processes

  // Collective; throws the failure of the lowest rank that has one, in all processes.
  virtual void meet(const Error* failure) = 0;
  virtual std::string text_of_first(const std::string& mine) = 0;  // collective

  // Begins to send numbers, as many from each process, to all processes or to the first one. Collective. Only one
  // exchange may be under way.
  virtual void begin_exchange(std::vector<std::uint64_t> mine, bool to_all) = 0;

  virtual bool has_ended() = 0;  // whether the exchange has ended; returns at once
  // Waits. Returns the numbers in the order of ranks; empty where only the first process gets them.
  virtual std::vector<std::uint64_t> take_exchanged() = 0;
};

}  // namespace lenslet
#pragma GCC visibility pop
