// Plans hold their ops, so an op whose text has been replaced exists as long as its plans.
#include "user/table.hpp"

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <map>
#include <mutex>
#include <optional>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "pipeline/definition.hpp"
#include "pipeline/made.hpp"
#include "system/input_file.hpp"
#include "system/printable.hpp"
#include "user/filter.hpp"
#include "user/valid_name.hpp"

namespace lenslet::user {
namespace {

constexpr std::string_view ending = ".cl";
constexpr std::size_t max_texts = 16;  // of a declared name that a program reads in turns

struct Known {
  std::shared_ptr<Reference> reference;
  std::string text;
  op::Op op;
};
using KnownPtr = std::shared_ptr<const Known>;

op::OpPtr op_of(const KnownPtr& known) {
  return known ? op::OpPtr(known, &known->op) : nullptr;
}

// A file of LENSLET_OPS_PATH: its op, or the error in it.
struct Listed {
  op::OpPtr op = {};
  std::optional<Error> error = {};
};
using ListedOps = std::map<std::string, Listed, std::less<>>;

op::Op op_of_family(const Filter& filter) {
  if (filter.head.kind == Kind::kernel) return kernel_op(filter);
  const bool points = filter.head.kind == Kind::inputs || filter.head.kind == Kind::pixels;
  return points ? point_op(filter) : window_op(filter);
}

// The ops by their names, as long as somebody holds them. The table itself holds the last op of each file and the last
// few texts of each declared name, because a call only has a name. Ops end outside of the lock: what a user's reference
// holds may call the library as it ends.
class Table {
 public:
  KnownPtr find(std::string_view name) {
    const std::lock_guard lock(mutex_);
    const auto found = all_.find(name);
    return found == all_.end() ? nullptr : found->second.lock();
  }

  KnownPtr add(const Filter& filter, const std::string& text, UserReference reference) {
    KnownPtr known = added(filter, text);
    if (reference) known->reference->set(std::move(reference));
    return known;
  }

  // The texts of ops that are in no file and whose names are found in a text.
  std::vector<std::string> texts_named_in(std::string_view text) {
    std::vector<KnownPtr> found;
    {
      const std::lock_guard lock(mutex_);
      for (const auto& [name, held] : all_)
        if (!is_path(name) && name.find('.') != name.npos && text.find(name) != text.npos) found.push_back(held.lock());
    }
    std::vector<std::string> texts;
    for (const KnownPtr& known : found)
      if (known) texts.push_back(known->text);
    return texts;
  }

  std::size_t size() {
    const std::lock_guard lock(mutex_);
    return static_cast<std::size_t>(
        std::ranges::count_if(all_, [](const auto& known) { return !known.second.expired(); }));
  }

 private:
  KnownPtr added(const Filter& filter, const std::string& text) {
    KnownPtr dropped;
    const std::lock_guard lock(mutex_);
    std::erase_if(all_, [](const auto& known) { return known.second.expired(); });
    KnownPtr known = all_[filter.known_as].lock();
    if (!known || known->text != text)
      known = std::make_shared<const Known>(Known{filter.reference, text, op_of_family(filter)});
    all_[filter.known_as] = known;
    const bool has_text_in_name = filter.known_as == filter.name_with_text();
    dropped =
        has_text_in_name ? put(known, last_[filter.head.name + '.'], max_texts) : put(known, last_[filter.known_as], 1);
    return known;
  }

  // Puts the op first. Returns the op that this pushes out, or null.
  static KnownPtr put(const KnownPtr& known, std::deque<KnownPtr>& last, std::size_t max) {
    std::erase(last, known);
    last.push_front(known);
    if (last.size() <= max) return {};
    KnownPtr dropped = std::move(last.back());
    last.pop_back();
    return dropped;
  }

  std::mutex mutex_;
  std::map<std::string, std::weak_ptr<const Known>, std::less<>> all_;
  // Keys are files' paths, names that files in folders declare, and, with a dot added, names that texts declare.
  std::map<std::string, std::deque<KnownPtr>, std::less<>> last_;
};

Table& table() {
  static Table all;
  return all;
}

op::OpPtr called_as_declared(const std::string& text, const std::filesystem::path& file) {
  Filter filter = make_filter(text, file.string(), {});
  filter.known_as = filter.head.name;
  return op_of(table().add(filter, text, {}));
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
               [&] { listed_[each.first] = {called_as_declared(each.second.text, each.second.file)}; });
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
    std::string text = system::read_input(file, max_file_bytes);
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
op::OpPtr op_in(const std::filesystem::path& file) {
  std::error_code error;
  const std::filesystem::path place = std::filesystem::absolute(file, error).lexically_normal();
  const KnownPtr known = table().find(place.string());
  std::string text;
  try {
    text = system::read_input(file, max_file_bytes);
  } catch (const Error&) {  // the file has disappeared, or is about to be written
    if (known) return op_of(known);
    throw;
  }
  if (known && known->text == text) return op_of(known);
  return op_of(table().add(make_filter(text, file.string(), place.string()), text, {}));
}

op::OpPtr op_of(const std::string& text, const std::string& file, UserReference reference) {
  return op_of(table().add(make_filter(text, file, {}), text, std::move(reference)));
}

op::OpPtr op_called(std::string_view name) {
  const KnownPtr known = table().find(name);
  if (known && name.find('.') != name.npos) return op_of(known);  // of a text, not of a folder
  const std::shared_ptr<const ListedOps> all = folders();
  if (const auto listed = all->find(name); listed != all->end()) {
    if (listed->second.error) throw *listed->second.error;
    return listed->second.op;
  }
  return op_of(known);
}

// A path may contain the characters that separate a pipeline's ops, and a pipeline may end with a path.
op::OpPtr op_of_text(std::string_view text) {
  std::error_code ignored;
  const bool is_pipeline = pipeline::is_text(text);
  if (is_path(text) && (!is_pipeline || std::filesystem::exists(text, ignored))) return op_in(text);
  return is_pipeline ? pipeline::made(text) : op_called(text);
}

std::vector<std::string> texts_named_in(std::string_view text) {
  return table().texts_named_in(text);
}

std::size_t known_ops() {
  return table().size();
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

}  // namespace lenslet::user
