// Regions by words of 32 pixels, as GPUs join a whole image: the stages of word_runs.cl, and of seed_words.cl.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ops/connected/connected.hpp"

namespace lenslet::ops {

// Whether a schedule has words, whose nodes can be numbered and are not too many. Elsewhere, and for parts of an image
// and for volumes, such a schedule is one of tiles.
bool goes_by_words(const DimensionSchedule& schedule, Size image);

class Words {
 public:
  Words(op::Graph& graph, Size image, const DimensionSchedule& schedule);

  // The source of word_runs.cl for samples of a type, which take() needs. Inverted: take() sets the bits of zeros. With
  // areas or seeds, join() takes these, too.
  struct Options {
    bool inverted = false, areas = false, seeds = false;
  };
  op::Source source(int neighbours, SampleType type, Options options) const;

  op::GraphValue bits() const { return bits_; }
  op::GraphValue forest() const { return forest_; }
  op::GraphValue more_bits() const;   // memory for other words, as many
  op::GraphValue more_nodes() const;  // and for a number of each node
  std::int32_t across() const { return static_cast<std::int32_t>(across_); }
  std::int32_t count() const { return static_cast<std::int32_t>(across_ * image_.height); }
  std::int64_t groups() const;  // that have all words, one for each work-item

  // Adds the stages that set the bits of samples of the op's image that are not 0, and that join the bits.
  void take(const ocl::Program& program) const;
  void join(const ocl::Program& program, std::optional<op::GraphValue> areas_or_seeds = {}) const;

  // Adds the stages that write 255 for the regions that hold a seed, by a program of seeds_source().
  op::Source seeds_source(int neighbours) const;
  void keep_seeded(const ocl::Program& program, op::GraphValue seeds) const;
  void write_kept(const ocl::Program& program, std::size_t bytes_of_sample) const;

  // Adds kernels: with a group for each tile of so many pixels, with a work-item for each word, and with one for so
  // many pixels of a row.
  void add_tiles(const ocl::Program& program, const char* kernel, Size tile,
                 const std::vector<op::Argument>& arguments) const;
  void add_tiles(const ocl::Program& program, const char* kernel, const std::vector<op::Argument>& arguments) const {
    add_tiles(program, kernel, tile_, arguments);
  }
  void add_words(const ocl::Program& program, const char* kernel, const std::vector<op::Argument>& arguments) const;
  void add_rows(const ocl::Program& program, const char* kernel, std::int64_t each,
                const std::vector<op::Argument>& arguments) const;

  // Pixels of a row that are written at once, as in word_runs.cl.
  static std::int64_t written(std::size_t bytes_of_sample) { return 16 / static_cast<std::int64_t>(bytes_of_sample); }

  static constexpr std::int64_t pixels = 32;         // of a word
  static constexpr std::int64_t nodes = pixels / 2;  // of a word

 private:
  op::GraphKernel kernel(const ocl::Program& program, const char* name) const {
    return graph_.kernel(program, name, {group_});
  }

  op::Graph& graph_;
  Size image_;
  std::size_t group_;
  Size tile_;  // pixels
  std::int64_t across_;
  op::GraphValue bits_, forest_;
};

}  // namespace lenslet::ops
