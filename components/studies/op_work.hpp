// Ways to compute an op: its schedules, on the same inputs.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <lenslet/work.hpp>

#include "op/problem.hpp"
#include "studies/experiment.hpp"

namespace lenslet::study {

// Inputs of an op, which it makes itself unless others are given. They lie on the host, and on the device in each
// storage that plans read.
class OpInputs {
 public:
  explicit OpInputs(Session session, std::vector<HostValue> host = {})
      : session_(std::move(session)), host_(std::move(host)) {}

  const std::vector<DeviceValue>& of(const op::Problem& problem, Storage storage);

  // Says what is wrong with outputs made from these inputs, by the op's reference.
  std::optional<std::string> mismatch(const op::Problem& problem, const std::vector<DeviceValue>& outputs) const;

 private:
  Session session_;
  std::vector<HostValue> host_;
  std::map<Storage, std::vector<DeviceValue>> on_device_;
};

// Allocates outputs of an op, with contents that no result has by chance.
std::vector<DeviceValue> poisoned_outputs(const Session& session, const op::Problem& problem);

// Candidates of one op on inputs that they share.
class OpWork {
 public:
  OpWork(Experiment& experiment, Work work);

  // Adds a candidate with a schedule. An empty one means the library's untuned choice. If a rule excludes the schedule,
  // the candidate has the rule's reason and no times. With `on_host`, times are the host's, until it has read the
  // results and passed them on.
  using OnHost = std::function<void(const std::vector<HostValue>&)>;
  void add(std::size_t chart, const std::string& line, double x, const std::string& schedule,
           const OnHost& on_host = {}) const;

 private:
  Experiment& experiment_;
  Work work_;
  std::shared_ptr<OpInputs> inputs_;
};

// A study that compares schedules of an op: a chart with a line for each, over works of several sizes.
struct ScheduleStudy {
  std::string title, x_axis;
  std::vector<std::pair<double, Work>> works;              // by their places on the axis
  std::vector<std::pair<std::string, std::string>> lines;  // names, and schedules
};

// Adds the chart and returns its place.
std::size_t add(Experiment& experiment, const ScheduleStudy& study);

}  // namespace lenslet::study
