// Writes rows of a result while later ones are read and computed.
#include <lenslet/run_rows.hpp>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include <lenslet/merging.hpp>
#include <lenslet/tiff_writer.hpp>

#include "files/file_error.hpp"
#include "files/run_identity.hpp"

namespace lenslet {
namespace {

namespace fs = std::filesystem;

ImageType type_of(const RowReader& reader) {
  return {reader.header().format, reader.header().size};
}

// A file that each pass but the first opens anew.
struct RowFile {
  ReadRows begin();

  fs::path path;
  ReadOptions options;
  std::string identity;
  std::shared_ptr<RowReader> reader;
  bool has_begun = false;
};

// All passes must read the same file: the result of one is made of what another counted.
ReadRows RowFile::begin() {
  if (std::exchange(has_begun, true)) {
    reader = std::make_shared<RowReader>(path, options);
    if (io::identity_of(path) != identity) throw io::file_error("read", path, "it was changed during the run");
  }
  return [open = reader](std::int64_t first, std::int64_t rows, std::byte* to) { open->read(first, rows, to); };
}

// Tells the caller how far the run is. A row of this process counts as `times` rows, since others do as many meanwhile.
class Told {
 public:
  Told(const RowRun& run, std::string file, Size size, int times)
      : run_(run), now_{std::move(file), size}, times_(times) {}

  void begin_at(std::int64_t row) {
    now_.first = row;
    tell(row);
  }

  void tell(std::int64_t rows) {
    now_.rows = std::min(now_.first + (rows - now_.first) * times_, now_.size.height);
    if (run_.progress) run_.progress(now_);
  }

 private:
  const RowRun& run_;
  RowProgress now_;
  int times_;
};

// Begins another pass if rows before the current one are asked for. With several processes, others read the rows
// between those of this one. `told` is null for all inputs but the first, whose rows say how far a pass is.
ReadRows rows_of_each_pass(const RowInput& input, bool shared, Told* told) {
  struct Pass {
    ReadRows rows = {};
    std::int64_t next = 0, read = 0;
  };
  return [&input, shared, told, pass = Pass()](std::int64_t first, std::int64_t rows, std::byte* to) mutable {
    if (!pass.rows || first < pass.next) {
      pass = {input.rows()};
      if (told) told->begin_at(0);
    }
    pass.rows(first, rows, to);
    pass.next = first + rows;
    pass.read += rows;
    if (told) told->tell(shared ? pass.read : pass.next);
  };
}

// Returns the rows after those that it returned last, or nothing. It gets the last ones back and uses their memory
// again.
using NextStrip = std::function<std::optional<Image>(std::optional<Image> last)>;

// The rows of the only result, one after the other.
class ResultRows {
 public:
  ResultRows(NextStrip next, Told& told) : next_(std::move(next)), told_(told) {}

  void give(std::int64_t first, std::int64_t rows, std::byte* to) {
    for (std::int64_t row = first; row < first + rows; ++row) to = give_one(row, to);
    told_.tell(first + rows);
  }

 private:
  // Copies one row to `to`. Returns the place of the next row.
  std::byte* give_one(std::int64_t row, std::byte* to) {
    if (row == end_) {
      rows_ = next_(std::exchange(rows_, std::nullopt));
      end_ += rows_->height();
    }
    const std::int64_t bytes = rows_->width() * static_cast<std::int64_t>(rows_->format().bytes());
    std::memcpy(to, rows_->row(row - (end_ - rows_->height())), static_cast<std::size_t>(bytes));
    return to + bytes;
  }

  std::optional<Image> rows_;
  NextStrip next_;  // destroyed before rows_, whose memory its threads write
  Told& told_;
  std::int64_t end_ = 0;  // after the last row in memory
};

ImageType only_result(const std::vector<WorkOutput>& outputs) {
  const auto* image = std::get_if<ImageType>(&outputs.front().type);
  if (outputs.size() == 1 && image) return *image;
  throw Error(ErrorKind::unsupported, fmt::format("{} results, of which the first is {}; allowed is one image",
                                                  outputs.size(), to_string(outputs.front().type)));
}

void check_inputs(const Work& work, const std::vector<RowInput>& inputs, bool resume) {
  if (inputs.size() != work.inputs.size() || inputs.empty())
    throw Error(ErrorKind::invalid_argument,
                fmt::format("{} inputs of rows; the op has {}", inputs.size(), work.inputs.size()));
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (!inputs[i].rows)
      throw Error(ErrorKind::invalid_argument, fmt::format("'{}' has no function that reads rows", inputs[i].name));
    if (resume && inputs[i].identity.empty())
      throw Error(ErrorKind::invalid_argument,
                  fmt::format("'{}' has no identity, which a run that goes on compares", inputs[i].name));
    if (ValueType(inputs[i].type) != work.inputs[i])
      throw Error(ErrorKind::invalid_argument,
                  fmt::format("'{}' has rows of {}; the work's input is {}", inputs[i].name, to_string(inputs[i].type),
                              to_string(work.inputs[i])));
  }
}

void check_output(const RowRun& run, SampleType type) {
  if (type == SampleType::f16)
    throw Error(ErrorKind::unsupported,
                fmt::format("cannot write '{}' row by row: f16 is not written", run.output.string()));
  if ((run.resume || run.pyramid) && !TiffWriter::takes(run.output))
    throw Error(ErrorKind::unsupported,
                fmt::format("{} is for results in TIFF files; '{}' is none",
                            run.resume ? "a run that goes on" : "a pyramid", run.output.string()));
}

// One call of run_rows().
class Run {
 public:
  Run(const DeviceGroup& devices, Work work, const std::vector<RowInput>& inputs, const RowRun& run, RowReport& report);

  void check_group() const;
  void count();
  void write();

 private:
  bool all_write() const { return run_.group && TiffWriter::takes(run_.output) && !run_.pyramid; }
  int processes() const { return run_.group ? run_.group->count() : 1; }
  std::int64_t height() const { return report_.output.size.height; }
  void together(const std::function<void()>& work) const { all_write() ? run_.group->together(work) : work(); }
  StripOptions strip_options(std::vector<RowRange> parts) const;
  std::vector<ReadRows> sources() const;
  std::string identity() const;
  std::int64_t first_missing(std::int64_t row) const;
  TiffOptions tiff_options(const std::string& identity) const;
  void check_strips() const;
  NextStrip open_strips(const std::vector<RowRange>& parts);
  NextStrip own_strips(const StripOptions& options);
  NextStrip strips_of_all(const StripOptions& options);
  Image taken(Result strip);
  void write_tiff();
  void write_other();
  void send_strips();
  void sum_times();

  const DeviceGroup& devices_;
  Work work_;
  const std::vector<RowInput>& inputs_;
  const RowRun& run_;
  RowReport& report_;
  std::vector<ImageType> types_ = {};  // of the inputs
  Placement placement_;                // of the result in the first of them
  GroupPlan plans_ = {};
};

Run::Run(const DeviceGroup& devices, Work work, const std::vector<RowInput>& inputs, const RowRun& run,
         RowReport& report)
    : devices_(devices), work_(std::move(work)), inputs_(inputs), run_(run), report_(report) {
  report_ = {};
  check_inputs(work_, inputs_, run_.resume);
  for (const RowInput& input : inputs_) types_.push_back(input.type);
  const std::vector<WorkOutput> outputs = work_outputs(work_);
  placement_ = outputs.front().placement;
  report_.output = only_result(outputs);
  check_output(run_, report_.output.format.type);
  if (!run_.to_u8) return;
  if (report_.output.format.type != SampleType::u16)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("a result of {} is scaled to u8; allowed is u16", name_of(report_.output.format.type)));
  report_.output.format.type = SampleType::u8;
}

// Processes with different runs would wait for each other in different places.
void Run::check_group() const {
  if (!run_.group) return;
  if (devices_.sessions().size() != 1)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("{} sessions in a process of several; allowed is 1", devices_.sessions().size()));
  run_.group->check_same("the runs", io::common_text(work_, report_.output, run_));
}

StripOptions Run::strip_options(std::vector<RowRange> parts) const {
  StripOptions options = run_.strips;
  options.parts = std::move(parts);
  options.shared = run_.group != nullptr;
  return options;
}

// Ops that see all of an image need facts about it: its rows are read once more for each op.
void Run::count() {
  if (passes_before(work_) == 0) return;
  Told told(run_, inputs_.front().name, types_.front().size, processes());
  std::vector<ReadRows> sources;
  for (const RowInput& input : inputs_)
    sources.push_back(rows_of_each_pass(input, run_.group != nullptr, sources.empty() ? &told : nullptr));
  const StripOptions options = strip_options({{0, height()}});
  work_ = run_.group ? run_.group->merged(devices_.sessions().front(), work_, sources, options)
                     : merged(devices_, work_, sources, options, &report_.counted);
  told.tell(types_.front().size.height);  // even if others read more of the rows
}

std::vector<ReadRows> Run::sources() const {
  std::vector<ReadRows> sources;
  for (const RowInput& input : inputs_) sources.push_back(input.rows());
  return sources;
}

Image Run::taken(Result strip) {
  report_.timing.kernel_ms += strip.timing.kernel_ms;
  report_.timing.launches += strip.timing.launches;
  report_.timing.bytes += strip.timing.bytes;
  report_.copy_ms += strip.upload_ms + strip.download_ms;
  return run_.to_u8 ? scaled_to_u8(strip.images.front()) : std::move(strip.images.front());
}

// The report has what devices did even if the run ends here.
NextStrip Run::own_strips(const StripOptions& options) {
  const auto strips = std::make_shared<Strips>(plans_, types_, sources(), options);
  report_.memory_bytes = strips->memory_bytes();
  return [this, strips](std::optional<Image> last) -> std::optional<Image> {
    std::vector<Image> done;
    if (last) done.push_back(*std::move(last));
    strips->reuse(std::move(done));
    try {
      std::optional<Result> strip = strips->next();
      report_.shares = strips->shares();
      if (!strip) return {};
      return taken(*std::move(strip));
    } catch (...) {
      report_.shares = strips->shares();
      throw;
    }
  };
}

NextStrip Run::strips_of_all(const StripOptions& options) {
  GroupStrips strips =
      run_.group->strips(devices_.sessions().front(), plans_.plans.front(), types_, sources(), options);
  report_.memory_bytes = strips.memory_bytes;
  return [this, next = std::move(strips.next)](const std::optional<Image>&) -> std::optional<Image> {
    std::optional<Result> strip = next();
    if (!strip) return {};  // another process than the first has done all of its strips
    return taken(*std::move(strip));
  };
}

NextStrip Run::open_strips(const std::vector<RowRange>& parts) {
  const StripOptions options = strip_options(parts);
  return run_.group && !all_write() ? strips_of_all(options) : own_strips(options);
}

// Returns the run's identity. If processes' devices round differently, chance would decide which rows are whose. All
// processes call it.
std::string Run::identity() const {
  if (!run_.resume) return "";
  if (run_.group)
    run_.group->check_same("the device and schedule, which a run that goes on needs",
                           fmt::format("{}", fmt::join(io::rounding_identity(devices_, plans_), "; ")));
  return io::run_identity(devices_, plans_, work_, inputs_, report_.output, run_);
}

// The first row that is missing in the first process's file.
std::int64_t Run::first_missing(std::int64_t row) const {
  return run_.group ? std::stoll(run_.group->text_of_first(std::to_string(row))) : row;
}

// Refuses, before a file is begun, what cannot be computed in strips. All processes call it. Each has several parts of
// the rows if there are enough.
void Run::check_strips() const {
  if (!run_.resume) return;
  constexpr std::int64_t tile = 256;
  std::vector<RowRange> parts{{0, height()}};
  if (run_.group && height() > (all_write() ? tile * processes() : 1))
    parts = {{0, height() / 2}, {height() / 2, height()}};
  Strips(plans_, types_, std::vector<ReadRows>(types_.size()), strip_options(parts));
}

// Levels of a pyramid need rows in order, and so do other formats.
TiffOptions Run::tiff_options(const std::string& identity) const {
  TiffOptions options{.write = run_.write,
                      .metadata = inputs_.front().metadata,
                      .placement = placement_,
                      .pyramid = run_.pyramid,
                      .run = identity};
  if (!all_write()) return options;
  options.group = run_.group->writers();
  if (run_.strips.memory > 0) options.turn_bytes = run_.strips.memory / 8;
  return options;
}

// Adds up the times of all processes' devices.
void Run::sum_times() {
  constexpr double ns = 1e6;  // in a ms
  std::vector<std::uint64_t> numbers{static_cast<std::uint64_t>(report_.timing.kernel_ms * ns),
                                     static_cast<std::uint64_t>(report_.timing.launches), report_.timing.bytes,
                                     static_cast<std::uint64_t>(report_.copy_ms * ns)};
  run_.group->sum(numbers);
  report_.timing.kernel_ms = static_cast<double>(numbers[0]) / ns;
  report_.timing.launches = static_cast<int>(numbers[1]);
  report_.timing.bytes = numbers[2];
  report_.copy_ms = static_cast<double>(numbers[3]) / ns;
}

void Run::write_tiff() {
  Told told(run_, run_.output.string(), report_.output.size, all_write() ? processes() : 1);
  const std::string same = identity();
  std::optional<TiffWriter> file;
  together([&] { file.emplace(run_.output, report_.output, tiff_options(same)); });
  const std::int64_t first = file->next();
  if (!all_write()) first_missing(first);
  told.begin_at(first);
  NextStrip next;
  together([&] {
    if (first < height()) next = open_strips(file->parts());
  });
  std::optional<Image> strip;
  for (std::int64_t rows = first; file->next() < height(); told.tell(rows)) {
    strip = next(std::exchange(strip, std::nullopt));
    file->write(*strip);
    rows += strip->height();
  }
  file->finish();
  report_.notes = file->notes();
  if (all_write()) sum_times();
}

void Run::write_other() {
  Told told(run_, run_.output.string(), report_.output.size, 1);
  told.begin_at(0);
  ResultRows rows(open_strips({{0, height()}}), told);
  const auto give = [&](std::int64_t first, std::int64_t count, std::byte* to) { rows.give(first, count, to); };
  report_.notes =
      write_image_rows(run_.output, {report_.output, give, inputs_.front().metadata, placement_}, run_.write);
}

// Computes this process's strips of the rows that the first process writes.
void Run::send_strips() {
  identity();
  const std::int64_t first = TiffWriter::takes(run_.output) ? first_missing(0) : 0;
  if (first < height()) open_strips({{first, height()}})({});
}

void Run::write() {
  if (run_.plan)
    plans_ = run_.plan(work_);
  else
    plans_ = devices_.plan(work_);
  check_strips();
  if (run_.group && run_.group->rank() > 0 && !all_write()) return send_strips();
  TiffWriter::takes(run_.output) ? write_tiff() : write_other();
}

}  // namespace

RowInput open_rows(const fs::path& path, const ReadOptions& options) {
  auto reader = std::make_shared<RowReader>(path, options);
  RowInput input{.name = path.string(), .type = type_of(*reader), .rows = {}};
  input.identity = io::identity_of(path);
  input.metadata = reader->metadata();
  input.nodata = reader->header().nodata;
  const auto file = std::make_shared<RowFile>(RowFile{path, options, input.identity, std::move(reader)});
  input.rows = [file] { return file->begin(); };
  input.notes = [file] { return file->reader->notes(); };
  return input;
}

void run_rows(const DeviceGroup& devices, const Work& work, const std::vector<RowInput>& inputs, const RowRun& run,
              RowReport& report) {
  Run one(devices, work, inputs, run, report);
  one.check_group();
  one.count();
  one.write();
}

RowReport run_rows(const Session& session, const Call& call, const std::vector<fs::path>& inputs, const RowRun& run,
                   const OpOptions& options) {
  Work work{call, {}, options};
  if (run.resume) work.options.specialize = Specialize::always;
  std::vector<RowInput> opened;
  for (const fs::path& path : inputs) work.inputs.emplace_back(opened.emplace_back(open_rows(path)).type);
  RowReport report;
  run_rows(DeviceGroup({session}), work, opened, run, report);
  for (const RowInput& input : opened) std::ranges::copy(input.notes(), std::back_inserter(report.notes));
  return report;
}

}  // namespace lenslet
