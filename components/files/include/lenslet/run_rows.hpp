// An op on image files of any size: their rows are read, computed in strips, and written to a file meanwhile. A part of
// the component lenslet::files.
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

namespace lenslet {

// An image whose rows are read from the first one on, as often as they are needed: a file, or what else has rows.
struct RowInput {
  std::string name;  // of the file, in messages
  ImageType type;

  // Begins with the first row, and returns what reads rows from there (strips.hpp). Is called again for each pass.
  std::function<ReadRows()> rows;

  std::string identity = {};  // of what the rows hold, on one line: a resumed run must have the same
  std::shared_ptr<const FileImage::Metadata> metadata = {};
  std::optional<double> nodata = {};                     // as ImageHeader::nodata
  std::function<std::vector<std::string>()> notes = {};  // what the user should know, once rows were read
};

// Opens a file. Throws as RowReader does. Files of any number of pixels are read unless the options say otherwise.
RowInput open_rows(const std::filesystem::path& path,
                   const ReadOptions& options = {.max_pixels = std::int64_t{1} << 62});

// How far a run is, by the rows of a file.
struct RowProgress {
  std::string file;        // the first input while rows are counted (merging.hpp), then the output
  Size size;               // of its image
  std::int64_t first = 0;  // row that the run began with: not 0 where it goes on with an unfinished file
  std::int64_t rows = 0;   // that are done; of several processes, as many as there are if all are as fast as this one
};

// What a run is but for its op and its inputs.
struct RowRun {
  std::filesystem::path output;
  StripOptions strips = {};  // `parts` and `shared` are the run's affair
  WriteOptions write = {};

  // Of TIFF files. Where the run ends early, what is finished stays, and the next run that is the same goes on with it.
  // See TiffOptions::run. Ops should be planned with Specialize::always, so that both have the same program.
  bool resume = false;

  bool pyramid = false;  // of TIFF files, see TiffOptions::pyramid
  bool to_u8 = false;    // results of u16 are written as u8, so that 65535 becomes 255

  // Other processes that make the same call, each with one session. TIFF files without a pyramid are written by all;
  // else the first one writes what all compute.
  StripGroup* group = nullptr;

  // Makes the plans in the place of DeviceGroup::plan().
  std::function<GroupPlan(const Work& work)> plan = {};

  // Is told how far the run is, at first with `rows` at `first`: for each pass over the inputs, and for the output once
  // its file is open. It may be called by several threads in turns. What it throws ends the run as a failure does.
  std::function<void(const RowProgress& progress)> progress = {};
};

struct RowReport {
  ImageType output = {};                  // as it is written
  std::vector<std::string> notes = {};    // what of the metadata could not be kept, as write_image() says it
  std::vector<DeviceShare> counted = {};  // what devices did in the passes that count, where there are several
  std::vector<DeviceShare> shares = {};   // and in the one that makes results
  std::uint64_t memory_bytes = 0;         // that strips took
  Timing timing = {};                     // sums over all strips and processes
  double copy_ms = 0;                     // of strips to devices and back
};

// Computes the work, of one image, of the inputs' rows into the file, on all devices of the group. Throws as merged(),
// DeviceGroup::plan(), Strips, TiffWriter and write_image_rows() do; unsupported for several results, and for `resume`
// and `pyramid` where the output is no TIFF file. Nothing half-written stays, but what `resume` asks for. `report`
// becomes what the run did, also where that ends with an exception: a device that hangs is at work for longer than the
// program may wish to wait.
void run_rows(const DeviceGroup& devices, const Work& work, const std::vector<RowInput>& inputs, const RowRun& run,
              RowReport& report);

// The same of files, on one device.
RowReport run_rows(const Session& session, const Call& call, const std::vector<std::filesystem::path>& inputs,
                   const RowRun& run, const OpOptions& options = {});

}  // namespace lenslet
