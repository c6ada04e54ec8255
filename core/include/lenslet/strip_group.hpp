// Several processes that compute one image in strips: what a run of files (run_rows.hpp) asks of them. lenslet::mpi
// makes one of ranks (RankGroup).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <lenslet/strips.hpp>
#include <lenslet/work.hpp>
#include <lenslet/writer_group.hpp>

#pragma GCC visibility push(default)
namespace lenslet {

// Strips that the processes compute in turns and the first one gets.
struct GroupStrips {
  std::uint64_t memory_bytes = 0;  // that this process's strips take

  // In the first process it returns the next rows, and nothing after the last ones. In the others it computes all
  // strips of the process, and returns nothing.
  std::function<std::optional<Result>()> next = {};
};

// All functions but rank(), count() and writers() are collective: all processes call them, in the same order. They
// throw io if another process is gone. If one process fails, all end.
class StripGroup {
 public:
  virtual ~StripGroup() = default;
  virtual int rank() const = 0;  // from 0, which is the first
  virtual int count() const = 0;

  // Throws unsupported in all processes if they do not have the same text. `what` names it: "the files".
  virtual void check_same(const std::string& what, const std::string& text) = 0;

  // Returns the text of the first process in all of them.
  virtual std::string text_of_first(const std::string& mine) = 0;

  // Calls the function in all processes. If it fails in one, all throw its error. Afterwards they may wait for each
  // other.
  virtual void together(const std::function<void()>& work) = 0;

  virtual void sum(std::vector<std::uint64_t>& numbers) = 0;  // makes them the sums of all processes'

  // Do what lenslet::merged() and Strips do, each process with its own part. They throw what those throw.
  virtual Work merged(const Session& session, const Work& work, const std::vector<ReadRows>& sources,
                      const StripOptions& options) = 0;
  virtual GroupStrips strips(const Session& session, const Plan& plan, std::vector<ImageType> inputs,
                             std::vector<ReadRows> sources, const StripOptions& options) = 0;

  virtual std::shared_ptr<WriterGroup> writers() const = 0;  // the same processes as writers of one file
};

}  // namespace lenslet
#pragma GCC visibility pop
