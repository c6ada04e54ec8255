// Drivers take long to start: the image is read meanwhile, by a thread of its own. The drivers have this one because
// some of them leave things behind in it that must not end with it.
#include "reading.hpp"

#include <future>

namespace lenslet::cli {

FileImage read_and_open(const std::filesystem::path& path, std::optional<Session>& session,
                        const SessionOptions& options) {
  if (session) return read_image(path);
  std::future<FileImage> image = std::async(std::launch::async, [&path] { return read_image(path); });
  std::exception_ptr problem;
  try {
    session.emplace(options);
  } catch (const std::exception&) {
    problem = std::current_exception();
  }
  FileImage result = image.get();
  if (problem) std::rethrow_exception(problem);
  return result;
}

}  // namespace lenslet::cli
