// Finds the target through links, makes the temporary file, and gives it its permissions and its name.
#include "system/target_file.hpp"

#include <cerrno>
#include <random>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <lenslet/error.hpp>

#include "system/read_files.hpp"

namespace lenslet::system {

namespace fs = std::filesystem;

namespace {

// In such a folder, for example /tmp, anybody can set a trap for users with more rights.
bool is_open_to_all(const struct stat& folder) {
  return (folder.st_mode & S_ISVTX) != 0 && (folder.st_mode & S_IWOTH) != 0;
}

}  // namespace

// The same rule as Linux's fs.protected_symlinks.
bool is_strangers_link(const fs::path& path) {
  struct stat link {
  }, folder{};
  if (::lstat(path.c_str(), &link) != 0 || !S_ISLNK(link.st_mode)) return false;
  if (::stat(path.parent_path().c_str(), &folder) != 0) return false;
  return is_open_to_all(folder) && link.st_uid != ::geteuid() && link.st_uid != folder.st_uid;
}

bool is_strangers_file(int file, const fs::path& path) {
  struct stat status {
  }, folder{};
  if (::fstat(file, &status) != 0 || ::stat(path.parent_path().c_str(), &folder) != 0) return true;
  return is_open_to_all(folder) && (status.st_uid != ::geteuid() || status.st_nlink > 1);
}

bool has_name(int file, const fs::path& path) {
  struct stat status {
  }, named{};
  return ::fstat(file, &status) == 0 && ::lstat(path.c_str(), &named) == 0 && status.st_dev == named.st_dev &&
         status.st_ino == named.st_ino;
}

// Follows links by hand, because the standard functions do not follow a link to a missing file.
fs::path target_of(const fs::path& path) {
  constexpr int max_links = 40;  // Linux's limit: more must be a loop
  std::error_code error;
  fs::path target = fs::absolute(path, error).lexically_normal();
  if (!target.has_filename()) target = target.parent_path();
  for (int links = 0; links < max_links && fs::is_symlink(target, error) && !is_strangers_link(target); ++links)
    target = target.parent_path() / fs::read_symlink(target, error);
  const fs::path folder = fs::weakly_canonical(target.parent_path(), error);
  return error ? target : folder / target.filename();
}

// An existing file is identified by its number, a missing one by its path.
std::string identity_of(const fs::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return target_of(path).string();
  return S_ISREG(status.st_mode) ? fmt::format("{}:{}", status.st_dev, status.st_ino) : std::string();
}

bool same_file(const fs::path& a, const fs::path& b) {
  const std::string identity = identity_of(a);
  return !identity.empty() && identity == identity_of(b);
}

namespace {

constexpr mode_t permission_bits = 0777;  // without set-user-id: new content must not get it

[[noreturn]] void refuse_target(const fs::path& path, const std::string& reason) {
  throw Error(ErrorKind::io, fmt::format("cannot write '{}': {}", path.string(), reason));
}

void check_target(const fs::path& path, const fs::path& target, bool overwrite) {
  std::error_code code;
  const fs::file_status status = fs::status(target, code);
  if (is_strangers_link(target))
    refuse_target(path, "it is a link that another user made in a folder that all may write to");
  if (status.type() == fs::file_type::not_found) return;
  if (!fs::exists(status)) refuse_target(path, code.message());
  if (fs::is_directory(status)) refuse_target(path, "it is a directory");
  if (!fs::is_regular_file(status)) refuse_target(path, "it is not an ordinary file");
  if (!overwrite) refuse_target(path, "the file exists");
  if (::faccessat(AT_FDCWD, target.c_str(), W_OK, AT_EACCESS) != 0)
    refuse_target(path, std::error_code(errno, std::generic_category()).message());
}

// Returns a short suffix only: a long one could make the name too long.
std::string short_suffix(const fs::path& path) {
  constexpr std::size_t longest = 16;
  const std::string suffix = path.extension().string();
  return suffix.size() <= longest ? suffix : "";
}

}  // namespace

TargetFile::TargetFile(const fs::path& path, const fs::path& target, const TargetOptions& options)
    : path_(path), target_(target), options_(options) {}

// Delegates to another constructor, so that the destructor runs where the body throws.
TargetFile::TargetFile(const fs::path& path, const TargetOptions& options)
    : TargetFile(path, target_of(path), options) {
  check_not_read(path_);
  check_target(path_, target_, options_.overwrite);
  std::error_code ignored;
  const bool replaces = fs::exists(target_, ignored);
  options_.lasting.empty() ? make_temporary(replaces) : open_lasting(replaces);
  if (replaces && options_.lasting.empty()) take_over(target_);
}

TargetFile::~TargetFile() {
  if (file_ >= 0) ::close(file_);
  if (!temporary_.empty() && options_.lasting.empty()) ::unlink(temporary_.c_str());
}

void TargetFile::fail() const {
  refuse_target(path_, std::error_code(errno, std::generic_category()).message());
}

// Makes the file by open() itself, so that the user's umask sets a new file's permissions.
void TargetFile::make_temporary(bool replaces) {
  std::random_device random;
  while (file_ < 0) {
    fs::path name =
        target_.parent_path() / fmt::format(".lenslet-{:08x}{:08x}{}", random(), random(), short_suffix(path_));
    auto listed = std::make_unique<UnfinishedFile>(name);
    file_ = ::open(name.c_str(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC | O_NOFOLLOW, replaces ? 0600 : 0666);
    if (file_ < 0 && errno != EEXIST && errno != EINTR) fail();
    if (file_ < 0) continue;
    temporary_ = std::move(name);  // a copy could fail, and the file would stay
    listed_ = std::move(listed);
  }
}

void TargetFile::open_lasting(bool replaces) {
  const fs::path& name = options_.lasting;
  temporary_ = name;
  file_ = ::open(name.c_str(), O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, replaces ? 0600 : 0666);
  struct stat status {};
  if (file_ < 0 || ::fstat(file_, &status) != 0) fail();
  if (!S_ISREG(status.st_mode)) refuse_target(name, "it is not an ordinary file");
  if (is_strangers_file(file_, name)) refuse_target(name, std::string(strangers_file));
}

// Gives the file the old file's permissions and owner. Only root may change the owner, and a user may only choose among
// the user's own groups. Otherwise the owner stays the writer.
void TargetFile::take_over(const fs::path& old) const {
  struct stat status {};
  if (::stat(old.c_str(), &status) != 0) return;
  [[maybe_unused]] const bool kept =
      ::fchown(file_, status.st_uid, status.st_gid) == 0 || ::fchown(file_, static_cast<uid_t>(-1), status.st_gid) == 0;
  if (::fchmod(file_, status.st_mode & permission_bits) != 0) fail();
}

void TargetFile::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(file_, bytes.data(), bytes.size());
    if (count < 0 && errno != EINTR) fail();
    if (count > 0) bytes.remove_prefix(static_cast<std::size_t>(count));
  }
}

// A lasting file belongs to its writer until it is complete, so that the writer can continue it. Others may have
// replaced it in the meantime.
void TargetFile::commit() {
  if (!options_.lasting.empty()) take_over(target_);
  if (options_.sync && ::fsync(file_) != 0) fail();
  if (!options_.lasting.empty() && !has_name(file_, temporary_))
    refuse_target(path_, fmt::format("'{}' is another file now", temporary_.string()));
  const int file = std::exchange(file_, -1);
  if (::close(file) != 0) fail();
  check_target(path_, target_, options_.overwrite);
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) fail();
  temporary_.clear();
  listed_.reset();
}

}  // namespace lenslet::system
