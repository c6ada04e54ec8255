// Times the ways of decoding in turns. A way that is far behind is timed only once.
#include <algorithm>
#include <cstring>
#include <limits>
#include <map>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/jpeg.hpp>

#include "elapsed.hpp"
#include "jpeg/measured_way.hpp"

namespace lenslet {
namespace {

using Files = std::vector<std::span<const std::byte>>;

using Clock = std::chrono::steady_clock;

constexpr int max_turns = 9, min_turns = 3;
constexpr double enough_ms = 1000;
constexpr double hopeless = 4;  // times slower than the fastest

bool have_same_pixels(const Session& session, const JpegDecoded& a, const JpegDecoded& b) {
  const Image left = session.download(a.image), right = session.download(b.image);
  if (left.size() != right.size() || left.format() != right.format()) return false;
  const auto bytes = static_cast<std::size_t>(left.width() * left.format().channels);
  for (std::int64_t y = 0; y < left.height(); ++y)
    if (std::memcmp(left.row(y), right.row(y), bytes) != 0) return false;
  return true;
}

// One way, with its times so far.
struct Contender {
  JpegDecoder decoder;
  std::vector<double> ms = {};

  std::vector<JpegDecoded> decode(const Files& files) {
    const auto begin = Clock::now();
    std::vector<JpegDecoded> decoded = decoder.decode(files);
    ms.push_back(milliseconds_since(begin));
    return decoded;
  }
};

using Contenders = std::map<std::string, Contender>;

// A way with wrong pixels gets no time.
void check_pixels(const Session& session, const std::string& way, const std::vector<JpegDecoded>& found,
                  const std::vector<JpegDecoded>& wanted) {
  for (std::size_t i = 0; i < wanted.size(); ++i)
    if (!have_same_pixels(session, found[i], wanted[i]))
      throw Error(ErrorKind::device,
                  fmt::format("{} decodes file {} by the way '{}' to other pixels than libjpeg-turbo",
                              session.device().name, i, way));
}

// Returns nothing, and sets why, where the way cannot decode one of the files.
std::vector<JpegDecoded> decoded_by(Contender& contender, const Files& files, std::string& why) {
  try {
    return contender.decode(files);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::unsupported) throw;
    why = error.what();
    return {};
  }
}

// The ways that can decode all files. The first call of each compiles and is not timed.
Contenders contenders_for(const Session& session, const Files& files, JpegDecoding options) {
  options.way = "host";
  options.strict = true;
  const std::vector<JpegDecoded> wanted = JpegDecoder(session, options).decode(files);
  const bool markers = std::ranges::all_of(wanted, [](const JpegDecoded& each) { return each.info.restart > 0; });
  Contenders contenders;
  std::string why;
  for (const std::string_view way : codec::device_ways) {
    if (way == "restart" && !markers) continue;  // a whole file would be one item
    options.way = way;
    Contender contender{JpegDecoder(session, options)};
    const std::vector<JpegDecoded> found = decoded_by(contender, files, why);
    if (found.empty()) continue;
    check_pixels(session, options.way, found, wanted);
    contender.ms.clear();
    contenders.emplace(way, std::move(contender));
  }
  if (contenders.empty()) throw Error(ErrorKind::unsupported, why);
  return contenders;
}

double fastest_ms(const Contenders& contenders) {
  double fastest = std::numeric_limits<double>::infinity();
  for (const auto& [way, contender] : contenders)
    if (!contender.ms.empty()) fastest = std::min(fastest, std::ranges::min(contender.ms));
  return fastest;
}

void take_turns(Contenders& contenders, const Files& files) {
  const auto begin = Clock::now();
  for (int turn = 0; turn < max_turns && (turn < min_turns || milliseconds_since(begin) < enough_ms); ++turn)
    for (auto& [way, contender] : contenders)
      if (turn == 0 || contender.ms.front() < hopeless * fastest_ms(contenders)) contender.decode(files);
}

}  // namespace

WayTimes tune_decoding(const Session& session, const Files& files, const JpegDecoding& options) {
  if (files.empty()) throw Error(ErrorKind::invalid_argument, "no JPEG files to time; allowed: one and more");
  Contenders contenders = contenders_for(session, files, options);
  take_turns(contenders, files);
  WayTimes times;
  for (const auto& [way, contender] : contenders) times.by[way] = measured_by_host(contender.ms);
  if (times.by.size() > 1)
    keep_way_times(session, codec::way_case(codec::parse_header(files.front()), files.size(), options.scale).work(),
                   times);
  return times;
}

}  // namespace lenslet
