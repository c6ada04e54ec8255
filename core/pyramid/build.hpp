// How a pyramid's levels are made.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include <lenslet/pyramid.hpp>

namespace lenslet {

// The plan of each level of an octave. A level without one is the octave's first image. A blur has the first of the
// schedules that no rule excludes, and without schedules the usual one. Throws unsupported where all are excluded.
std::vector<std::optional<Plan>> blurs_of(const Session& session, PixelFormat format, const PyramidOptions& options,
                                          std::span<const std::string> schedules = {});

// The schedules of blurs from image object to image object of this storage, the best one first.
std::vector<std::string> blur_schedules(Storage storage);

// Returns the first schedule that no rule excludes for the work on the device, else the last. A plan that is forced to
// that one says what excludes it. Without schedules the result is empty.
std::string first_allowed(std::span<const std::string> schedules, const Work& work, const DeviceInfo& device);

// Makes all levels of an image that lies in an image object, without alpha, in images that lie in objects of the same
// kind, octave by octave and level by level. Waits, and returns the sum over all launches.
Timing fill_from_object(const Session& session, const DeviceImage& image, const std::vector<DeviceImage>& levels,
                        const PyramidOptions& options);

}  // namespace lenslet
