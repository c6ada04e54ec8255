// Runs a job on files of several pages: each page as an image of its own.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <lenslet/error.hpp>
#include <lenslet/stack_run.hpp>
#include <utility>

#include "system/printable.hpp"
#include "tool/components/files.hpp"
#include "tool/files/memory_need.hpp"
#include "tool/files/result_files.hpp"
#include "tool/files/stack_files.hpp"
#include "tool/files/text_file.hpp"
#include "tool/jobs/input_types.hpp"
#include "tool/jobs/missing_options.hpp"
#include "tool/jobs/outputs.hpp"
#include "tool/jobs/result_types.hpp"
#include "tool/jobs/results.hpp"
#include "tool/jobs/runner.hpp"
#include "tool/options/open_session.hpp"
#include "tool/options/values.hpp"
#include "tool/records/value_text.hpp"
#include "tool/terminal/exit.hpp"
#include "tool/terminal/progress.hpp"
#include "tool/terminal/text.hpp"

namespace lenslet::cli {
namespace {

std::vector<std::int64_t> lengths_of(const StackType& type) {
  return mapped(type.axes, &StackAxis::length);
}

// Options that look at one launch.
void check_stack_options(const std::string& file, std::int64_t pages, const RunOptions& options, bool makes_lists) {
  std::string other = options.strips;
  if (options.repeats > 0) other = "--repeats";
  if (options.plot) other = "--plot";
  if (options.codec == CodecWish::device) other = "--codec device";
  const bool has_no_plan = options.volume || makes_lists;
  if (has_no_plan && options.region) other = "--region";
  if (has_no_plan && options.explain) other = "--explain";
  if (has_no_plan && !options.dump_kernel.empty()) other = "--dump-kernel";
  if (!other.empty() && pages == 1)
    throw Error(ErrorKind::unsupported, fmt::format("{}: the page of {} has no directory of its own, as ImageJ writes "
                                                    "files of more than 4 GB; allowed: without {}",
                                                    other, file, other));
  if (!other.empty())
    throw Error(ErrorKind::unsupported,
                fmt::format("{} takes one image, {} has {} pages; --page N takes one", other, file, pages));
}

// Before files are read.
void check_volume(const Call& call, const StackType& pages) {
  depth_axis(call, pages);
  if (!takes_volumes(call))
    throw Error(ErrorKind::invalid_argument,
                fmt::format("{} is not computed in three dimensions; allowed: without --volume, page by page",
                            system::shown_name(call.op)));
}

void set_stack_types(const RunOptions& options, const std::vector<std::string>& names, std::vector<ValueType>& types) {
  const std::vector<std::string> given = split_list("--type", *options.types);
  if (given.size() != 1 && given.size() != names.size())
    usage_error(fmt::format("--type: {} types for {} inputs ({}); allowed: 1 for all, or 1 for each", given.size(),
                            names.size(), join(names, ", ")));
  for (std::size_t i = 0; i < types.size(); ++i)
    std::get<ImageType>(types[i]).format.type = parse_element_option("--type", given[given.size() == 1 ? 0 : i]);
}

void take_types(const OpInfo& info, const Call& call, const std::vector<std::string>& files,
                std::vector<ValueType>& types, std::vector<std::string>& notes) {
  widen_samples(info, call, files, types, notes);
  refuse_types(info, call, types);
}

FileStack in_type(FileStack file, SampleType type) {
  StackType wanted = file.stack.type();
  if (wanted.format.type == type) return file;
  wanted.format.type = type;
  Stack stack(wanted);
  stack.tall() = convert(file.stack.tall(), type);
  file.stack = std::move(stack);
  return file;
}

// The pages become leading sides.
Array joined_arrays(const std::vector<Array>& pages, const StackType& type) {
  const ArrayType& one = pages.front().type();
  ArrayType shape{one.type, lengths_of(type)};
  shape.shape.insert(shape.shape.end(), one.shape.begin(), one.shape.end());
  Array all(shape);
  for (std::size_t i = 0; i < pages.size(); ++i)
    std::ranges::copy(pages[i].bytes(), all.bytes().begin() + static_cast<std::ptrdiff_t>(i * one.bytes()));
  return all;
}

bool is_list(const WorkOutput& output) {
  const auto* array = std::get_if<ArrayType>(&output.type);
  return array && array->counted;
}

// A table of as many rows for each page.
bool is_table(const WorkOutput& output) {
  const auto* array = std::get_if<ArrayType>(&output.type);
  return array && !output.columns.empty() && !array->counted;
}

// The rows of all pages, one below another, each behind the place of its page from 0 on, as those of lists.
Array rows_with_places(const Array& pages, const ArrayType& page) {
  const auto bytes = size_of(page.type);
  const std::int64_t columns = page.shape.back(), rows = pages.count() / columns;
  Array table({page.type, {rows, columns + 1}});
  for (std::int64_t row = 0; row < rows; ++row) {
    const std::int64_t first = row * (columns + 1);
    const std::int64_t place = row / page.shape.front();
    table.set(first, static_cast<double>(place));
    std::memcpy(table.bytes().data() + static_cast<std::size_t>(first + 1) * bytes,
                pages.bytes().data() + static_cast<std::size_t>(row * columns) * bytes,
                static_cast<std::size_t>(columns) * bytes);
  }
  return table;
}

// The axes of pages that are not neighbours in depth.
std::vector<StackAxis> axes_beside(const Call& call, const StackType& pages) {
  std::vector<StackAxis> axes = pages.axes;
  std::erase_if(axes, [depth = depth_axis(call, pages)](const StackAxis& axis) { return axis.name == depth; });
  return axes;
}

// Empty where channels are no pages, or do not matter to one another.
std::string note_of_channels(const Call& call, const StackType& pages) {
  const auto axis = std::ranges::find(pages.axes, 'C', &StackAxis::name);
  if (axis == pages.axes.end() || axis->length < 2 || !joins_channels(call)) return {};
  return fmt::format("{} takes all channels of a pixel together; the {} that are pages here are computed one by one",
                     system::shown_name(call.op), axis->length);
}

// What each row of a list or table begins with. Empty where there is one.
std::string part_of_list(const Call& call, const StackType& pages, bool is_volume) {
  if (is_volume) return axes_beside(call, pages).empty() ? "" : "volume";
  return pages.axes.empty() ? "" : "page";
}

// The tool counts pages from 1 on, and those that were chosen as the file does.
void number_parts(Array& list, const std::vector<int>& chosen) {
  const std::int64_t columns = list.type().shape[1];
  for (std::int64_t i = 0; i < list.count(); i += columns) {
    const auto place = static_cast<std::size_t>(list.at(i));
    list.set(i, 1 + static_cast<double>(place < chosen.size() ? static_cast<std::size_t>(chosen[place]) : place));
  }
}

// An input without pages is the same for every page. Axes of equal lengths may have other names.
StackViews views_of(const std::vector<FileStack>& files, const StackType& pages) {
  std::vector<StackInput> views;
  for (const FileStack& file : files) {
    StackType type = file.stack.type();
    if (!type.axes.empty()) type.axes = pages.axes;
    if (type.axes.empty() && !pages.axes.empty())
      views.emplace_back(ImageView(file.stack.tall()));
    else
      views.emplace_back(StackView(file.stack.tall().data(), type, file.stack.tall().stride()));
  }
  return views;
}

// An axis that the result has no more has no distance.
void forget_axis(char name, const StackType& had, const StackType& has, PageStep& step) {
  const auto is_axis = [name](const StackAxis& axis) { return axis.name == name; };
  if (std::ranges::any_of(had.axes, is_axis) && std::ranges::none_of(has.axes, is_axis)) step = {};
}

}  // namespace

// Standard input is read once, whether it holds pages or not.
std::string Runner::path_of(const std::string& name) {
  if (name != "-" || !options_.strips.empty()) return name;
  if (!spooled_) spooled_ = spool_input(room_left(opening()));
  return spooled_->file.string();
}

// Of these --page does not choose: they go with each page of the others.
std::vector<std::string> Runner::files_of_one_page(const Job& job) {
  const std::size_t count = info_.of_arrays() ? 0 : input_names(call_).size();
  if (options_.choice.pages.empty() || count < 2 || job.words.size() < count) return {};
  std::vector<std::string> found;
  for (std::size_t i = 0; i < count; ++i)
    if (std::string path = path_of(job.words[i]); has_one_page(path, options_.choice, opening()))
      found.push_back(std::move(path));
  return found.size() < count ? found : std::vector<std::string>();
}

// Nothing for jobs without any stack among their inputs.
std::optional<Runner::StackTask> Runner::find_stack(const Job& job) {
  const std::vector<std::string> names = input_names(call_);
  if (info_.of_arrays() || job.words.size() < names.size()) return {};
  StackTask task{.work = {call_, {}, {}}};
  task.of_one_page = files_of_one_page(job);
  for (std::size_t i = 0; i < names.size(); ++i) {
    task.names.push_back(job.words[i]);
    task.paths.push_back(path_of(job.words[i]));
    if (std::ranges::count(task.of_one_page, task.paths[i]) > 0) {
      task.headers.emplace_back();
      continue;
    }
    task.headers.push_back(as_standard_stream(job.words[i] == "-" ? task.paths[i] : "",
                                              [&] { return stack_in(task.paths[i], options_.choice, opening()); }));
    if (task.headers.back() && !task.pages) task.pages = task.headers.back()->type;
  }
  if (task.pages) return task;
  if (!options_.choice.axes.empty())
    usage_error(fmt::format("--axes: {} has no pages whose axes could be named; allowed: a file of several pages",
                            join(task.names, ", ")));
  if (options_.volume)
    usage_error(
        fmt::format("--volume: {} has no pages in depth; allowed: a file of several pages", join(task.names, ", ")));
  if (options_.choice.pages.size() > 1)
    usage_error(fmt::format("--page: {} has no other pages than the first; allowed: 1", join(task.names, ", ")));
  return {};
}

// An input without pages is taken for every page of the others.
void Runner::open_stack_inputs(StackTask& task) {
  for (std::size_t i = 0; i < task.names.size(); ++i) {
    const std::string& name = task.names[i];
    if (const auto& header = task.headers[i]) {
      if (lengths_of(header->type) != lengths_of(*task.pages))
        usage_error(fmt::format("{} is {}, the first input with pages {}; inputs have equally many pages, or one", name,
                                to_string(header->type), to_string(*task.pages)));
      task.singles.emplace_back();
      task.work.inputs.emplace_back(ImageType{header->type.format, header->type.size});
      task.said.push_back({name, header->nodata, header->type.format.type});
    } else {
      OpenOptions opening = this->opening();
      opening.of_one_page = task.of_one_page;
      task.singles.emplace_back(open_value(name, ValueKind::image, opening));
      task.work.inputs.push_back(task.singles.back()->type);
      const auto* source = std::get_if<Source>(&task.singles.back()->content);
      task.said.push_back({name, source ? source->header().nodata : std::nullopt, type_in(task.singles.back()->type)});
    }
  }
}

void Runner::check_stack_results(const Job& job, StackTask& task) {
  const Words left = Words(job.words).subspan(task.names.size());
  task.files = output_files(info_, task.work.call, job, left, mapped(task.outputs, &WorkOutput::name));
  task.named = task.files;
  check_outputs(task.names, task.files, task.outputs, options_);
  check_result_types(task.work, task.outputs, task.files, options_);
  for (std::size_t i = 0; i < task.outputs.size(); ++i) {
    StackType type = *task.pages;
    const ImageType* image = image_of(task.outputs[i].type);
    if (image) type = {options_.region ? options_.region->size() : image->size, image->format, type.axes};
    if (task.flat[i]) type.axes = axes_beside(call_, *task.pages);
    task.types.push_back(type);
    if (i >= task.files.size()) continue;
    const std::string& file = task.files[i];
    if (!image) {
      if (file != "-") check_value_file(file, array_of_parts(task, i));
      continue;
    }
    check_stack_file(file == "-" ? "-" + standard_suffix(task.outputs[i].type, options_.format) : file, type);
  }
}

// The array of all pages, or volumes; of a list with room for one.
ArrayType Runner::array_of_parts(const StackTask& task, std::size_t output) const {
  ArrayType all = std::get<ArrayType>(task.outputs[output].type);
  if (is_list(task.outputs[output])) {
    if (!part_of_list(call_, *task.pages, options_.volume).empty()) ++all.shape.back();
    return all;
  }
  std::vector<std::int64_t> sides =
      mapped(options_.volume ? axes_beside(call_, *task.pages) : task.pages->axes, &StackAxis::length);
  if (is_table(task.outputs[output]) && !sides.empty()) {
    for (const std::int64_t side : sides) all.shape.front() *= side;
    ++all.shape.back();
    return all;
  }
  sides.insert(sides.end(), all.shape.begin(), all.shape.end());
  all.shape = std::move(sides);
  return all;
}

void Runner::find_stack_outputs(StackTask& task) const {
  if (!options_.volume) {
    task.outputs = work_outputs(task.work);
    task.flat.assign(task.outputs.size(), false);
    return;
  }
  std::vector<bool> stacks;
  for (const auto& header : task.headers) stacks.push_back(header.has_value());
  const std::int64_t depth = task.pages->pages() / StackType{{1, 1}, {}, axes_beside(call_, *task.pages)}.pages();
  for (VolumeOutput& made : volume_outputs(task.work, stacks, depth)) {
    task.outputs.push_back(std::move(made.output));
    task.flat.push_back(made.is_flat);
  }
}

void Runner::check_stack_memory(const StackTask& task) const {
  std::uint64_t bytes = 0;
  for (const auto& header : task.headers)
    if (header) bytes = plus(bytes, header->memory_bytes);
  const auto pages = static_cast<std::uint64_t>(task.pages->pages());
  for (const WorkOutput& output : task.outputs) {
    const std::uint64_t page = bytes_of(output.type),
                        count = is_list(output) ? 1 : pages;  // lists grow as they are found
    bytes = page > (std::uint64_t{1} << 62) / count ? plus(bytes, std::uint64_t{1} << 63) : plus(bytes, page * count);
  }
  check_memory(fmt::format("{} with the pages of its inputs and outputs", system::shown_name(info_.name)), bytes,
               options_.limits, "--page takes some of the pages");
}

void Runner::open_stack(const Job& job, StackTask& task) {
  if (options_.volume) check_volume(call_, *task.pages);
  open_stack_inputs(task);
  if (options_.types)
    set_stack_types(options_, input_names(call_), task.work.inputs);
  else
    take_types(info_, call_, task.names, task.work.inputs, task.report.notes);
  task.work.options = filter_options(options_, task.work.inputs, task.said);
  if (!options_.types) widen_for_missing(task.work, task.names, task.report.notes);
  task.beyond = nodata_beyond_floats(task.said, task.work.inputs, task.work.options, task.report.notes);
  task.scales = takes_scaling(options_, task.work.inputs.front(), task.work.options);
  find_stack_outputs(task);
  check_stack_options(task.names.front(), task.pages->pages(), options_, std::ranges::any_of(task.outputs, is_list));
  check_stack_results(job, task);
  note_types({note_of_usual_type(task.work, task.outputs, task.files),
              note_of_nodata(info_, task.work.inputs.front(), options_.filter, options_.nodata_of_file, task.said)},
             task.report.notes);
  add_note(task.outputs, task.names.front(), task.report.notes);
  note_types({note_of_channels(call_, *task.pages)}, task.report.notes);
  check_stack_memory(task);
}

void Runner::take_stack_input(StackTask& task, std::size_t input, FileStack file) {
  if (task.beyond && task.said[input].samples == SampleType::f64) make_missing(*task.beyond, file.stack.tall());
  task.stacks.push_back(std::move(file));
}

void Runner::read_stacks(StackTask& task) {
  for (std::size_t i = 0; i < task.names.size(); ++i) {
    const auto& type = std::get<ImageType>(task.work.inputs[i]);
    if (!task.headers[i]) {
      HostValue value = take_value(*task.singles[i], type);
      add_notes(task.names[i], task.singles[i]->notes, task.report.notes);
      Image& image = std::get<Image>(value);
      FileStack one{.stack = Stack({image.size(), image.format()})};
      one.stack.tall() = std::move(image);
      one.metadata = task.singles[i]->metadata;
      take_stack_input(task, i, std::move(one));
      continue;
    }
    FileStack file = as_standard_stream(task.names[i] == "-" ? task.paths[i] : "",
                                        [&] { return take_stack(task.paths[i], options_.choice, opening()); });
    file = in_type(std::move(file), type.format.type);
    if (file.stack.type().size != type.size || file.stack.type().format != type.format ||
        lengths_of(file.stack.type()) != lengths_of(*task.pages))
      throw Error(ErrorKind::io, fmt::format("{}: it was changed during the run", task.names[i]));
    add_notes(task.names[i], file.notes, task.report.notes);
    take_stack_input(task, i, std::move(file));
  }
  task.report.laps.end("reading");
}

// With a region, or where the plan is looked at: one page after the other. An input without pages is uploaded once.
void Runner::compute_pages(StackTask& task) {
  const Plan plan = this->plan(task.work, "").plans.front();
  task.report.plan = plan;
  task.report.laps.end("planning");
  std::vector<DeviceValue> inputs;
  for (const FileStack& file : task.stacks) inputs.emplace_back(session_->upload(file.stack.page(0)));
  for (const StackType& type : task.types) task.results.push_back({.stack = Stack(type)});
  std::vector<std::vector<Array>> arrays(task.outputs.size());
  const std::shared_ptr<void> watching = watch(plan, static_cast<std::size_t>(task.pages->pages()));
  for (std::int64_t page = 0; page < task.pages->pages(); ++page) {
    for (std::size_t i = 0; page > 0 && i < inputs.size(); ++i)
      if (task.stacks[i].stack.pages() > 1)
        session_->upload(task.stacks[i].stack.page(page), std::get<DeviceImage>(inputs[i]));
    Timing timing;
    const DeviceResults made = plan.run(inputs, {.region = options_.region, .timing = &timing});
    task.report.timing.kernel_ms += timing.kernel_ms;
    task.report.timing.launches += timing.launches;
    task.report.timing.bytes += timing.bytes;
    for (std::size_t i = 0; i < made.size(); ++i)
      if (const auto* image = std::get_if<DeviceImage>(&made[i]))
        session_->download(*image, task.results[i].stack.page(page));
      else
        arrays[i].push_back(session_->download(std::get<DeviceArray>(made[i])));
  }
  for (const std::vector<Array>& pages : arrays)
    task.arrays.push_back(pages.empty() ? Array() : joined_arrays(pages, *task.pages));
  name_parts(task);
  task.report.laps.end("computing");
}

// Of lists and tables, each row says which page it is of.
void Runner::name_parts(StackTask& task) const {
  const std::string part = part_of_list(call_, *task.pages, options_.volume);
  for (std::size_t i = 0; i < task.outputs.size() && !part.empty(); ++i) {
    WorkOutput& output = task.outputs[i];
    if (is_table(output)) task.arrays[i] = rows_with_places(task.arrays[i], std::get<ArrayType>(output.type));
    if (!is_table(output) && !is_list(output)) continue;
    output.columns.insert(output.columns.begin(), part);
    number_parts(task.arrays[i], options_.volume ? std::vector<int>() : options_.choice.pages);
  }
}

void Runner::compute_stack(StackTask& task) {
  if (options_.region || options_.explain || !options_.dump_kernel.empty()) return compute_pages(task);
  const StackViews views = views_of(task.stacks, *task.pages);
  const auto limit = time_limit({}, static_cast<std::size_t>(task.pages->pages()));
  const WaitingNote note(waiting_text(), !options_.verbosity.quiet);
  const Call& call = task.work.call;
  StackResult made = options_.volume ? session_->run_volume(call, views, options_.depth, task.work.options)
                                     : session_->run(call, views, task.work.options);
  task.report.schedules = made.schedules;
  task.report.timing = made.timing;
  auto stack = made.stacks.begin();
  auto array = made.arrays.begin();
  for (std::size_t i = 0; i < task.outputs.size(); ++i) {
    task.results.emplace_back(FileStack{.stack = made.is_stack[i] ? std::move(*stack++) : Stack(task.types[i])});
    task.arrays.push_back(made.is_stack[i] ? Array() : std::move(*array++));
  }
  name_parts(task);
  task.report.laps.end("computing");
}

// The first input with pages says what the results' pages are.
void Runner::finish_stack(StackTask& task, std::size_t i) const {
  const auto first = std::ranges::find_if(task.headers, [](const auto& header) { return header.has_value(); });
  const FileStack& like = task.stacks[static_cast<std::size_t>(first - task.headers.begin())];
  FileStack& result = task.results[i];
  result.facts = like.facts;
  forget_axis('Z', like.stack.type(), result.stack.type(), result.facts.z);
  forget_axis('T', like.stack.type(), result.stack.type(), result.facts.t);
  result.metadata = like.metadata;
  result.placement = task.outputs[i].placement;
  if (options_.region)
    result.placement = within(*result.placement, {.x0 = static_cast<double>(options_.region->x),
                                                  .y0 = static_cast<double>(options_.region->y)});
  if (options_.keep_values || i >= task.files.size() ||
      !is_scaled(task.scales, task.files[i], result.stack.type().format.type))
    return;
  StackType type = result.stack.type();
  type.format.type = SampleType::u8;
  Stack scaled(type);
  scaled.tall() = scaled_to_u8(result.stack.tall());
  result.stack = std::move(scaled);
  task.report.notes.push_back(scaling_note(task.named[i]));
}

void Runner::write_stacks(StackTask& task) const {
  NewFiles made;
  for (std::size_t i = 0; i < task.outputs.size(); ++i) {
    const bool is_image = image_of(task.outputs[i].type) != nullptr, has_file = i < task.files.size();
    ReportedValue shown{task.outputs[i].name, has_file ? task.named[i] : "", task.outputs[i].type};
    if (has_file) made.expect(task.files[i]);
    if (is_image) {
      finish_stack(task, i);
      const StackType& type = task.results[i].stack.type();
      shown.type = ImageType{type.format, type.size, type.pages()};
      if (has_file)
        add_notes(task.named[i], write_stack_value(task.files[i], task.results[i], options_.write), task.report.notes);
    } else {
      Array all = std::move(task.arrays[i]);
      const ValueFile source{task.names.front(), all.type(), Array()};
      shown.type = all.type();
      if (!has_file) shown.elements = all;
      if (has_file)
        add_notes(task.named[i],
                  write_value(task.files[i], std::move(all), source, options_.write, {}, task.outputs[i].columns),
                  task.report.notes);
    }
    task.report.outputs.push_back(std::move(shown));
  }
  made.keep();
}

RunReport Runner::run_stack(const Job& job, StackTask& task) {
  open_stack(job, task);
  const SpooledOutput standard(task.files, standard_suffix(task.outputs.front().type, options_.format));
  if (!session_) session_ = open_session(options_.session);
  read_stacks(task);
  compute_stack(task);
  const std::vector<std::string> names = input_names(call_);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const StackType& type = task.stacks[i].stack.type();
    task.report.inputs.push_back({names[i], task.names[i], ImageType{type.format, type.size, type.pages()}});
  }
  as_standard_stream(standard.file(), [&] { write_stacks(task); });
  standard.send();
  task.report.laps.end("writing");
  task.report.total_ms = task.report.laps.total_ms();
  return std::move(task.report);
}

}  // namespace lenslet::cli
