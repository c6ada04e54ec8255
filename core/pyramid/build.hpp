// How a pyramid's levels are made.
#pragma once

#include <optional>
#include <vector>

#include <lenslet/pyramid.hpp>

namespace lenslet {

// The plan of each level of an octave. A level without one is the octave's first image. `schedule` is the blurs', or
// empty for the usual one.
std::vector<std::optional<Plan>> blurs_of(const Session& session, PixelFormat format, const PyramidOptions& options,
                                          const std::string& schedule = {});

// Makes all levels of an image that lies in an image object, without alpha, in images that lie in objects of the same
// kind, octave by octave and level by level. Waits, and returns the sum over all launches.
Timing fill_from_object(const Session& session, const DeviceImage& image, const std::vector<DeviceImage>& levels,
                        const PyramidOptions& options);

}  // namespace lenslet
