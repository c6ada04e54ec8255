#include "mpi/grid.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace lenslet::mpi {
namespace {

// Cuts the longer side of the image into more parts, so that blocks have short edges for their area.
GridOptions chosen(const GridOptions& wanted, Size whole, int ranks) {
  if (wanted.columns < 0 || wanted.rows < 0 || wanted.margin < 0)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("a grid of {} x {} blocks with a margin of {} pixels; allowed are numbers from 0",
                            wanted.columns, wanted.rows, wanted.margin));
  GridOptions grid = wanted;
  const int fixed = std::max(wanted.columns, 1) * std::max(wanted.rows, 1);
  if (fixed == 0 || ranks % fixed != 0 || (wanted.columns > 0 && wanted.rows > 0 && fixed != ranks))
    throw Error(ErrorKind::invalid_argument, fmt::format("a grid of {} x {} blocks for {} ranks; allowed is one a rank",
                                                         wanted.columns, wanted.rows, ranks));
  if (wanted.columns == 0 && wanted.rows == 0) {
    int sides[] = {0, 0};  // MPI gives the larger one first
    check(MPI_Dims_create(ranks, 2, sides), "MPI_Dims_create");
    if (whole.width < whole.height) std::swap(sides[0], sides[1]);
    grid.columns = sides[0];
    grid.rows = sides[1];
  } else if (wanted.columns == 0) {
    grid.columns = ranks / wanted.rows;
  } else {
    grid.rows = ranks / wanted.columns;
  }
  return grid;
}

void check_sides(const GridOptions& grid, Size whole) {
  if (whole.width < grid.columns || whole.height < grid.rows)
    throw Error(ErrorKind::invalid_argument, fmt::format("an image of {} x {} in {} x {} blocks; allowed is at least "
                                                         "a pixel in each",
                                                         whole.width, whole.height, grid.columns, grid.rows));
  std::int64_t most = std::max(whole.width, whole.height);
  if (grid.columns > 1) most = std::min(most, whole.width / grid.columns);
  if (grid.rows > 1) most = std::min(most, whole.height / grid.rows);
  if (grid.columns * grid.rows > 1 && grid.margin > most)
    throw Error(ErrorKind::invalid_argument, fmt::format("a margin of {} pixels round blocks of which the smallest "
                                                         "has a side of {}, which is the most",
                                                         grid.margin, most));
}

// The first pixel of a part. The first parts are the larger ones.
std::int64_t begin_of(std::int64_t side, int parts, int part) {
  return side / parts * part + std::min<std::int64_t>(side % parts, part);
}

}  // namespace

Grid::Grid(const Ranks& ranks, const ImageType& whole, const GridOptions& options)
    : ranks_(ranks), options_(chosen(options, whole.size, ranks.count())), whole_(whole.size) {
  if (whole.layers != 1)
    throw Error(ErrorKind::invalid_argument, fmt::format("{} layers in blocks; allowed is 1", whole.layers));
  check_sides(options_, whole_);
  const int sides[] = {options_.rows, options_.columns}, around[] = {0, 0};
  check(MPI_Cart_create(ranks.state().all, 2, sides, around, 0, &communicator_), "MPI_Cart_create");
  MPI_Comm_set_errhandler(communicator_, MPI_ERRORS_RETURN);
  int place[2];
  check(MPI_Cart_coords(communicator_, ranks.rank(), 2, place), "MPI_Cart_coords");
  row_ = place[0];
  column_ = place[1];
}

Grid::~Grid() {
  int ended = 0;
  MPI_Finalized(&ended);
  if (ended == 0 && !ranks_.gave_up()) MPI_Comm_free(&communicator_);
}

Rect Grid::block(int column, int row) const {
  const std::int64_t x = begin_of(whole_.width, options_.columns, column);
  const std::int64_t y = begin_of(whole_.height, options_.rows, row);
  return {x, y, begin_of(whole_.width, options_.columns, column + 1) - x,
          begin_of(whole_.height, options_.rows, row + 1) - y};
}

Rect Grid::held() const {
  const Rect own = block();
  const std::int64_t x = std::max<std::int64_t>(own.x - options_.margin, 0);
  const std::int64_t y = std::max<std::int64_t>(own.y - options_.margin, 0);
  return {x, y, std::min(own.x + own.width + options_.margin, whole_.width) - x,
          std::min(own.y + own.height + options_.margin, whole_.height) - y};
}

int Grid::rank_at(int column, int row) const {
  return row * options_.columns + column;
}

}  // namespace lenslet::mpi
