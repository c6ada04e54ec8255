// Starts libvips, takes its messages and runs its operations.
#include "files/vips.hpp"

#include <atomic>
#include <mutex>
#include <set>
#include <shared_mutex>
#include <sstream>

#include <fmt/format.h>

namespace lenslet::io {
namespace {

std::atomic<int> users{0};
std::atomic<std::uint64_t> uses{0};  // number of uses that ever began

// A thread that wants to be alone holds the gate, so that later threads do not keep it waiting.
std::mutex gate;
std::shared_mutex use_mutex;

// Suppresses warnings of libvips and GObject on the standard error for damaged files. Those that matter also come as
// errors.
void hear(const gchar* domain, GLogLevelFlags level, const gchar* message, gpointer) {
  if (users == 0) g_log_default_handler(domain, level, message, nullptr);
}

// Starts libvips. It is never shut down: its threads and types outlive every static object that could do it.
std::string start() {
  const bool first = g_type_from_name("VipsObject") == 0;
  if (vips_init("lenslet") != 0) return last_reason();
  for (const char* domain : {"VIPS", "GLib-GObject"})
    g_log_set_handler(domain, static_cast<GLogLevelFlags>(G_LOG_LEVEL_MASK), hear, nullptr);
  // The cache would keep the pixels of past images. If the application uses libvips itself, the cache belongs to it.
  if (first) vips_cache_set_max(0);
  return {};
}

int pass_region(VipsRegion* region, void* source, void*, void* failed, gboolean*) {
  auto* from = static_cast<VipsRegion*>(source);
  const VipsRect& area = region->valid;
  if (vips_region_prepare(from, &area) == 0 && vips_region_region(region, from, &area, area.left, area.top) == 0)
    return 0;
  *static_cast<std::atomic<bool>*>(failed) = true;
  return -1;
}

}  // namespace

Use::Use(Sharing sharing) : sharing_(sharing) {
  static const std::string problem = start();
  if (!problem.empty()) throw Error(ErrorKind::io, fmt::format("cannot start libvips: {}", problem));
  if (sharing == Sharing::within) {
    users.fetch_add(1);
    return;
  }
  const std::lock_guard lock(gate);
  sharing == Sharing::alone ? use_mutex.lock() : use_mutex.lock_shared();
  number_ = uses.fetch_add(1);
  began_alone_ = users.fetch_add(1) == 0;
  if (began_alone_) vips_error_clear();
}

Use::~Use() {
  users.fetch_sub(1);
  if (sharing_ == Sharing::within) return;
  sharing_ == Sharing::alone ? use_mutex.unlock() : use_mutex.unlock_shared();
}

bool Use::was_alone() const {
  return began_alone_ && uses == number_ + 1;
}

std::string last_reason(std::string_view unknown) {
  const std::unique_ptr<char, decltype(&g_free)> text(vips_error_buffer_copy(), g_free);
  std::istringstream lines(text.get());
  std::set<std::string> seen;
  std::string reason;
  for (std::string line; std::getline(lines, line);) {
    while (!line.empty() && (line.back() == ' ' || line.back() == '\r')) line.pop_back();
    if (line.empty() || !seen.insert(line).second) continue;
    reason += (reason.empty() ? "" : "; ") + line;
  }
  return reason.empty() ? std::string(unknown) : reason;
}

bool Operation::run() {
  return vips_object_build(VIPS_OBJECT(operation_.get())) == 0;
}

vips::VImage Operation::out() {
  VipsImage* image = nullptr;
  g_object_get(operation_.get(), "out", &image, nullptr);
  return vips::VImage(image, vips::STEAL);
}

std::string Operation::file() {
  VipsBlob* blob = nullptr;
  g_object_get(operation_.get(), "buffer", &blob, nullptr);
  std::size_t size = 0;
  const auto* data = static_cast<const char*>(vips_blob_get(blob, &size));
  std::string bytes(data, size);
  vips_area_unref(VIPS_AREA(blob));
  return bytes;
}

void Operation::Release::operator()(VipsOperation* operation) const {
  vips_object_unref_outputs(VIPS_OBJECT(operation));
  g_object_unref(operation);
}

Watched::Watched(const vips::VImage& source) : image_(vips_image_new(), vips::STEAL) {
  if (vips_image_pipelinev(image_.get_image(), VIPS_DEMAND_STYLE_THINSTRIP, source.get_image(), nullptr) != 0 ||
      vips_image_generate(image_.get_image(), vips_start_one, pass_region, vips_stop_one, source.get_image(),
                          failed_.get()) != 0)
    throw Error(ErrorKind::io, last_reason());
}

}  // namespace lenslet::io
