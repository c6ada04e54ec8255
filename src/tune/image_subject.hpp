// Trying the schedules of an op of images.
#pragma once

#include <memory>

#include "tune/subject.hpp"

namespace lenslet::tune {

std::unique_ptr<Subject> image_subject(const Session& session, const ImageTask& task, const TryoutOptions& options);

}  // namespace lenslet::tune
