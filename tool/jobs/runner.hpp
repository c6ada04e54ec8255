// Runs one op on files: opens them, passes them to a session as a batch or in strips, and writes the results.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <lenslet/batch.hpp>
#include <lenslet/device_group.hpp>
#include <lenslet/session.hpp>

#include "tool/components/files.hpp"
#include "tool/files/standard_streams.hpp"
#include "tool/jobs/inputs.hpp"
#include "tool/jobs/job.hpp"
#include "tool/jobs/run_options.hpp"
#include "tool/jobs/run_report.hpp"
#include "tool/terminal/time_limit.hpp"

namespace lenslet::cli {

class RowProgress;

// Returns the rows after those that it returned last, or nothing. It gets the last ones back and uses their memory
// again.
using NextStrip = std::function<std::optional<Image>(std::optional<Image> last)>;

class Runner {
 public:
  Runner(const OpInfo& info, Call call, RunOptions options, std::size_t at_a_time);

  // Runs the jobs and reports on each, in their order. `report` returns what the job did, or throws its error.
  using Report = std::function<RunReport()>;
  using Tell = std::function<void(std::size_t job, const Report& report)>;
  void run(const std::vector<Job>& jobs, const Tell& tell);

  // How the jobs used the device, without the batch's own figures.
  const DeviceUse& device_use() const { return use_; }

  const std::optional<Session>& session() const { return session_; }  // opened for the first job

  // Compiles the faster programs in the background where general ones ran.
  void specialize_later() const;

 private:
  // A JPEG file of a job that the device decodes or encodes. An input has its bytes from the start, a result only in
  // the end.
  struct JpegFile {
    std::optional<CodecUse> codec = {};  // empty for another format
    std::string bytes = {};

    bool is_on_device() const { return codec && codec->device; }
  };

  // A job whose inputs are opened.
  struct Task {
    Inputs inputs;
    Work work = {};
    bool scales = false;  // whether results of u16 become u8
    std::vector<WorkOutput> outputs = {};
    std::vector<std::string> files = {};                  // for the first outputs
    std::vector<ValueType> uploaded = {}, computed = {};  // the parts of inputs and outputs that the device holds
    std::vector<HostValue> values = {}, results = {};
    std::vector<JpegFile> read = {}, written = {};  // for inputs and for files that are images
    std::vector<std::string> named = {};            // files, in the user's words
    std::unique_ptr<SpooledOutput> standard = {};   // if one of them is "-"
    double encoding_ms = 0;                         // on the device
    RunReport report = {};

    bool uses_device_codec() const;
  };

  // A job whose images pass in strips.
  struct StripTask {
    Work work;
    std::vector<std::unique_ptr<RowSource>> readers = {};
    std::vector<ImageType> types = {};     // of the images that they read
    std::vector<std::string> inputs = {};  // the readers' files
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
  StripOptions strip_options(const std::vector<RowRange>& parts, const Plan* plan = nullptr) const;
  bool all_ranks_write(const StripTask& task) const;
  TiffOptions tiff_options(const StripTask& task, const std::string& run) const;
  std::string identity(const GroupPlan& group, const StripTask& task) const;
  void open_devices();

  using TaskPtr = std::shared_ptr<Task>;
  TaskPtr open(const Job& job);
  TaskPtr open_first(const std::vector<Job>& jobs, std::size_t& job, const Tell& tell);
  BatchItem item(const TaskPtr& task, std::optional<RunReport>& report);
  Task open_files(const Job& job);
  OpenOptions opening();
  void note_types(const std::vector<std::string>& found, std::vector<std::string>& notes);
  void check_room(Task& task);
  void take_inputs(Task& task) const;
  GroupPlan plan(const Work& work, const std::string& like);  // `like`: an image of its inputs' type, or empty
  void report_first(const Plan& plan, const Work& work, const std::string& like) const;
  BatchNeed need(Task& task, const Plan& plan, const OnCaller& on_caller);
  std::vector<BatchValue> read(Task& task) const;
  void end(Task& task, BatchResult result) const;
  void fit_to(const Plan& plan, Task& task) const;
  std::uint64_t checked_need(const Task& task, std::uint64_t scratch) const;
  bool keeps_inputs(const Task& task) const;
  bool keeps_alpha(const Inputs& inputs) const;
  std::string waiting_text() const;
  TimeLimit time_limit(const std::optional<Plan>& plan, std::size_t jobs) const;  // of the kernels of so many
  std::shared_ptr<void> watch(const Plan& plan, std::size_t jobs) const;
  RunReport counted(RunReport report);
  void measure(const Plan& plan, const std::vector<DeviceValue>& inputs, const std::vector<DeviceValue>& outputs,
               RunReport& report) const;
  void take_results(Task& task, BatchResult result) const;
  void mend_results(Task& task) const;
  void report_values(Task& task) const;
  void write(Task& task) const;

  void choose_codecs(Task& task, const OnCaller& on_caller);
  void choose_decoder(const Source& source, const ValueType& as, JpegFile& jpeg, const OnCaller& on_caller);
  std::string prepare_decoding(const ImageType& image, JpegFile& jpeg, const OnCaller& on_caller);
  CodecUse choose_encoder(const Task& task, std::size_t result);
  void open_coders(const ImageType& image, const OnCaller& on_caller);
  void try_codecs(const Source& source, const OnCaller& on_caller);
  std::uint64_t need_of_codecs(const Task& task) const;
  void decode_inputs(Task& task) const;
  void decode_input(ValueFile& file, JpegFile& jpeg) const;
  TimeLimit codec_limit(const std::string& file) const;  // of what the device does with it
  bool take(Task& task, std::size_t result, const DeviceValue& value) const;
  bool encode_result(const DeviceImage& image, Task& task, std::size_t result) const;
  Placement placement_of(const Task& task, std::size_t result) const;
  std::vector<std::string> write_coded(const Task& task, std::size_t result) const;
  std::vector<ValueType> result_types(const Task& task) const;

  const OpInfo& info_;
  Call call_;
  RunOptions options_;
  std::vector<std::vector<std::string>> usual_outputs_;  // their names
  std::optional<Session> session_;                       // the first one of a group
  std::optional<DeviceGroup> group_;                     // of several devices
  std::vector<std::pair<Plan, Work>> plans_;             // that were made

  std::unique_ptr<JpegCoders> coders_;  // once a job needs the device's codec
  bool has_tried_codecs_ = false, has_reported_ = false;

  std::size_t at_a_time_;                // jobs
  std::atomic<bool> has_noted_ = false;  // what it says of types, once for all jobs
  DeviceUse use_;
};

}  // namespace lenslet::cli
