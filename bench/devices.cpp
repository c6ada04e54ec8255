// How much faster several devices are than one. Each list of devices computes the same, in turns, and what it takes at
// best is set beside the first list's:
//
//   devices 16384x16384 "gaussian ksize=9" pocl pocl/2
//   devices 65536x65536 "gaussian ksize=9" 0 0,1 --of image --turns 7
//
// --of rows      strips of an image that is made as it is read and thrown away as it is computed: no file has a part
// --of image     an image in host memory, and the result there, in memory that is used again
// --of resident  each device holds its share of the rows, and its results: what the devices themselves take
// --rows N, --memory BYTES   of strips, as StripOptions has them
// --copies N                 threads that copy rows to each device, and as many that copy from it; 0: as Strips chooses
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <lenslet/lenslet.hpp>

namespace lenslet {
namespace {

// Repeats rows of noise, which are made once: to copy rows is what reading a file costs at least.
class Noise {
 public:
  explicit Noise(std::int64_t width) : width_(static_cast<std::size_t>(width)), rows_(width_ * 64) {
    std::uint32_t state = 1;
    for (std::byte& each : rows_) each = static_cast<std::byte>((state = state * 1664525 + 1013904223) >> 24);
  }

  void copy(std::int64_t first, std::int64_t rows, std::byte* to) const {
    for (std::int64_t y = first; y < first + rows; ++y, to += width_)
      std::memcpy(to, rows_.data() + static_cast<std::size_t>(y % 64) * width_, width_);
  }

 private:
  std::size_t width_;
  std::vector<std::byte> rows_;
};

struct Case {
  Case(Call asked, Size size) : type{{SampleType::u8, 1}, size}, call(std::move(asked)), noise(size.width) {}

  ImageType type;
  Call call;
  StripOptions strips = {};
  Noise noise;
};

long page_faults() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_minflt;
}

// What a list of devices has to do, time after time, and what it took.
struct Candidate {
  std::string devices;
  std::function<std::vector<DeviceShare>()> work;
  double seconds = 0;  // at best
  long faults = 0;     // that the system served meanwhile, at best
  std::vector<DeviceShare> shares = {};

  void run() {
    const long before = page_faults();
    const auto begin = std::chrono::steady_clock::now();
    shares = work();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    const long met = page_faults() - before;
    faults = seconds > 0 ? std::min(faults, met) : met;
    seconds = seconds > 0 ? std::min(seconds, took.count()) : took.count();
  }
};

Candidate of_rows(const DeviceGroup& group, const Case& each) {
  return {{}, [&each, plan = group.plan(each.call, each.type.format, {.size = each.type.size})] {
            Strips strips(plan, {each.type},
                          {[&](auto first, auto rows, auto* to) { each.noise.copy(first, rows, to); }}, each.strips);
            while (auto strip = strips.next()) strips.reuse(std::move(strip->images));
            return strips.shares();
          }};
}

Candidate of_image(const DeviceGroup& group, const Case& each, const std::vector<Image>& image) {
  const auto kept = std::make_shared<std::vector<Image>>();  // results, whose memory the next turn has
  return {{}, [&, kept, plan = group.plan(each.call, each.type.format, {.size = each.type.size})] {
            Strips strips(plan, std::vector<ImageView>(image.begin(), image.end()), each.strips);
            strips.reuse(std::move(*kept));
            *kept = strips.join().images;
            return strips.shares();
          }};
}

// The rows from `first` to before `end` on a device that holds what they are made of.
struct Share {
  Plan plan;
  std::vector<DeviceValue> inputs, outputs;
  Rect region;
};

Share share_of(const Session& session, const Plan& plan, const Case& each, std::int64_t first, std::int64_t end) {
  const Size whole = each.type.size;
  const Rect region{0, first, whole.width, end - first}, read = plan.reads(region, whole);
  Image rows({whole.width, read.height}, each.type.format);
  each.noise.copy(read.y, read.height, rows.data());
  const std::vector<DeviceValue> inputs{session.upload(rows, {whole, 0, read.y}, plan.input_storage())};
  return {plan, inputs, plan.run(inputs, {.region = region}).values(), region};
}

Candidate resident(const DeviceGroup& group, const Case& each) {
  const GroupPlan plan = group.plan(each.call, each.type.format, {.size = each.type.size});
  const auto count = static_cast<std::int64_t>(plan.plans.size());
  constexpr std::int64_t max_pixel_count = std::int64_t{1} << 30;  // of an image on a device, which holds several
  const std::int64_t images = each.type.pixels() / (count * max_pixel_count) + 1, parts = count * images;
  std::vector<Share> all;
  for (std::int64_t i = 0; i < parts; ++i) {
    const auto device = static_cast<std::size_t>(i / images);
    all.push_back(share_of(group.sessions()[device], plan.plans[device], each, each.type.size.height * i / parts,
                           each.type.size.height * (i + 1) / parts));
  }
  return {{}, [all, images, names = plan.devices] {
            std::vector<Launch> launches;
            for (const Share& share : all)
              launches.push_back(share.plan.launch_into(share.inputs, share.outputs, {.region = share.region}));
            for (const Launch& launch : launches) launch.wait();
            std::vector<DeviceShare> shares;
            for (const std::string& name : names) shares.push_back({name, images, {}});
            return shares;
          }};
}

void print(const Candidate& each, const Candidate& first, std::int64_t pixels) {
  std::printf("%-16s %8.4f s %8.0f Mpx/s %6.3f times the first; %ld page faults; strips:", each.devices.c_str(),
              each.seconds, static_cast<double>(pixels) / each.seconds * 1e-6, first.seconds / each.seconds,
              each.faults);
  for (const DeviceShare& share : each.shares) std::printf(" %ld", static_cast<long>(share.strips));
  std::printf("\n");
}

void run(const std::vector<std::string>& words, std::map<std::string, std::string> options) {
  Size size;
  if (std::sscanf(words[0].c_str(), "%ldx%ld", &size.width, &size.height) != 2 || size.width < 1)
    throw Error(ErrorKind::invalid_argument, words[0] + " is no size; allowed: 16384x16384");
  Case each(Pipeline::parse(words[1]), size);
  each.strips.memory = std::stoull(options["--memory"]);
  each.strips.rows = std::stoll(options["--rows"]);
  each.strips.copy_threads = std::stoull(options["--copies"]);
  const std::string of = options["--of"];
  std::vector<Image> image;
  if (of == "image") each.noise.copy(0, size.height, image.emplace_back(size, each.type.format).data());
  std::vector<Candidate> candidates;
  for (std::size_t i = 2; i < words.size(); ++i) {
    const DeviceGroup group({.device = words[i]});
    candidates.push_back(of == "image"      ? of_image(group, each, image)
                         : of == "resident" ? resident(group, each)
                                            : of_rows(group, each));
    candidates.back().devices = words[i];
  }
  for (int turn = std::stoi(options["--turns"]); turn > 0; --turn)
    for (Candidate& candidate : candidates) candidate.run();
  for (const Candidate& candidate : candidates) print(candidate, candidates.front(), each.type.pixels());
}

}  // namespace
}  // namespace lenslet

int main(int argc, char** argv) try {
  std::vector<std::string> words;
  std::map<std::string, std::string> options{
      {"--of", "rows"}, {"--turns", "5"}, {"--rows", "0"}, {"--memory", "0"}, {"--copies", "0"}};
  for (int i = 1; i < argc; ++i)
    if (options.contains(argv[i]) && i + 1 < argc)
      options[argv[i]] = argv[i + 1], ++i;
    else
      words.emplace_back(argv[i]);
  if (words.size() < 3) {
    std::fprintf(stderr,
                 "devices WIDTHxHEIGHT OP-OR-PIPELINE DEVICES... [--of rows|image|resident] [--turns N] "
                 "[--rows N] [--memory BYTES] [--copies N]\n");
    return 2;
  }
  lenslet::run(words, options);
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
