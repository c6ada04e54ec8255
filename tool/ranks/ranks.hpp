// Several processes of the tool that compute one result together, as mpirun starts them: what the rest of the tool asks
// of them. lenslet-mpi has that part (mpi.cpp); lenslet runs that in its own place (join.cpp).
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
  virtual std::optional<Result> next() = 0;  // on ranks behind 0: computes all of them, and returns nothing
  virtual void reuse(Image&&) {}             // takes a strip's image that nobody needs any more
  virtual std::vector<DeviceShare> shares() const { return {}; }
};

class Ranks {
 public:
  virtual ~Ranks() = default;
  virtual int rank() const = 0;
  virtual int count() const = 0;
  virtual std::string device(const std::string& selector) const = 0;  // a selector of this rank's own device

  // All ranks come here with the same text, or the tool ends.
  virtual void check_same(const std::string& what, const std::string& text) = 0;

  // Returns rank 0's number. All ranks come here.
  virtual std::int64_t number_of_first(std::int64_t mine) = 0;

  // Calls the function on all ranks. Where it fails on one, all throw that. Behind it they may wait for each other.
  virtual void together(const std::function<void()>& work) = 0;

  // Of all ranks, each with its own part in it: lenslet::mpi has these.
  virtual Work merged(const Session& session, const Work& work, const std::vector<ReadRows>& sources,
                      const StripOptions& options) = 0;
  virtual std::shared_ptr<WriterGroup> writers() const = 0;
  virtual void sum(std::vector<std::uint64_t>& numbers) = 0;

  // All ranks come here, after which they wait for each other's strips.
  virtual std::unique_ptr<StripSource> strips(const Session& session, const Plan& plan, std::vector<ImageType> inputs,
                                              std::vector<ReadRows> sources, const StripOptions& options) = 0;

  // Called once as the tool ends, with what went wrong. Returns whether this rank is the one that says it.
  virtual bool leave(const std::exception* failure) = 0;

  // Ends the ranks that wait for this one, which has failed; returns where all have ended their work.
  virtual void end(int status) = 0;
};

using JoinRanks = std::unique_ptr<Ranks>(const StartedRanks& started);

inline constinit Component<JoinRanks> mpi_ranks{
    {"lenslet-mpi", "several processes", "LENSLET_MPI", "MPI (libopenmpi-dev openmpi-bin)"}};

// Finds the other ranks. Returns none for a process by itself. Throws unsupported where several were started and
// lenslet-mpi is missing.
std::unique_ptr<Ranks> join_ranks(char** arguments);

// The ranks of which this process is one, which main() joins; null for a process by itself.
Ranks* ranks();
void set_ranks(Ranks* joined);

// Strips of this process's devices.
std::unique_ptr<StripSource> own_strips(const GroupPlan& group, const std::vector<ImageType>& inputs,
                                        std::vector<ReadRows> sources, const StripOptions& options);

// Strips of all ranks for the first one, where there are several, each of which has one device; else own ones.
std::unique_ptr<StripSource> make_strips(const Session& session, const GroupPlan& group,
                                         const std::vector<ImageType>& inputs, std::vector<ReadRows> sources,
                                         const StripOptions& options);

// Whether this process says and writes what the result is of.
bool is_first_rank();

// Returns a selector of the device that this rank takes, as mpi::Ranks::device() chooses it.
std::string device_for_rank(const std::string& selector);

}  // namespace lenslet::cli
