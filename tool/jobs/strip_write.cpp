// Writes rows of a job's result while later ones are read and computed.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <lenslet/strips.hpp>
#include <memory>
#include <utility>

#include "system/target_file.hpp"
#include "tool/components/files.hpp"
#include "tool/jobs/results.hpp"
#include "tool/jobs/row_progress.hpp"
#include "tool/jobs/run_identity.hpp"
#include "tool/jobs/runner.hpp"
#include "tool/ranks/ranks.hpp"
#include "tool/terminal/interrupt.hpp"
#include "tool/terminal/text.hpp"

namespace lenslet::cli {
namespace {

void add(const Result& strip, RunReport& report) {
  report.timing.kernel_ms += strip.timing.kernel_ms;
  report.timing.launches += strip.timing.launches;
  report.timing.bytes += strip.timing.bytes;
  report.copy_ms += strip.upload_ms + strip.download_ms;
}

// The rows of the only result, one after the other.
class ResultRows {
 public:
  ResultRows(NextStrip next, RowProgress& progress) : next_(std::move(next)), progress_(progress) {}

  void give(std::int64_t first, std::int64_t rows, std::byte* to) {
    for (std::int64_t row = first; row < first + rows; ++row) to = give_one(row, to);
    progress_.show(first + rows);
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

  NextStrip next_;
  RowProgress& progress_;
  std::optional<Image> rows_;
  std::int64_t end_ = 0;  // after the last row in memory
};

std::optional<Result> next_of(StripSource& strips) {
  try {
    return strips.next();
  } catch (const std::exception&) {
    leave_hanging(strips.shares());
    throw;
  }
}

// Adds up the times of all ranks' devices.
void sum_times(RunReport& report) {
  constexpr double ns = 1e6;  // in a ms
  std::vector<std::uint64_t> numbers{static_cast<std::uint64_t>(report.timing.kernel_ms * ns),
                                     static_cast<std::uint64_t>(report.timing.launches), report.timing.bytes,
                                     static_cast<std::uint64_t>(report.copy_ms * ns)};
  ranks()->sum(numbers);
  report.timing.kernel_ms = static_cast<double>(numbers[0]) / ns;
  report.timing.launches = static_cast<int>(numbers[1]);
  report.timing.bytes = numbers[2];
  report.copy_ms = static_cast<double>(numbers[3]) / ns;
}

// The first row that is missing in the first rank's file.
std::int64_t first_missing(std::int64_t row) {
  return ranks() == nullptr ? row : ranks()->number_of_first(row);
}

}  // namespace

// Several devices have their own limit in place of the program's, and drop a device that is slower. So does a rank with
// its device, since it must live on to tell the others.
StripOptions Runner::strip_options(const std::vector<RowRange>& parts, const Plan* plan) const {
  StripOptions options{.memory = options_.memory, .parts = parts, .shared = ranks() != nullptr};
  if (options_.timeout.count() == 0) return options;
  if (group_ || ranks() != nullptr)
    options.limit = options_.timeout;
  else
    options.watch = [this, made = plan ? std::optional(*plan) : std::nullopt] {
      return std::shared_ptr<void>(new TimeLimit(time_limit(made, StripOptions().frames)));
    };
  return options;
}

// Returns a function that gives the next strip of these rows at each call.
NextStrip Runner::open_strips(const GroupPlan& group, StripTask& task, const std::vector<RowRange>& parts) const {
  std::vector<ReadRows> sources;
  for (const std::unique_ptr<RowSource>& reader : task.readers)
    sources.push_back(
        [&reader = *reader](std::int64_t first, std::int64_t rows, std::byte* to) { reader.read(first, rows, to); });
  const StripOptions options = strip_options(parts, &group.plans.front());
  const std::shared_ptr<StripSource> strips =
      all_ranks_write(task) ? own_strips(group, task.types, std::move(sources), options)
                            : make_strips(*session_, group, task.types, std::move(sources), options);
  task.report.memory_bytes = strips->memory_bytes();
  return [this, strips, &task](std::optional<Image> last) -> std::optional<Image> {
    if (last) strips->reuse(*std::move(last));
    std::optional<Result> strip = next_of(*strips);
    if (!strip) return {};  // another rank than the first has done all of its strips
    if (group_) task.report.shares = strips->shares();
    add(*strip, task.report);
    return task.scaled ? scaled_to_u8(strip->images.front()) : std::move(strip->images.front());
  };
}

// Returns the run's identity. If ranks' devices round differently, chance would decide which rows are whose. All ranks
// call it.
std::string Runner::identity(const GroupPlan& group, const StripTask& task) const {
  if (!options_.resume) return "";
  const std::vector<Session> sessions = group_ ? group_->sessions() : std::vector{*session_};
  if (ranks() != nullptr)
    ranks()->check_same("the device and schedule, which --resume needs",
                        join(rounding_identity(sessions, group), "; "));
  return run_identity(sessions, group, task.work, task.inputs, task.result, options_);
}

// Refuses, before a file is begun, what cannot be computed in strips. All ranks call it. Each has several parts of the
// rows if there are enough.
void Runner::check_strips(const GroupPlan& group, const StripTask& task) const {
  if (!options_.resume) return;
  constexpr std::int64_t tile = 256;
  const std::int64_t height = task.result.size.height, middle = height / 2;
  std::vector<RowRange> parts{{0, height}};
  if (ranks() != nullptr && height > (all_ranks_write(task) ? tile * ranks()->count() : 1))
    parts = {{0, middle}, {middle, height}};
  Strips(group, task.types, std::vector<ReadRows>(task.types.size()), strip_options(parts));
}

// Levels of a pyramid need rows in order, and so do other formats.
bool Runner::all_ranks_write(const StripTask& task) const {
  return ranks() != nullptr && files_component->is_tiff(task.file) && !options_.pyramid;
}

TiffOptions Runner::tiff_options(const StripTask& task, const std::string& run) const {
  TiffOptions options{.write = options_.write,
                      .metadata = task.readers.front()->metadata(),
                      .placement = task.placement,
                      .pyramid = options_.pyramid,
                      .run = run};
  if (!all_ranks_write(task)) return options;
  options.group = ranks()->writers();
  if (options_.memory > 0) options.turn_bytes = options_.memory / 8;
  return options;
}

// An unfinished file that cannot be continued is reported as it is. A later failure is reported with what can be done.
void Runner::write_tiff(const GroupPlan& group, StripTask& task, RowProgress& progress) const {
  const std::string kept =
      fmt::format("what is finished stays in {}.part: the same command goes on with it", task.file);
  const LastWords words(options_.resume && is_first_rank() ? kept : "", system::target_of(task.file) += ".part");
  const bool shared = all_ranks_write(task);
  const auto together = [&](const std::function<void()>& work) { shared ? ranks()->together(work) : work(); };
  const std::string run = identity(group, task);
  std::unique_ptr<TiffSink> file;
  together([&] { file = files_component->open_tiff(task.file, task.result, tiff_options(task, run)); });
  const std::int64_t height = task.result.size.height, first = file->next();
  if (!shared) first_missing(first);
  if (first > 0 && is_first_rank() && !options_.verbosity.quiet)
    print_warning(fmt::format("{}: goes on at row {} of {}", task.file, first, height));
  progress.begin_at(first);
  try {
    NextStrip next;
    together([&] {
      if (first < height) next = open_strips(group, task, file->parts());
    });
    std::optional<Image> strip;
    for (std::int64_t rows = first; file->next() < height; progress.show(rows)) {
      strip = next(std::exchange(strip, std::nullopt));
      file->write(*strip);
      rows += strip->height();
    }
    file->finish();
    add_notes(task.file, file->notes(), task.report.notes);
    if (shared) sum_times(task.report);
  } catch (const Error& error) {
    if (!words.are_true()) throw;
    throw Error(error.kind(), fmt::format("{}; {}", error.what(), kept));
  }
}

// Computes this rank's strips of the rows that the first rank writes.
void Runner::send_strips(const GroupPlan& group, StripTask& task) const {
  const std::int64_t height = task.result.size.height;
  identity(group, task);
  const std::int64_t first = files_component->is_tiff(task.file) ? first_missing(0) : 0;
  if (first < height) open_strips(group, task, {{first, height}})({});
}

void Runner::write_strips(const GroupPlan& group, StripTask& task) const {
  check_strips(group, task);
  if (!is_first_rank() && !all_ranks_write(task)) return send_strips(group, task);
  const ImageType& result = task.result;
  RowProgress progress(task.file, result.size, options_.verbosity);
  if (files_component->is_tiff(task.file)) {
    if (all_ranks_write(task)) progress.count_as(ranks()->count());
    write_tiff(group, task, progress);
  } else {
    ResultRows rows(open_strips(group, task, {{0, result.size.height}}), progress);
    const auto give = [&](std::int64_t first, std::int64_t count, std::byte* to) { rows.give(first, count, to); };
    add_notes(task.file,
              files_component->write_image_rows(
                  task.file, {result, give, task.readers.front()->metadata(), task.placement}, options_.write),
              task.report.notes);
  }
  task.report.outputs.push_back({group.plans.front().output_names().front(), task.file, result});
  leave_hanging(task.report.shares);
  note_failures(task.report.shares, task.report.notes);
}

}  // namespace lenslet::cli
