// Several processes, on one host or many, that compute one image: the component lenslet::mpi. MPI's mpirun starts the
// processes. Users need not know MPI, but may pass a communicator of their own.
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

#pragma GCC visibility push(default)
namespace lenslet::mpi {

// The processes that work together; each has a number, its rank. All ranks must call the collective functions, in the
// same order. A wait throws io where the other ranks do not come within limit(). What a rank gives to report() is
// thrown by rank 0's next wait. After either of these the ranks no longer agree, and can only call end_all(). Two kinds
// of waits have no limit: MPI's own when it begins and ends (MPI_Init, MPI_Comm_dup, MPI_Finalize), and waits for rank
// 0 while it works by itself. Rank 0 does so while it writes what RankStrips and gather() give it, and before it calls
// meet_first(). After set_limit(), waits for rank 0 have a limit, too.
class Ranks {
 public:
  // All processes that mpirun started. Collective. Starts MPI where the program has not; MPI then ends with the last
  // copy of this object. Threads may use the object in turns. Throws unsupported where MPI does not allow that.
  Ranks();

  // The ranks of a communicator of the caller's, given by its number MPI_Comm_c2f(communicator). Collective there. MPI
  // is not ended. Throws as the other constructor does.
  explicit Ranks(int communicator);

  int rank() const;        // from 0
  int count() const;       // at least 1
  int local_rank() const;  // among the ranks on this host, from 0

  // Returns a selector (device.hpp) of this rank's own device, for SessionOptions::device. With a list
  // (device_group.hpp) the ranks of a host take its devices in turn. With a single selector, which may be empty, they
  // take in turn the devices that are like the selected one, because strips in turns wait for the slowest device. With
  // an index all take that device. Throws as device_selectors() does.
  std::string device(const std::string& selector = {}) const;

  std::chrono::milliseconds limit() const;          // of each wait; ten minutes by default
  void set_limit(std::chrono::milliseconds limit);  // throws invalid_argument for less than 1 ms

  // Whether a wait has ended without the others, or a failure was reported. Collective functions then throw io.
  bool gave_up() const;

  // Waits until all ranks are here. Collective. Where ranks have failed, all throw the failure of the lowest such rank.
  // A failed rank that waits for longer than the limit tells rank 0, and throws its own failure.
  void meet(const Error* failure = nullptr) const;

  // The same, but the other ranks wait for rank 0 without a limit, unless set_limit() was called.
  void meet_first(const Error* failure = nullptr) const;

  // Throws unsupported on all ranks where their texts differ, and names the lowest rank whose text is not rank 0's.
  // Collective. `what` names the text: "the arguments".
  void check_same(const std::string& what, const std::string& text) const;

  // Returns rank 0's text. Collective.
  std::string text_of_first(const std::string& mine) const;

  // Replaces the numbers, as many on each rank, by the sums over all ranks. Collective.
  void sum(std::vector<std::uint64_t>& numbers) const;

  // Returns the ranks as writers of one file, for TiffOptions::group (tiff_writer.hpp).
  std::shared_ptr<WriterGroup> writers() const;

  void report(const Error& failure) const;      // sends rank 0 the first KiB of the failure, and returns at once
  [[noreturn]] void end_all(int status) const;  // ends all ranks with this exit status, whatever they are doing

  struct State;
  const State& state() const { return *state_; }  // for the library

 private:
  std::shared_ptr<State> state_;
};

// Strips that the ranks compute in turns, and that rank 0 gets in order. A rank that is ahead waits for its strip's
// turn. So each rank holds only its own strips, and rank 0 one more.
class RankStrips {
 public:
  // Takes the arguments of Strips. Collective. All ranks must pass the same inputs and make the same calls. Each has
  // its own session, plan and sources; sources are asked only for the rows of the rank's own strips.
  // StripOptions::memory counts for each rank, and StripOptions::parts may have at most one part. Without
  // StripOptions::rows there are at least four strips for each rank, where the image has enough rows. Throws on all
  // ranks what Strips throws on one.
  RankStrips(const Ranks& ranks, const Session& session, const Plan& plan, std::vector<ImageType> inputs,
             std::vector<ReadRows> sources, const StripOptions& options = {});
  ~RankStrips();
  RankStrips(RankStrips&&) noexcept;
  RankStrips& operator=(RankStrips&&) noexcept;

  const std::vector<ImageType>& outputs() const;  // types of the whole results
  std::int64_t rows() const;                      // of each strip but the last
  std::uint64_t memory_bytes() const;             // that this rank's strips take

  // On rank 0: returns the next rows of all results, and nothing after the last ones. On the others: computes and sends
  // all strips, and returns nothing. Throws as Strips::next() does.
  std::optional<Result> next();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Does what lenslet::merged() does (merging.hpp): each rank counts its own parts of the rows, and all get the sums.
// Collective. Ranks wait for each other after parts of bounded size, however long the image is. Throws on all ranks
// what lenslet::merged() throws on one.
Work merged(const Ranks& ranks, const Session& session, const Work& work, const std::vector<ReadRows>& sources,
            const StripOptions& options = {});

// Ranks that make one call of run_rows() together (run_rows.hpp). If a rank fails, the others learn of it.
//
//   lenslet::mpi::RankGroup group(ranks);
//   try {
//     lenslet::run_rows(session, op, {"slide.tif"}, {.output = "soft.tif", .group = &group});
//     group.leave();
//   } catch (const lenslet::Error& error) {
//     group.leave(&error);
//     if (ranks.rank() == 0 || ranks.gave_up()) std::fprintf(stderr, "%s\n", error.what());
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

  // Each rank calls it once, after its last run, with what the run threw. The ranks that wait for this one, or will
  // meet it, learn of the failure. A rank that leaves without a failure throws that of another one. Call end() after a
  // failure: the first rank tells those that wait for its strips only there.
  void leave(const Error* failure = nullptr);

  // Ends a run that has failed. If all ranks have failed together, it returns. If ranks still wait for this one, all
  // processes exit with this status, and it does not return.
  void end(int status);

 private:
  void meet(const std::function<void()>& meeting);

  Ranks ranks_;
  bool is_over_ = false;     // the others know, or learn, that this rank has ended
  bool is_working_ = false;  // ranks wait for each other's strips
};

// How an image is cut into blocks.
struct GridOptions {
  int columns = 0, rows = 0;  // of blocks, one for each rank; 0: chosen so that blocks are nearly square
  std::int64_t margin = 0;    // pixels held round a block; at most the shortest side of any block
};

struct IterationOptions {
  // Passes between two exchanges. More passes need wider margins and compute pixels of the margins again, but wait less
  // often. 0: the fastest number here, which the first passes find out.
  std::int64_t passes_per_exchange = 0;
};

// What an iteration took on this rank.
struct IterationReport {
  std::int64_t passes = 0;
  std::int64_t passes_per_exchange = 0;  // the number that was used most of the time
  std::int64_t exchanges = 0;
  std::uint64_t sent_bytes = 0;
  double compute_ms = 0, exchange_ms = 0;  // by the host's clock; exchange_ms includes waiting for slower neighbours
  std::int64_t computed_pixels = 0;        // by all passes; only (pixels of the block) x passes of them are useful
};

// An image whose blocks lie on the ranks' devices. After exchange() the margins hold the neighbours' pixels. There is
// no margin at the edge of the whole image, so borders are made only there.
class DistributedImage {
 public:
  // Collective. Throws invalid_argument for a grid without exactly one block for each rank, for more columns or rows
  // than pixels, for a margin larger than a block, and for several layers.
  DistributedImage(const Ranks& ranks, const Session& session, const ImageType& whole, const GridOptions& options = {});
  ~DistributedImage();
  DistributedImage(DistributedImage&&) noexcept;
  DistributedImage& operator=(DistributedImage&&) noexcept;

  const ImageType& whole() const;
  const GridOptions& grid() const;  // with the numbers that were chosen
  const Rect& block() const;        // this rank's own pixels, in pixels of the whole
  const Rect& held() const;         // the block with its margin, cut at the image's edges

  // Set this rank's block. fill() calls a function that makes the rectangle; fill_from_rows() asks for the block's
  // rows, as a RowReader has them. Throw invalid_argument for an image of another size or format.
  void fill(const std::function<Image(const Rect& block)>& make);
  void fill_from_rows(const ReadRows& rows);

  Image download() const;  // this rank's block

  void exchange();  // fills the margins, with corners; collective

  // Runs so many passes of a plan that has one input and one output of the same type. Collective. The blocks get the
  // bits of a run over the whole image; margins are undefined until the next exchange. Throws invalid_argument for
  // another plan and for negative numbers. Throws invalid_argument also where the passes between two exchanges read
  // beyond the margin; the message says how many pixels they read.
  IterationReport iterate(const Plan& plan, std::int64_t passes, const IterationOptions& options = {});

  // Calls `write` on rank 0. `write` gets a function that returns rows of the whole image; it must ask for them in
  // order, each once, as write_image_rows() does. Collective. Rank 0 holds 64 MiB of rows at a time, or one row. A row
  // that is asked for twice, or that lies below the image, throws invalid_argument.
  void gather(const std::function<void(const ReadRows& rows)>& write) const;

  struct State;  // for the library

 private:
  std::unique_ptr<State> state_;
};

}  // namespace lenslet::mpi
#pragma GCC visibility pop
