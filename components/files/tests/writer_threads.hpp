// Writers of one file that are threads. They tell each other by memory what ranks tell by MPI.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <lenslet/tiff_writer.hpp>

namespace lenslet::test {

// Calls the function on so many threads, each with its member of a group. Returns what each threw, or "". A thread that
// has thrown is gone: who waits for it throws "gone".
std::vector<std::string> on_writers(int count, const std::function<void(const std::shared_ptr<WriterGroup>&)>& write);

}  // namespace lenslet::test
