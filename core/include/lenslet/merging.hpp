// Strips for ops that must see a whole image before they make any of the result, such as equalize and otsu. One pass
// over the image counts its histogram, another makes the results.
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

#pragma GCC visibility push(default)
namespace lenslet {

class DeviceGroup;

// How often merged() reads the sources: once for each op that needs the whole of an image and can be split into
// counting and computing parts; watershed, which counts once, reads until nothing changes. 0 for works without such
// ops, which merged() returns unchanged.
int passes_before(const Work& work);

// Returns a work that makes the same bits and can be computed in strips. Each op that needs the whole image is replaced
// by one that does not: otsu by a threshold, equalize by its table. A schedule that the options force is dropped. Each
// pass computes the ops before the replaced one in strips, which take the options' memory. StripOptions::parts are
// ignored: every pass counts the whole image.
//
// Each pass asks the sources for rows from top to bottom. Rows and inputs that the pass does not need are skipped. A
// request for an earlier row begins a new pass.
//
// Before the first row is read, throws as Strips does, for the passes and for the strips of the result. Where the
// memory is too small, the message says how much is needed. While it reads, throws what a source or Plan::run() throws.
// Ops that join regions between strips, such as label, list those that they find: then the strips of the result need
// more than the message says, and they or a pass behind may refuse the memory, with how much they need.
Work merged(const Session& session, const Work& work, const std::vector<ReadRows>& sources,
            const StripOptions& options = {});

// Says which of several processes this one is, where they share the counting as in lenslet::mpi. They work in turns: in
// each turn every process counts about 64 MiB of rows, or a row of a file's tiles.
struct CountShare {
  // This process's number, from 0, and the number of processes.
  int part = 0, parts = 1;
  std::function<void(std::vector<std::uint64_t>& counts)> sum;  // adds the counts of all processes up, in each turn
};

// The same for one of several processes. Sources are asked only for this process's rows.
Work merged(const Session& session, const Work& work, const std::vector<ReadRows>& sources, const StripOptions& options,
            const CountShare& share);

// The same on all devices of the group, which share the memory. `shares`, where not null, becomes what each device did
// in all passes together. It is filled in before an exception leaves the function, too: a device that hangs may keep
// working for longer than the program will wait.
Work merged(const DeviceGroup& group, const Work& work, const std::vector<ReadRows>& sources,
            const StripOptions& options = {}, std::vector<DeviceShare>* shares = nullptr);

}  // namespace lenslet
#pragma GCC visibility pop
