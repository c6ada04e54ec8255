// Runs one op on job after job, or on several at a time: a session, and a plan for each kind of inputs, are made once
// and used again.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <lenslet/device_group.hpp>
#include <lenslet/session.hpp>
#include <lenslet/stream.hpp>

#include "tool/components/files.hpp"
#include "tool/jobs/device_use.hpp"
#include "tool/jobs/first_thread.hpp"
#include "tool/jobs/inputs.hpp"
#include "tool/jobs/job.hpp"
#include "tool/jobs/jpeg_lanes.hpp"
#include "tool/jobs/memory_budget.hpp"
#include "tool/jobs/run_options.hpp"
#include "tool/jobs/run_report.hpp"
#include "tool/terminal/time_limit.hpp"

namespace lenslet::cli {

class RowProgress;

// Returns the rows behind those that it returned before, or nothing. It gets these back, whose memory is used again.
using NextStrip = std::function<std::optional<Image>(std::optional<Image> last)>;

class Runner {
 public:
  Runner(const OpInfo& info, Call call, RunOptions options);

  RunReport run(const Job& job);

  // From then on run() may be called by several threads; the thread that calls this one is the first.
  FirstThread& run_together(std::size_t at_a_time);

  // What the jobs that ended made of the device: all but the batch's own figures.
  DeviceUse device_use() const;

  const std::optional<Session>& session() const { return session_; }  // opened for the first job

  // Has the faster programs compiled in the background where general ones ran.
  void specialize_later() const;

 private:
  // For inputs of one kind: images of one format and about one size, which is what a schedule is tuned for.
  struct Ready {
    Work work;
    Plan plan;
    GroupPlan group;                      // it, or one for each device
    std::unique_ptr<Stream> stream = {};  // for jobs at a time
    std::size_t frames = 1;               // of the stream
  };

  // A file of a job that the device decodes or encodes: of an input its bytes from the start, of a result in the end.
  struct JpegFile {
    std::optional<CodecUse> codec = {};  // nothing for another format
    std::string bytes = {};

    bool is_on_device() const { return codec && codec->device; }
  };

  // A job whose inputs are opened.
  struct Task {
    Inputs inputs;
    Work work = {};
    bool scales = false;  // results of u16 to u8
    std::vector<WorkOutput> outputs = {};
    std::vector<std::string> files = {};                  // of the first outputs
    std::vector<ValueType> uploaded = {}, computed = {};  // what of inputs and outputs the device holds
    std::vector<HostValue> values = {}, results = {};
    std::vector<JpegFile> read = {}, written = {};  // of inputs and of files, where they are images
    RunReport report = {};

    bool uses_device_codec() const;
  };

  // A job whose images pass in strips.
  struct StripTask {
    Work work;
    std::vector<std::unique_ptr<RowSource>> readers = {};
    std::vector<ImageType> types = {};     // of what they read
    std::vector<std::string> inputs = {};  // their files
    std::string file = {};                 // of the result
    ImageType result = {};
    bool scaled = false;       // from u16 to u8
    Placement placement = {};  // of the result in the first input
    RunReport report = {};
  };

  RunReport run_in_strips(const Job& job);
  StripTask open_in_strips(const Job& job);
  void read_ahead(const Job& job, StripTask& task) const;
  Work merged_by_group(StripTask& task, const std::vector<ReadRows>& sources, const StripOptions& options) const;
  NextStrip open_strips(const GroupPlan& group, StripTask& task, const std::vector<RowRange>& parts) const;
  void write_tiff(const GroupPlan& group, StripTask& task, RowProgress& progress) const;
  void write_strips(const GroupPlan& group, StripTask& task) const;
  void check_strips(const GroupPlan& group, const StripTask& task) const;
  void send_strips(const GroupPlan& group, StripTask& task) const;
  StripOptions strip_options(const std::vector<RowRange>& parts) const;
  bool all_ranks_write(const StripTask& task) const;
  TiffOptions tiff_options(const StripTask& task, const std::string& run) const;
  std::string identity(const GroupPlan& group, const StripTask& task) const;
  void open_devices();

  Task open(const Job& job);
  Task open_on_any_thread(const Job& job);
  OpenOptions opening();
  void note_types(const std::vector<std::string>& found, std::vector<std::string>& notes);
  void check_room(Task& task);
  void take_inputs(Task& task) const;
  Ready& ready_for(const Work& work, const std::string& like);  // `like`: an image of its inputs' type, or empty
  Ready& ready_on_any_thread(const Task& task);
  std::size_t frames_for(const Task& task) const;
  std::unique_ptr<Stream> make_stream(const Ready& ready, const Task& task) const;
  void report_first(const Ready& ready, const std::string& like) const;
  void fit_to(const Plan& plan, Task& task) const;
  std::uint64_t checked_need(const Task& task, std::uint64_t scratch) const;
  bool keeps_alpha(const Inputs& inputs) const;
  std::string waiting_text() const;
  TimeLimit time_limit(const Plan& plan, std::size_t jobs = 1) const;  // of the kernels of so many
  void compute(const Plan& plan, Task& task) const;
  std::uint64_t need_in_stream(const Ready& ready, const Task& task) const;
  void compute_in_stream(Ready& ready, Task& task) const;
  void count(const RunReport& report);
  void measure(const Plan& plan, const std::vector<DeviceValue>& inputs, const std::vector<DeviceValue>& outputs,
               RunReport& report) const;
  void finish(Task& task) const;
  void report_values(Task& task, const std::vector<std::string>& named) const;
  void write(Task& task) const;

  void choose_codecs(Task& task);
  void choose_decoder(const Source& source, const ValueType& as, JpegFile& jpeg);
  std::string prepare_decoding(const ImageType& image, JpegFile& jpeg);
  CodecUse choose_encoder(const Task& task, std::size_t result);
  void on_first_thread(const FirstThread::Work& work);
  void open_lanes(const ImageType& image);
  void try_codecs(const Source& source);
  std::uint64_t need_of_codecs(const Task& task) const;
  void decode_inputs(Task& task) const;
  void decode_input(ValueFile& file, JpegFile& jpeg) const;
  TimeLimit codec_limit(const std::string& file) const;  // of what the device does with it
  void fetch(const DeviceValue& output, Task& task) const;
  bool encode_result(const DeviceImage& image, Task& task) const;
  Placement placement_of(const Task& task, std::size_t result) const;
  std::vector<std::string> write_coded(const Task& task, std::size_t result) const;
  std::vector<ValueType> result_types(const Task& task) const;

  const OpInfo& info_;
  Call call_;
  RunOptions options_;
  std::vector<std::vector<std::string>> usual_outputs_;  // their names
  std::optional<Session> session_;                       // the first one of a group
  std::optional<DeviceGroup> group_;                     // of several devices
  std::deque<Ready> plans_;                              // of which none moves

  std::unique_ptr<JpegLanes> lanes_;  // once a job needs the device's codec
  bool has_tried_codecs_ = false;

  std::size_t at_a_time_ = 1;            // jobs
  mutable BusyClock codec_clock_;        // while jobs with the device's codec are on the device
  std::unique_ptr<FirstThread> first_;   // where jobs run at the same time
  std::atomic<bool> has_noted_ = false;  // what it says of types, once for all jobs
  std::atomic<bool> is_open_ = false;    // the session, which the first thread opens
  MemoryBudget budget_;
  mutable std::mutex use_mutex_;
  DeviceUse use_;
};

}  // namespace lenslet::cli
