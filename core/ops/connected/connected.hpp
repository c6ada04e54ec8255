// What ops of connected regions share: label, fill_holes, remove_small, hysteresis, canny, local_maxima, watershed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "op/op.hpp"

namespace lenslet::ops {

// Samples as their bits: the code of an unsigned type of their size, and the bits that are set in no zero.
const char* bits_of(SampleType type);
const char* mask_of(SampleType type);

// Defines the types of kernels that see samples as their bits: TYPE and MASK.
void define_bits(op::Source& source, SampleType type);

// The types of samples of which only the bits matter.
std::vector<SampleType> all_sample_types();

Parameter neighbours_parameter();
int neighbours_of(const op::Instance& problem);

// Throws invalid_argument, with what is allowed, for images of several channels, or of so many pixels that an i32
// cannot number them.
void check_regions(const std::string& op, const ImageType& image);
void check_pixel_count(const std::string& op, const ImageType& image);

// Sets what all ops of connected regions have alike: schedules, with words or without, and that the whole image is
// needed.
void set_regions(op::Op& op, bool has_words = false);

// The stages that join pixels, and what later stages need of them.
class Regions {
 public:
  // Of the op's first input, or of another image, such as a mask.
  Regions(const op::Instance& problem, const DimensionSchedule& schedule)
      : Regions(problem.inputs.image(0), schedule) {}
  Regions(const ImageType& image, const DimensionSchedule& schedule) : image_(image), schedule_(schedule) {}

  // The source of connected.cl, and of `file` behind it. Inverted: the pixels that are 0 are joined.
  op::Source source(int neighbours, bool inverted, const char* file) const;

  // Adds the stages that make the forest: an i32 for each pixel, see connected.cl.
  op::GraphValue add_forest(op::Graph& graph, const ocl::Program& program,
                            std::vector<op::Argument> image = {op::Graph::input(0)}) const;

  // Memory for a mask of bytes, and the mask as an image for kernels that take one.
  op::GraphValue add_mask(op::Graph& graph) const {
    return graph.scratch(static_cast<std::uint64_t>(pixels()), sizeof(std::uint8_t));
  }
  std::vector<op::Argument> as_image(op::GraphValue mask) const;

  // By runs of pixels, as CPUs join an image: bits of the pixels, the number of runs in each row, and the forest of
  // runs, see runs.cl, which stands in the program.
  struct Runs {
    op::GraphValue bits, counts, forest;
  };
  Runs add_runs(op::Graph& graph, const ocl::Program& program,
                const std::vector<op::Argument>& image = {op::Graph::input(0)}) const;

  // For kernels of runs whose work-items have rows of their own.
  ocl::Range row_blocks() const;

  // Adds a kernel that goes over the pixels in rows; each work-item has so many side by side.
  void add_rows(op::Graph& graph, const ocl::Program& program, const char* kernel,
                const std::vector<op::Argument>& arguments, std::int64_t items) const;
  void add_rows(op::Graph& graph, const ocl::Program& program, const char* kernel,
                const std::vector<op::Argument>& arguments) const {
    add_rows(graph, program, kernel, arguments, items());
  }

  static constexpr std::int64_t tile_width = 32;

  bool in_strips() const { return schedule_.word("way") == "strips"; }
  std::int64_t pixels() const { return image_.pixels(); }
  std::size_t group() const { return static_cast<std::size_t>(schedule_.number("group")); }
  std::int64_t block() const { return block_of(group()); }
  static std::int64_t block_of(std::size_t group) { return group == 1 ? 65536 : static_cast<std::int64_t>(group) * 16; }

 private:
  std::int64_t items() const { return group() == 1 ? 4096 : 1; }

  ImageType image_;
  const DimensionSchedule& schedule_;
};

// Pixels that are not 0, for the truth.
using IsSet = std::vector<bool>;
IsSet set_pixels(const Image& image);

// The pixels of the regions of `set` that hold a seed.
IsSet seeded(const IsSet& set, const IsSet& seeds, Size size, int neighbours);

// What is wrong with an image that should be 255 where the set has a pixel, and 0 elsewhere.
std::optional<std::string> wrong_set(const Image& got, const IsSet& truth);

// Images that are hard to label: empty and full ones, single pixels, spirals, checkerboards, noise, and sizes one off a
// tile.
std::vector<op::Case> region_cases(const std::string& op, const std::vector<SampleType>& types,
                                   const std::vector<op::ArgumentMap>& arguments, int effort);
std::vector<op::ArgumentMap> by_neighbours();  // 4, and 8

}  // namespace lenslet::ops
