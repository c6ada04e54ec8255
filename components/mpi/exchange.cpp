// Exchanges margins in two phases: first the columns beside the block, then the rows above and below, with what came in
// the first. So corners come through the neighbours by the same four messages, and a Cartesian topology is enough.
#include <algorithm>
#include <optional>

#include "mpi/blocks.hpp"

namespace lenslet::mpi {
namespace {

// What one neighbour gets and gives.
struct Side {
  Rect sent, received;
};

// The order of the topology's neighbours.
enum Neighbour : std::size_t { above, below, left, right, neighbours };

using Sides = std::array<std::optional<Side>, neighbours>;

Sides columns_of(const Grid& grid, const Rect& block, std::int64_t margin) {
  const std::int64_t end = block.x + block.width;
  Sides sides;
  if (grid.has_left())
    sides[left] = {{block.x, block.y, margin, block.height}, {block.x - margin, block.y, margin, block.height}};
  if (grid.has_right())
    sides[right] = {{end - margin, block.y, margin, block.height}, {end, block.y, margin, block.height}};
  return sides;
}

Sides rows_of(const Grid& grid, const Rect& block, std::int64_t margin) {
  const std::int64_t x = block.x - (grid.has_left() ? margin : 0), end = block.y + block.height;
  const std::int64_t width = block.x + block.width + (grid.has_right() ? margin : 0) - x;
  Sides sides;
  if (grid.has_above()) sides[above] = {{x, block.y, width, margin}, {x, block.y - margin, width, margin}};
  if (grid.has_below()) sides[below] = {{x, end - margin, width, margin}, {x, end, width, margin}};
  return sides;
}

// The host's memory of one phase, and its description for MPI, whose places are addresses.
struct Message {
  void add(std::size_t neighbour, Image image) {
    const Image& rows = images[neighbour].emplace(std::move(image));
    Datatype::rows(rows.width(), rows.format(), types[neighbour]);
    counts[neighbour] = static_cast<int>(rows.height());
    mpi_types[neighbour] = types[neighbour].get();
    MPI_Get_address(rows.data(), &places[neighbour]);
    bytes += static_cast<std::uint64_t>(rows.height() * rows.stride());
  }

  std::array<std::optional<Image>, neighbours> images;
  std::array<Datatype, neighbours> types;
  std::array<int, neighbours> counts{};
  std::array<MPI_Aint, neighbours> places{};
  std::array<MPI_Datatype, neighbours> mpi_types{MPI_BYTE, MPI_BYTE, MPI_BYTE, MPI_BYTE};
  std::uint64_t bytes = 0;
};

// The device packs rectangles and unpacks them: only margins are copied to the host.
std::uint64_t exchange_sides(const DistributedImage::State& state, const Sides& sides) {
  auto messages = std::make_unique<std::array<Message, 2>>();
  auto& [out, in] = *messages;
  for (std::size_t i = 0; i < neighbours; ++i) {
    if (!sides[i]) continue;
    out.add(i, state.session.download(state.pixels.view(sides[i]->sent)));
    in.add(i, Image(sides[i]->received.size(), state.whole.format));
  }
  MPI_Request request = MPI_REQUEST_NULL;
  check(MPI_Ineighbor_alltoallw(MPI_BOTTOM, out.counts.data(), out.places.data(), out.mpi_types.data(), MPI_BOTTOM,
                                in.counts.data(), in.places.data(), in.mpi_types.data(), state.grid.communicator(),
                                &request),
        "MPI_Ineighbor_alltoallw");
  wait_with(state.ranks.state(), request, messages, "the margins of its neighbours");
  for (std::size_t i = 0; i < neighbours; ++i)
    if (sides[i]) state.session.upload(*in.images[i], state.pixels.view(sides[i]->received));
  return out.bytes;
}

}  // namespace

std::uint64_t DistributedImage::State::exchange(std::int64_t margin) {
  if (margin == 0) return 0;
  const std::uint64_t bytes = exchange_sides(*this, columns_of(grid, block, margin));
  return bytes + exchange_sides(*this, rows_of(grid, block, margin));
}

}  // namespace lenslet::mpi
