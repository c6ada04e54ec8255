// The part of a distributed image on this rank.
#pragma once

#include <array>

#include "mpi/grid.hpp"

namespace lenslet::mpi {

struct DistributedImage::State {
  State(const Ranks& all, const Session& of, const ImageType& type, const GridOptions& options);

  // Fetches so many pixels round the block from the neighbours. Returns the number of bytes that this rank sent.
  std::uint64_t exchange(std::int64_t margin);

  Ranks ranks;
  Session session;
  ImageType whole;
  Grid grid;
  Rect block, held;
  DeviceImage pixels;                // of `held`
  std::optional<DeviceImage> other;  // alternates with it while passes are computed
};

}  // namespace lenslet::mpi
