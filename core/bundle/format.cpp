// The format is in docs/formats.md: parts behind a mark and a checksum. All indices into lists are checked here, so
// that users of a bundle need not check them.
#include <limits>
#include <string>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "bundle/contents.hpp"
#include "ocl/parts.hpp"

namespace lenslet::bundle {
namespace {

constexpr std::string_view family = "lenslet bundle ", mark = "lenslet bundle 1\n", what = "the bundle";
constexpr std::int64_t max_listed = 100'000, max_pixel_count = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t last_second = 253402300799;  // the last second of the year 9999
constexpr std::int64_t last_kind = std::size(bundle_kinds) - 1;

template <class Items, class Add>
void add_list(std::string& to, const Items& items, const Add& add) {
  ocl::add_number(to, static_cast<std::int64_t>(items.size()));
  for (const auto& item : items) add(item);
}

// Reads each item before there is memory for the next, so that a wrong count takes no memory.
template <class Items, class Read>
void read_list(ocl::PartReader& reader, Items& items, const Read& read) {
  const std::int64_t count = reader.number(max_listed);
  for (std::int64_t i = 0; i < count; ++i) items.push_back(read());
}

void add_place(std::string& to, std::size_t place) {
  ocl::add_number(to, static_cast<std::int64_t>(place));
}

template <class Items>
std::size_t read_place(ocl::PartReader& reader, const Items& items) {
  const auto place = static_cast<std::size_t>(reader.number(max_listed));
  if (place >= items.size()) reader.refuse_damaged();
  return place;
}

void add(std::string& to, const BundleEntry& entry) {
  ocl::add_number(to, static_cast<std::int64_t>(entry.kind));
  add_place(to, entry.program);
  add_place(to, entry.target);
  ocl::add_part(to, {reinterpret_cast<const char*>(entry.bytes.data()), entry.bytes.size()});
}

BundleEntry read_entry(ocl::PartReader& reader, const Bundle& bundle) {
  BundleEntry entry{static_cast<BundleKind>(reader.number(last_kind)),
                    read_place(reader, bundle.programs),
                    read_place(reader, bundle.targets),
                    {}};
  const std::string_view bytes = reader.text();
  entry.bytes.assign(bytes.begin(), bytes.end());
  return entry;
}

void add(std::string& to, const BundleWork& work) {
  for (const std::string& text : {work.call, work.inputs, work.op, work.work, work.schedule}) ocl::add_part(to, text);
  ocl::add_number(to, work.extent.width);
  ocl::add_number(to, work.extent.height);
  add_place(to, work.target);
}

BundleWork read_work(ocl::PartReader& reader, const Bundle& bundle) {
  BundleWork work;
  for (std::string* text : {&work.call, &work.inputs, &work.op, &work.work, &work.schedule}) *text = reader.text();
  work.extent.width = reader.number(max_pixel_count);
  work.extent.height = reader.number(max_pixel_count);
  work.target = read_place(reader, bundle.targets);
  return work;
}

[[noreturn]] void refuse_foreign(std::string_view bytes) {
  if (!bytes.starts_with(family))
    throw Error(ErrorKind::build,
                fmt::format("{} bytes are no bundle; allowed: a file that 'lenslet compile' wrote", bytes.size()));
  const std::string_view rest = bytes.substr(family.size());
  throw Error(ErrorKind::build,
              fmt::format("the bundle is of format '{}'; allowed: format 1, which 'lenslet compile' of this version "
                          "writes",
                          rest.substr(0, std::min<std::size_t>(rest.find('\n'), 20))));
}

}  // namespace

std::string pack(const Bundle& bundle) {
  std::string body;
  ocl::add_part(body, bundle.library);
  ocl::add_number(body, bundle.unix_time);
  add_list(body, bundle.targets, [&](const std::string& target) { ocl::add_part(body, target); });
  add_list(body, bundle.programs, [&](const BundleProgram& program) {
    for (const std::string& text : {program.name, program.options, program.source}) ocl::add_part(body, text);
  });
  add_list(body, bundle.entries, [&](const BundleEntry& entry) { add(body, entry); });
  add_list(body, bundle.works, [&](const BundleWork& work) { add(body, work); });
  ocl::add_part(body, bundle.tuning);
  return ocl::sealed(mark, body);
}

Bundle unpack(std::string_view bytes) {
  if (!bytes.starts_with(mark)) refuse_foreign(bytes);
  ocl::PartReader reader = ocl::PartReader::unsealed(mark, bytes, std::string(what));
  Bundle bundle{.library = std::string(reader.text()), .unix_time = reader.number(last_second)};
  read_list(reader, bundle.targets, [&] { return std::string(reader.text()); });
  read_list(reader, bundle.programs, [&] {
    return BundleProgram{std::string(reader.text()), std::string(reader.text()), std::string(reader.text())};
  });
  read_list(reader, bundle.entries, [&] { return read_entry(reader, bundle); });
  read_list(reader, bundle.works, [&] { return read_work(reader, bundle); });
  bundle.tuning = reader.text();
  if (!reader.at_end()) reader.refuse_damaged();
  return bundle;
}

}  // namespace lenslet::bundle
