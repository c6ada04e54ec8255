// Several processes, on one host or many, that compute one image: the component lenslet::mpi. It is started by MPI's
// mpirun, and needs no knowledge of MPI; who has some hands over a communicator of his own.
//
//   lenslet::mpi::Ranks ranks;
//   lenslet::Session session({.device = ranks.device()});
//   lenslet::mpi::DistributedImage image(ranks, session, {format, {40000, 30000}}, {.margin = 16});
//   image.fill([&](const lenslet::Rect& block) { return make_pixels(block); });
//   image.iterate(session.plan(lenslet::ops::Gaussian{.ksize = 5}, format), 100);
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <lenslet/error.hpp>
#include <lenslet/session.hpp>
#include <lenslet/strip_group.hpp>
#include <lenslet/strips.hpp>
#include <lenslet/work.hpp>
#include <lenslet/writer_group.hpp>

namespace lenslet::mpi {

// The processes that work together, each with its number. Functions that are collective are called by all ranks, in the
// same order. After limit() without the other ranks' part a wait throws io. What a rank report()s is thrown by rank 0's
// next wait. After either the ranks no longer agree, and can only end, by end_all(). Without a limit are MPI's own
// waits as it begins and ends (MPI_Init, MPI_Comm_dup, MPI_Finalize), and those of others for rank 0 while that works
// by itself: as it writes what RankStrips and gather() give it, and in meet_first(); set_limit() limits the latter.
class Ranks {
 public:
  // All that mpirun started; collective. Begins MPI where the program has not, and then ends it with the last copy.
  // Threads may use the object in turns. Throws unsupported where MPI does not allow that.
  Ranks();

  // Those of a communicator of the caller's, by its number MPI_Comm_c2f(communicator); collective there. MPI goes on.
  // Throws as the other.
  explicit Ranks(int communicator);

  int rank() const;        // from 0
  int count() const;       // at least 1
  int local_rank() const;  // among those on this host, from 0

  // Returns a selector (device.hpp) of this rank's own device, for SessionOptions::device. Of a list
  // (device_group.hpp) each rank of a host takes the next. Of a single selector, which may be empty, each takes the
  // next of the devices that are like the one it names: strips in turns wait for the slowest. An index names one device
  // for all. Throws as device_selectors() does.
  std::string device(const std::string& selector = {}) const;

  std::chrono::milliseconds limit() const;          // of each wait; ten minutes at first
  void set_limit(std::chrono::milliseconds limit);  // throws invalid_argument for less than 1 ms

  // Whether a wait has ended without the others, or a failure was reported. What is collective then throws io.
  bool gave_up() const;

  // Waits until all ranks are here; collective. Where ranks have failed, all throw what the lowest of them says. One
  // that has failed and waits for longer than the limit tells rank 0, and throws its own failure.
  void meet(const Error* failure = nullptr) const;

  // The same, where the others may wait for rank 0 for any time.
  void meet_first(const Error* failure = nullptr) const;

  // Throws unsupported on all ranks where they do not have the same text, and names the lowest that differs from rank
  // 0; collective. `what` names the text: "the arguments".
  void check_same(const std::string& what, const std::string& text) const;

  // Returns rank 0's text; collective.
  std::string text_of_first(const std::string& mine) const;

  // Makes the numbers, of which all ranks have as many, the sums of all ranks'; collective.
  void sum(std::vector<std::uint64_t>& numbers) const;

  // The ranks as writers of one file, for TiffOptions::group (tiff_writer.hpp).
  std::shared_ptr<WriterGroup> writers() const;

  void report(const Error& failure) const;      // tells rank 0 its first KiB, and returns at once
  [[noreturn]] void end_all(int status) const;  // ends all ranks with this exit status, wherever they are

  struct State;
  const State& state() const { return *state_; }  // for the library

 private:
  std::shared_ptr<State> state_;
};

// Strips that all ranks compute in turns and rank 0 gets, in order. A rank that is ahead waits until its strip's turn
// has come, so that each holds no more than its own strips, and rank 0 one strip more.
class RankStrips {
 public:
  // Takes what Strips takes; collective. All ranks have the same inputs and calls, and each its own session, plan and
  // sources, which are asked for the rows of its strips alone. StripOptions::memory is of each rank, and there
  // is one part at most. Without StripOptions::rows there are at least four strips a rank where the image has the rows.
  // Throws on all ranks what Strips throws on one.
  RankStrips(const Ranks& ranks, const Session& session, const Plan& plan, std::vector<ImageType> inputs,
             std::vector<ReadRows> sources, const StripOptions& options = {});
  ~RankStrips();
  RankStrips(RankStrips&&) noexcept;
  RankStrips& operator=(RankStrips&&) noexcept;

  const std::vector<ImageType>& outputs() const;  // the whole results
  std::int64_t rows() const;                      // of a strip but the last
  std::uint64_t memory_bytes() const;             // that this rank's strips take

  // On rank 0 returns the next rows of all results, and nothing behind the last ones. On the others computes and sends
  // all strips, and returns nothing. Throws as Strips::next() does.
  std::optional<Result> next();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Does what lenslet::merged() does (merging.hpp), where each rank counts its own parts of the rows, and all get the
// sums; collective. Ranks wait for each other after parts of bounded size, however long the image is. Throws on all
// ranks what that throws on one.
Work merged(const Ranks& ranks, const Session& session, const Work& work, const std::vector<ReadRows>& sources,
            const StripOptions& options = {});

// Ranks as run_rows() takes them (run_rows.hpp): one file is computed by all. Where a rank fails, the others are told.
//
//   lenslet::mpi::RankGroup group(ranks);
//   try {
//     lenslet::run_rows(session, op, {"slide.tif"}, {.output = "soft.tif", .group = &group});
//     group.leave();
//   } catch (const lenslet::Error& error) {
//     group.leave(&error);
//     if (ranks.rank() == 0) std::fprintf(stderr, "%s\n", error.what());
//     group.end(1);
//     return 1;
//   }
class RankGroup : public StripGroup {
 public:
  explicit RankGroup(Ranks ranks) : ranks_(std::move(ranks)) {}

  int rank() const override { return ranks_.rank(); }
  int count() const override { return ranks_.count(); }
  void check_same(const std::string& what, const std::string& text) override;
  std::string text_of_first(const std::string& mine) override;
  void together(const std::function<void()>& work) override;
  void sum(std::vector<std::uint64_t>& numbers) override;
  Work merged(const Session& session, const Work& work, const std::vector<ReadRows>& sources,
              const StripOptions& options) override;
  GroupStrips strips(const Session& session, const Plan& plan, std::vector<ImageType> inputs,
                     std::vector<ReadRows> sources, const StripOptions& options) override;
  std::shared_ptr<WriterGroup> writers() const override { return ranks_.writers(); }

  // Is called once by each rank, behind its last run, with what that threw: those that wait for this rank, or still
  // come to meet it, learn of it. Throws without a failure what another rank left with.
  void leave(const Error* failure = nullptr);

  // Ends with this exit status the ranks that still wait for this one, which has left with a failure. Returns where all
  // have ended their work.
  void end(int status);

 private:
  void meet(const std::function<void()>& meeting);

  Ranks ranks_;
  bool is_over_ = false;     // the others know, or are told, that this rank has ended
  bool is_working_ = false;  // ranks wait for each other's strips
};

// How an image is cut into blocks.
struct GridOptions {
  int columns = 0, rows = 0;  // of blocks, one a rank; 0: chosen so that blocks are nearly squares
  std::int64_t margin = 0;    // pixels that are held round a block; at most the sides of the smallest block
};

struct IterationOptions {
  // Passes between two exchanges. More of them need wider margins and compute pixels of the margins again, but wait
  // less often. 0: what is fastest here, as the first passes are used to find out.
  std::int64_t passes_per_exchange = 0;
};

// What an iteration took on this rank.
struct IterationReport {
  std::int64_t passes = 0;
  std::int64_t passes_per_exchange = 0;  // most of the time
  std::int64_t exchanges = 0;
  std::uint64_t sent_bytes = 0;
  double compute_ms = 0, exchange_ms = 0;  // by the host's clock; an exchange waits for slower neighbours, too
  std::int64_t computed_pixels = 0;        // by all passes, of which block x passes are of use
};

// An image whose blocks lie on the ranks' devices. Margins are what neighbours have there, after exchange(); the edge
// of the whole image has none, so that borders are made there alone.
class DistributedImage {
 public:
  // Collective. Throws invalid_argument for a grid that has not one block a rank, for more columns or rows than pixels,
  // for a margin that is larger than a block, and for several layers.
  DistributedImage(const Ranks& ranks, const Session& session, const ImageType& whole, const GridOptions& options = {});
  ~DistributedImage();
  DistributedImage(DistributedImage&&) noexcept;
  DistributedImage& operator=(DistributedImage&&) noexcept;

  const ImageType& whole() const;
  const GridOptions& grid() const;  // with its numbers
  const Rect& block() const;        // this rank's own pixels, in pixels of the whole
  const Rect& held() const;         // with the margin, as far as the image goes

  // Set this rank's block: from a function that makes a rectangle, or from rows, of which those of the block are asked
  // for. RowReader has such rows. Throw invalid_argument for an image of another size or format.
  void fill(const std::function<Image(const Rect& block)>& make);
  void fill_from_rows(const ReadRows& rows);

  Image download() const;  // the block

  void exchange();  // the margins, corners too; collective

  // Makes so many passes of a plan that has one input and one output of its type; collective. The blocks have the bits
  // of a run over the whole image, margins are undefined until the next exchange. Throws invalid_argument for another
  // plan, for negative numbers, and where the passes between two exchanges read beyond the margin, with how many
  // pixels they read.
  IterationReport iterate(const Plan& plan, std::int64_t passes, const IterationOptions& options = {});

  // Calls `write` on rank 0 with the rows of the whole image, which it asks for in order and each once, as
  // write_image_rows() does; collective. Rank 0 holds 64 MiB of them at a time, or one row.
  void gather(const std::function<void(const ReadRows& rows)>& write) const;

  struct State;  // for the library

 private:
  std::unique_ptr<State> state_;
};

}  // namespace lenslet::mpi
