// Ops are kept until the process ends, even those of replaced texts, because plans and sessions hold references to
// them.
#include "user/table.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <mutex>
#include <optional>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "system/input_file.hpp"
#include "system/printable.hpp"
#include "user/filter.hpp"
#include "user/valid_name.hpp"

namespace lenslet::user {
namespace {

constexpr std::uint64_t max_bytes = 1 << 20;
constexpr std::string_view ending = ".cl";

struct Known {
  std::shared_ptr<Reference> reference;
  std::string text;
  op::Op op;
};
using Table = std::map<std::string, Known, std::less<>>;

// A file of LENSLET_OPS_PATH: its op, or the error in it.
struct Listed {
  const op::Op* op = nullptr;
  std::optional<Error> error = {};
};
using ListedOps = std::map<std::string, Listed, std::less<>>;

std::mutex table_mutex;
Table& table() {
  static Table all;
  return all;
}
std::vector<Table::node_type>& replaced() {
  static std::vector<Table::node_type> all;
  return all;
}

op::Op op_of_family(const Filter& filter) {
  if (filter.head.kind == Kind::kernel) return kernel_op(filter);
  const bool points = filter.head.kind == Kind::inputs || filter.head.kind == Kind::pixels;
  return points ? point_op(filter) : window_op(filter);
}

const op::Op& added(const Filter& filter, const std::string& text, UserReference reference) {
  const std::lock_guard lock(table_mutex);
  if (const auto old = table().find(filter.known_as); old != table().end() && old->second.text != text)
    replaced().push_back(table().extract(old));
  const auto [place, is_new] = table().try_emplace(filter.known_as);
  Known& known = place->second;
  if (is_new) known = {filter.reference, text, op_of_family(filter)};
  if (reference) known.reference->set(std::move(reference));
  return known.op;
}

const Known* found(std::string_view name) {
  const std::lock_guard lock(table_mutex);
  const auto known = table().find(name);
  return known == table().end() ? nullptr : &known->second;
}

const op::Op& called_as_declared(const std::string& text, const std::filesystem::path& file) {
  Filter filter = make_filter(text, file.string(), {});
  filter.known_as = filter.head.name;
  return added(filter, text, {});
}

std::vector<std::filesystem::path> files_of_folder(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  std::error_code error;
  for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
    if (entry->path().extension() == ending) files.push_back(entry->path());
  std::ranges::sort(files);
  return files;
}

// Reads the filters of the folders. They are listed by their names; files with an error are listed by the files' names,
// with the ending where a built-in op has that name.
class FolderReader {
 public:
  ListedOps read() {
    for (const std::filesystem::path& folder : folder_paths())
      for (const std::filesystem::path& file : files_of_folder(folder)) trying(file, [&] { take(file); });
    for (const auto& each : found_)
      if (!listed_.contains(each.first))
        trying(each.second.file,
               [&] { listed_[each.first] = {&called_as_declared(each.second.text, each.second.file)}; });
    listed_.merge(wrong_);  // a filter comes before a wrong file of its name
    return std::move(listed_);
  }

 private:
  struct Found {
    std::filesystem::path file;
    std::string text;
  };

  template <class Step>
  void trying(const std::filesystem::path& file, const Step& step) {
    try {
      step();
    } catch (const Error& error) {
      const std::string name = wrong_with_filter(file.stem().string()).empty() ? file.stem() : file.filename();
      wrong_.try_emplace(name, Listed{nullptr, error});
    }
  }

  void take(const std::filesystem::path& file) {
    std::string text = system::read_input(file, max_bytes);
    const std::string name = parse_head(text, file.string()).name;
    const auto [place, is_new] = found_.try_emplace(name, Found{file, std::move(text)});
    std::error_code ignored;
    if (!is_new && !std::filesystem::equivalent(place->second.file, file, ignored))
      listed_[name] = {nullptr, error_of_two(name, place->second.file, file)};
  }

  static Error error_of_two(const std::string& name, const std::filesystem::path& one,
                            const std::filesystem::path& other) {
    return {ErrorKind::invalid_argument,
            fmt::format("LENSLET_OPS_PATH has two filters '{}', in {} and in {}; allowed: one of a name", name,
                        system::printable(one.string()), system::printable(other.string()))};
  }

  std::map<std::string, Found> found_;  // by the names that the filters declare
  ListedOps listed_, wrong_;            // by files' names
};

// Returns a text that changes whenever the files in the folders change, without reading them.
std::string stamp_of_folders() {
  std::string stamp;
  std::error_code error;  // of a file that disappears: its time and size then differ, too
  for (const std::filesystem::path& folder : folder_paths())
    for (const std::filesystem::path& file : files_of_folder(folder))
      stamp += fmt::format("{} {} {}\n", file.string(),
                           std::filesystem::last_write_time(file, error).time_since_epoch().count(),
                           std::filesystem::file_size(file, error));
  return stamp;
}

// Reads the folders again if a file in them has changed.
std::shared_ptr<const ListedOps> folders() {
  static std::mutex mutex;
  static std::string stamp;
  static std::shared_ptr<const ListedOps> listed;
  const std::lock_guard lock(mutex);
  std::string now = stamp_of_folders();
  if (listed && now == stamp) return listed;
  listed = std::make_shared<const ListedOps>(FolderReader().read());
  stamp = std::move(now);
  return listed;
}

}  // namespace

bool is_path(std::string_view name) {
  return name.size() > ending.size() && name.ends_with(ending);
}

// The op's name is the absolute path, because a relative path means another file in another folder.
const op::Op& op_in(const std::filesystem::path& file) {
  std::error_code error;
  const std::filesystem::path place = std::filesystem::absolute(file, error).lexically_normal();
  const Known* known = found(place.string());
  std::string text;
  try {
    text = system::read_input(file, max_bytes);
  } catch (const Error&) {  // the file has disappeared, or is about to be written
    if (known) return known->op;
    throw;
  }
  if (known && known->text == text) return known->op;
  return added(make_filter(text, file.string(), place.string()), text, {});
}

const op::Op& op_of(const std::string& text, const std::string& file, UserReference reference) {
  return added(make_filter(text, file, {}), text, std::move(reference));
}

const op::Op* op_called(std::string_view name) {
  // The op of a text, not of a folder.
  if (const Known* known = found(name); known && name.find('.') != name.npos) return &known->op;
  const std::shared_ptr<const ListedOps> all = folders();
  if (const auto listed = all->find(name); listed != all->end()) {
    if (listed->second.error) throw *listed->second.error;
    return listed->second.op;
  }
  const Known* known = found(name);
  return known ? &known->op : nullptr;
}

std::vector<std::filesystem::path> folder_paths() {
  std::vector<std::filesystem::path> paths;
  const char* variable = std::getenv("LENSLET_OPS_PATH");
  std::string_view rest = variable ? variable : "";
  while (!rest.empty()) {
    const std::string_view folder = rest.substr(0, rest.find(':'));
    if (!folder.empty()) paths.emplace_back(folder);
    rest.remove_prefix(std::min(folder.size() + 1, rest.size()));
  }
  return paths;
}

std::vector<std::string> names_in_folders() {
  std::vector<std::string> names;
  const std::shared_ptr<const ListedOps> all = folders();
  for (const auto& [name, listed] : *all) names.push_back(name);
  return names;
}

std::vector<std::string> texts_named_in(std::string_view text) {
  std::vector<std::string> texts;
  const std::lock_guard lock(table_mutex);
  for (const auto& [name, known] : table())
    if (!is_path(name) && name.find('.') != name.npos && text.find(name) != text.npos) texts.push_back(known.text);
  return texts;
}

}  // namespace lenslet::user
