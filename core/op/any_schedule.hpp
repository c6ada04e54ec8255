// A schedule of any family as a value: what sessions, the tuner and pipelines hand on without knowing what it says.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include <lenslet/error.hpp>

namespace lenslet::op {

// The record of the family that made it, with its spelling, which is for people, files and the store. Copies share
// both.
class AnySchedule {
 public:
  // `S`: a family's record, whose to_string() is its spelling.
  template <class S>
  explicit AnySchedule(S record) : held_(std::make_shared<Record<S>>(std::move(record))) {}

  const std::string& spelling() const { return held_->spelling; }

  // The record; null where another family made it.
  template <class S>
  const S* get_if() const {
    const auto* record = dynamic_cast<const Record<S>*>(held_.get());
    return record ? &record->value : nullptr;
  }

  // The record. Throws invalid_argument where another family made it.
  template <class S>
  const S& as() const {
    if (const S* record = get_if<S>()) return *record;
    throw Error(ErrorKind::invalid_argument, "schedule '" + spelling() + "' is one of another kind of op");
  }

  bool operator==(const AnySchedule& other) const { return spelling() == other.spelling(); }
  auto operator<=>(const AnySchedule& other) const { return spelling() <=> other.spelling(); }

 private:
  struct Held {
    explicit Held(std::string text) : spelling(std::move(text)) {}
    virtual ~Held() = default;
    std::string spelling;
  };

  template <class S>
  struct Record final : Held {
    explicit Record(S record) : Held(to_string(record)), value(std::move(record)) {}
    S value;
  };

  std::shared_ptr<const Held> held_;
};

inline const std::string& to_string(const AnySchedule& schedule) {
  return schedule.spelling();
}

}  // namespace lenslet::op
