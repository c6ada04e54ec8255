// Runs an op on image files of any size: reads their rows, computes these in strips, and writes the result to a file at
// the same time. A part of the component lenslet::files.
//
//   lenslet::Session session;
//   const auto report = lenslet::run_rows(session, lenslet::ops::Gaussian{.sigma = 2}, {"slide.tif"},
//                                         {.output = "soft.tif", .strips = {.memory = 1'000'000'000}, .resume = true});
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <lenslet/device_group.hpp>
#include <lenslet/image_rows.hpp>
#include <lenslet/plan.hpp>
#include <lenslet/strip_group.hpp>
#include <lenslet/work.hpp>

#pragma GCC visibility push(default)
namespace lenslet {

// An image whose rows can be read from the first one on, several times: a file, or another source of rows.
struct RowInput {
  std::string name;  // of the file, in messages
  ImageType type;

  // Begins with the first row, and returns a function that reads rows from there (strips.hpp). A run calls it for each
  // pass over the image.
  std::function<ReadRows()> rows;

  // Says which pixels these are, on one line: a run that resumes another one must have the same. `resume` needs it.
  std::string identity = {};
  std::shared_ptr<const FileImage::Metadata> metadata = {};
  std::optional<double> nodata = {};                     // as ImageHeader::nodata
  std::function<std::vector<std::string>()> notes = {};  // what the user should know; complete once rows were read
};

// Opens a file. Throws what RowReader throws. By default, a file may have any number of pixels.
RowInput open_rows(const std::filesystem::path& path,
                   const ReadOptions& options = {.max_pixels = std::int64_t{1} << 62});

// How far a run is.
struct RowProgress {
  std::string file;        // the first input while a pass counts (merging.hpp), then the output
  Size size;               // of its image
  std::int64_t first = 0;  // row that the run began with; above 0 if it resumes an unfinished file
  std::int64_t rows = 0;   // that are done; with several processes an estimate: this one's, times their number
};

// What a run needs beside its op and its inputs.
struct RowRun {
  std::filesystem::path output;
  StripOptions strips = {};  // the run sets `parts` and `shared` itself
  WriteOptions write = {};

  // For TIFF files: if the run ends early, the finished rows stay, and the next equal run adds the others, as
  // TiffOptions::run says. Set OpOptions::specialize to Specialize::always, so that both runs have the same program.
  bool resume = false;

  bool pyramid = false;  // for TIFF files, see TiffOptions::pyramid
  bool to_u8 = false;    // writes a result of u16 as u8, where 65535 becomes 255

  // The processes that make the same call, each with one session; null: only this one. All write a TIFF file without a
  // pyramid. Any other file is written by the first process. Calls that differ are unsupported in all processes.
  StripGroup* group = nullptr;

  // Makes the plans in place of DeviceGroup::plan().
  std::function<GroupPlan(const Work& work)> plan = {};

  // Is called when a pass that counts begins, when the output's file is open (both times with `rows` equal to `first`),
  // and then after some rows each. Several threads may call it, one at a time. If it throws, the run fails with its
  // exception.
  std::function<void(const RowProgress& progress)> progress = {};
};

struct RowReport {
  ImageType output = {};                // as the file has it
  std::vector<std::string> notes = {};  // what of the metadata could not be kept, as from write_image(); of files also
                                        // what RowInput::notes says
  std::vector<DeviceShare> counted = {};  // what devices did in the passes that count
  std::vector<DeviceShare> shares = {};   // and in the pass that makes the result
  std::uint64_t memory_bytes = 0;         // of the strips
  Timing timing = {};                     // sums over all strips and processes
  double copy_ms = 0;                     // of strips to devices and back
};

// Computes the work's only result from the inputs' rows, on all devices of the group, and writes it. Throws what
// merged(), DeviceGroup::plan(), Strips, TiffWriter and write_image_rows() throw; io for a file that changes between
// two passes; invalid_argument for inputs that are not those of the work, that cannot be read or that `resume` cannot
// compare; unsupported for several results, and for `resume` and `pyramid` if the output is not TIFF. If
// it throws, no half-written file stays, except what `resume` asks for. It fills in `report` even then: from
// DeviceShare::hangs the caller learns that a device may never end.
void run_rows(const DeviceGroup& devices, const Work& work, const std::vector<RowInput>& inputs, const RowRun& run,
              RowReport& report);

// The same for files, on one device. With `resume` it plans with Specialize::always. Samples that a file declares as
// missing (RowInput::nodata) are samples like others unless OpOptions::nodata names them.
RowReport run_rows(const Session& session, const Call& call, const std::vector<std::filesystem::path>& inputs,
                   const RowRun& run, const OpOptions& options = {});

}  // namespace lenslet
#pragma GCC visibility pop
