// The launches of a scan: up the levels of blocks with sums, and down them with scans.
#include "ops/reduce/reduce.hpp"
#include "ops/scan/scan.hpp"

namespace lenslet::ops {
namespace {

using op::Launches;

ocl::Program program_of(const ArraySchedule& schedule, const op::Maker& maker, ElementType type,
                        ElementType accumulator, bool exclusive) {
  op::Source source({"scan.cl"});
  source.define("TYPE", op::code_of(type)).define("ACC", op::code_of(accumulator));
  source.define("EXCLUSIVE", exclusive ? 1 : 0).define("GROUP", schedule.number("group"));
  source.define("ITEMS", schedule.number("items")).define("ROUNDS", schedule.number("rounds"));
  source.define("VEC", schedule.number("v"));
  return maker.program(source);
}

// The elements of level 0 are the input's, those of another the sums of the blocks below.
struct Level {
  std::uint64_t count, blocks;
  op::Stage sums, scan;
};

class Scan {
 public:
  Scan(const op::Instance& problem, const ArraySchedule& schedule, const op::Maker& maker) {
    const ocl::Range group{static_cast<std::size_t>(schedule.number("group"))};
    const ElementType type = problem.inputs.front().type, accumulator = problem.outputs.front().type;
    const auto block = group.x * static_cast<std::uint64_t>(schedule.number("items") * schedule.number("v")) *
                       static_cast<std::uint64_t>(schedule.number("rounds"));
    auto count = static_cast<std::uint64_t>(problem.inputs.front().count());
    ocl::Program program = program_of(schedule, maker, type, accumulator, is_exclusive(problem));
    for (bool last = false; !last;) {
      const std::uint64_t blocks = divide_up(count, block);
      levels_.push_back({count, blocks, {maker, program, "sums", group}, {maker, program, "scan", group}});
      last = blocks == 1;
      if (last) continue;
      if (levels_.size() == 1) program = program_of(schedule, maker, accumulator, accumulator, true);
      sums_.push_back(maker.queue().allocate(blocks * size_of(accumulator)));
      offsets_.push_back(maker.queue().allocate(blocks * size_of(accumulator)));
      count = blocks;
    }
  }

  void run(const DeviceArray& x, const DeviceArray& out, Launches& launches) {
    for (std::size_t i = 0; i < sums_.size(); ++i)
      levels_[i].sums.launch_groups(levels_[i].blocks, launches, elements(i, x), sums_[i], levels_[i].count);
    for (std::size_t i = levels_.size(); i-- > 0;) {
      const ocl::Buffer& offsets = i < offsets_.size() ? offsets_[i] : x.buffer();  // of one block nothing is read
      levels_[i].scan.launch_groups(levels_[i].blocks, launches, elements(i, x), offsets,
                                    i > 0 ? offsets_[i - 1] : out.buffer(), levels_[i].count);
    }
  }

 private:
  const ocl::Buffer& elements(std::size_t level, const DeviceArray& x) const {
    return level > 0 ? sums_[level - 1] : x.buffer();
  }

  std::vector<Level> levels_;
  std::vector<ocl::Buffer> sums_, offsets_;  // of each level that has several blocks
};

}  // namespace

bool is_exclusive(const op::Instance& problem) {
  return problem.arguments.text("kind") == "exclusive";
}

op::Run scan_make(const op::Instance& problem, const ArraySchedule& schedule, const op::Maker& maker) {
  op::check_doubles(maker.device(), problem.inputs.front().type);
  if (problem.inputs.front().count() == 0) return [](const auto&, const auto&, auto&) {};
  const auto work = std::make_shared<Scan>(problem, schedule, maker);
  return [work](const auto& in, const auto& out, auto& launches) { work->run(in[0], out[0], launches); };
}

}  // namespace lenslet::ops
