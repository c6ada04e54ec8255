// Several processes of the tool that compute one result together, as mpirun starts them: what the rest of the tool uses
// of them. lenslet-mpi has that part (mpi.cpp). lenslet runs lenslet-mpi in its own place (join.cpp).
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <lenslet/device_group.hpp>
#include <lenslet/strips.hpp>
#include <lenslet/work.hpp>
#include <lenslet/writer_group.hpp>

#include "tool/components/component.hpp"
#include "tool/ranks/environment.hpp"

namespace lenslet::cli {

// Strips of this process alone, or of all ranks.
class StripSource {
 public:
  virtual ~StripSource() = default;
  virtual const std::vector<ImageType>& outputs() const = 0;
  virtual std::uint64_t memory_bytes() const = 0;
  virtual std::optional<Result> next() = 0;  // other ranks than 0 compute all of theirs, and return nothing
  virtual void reuse(Image&&) {}             // takes a strip's image that is no longer needed
  virtual std::vector<DeviceShare> shares() const { return {}; }
};

class Ranks {
 public:
  virtual ~Ranks() = default;
  virtual int rank() const = 0;
  virtual int count() const = 0;
  virtual std::string device(const std::string& selector) const = 0;  // of this rank's own device

  // All ranks call it with the same text, or the tool ends.
  virtual void check_same(const std::string& what, const std::string& text) = 0;

  // Returns rank 0's number. All ranks call it.
  virtual std::int64_t number_of_first(std::int64_t mine) = 0;

  // Calls the function on all ranks. If it fails on one, all throw its error. Afterwards they may wait for each other.
  virtual void together(const std::function<void()>& work) = 0;

  // Merges over all ranks, each with its own part: lenslet::mpi does it.
  virtual Work merged(const Session& session, const Work& work, const std::vector<ReadRows>& sources,
                      const StripOptions& options) = 0;
  virtual std::shared_ptr<WriterGroup> writers() const = 0;
  virtual void sum(std::vector<std::uint64_t>& numbers) = 0;

  // All ranks call it. Afterwards they wait for each other's strips.
  virtual std::unique_ptr<StripSource> strips(const Session& session, const Plan& plan, std::vector<ImageType> inputs,
                                              std::vector<ReadRows> sources, const StripOptions& options) = 0;

  // Called once as the tool ends, with its failure. Returns whether this rank reports it.
  virtual bool leave(const std::exception* failure) = 0;

  // Ends the ranks that wait for this one, which has failed. Returns when all have ended their work.
  virtual void end(int status) = 0;
};

using JoinRanks = std::unique_ptr<Ranks>(const StartedRanks& started);

inline constinit Component<JoinRanks> mpi_ranks{
    {"lenslet-mpi", "several processes", "LENSLET_MPI", "MPI (libopenmpi-dev openmpi-bin)"}};

// Finds the other ranks; null for a single process. Throws unsupported if several were started and lenslet-mpi is
// missing.
std::unique_ptr<Ranks> join_ranks(char** arguments);

// The ranks of this process, which main() joins; null for a single process.
Ranks* ranks();
void set_ranks(Ranks* joined);

// Strips of this process's devices.
std::unique_ptr<StripSource> own_strips(const GroupPlan& group, const std::vector<ImageType>& inputs,
                                        std::vector<ReadRows> sources, const StripOptions& options);

// If there are several ranks, each with one device: the first one gets the strips of all. Otherwise own strips.
std::unique_ptr<StripSource> make_strips(const Session& session, const GroupPlan& group,
                                         const std::vector<ImageType>& inputs, std::vector<ReadRows> sources,
                                         const StripOptions& options);

// Whether this process reports and writes the result.
bool is_first_rank();

// Returns a selector of the device for this rank, chosen as by mpi::Ranks::device().
std::string device_for_rank(const std::string& selector);

}  // namespace lenslet::cli
