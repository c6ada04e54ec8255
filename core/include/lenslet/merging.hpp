// Ops that see all of an image before they make any of its result, such as equalize and otsu, in strips: the image is
// read once for what they must know of the whole, a histogram, and then again for the results.
//
//   lenslet::Work work{lenslet::Pipeline::parse("gaussian | otsu"), {type}};
//   work = lenslet::merged(session, work, sources, {.memory = budget});  // "gaussian | threshold level=93"
//   lenslet::Strips strips(session, session.plan(work), {type}, sources, {.memory = budget});
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <lenslet/strips.hpp>
#include <lenslet/work.hpp>

namespace lenslet {

class DeviceGroup;

// Whether merged() has something to do: how often it reads the sources, once for each op that sees all of an image and
// whose results in parts are known to be those of the whole. 0 for all other works.
int passes_before(const Work& work);

// Returns a work that makes the same bits and can be computed in strips, in which each such op is one of parts: otsu is
// a threshold, equalize has its table. A schedule that the options force is forgotten then. In each pass the strips of
// what stands before the op take the memory of the options; StripOptions::parts do not count, as all of
// the image is counted whatever part of the results is made.
//
// In each pass sources are asked for rows from top to bottom, and what the pass does not need is left out, rows as well
// as inputs. A row that has passed begins another pass.
//
// Throws before the first row is read as Strips does, for the passes and for strips of the result; of too little memory
// the message says how much all of them take. Then what a source throws, and as Plan::run() does. Returns any other
// work as it is.
Work merged(const Session& session, const Work& work, const std::vector<ReadRows>& sources,
            const StripOptions& options = {});

// One of several processes that share the counting (lenslet::mpi has them), in turns: in each every process counts
// about 64 MiB of rows, or a row of tiles of files, and the parts of all follow each other.
struct CountShare {
  int part = 0, parts = 1;                                      // this process, from 0, and how many there are
  std::function<void(std::vector<std::uint64_t>& counts)> sum;  // makes a process's counts those of all, in each turn
};

// The same for one of several processes: sources are asked for the rows of its parts.
Work merged(const Session& session, const Work& work, const std::vector<ReadRows>& sources, const StripOptions& options,
            const CountShare& share);

// The same with the strips of each pass on all devices of the group, which take the memory together. `shares`, where it
// is given, becomes what each device had a part in, all passes together, also where that ends with an exception: a
// device that hangs is at work for longer than the program may wish to wait.
Work merged(const DeviceGroup& group, const Work& work, const std::vector<ReadRows>& sources,
            const StripOptions& options = {}, std::vector<DeviceShare>* shares = nullptr);

}  // namespace lenslet
