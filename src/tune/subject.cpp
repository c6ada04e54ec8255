// A task's family.
#include "tune/subject.hpp"

#include "tune/array_subject.hpp"
#include "tune/image_subject.hpp"

namespace lenslet::tune {

std::unique_ptr<Subject> make_subject(const Session& session, const Task& task, const TryoutOptions& options) {
  if (const auto* images = std::get_if<ImageTask>(&task)) return image_subject(session, *images, options);
  return array_subject(session, std::get<ArrayTask>(task), options);
}

}  // namespace lenslet::tune
