// Puts strips through a stream: the next one is read while those before it are under way.
#include <lenslet/strips.hpp>

#include <exception>
#include <utility>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/stream.hpp>

#include "session/rolling_rows.hpp"

namespace lenslet {

struct Strips::State {
  void push();

  Plan plan;
  StripLayout layout;
  std::vector<RollingRows> rows;
  Stream stream;
  std::int64_t pushed = 0;
  std::exception_ptr failure = {};  // after which rows are missing
};

void Strips::State::push() {
  const RowRange read = rows_read(plan, layout, pushed);
  const std::int64_t next = pushed + 1 < layout.count() ? rows_read(plan, layout, pushed + 1).begin : read.end;
  std::vector<HostValue> frame;
  for (RollingRows& input : rows) frame.emplace_back(input.take(read, next));
  stream.push(std::move(frame), FramePart{{layout.input, 0, read.begin}, layout.results(pushed)});
  if (++pushed == layout.count()) stream.close();
}

Strips::Strips(const Session& session, const Plan& plan, std::vector<ImageType> inputs, std::vector<ReadRows> sources,
               const StripOptions& options) {
  StripLayout layout = layout_strips(plan, inputs, options);
  if (sources.size() != inputs.size())
    throw Error(ErrorKind::invalid_argument, fmt::format("{} sources for {} inputs", sources.size(), inputs.size()));
  std::vector<RollingRows> rows;
  for (std::size_t i = 0; i < inputs.size(); ++i) rows.emplace_back(inputs[i], std::move(sources[i]));
  state_ = std::make_unique<State>(State{plan, std::move(layout), std::move(rows),
                                         Stream(session, plan, {.frames = options.frames, .reuse_inputs = false})});
}

Strips::~Strips() = default;
Strips::Strips(Strips&&) noexcept = default;
Strips& Strips::operator=(Strips&&) noexcept = default;

const std::vector<ImageType>& Strips::outputs() const {
  return state_->layout.outputs;
}

std::int64_t Strips::rows() const {
  return state_->layout.rows;
}

std::uint64_t Strips::memory_bytes() const {
  return state_->layout.bytes;
}

std::optional<Result> Strips::next() {
  if (state_->failure) std::rethrow_exception(state_->failure);
  try {
    while (state_->pushed < state_->layout.count() && !state_->stream.full()) state_->push();
    return state_->stream.pop();
  } catch (...) {
    state_->failure = std::current_exception();
    throw;
  }
}

}  // namespace lenslet
