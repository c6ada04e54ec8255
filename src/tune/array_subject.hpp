// Trying the schedules of an op of arrays.
#pragma once

#include <memory>

#include "tune/subject.hpp"

namespace lenslet::tune {

std::unique_ptr<Subject> array_subject(const Session& session, const ArrayTask& task, const TryoutOptions& options);

}  // namespace lenslet::tune
