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
#include "tool/files/stack_files.hpp"
#include "tool/files/standard_streams.hpp"
#include "tool/jobs/inputs.hpp"
#include "tool/jobs/job.hpp"
#include "tool/jobs/run_options.hpp"
#include "tool/jobs/run_report.hpp"
#include "tool/terminal/time_limit.hpp"

namespace lenslet::cli {

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
    std::optional<double> beyond = {};  // see nodata_beyond_floats()
    bool scales = false;                // whether results of u16 become u8
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
    std::optional<double> beyond = {};
    std::vector<RowInput> inputs = {};
    std::string file = {};  // of the result
    bool scaled = false;    // from u16 to u8
    RunReport report = {};
  };

  // A job with an input of several pages.
  struct StackTask {
    Work work;                                             // on one page
    std::optional<StackType> pages = {};                   // of the first input that has several
    std::vector<std::string> names = {};                   // of the inputs' files
    std::vector<std::string> paths = {};                   // the same; of standard input where its bytes are
    std::vector<std::optional<StackHeader>> headers = {};  // of inputs with pages
    std::vector<std::optional<ValueFile>> singles = {};    // inputs without
    std::vector<std::string> of_one_page = {};             // whose files have no page to choose
    std::vector<FileNodata> said = {};
    std::optional<double> beyond = {};
    bool scales = false;  // whether results of u16 become u8
    std::vector<WorkOutput> outputs = {};
    std::vector<bool> flat = {};                      // whether an output is one page for each volume
    std::vector<StackType> types = {};                // of the outputs; of arrays unused
    std::vector<std::string> files = {}, named = {};  // for the first outputs; in the user's words
    std::vector<FileStack> stacks = {}, results = {};
    std::vector<Array> arrays = {};  // for each output; empty of images
    RunReport report = {};
  };

  std::string path_of(const std::string& name);
  std::vector<std::string> files_of_one_page(const Job& job);
  std::optional<StackTask> find_stack(const Job& job);
  void open_stack(const Job& job, StackTask& task);
  void open_stack_inputs(StackTask& task);
  void find_stack_outputs(StackTask& task) const;
  ArrayType array_of_parts(const StackTask& task, std::size_t output) const;
  void check_stack_results(const Job& job, StackTask& task);
  void check_stack_memory(const StackTask& task) const;
  static void take_stack_input(StackTask& task, std::size_t input, FileStack file);
  void read_stacks(StackTask& task);
  void compute_stack(StackTask& task);
  void name_parts(StackTask& task) const;
  void compute_pages(StackTask& task);
  void finish_stack(StackTask& task, std::size_t output) const;
  void write_stacks(StackTask& task) const;
  RunReport run_stack(const Job& job, StackTask& task);

  RunReport run_alone(const Job& job, std::optional<StackTask>& stack);
  void run_batch(const std::vector<Job>& jobs, std::size_t first, std::size_t last, const Tell& tell);
  RunReport run_in_strips(const Job& job);
  StripTask open_in_strips(const Job& job);
  RowRun row_run(const StripTask& task) const;
  RowReport run_rows(StripTask& task);
  void report_strips(RowReport done, StripTask& task) const;
  void open_devices();

  using TaskPtr = std::shared_ptr<Task>;
  TaskPtr open(const Job& job);
  TaskPtr open_first(const std::vector<Job>& jobs, std::size_t& job, std::size_t last, const Tell& tell);
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
  std::optional<SpooledInput> spooled_;                  // standard input

  std::unique_ptr<JpegCoders> coders_;  // once a job needs the device's codec
  bool has_tried_codecs_ = false, has_reported_ = false;

  std::size_t at_a_time_;                // jobs
  std::atomic<bool> has_noted_ = false;  // what it says of types, once for all jobs
  DeviceUse use_;
};

}  // namespace lenslet::cli
