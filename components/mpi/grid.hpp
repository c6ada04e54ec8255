// A Cartesian grid of ranks, each with a block of the image.
#pragma once

#include "mpi/message.hpp"

namespace lenslet::mpi {

class Grid {
 public:
  // Collective. Throws like DistributedImage's constructor.
  Grid(const Ranks& ranks, const ImageType& whole, const GridOptions& options);
  ~Grid();
  Grid(const Grid&) = delete;
  Grid& operator=(const Grid&) = delete;

  MPI_Comm communicator() const { return communicator_; }  // neighbours: above, below, left, right
  const GridOptions& options() const { return options_; }

  Rect block(int column, int row) const;
  Rect block() const { return block(column_, row_); }
  Rect held() const;                       // the block with its margin
  int rank_at(int column, int row) const;  // in the ranks' numbers
  bool has_above() const { return row_ > 0; }
  bool has_below() const { return row_ + 1 < options_.rows; }
  bool has_left() const { return column_ > 0; }
  bool has_right() const { return column_ + 1 < options_.columns; }

 private:
  Ranks ranks_;
  GridOptions options_;
  Size whole_;
  MPI_Comm communicator_ = MPI_COMM_NULL;
  int column_ = 0, row_ = 0;
};

}  // namespace lenslet::mpi
