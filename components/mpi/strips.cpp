// Ranks compute strips in turns: rank 0 writes rows in order and keeps nothing back, so that a strip's neighbours lie
// on other ranks. With one block of rows for each rank, all but the first would keep their whole blocks until the
// writer reaches them.
#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "mpi/agree.hpp"
#include "mpi/message.hpp"

namespace lenslet::mpi {
namespace {

constexpr std::int64_t min_turns = 4;  // of each rank: in the last turns ranks wait

// Rounds to whole tiles of files, so that no two ranks decode the same tile, and else to blocks that kernels compute.
std::int64_t evened(std::int64_t rows, std::int64_t most) {
  for (const std::int64_t even : {256, 16})
    if (most >= even && rows >= even / 2) return std::min((rows + even - 1) / even, most / even) * even;
  return std::min(rows, most);
}

// Rank 0 gets the rows in order, so they are one part.
RowRange wanted_rows(const StripOptions& options, std::int64_t height) {
  if (options.parts.size() > 1)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("{} parts for ranks that share strips; allowed is one", options.parts.size()));
  return options.parts.empty() ? RowRange{0, height} : options.parts.front();
}

// Returns strips r, r + N, ...
std::vector<RowRange> strips_of(const Ranks& ranks, const RowRange& wanted, std::int64_t rows) {
  std::vector<RowRange> strips;
  for (std::int64_t y = wanted.begin + ranks.rank() * rows; y < wanted.end; y += ranks.count() * rows)
    strips.push_back({y, std::min(y + rows, wanted.end)});
  return strips;
}

// Divides the rows into two parts. Of a single part Strips may make one strip, whose memory differs from what ranks
// agree on.
std::vector<RowRange> halves(const RowRange& rows) {
  if (rows.count() < 2) return {rows};
  const std::int64_t middle = rows.begin + rows.count() / 2;
  return {{rows.begin, middle}, {middle, rows.end}};
}

// Ranks may have different devices, and so plans that keep more or less between their stages. The number of rows must
// fit all of them. Rank 0 also gets a strip beside its own.
std::int64_t choose_rows(const Ranks& ranks, const Session& session, const Plan& plan,
                         const std::vector<ImageType>& inputs, StripOptions options) {
  ++options.frames;
  options.shared = false;  // this function chooses the rows of each
  std::int64_t rows = 0, all = 0;
  agree(ranks, [&] {
    if (!inputs.empty())  // otherwise Strips refuses
      options.parts = halves(wanted_rows(options, result_size(plan, inputs.front().size).height));
    rows = Strips(session, plan, inputs, std::vector<ReadRows>(inputs.size()), options).rows();
    all = options.parts.back().end - options.parts.front().begin;
  });
  if (options.rows == 0) {
    const std::int64_t shares = ranks.count() * min_turns;
    rows = evened((all + shares - 1) / shares, rows);
  }
  return least_of(ranks.state(), rows);
}

// The times of a strip on its rank's device.
using Times = std::array<double, 5>;

Times times_of(const Result& strip) {
  return {strip.timing.kernel_ms, static_cast<double>(strip.timing.launches), static_cast<double>(strip.timing.bytes),
          strip.upload_ms, strip.download_ms};
}

void set_times(const Times& times, Result& strip) {
  strip.timing.kernel_ms = times[0];
  strip.timing.launches = static_cast<int>(times[1]);
  strip.timing.bytes = static_cast<std::uint64_t>(times[2]);
  strip.upload_ms = times[3];
  strip.download_ms = times[4];
}

}  // namespace

struct RankStrips::State {
  Result receive(int from);
  void send(Result strip) const;
  std::int64_t count() const { return (wanted.count() + rows - 1) / rows; }

  Ranks ranks;
  std::vector<ImageType> outputs;
  std::vector<std::string> names;
  RowRange wanted;
  std::int64_t rows;
  std::optional<Strips> own = {};  // nothing if there are fewer strips than ranks
  std::int64_t at = 0;             // strips that rank 0 has taken
};

Result RankStrips::State::receive(int from) {
  auto times = std::make_unique<Times>();
  MPI_Request request = MPI_REQUEST_NULL;
  check(MPI_Irecv(times->data(), static_cast<int>(times->size()), MPI_DOUBLE, from, tag_of_values, ranks.state().all,
                  &request),
        "MPI_Irecv");
  wait_with(ranks.state(), request, times, fmt::format("a strip of rank {}", from));
  Result strip;
  strip.names = names;
  set_times(*times, strip);
  const std::int64_t height = std::min(rows, wanted.count() - at * rows);
  for (const ImageType& output : outputs) {
    Image& image = strip.images.emplace_back(Size{output.size.width, height}, output.format);
    mpi::receive(ranks.state(), image, {0, 0, image.width(), height}, from);
  }
  return strip;
}

// A strip's turn comes when rank 0 has written the strips before it.
void RankStrips::State::send(Result strip) const {
  auto times = std::make_unique<Times>(times_of(strip));
  MPI_Request request = MPI_REQUEST_NULL;
  check(MPI_Issend(times->data(), static_cast<int>(times->size()), MPI_DOUBLE, 0, tag_of_values, ranks.state().all,
                   &request),
        "MPI_Issend");
  wait_with(ranks.state(), request, times, "rank 0 to take a strip", For::first);
  for (Image& image : strip.images) mpi::send(ranks.state(), std::move(image), 0);
}

RankStrips::RankStrips(const Ranks& ranks, const Session& session, const Plan& plan, std::vector<ImageType> inputs,
                       std::vector<ReadRows> sources, const StripOptions& options) {
  StripOptions mine = options;
  mine.rows = choose_rows(ranks, session, plan, inputs, options);
  std::vector<ImageType> outputs;
  for (const ValueType& type : plan.outputs())
    outputs.push_back({std::get<ImageType>(type).format, result_size(plan, inputs.front().size)});
  const RowRange wanted = wanted_rows(options, outputs.front().size.height);
  mine.parts = strips_of(ranks, wanted, mine.rows);
  state_ = std::make_unique<State>(State{ranks, std::move(outputs), plan.output_names(), wanted, mine.rows});
  agree(ranks, [&] {
    if (!mine.parts.empty()) state_->own.emplace(session, plan, std::move(inputs), std::move(sources), mine);
  });
}

RankStrips::~RankStrips() = default;
RankStrips::RankStrips(RankStrips&&) noexcept = default;
RankStrips& RankStrips::operator=(RankStrips&&) noexcept = default;

const std::vector<ImageType>& RankStrips::outputs() const {
  return state_->outputs;
}

std::int64_t RankStrips::rows() const {
  return state_->rows;
}

std::uint64_t RankStrips::memory_bytes() const {
  return state_->own ? state_->own->memory_bytes() : 0;
}

std::optional<Result> RankStrips::next() {
  const int ranks = state_->ranks.count();
  if (state_->ranks.rank() != 0) {
    while (state_->own) {
      std::optional<Result> strip = state_->own->next();
      if (!strip) break;
      state_->send(*std::move(strip));
    }
    return {};
  }
  if (state_->at == state_->count()) return {};
  throw_reported(state_->ranks.state());
  const int owner = static_cast<int>(state_->at % ranks);
  std::optional<Result> strip = owner == 0 ? state_->own->next() : state_->receive(owner);
  ++state_->at;
  return strip;
}

}  // namespace lenslet::mpi
