// What is tried: how the schedules of a family are made ready for one task, proved, and launched.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include <lenslet/plan.hpp>
#include <lenslet/session.hpp>

#include "tune/task.hpp"

namespace lenslet::tune {

// For tests: changes a schedule's programs before they are built.
using Tamper = std::function<std::string(const std::string& schedule, const std::string& source)>;

struct TryoutOptions {
  Tamper tamper = {};

  // Whether a program that is another's, bit by bit, has its outcome. Absent: not on CPUs, whose drivers generate all
  // code at once when they are asked for a binary, which costs more than it could save.
  std::optional<bool> compare_code = {};

  int copies = 0;  // of the inputs, that take turns; 0: rotating_copies()
};

// A schedule that is built.
class Candidate {
 public:
  virtual ~Candidate() = default;

  // Equal where launches and binaries are equal; empty where nobody looked.
  virtual std::string code() const { return {}; }

  // What is wrong on small awkward inputs; nothing where all is right.
  virtual std::optional<std::string> small_fault() = 0;

  // On the task's inputs, which take turns.
  virtual Launch launch(std::size_t turn) = 0;

  // What is wrong on the task's inputs, where `proven`, a correct schedule, may say where to look.
  virtual std::optional<std::string> large_fault(const std::optional<std::string>& proven) = 0;
};

class Subject {
 public:
  virtual ~Subject() = default;

  virtual int copies() const = 0;  // of the inputs that take turns

  // Why the schedule cannot serve the task; empty where it can. Throws invalid_argument for what is no schedule.
  virtual std::string excluded(const std::string& schedule) const = 0;

  virtual std::unique_ptr<Candidate> make(const std::string& schedule) = 0;
};

std::unique_ptr<Subject> make_subject(const Session& session, const Task& task, const TryoutOptions& options);

}  // namespace lenslet::tune
