#include "writer_threads.hpp"

#include <cstring>
#include <map>
#include <thread>
#include <utility>

namespace lenslet::test {
namespace {

// What the members have said in each of their meetings.
struct Said {
  std::mutex mutex;
  std::condition_variable changed;
  std::map<std::size_t, std::vector<std::string>> meetings;  // by number and rank; "" if nobody has said anything
  std::map<std::size_t, int> counts;
  bool gone = false;
  int members = 0;
};

class Member : public WriterGroup {
 public:
  Member(std::shared_ptr<Said> said, int rank) : said_(std::move(said)), rank_(rank) {}

  int rank() const override { return rank_; }
  int count() const override { return said_->members; }

  void meet(const Error* failure) override {
    say(failure != nullptr ? failure->what() : "");
    for (const std::string& text : hear())
      if (!text.empty()) throw Error(ErrorKind::io, text);
  }

  std::string text_of_first(const std::string& mine) override {
    say(mine);
    return hear().front();
  }

  void begin_exchange(std::vector<std::uint64_t> mine, bool to_all) override {
    to_me_ = to_all || rank_ == 0;
    say({reinterpret_cast<const char*>(mine.data()), mine.size() * sizeof(std::uint64_t)});
  }

  bool has_ended() override {
    const std::lock_guard lock(said_->mutex);
    return said_->counts[meeting_] == said_->members;
  }

  std::vector<std::uint64_t> take_exchanged() override {
    std::vector<std::uint64_t> all;
    for (const std::string& text : hear()) {
      std::vector<std::uint64_t> numbers(text.size() / sizeof(std::uint64_t));
      std::memcpy(numbers.data(), text.data(), text.size());
      all.insert(all.end(), numbers.begin(), numbers.end());
    }
    return to_me_ ? all : std::vector<std::uint64_t>();
  }

 private:
  void say(const std::string& text) {
    const std::lock_guard lock(said_->mutex);
    ++meeting_;
    said_->meetings[meeting_].resize(static_cast<std::size_t>(said_->members));
    said_->meetings[meeting_][static_cast<std::size_t>(rank_)] = text;
    ++said_->counts[meeting_];
    said_->changed.notify_all();
  }

  std::vector<std::string> hear() {
    std::unique_lock lock(said_->mutex);
    const auto all_are_here = [&] { return said_->counts[meeting_] == said_->members; };
    said_->changed.wait(lock, [&] { return all_are_here() || said_->gone; });
    if (!all_are_here()) throw Error(ErrorKind::io, "gone");
    return said_->meetings[meeting_];
  }

  std::shared_ptr<Said> said_;
  int rank_;
  std::size_t meeting_ = 0;
  bool to_me_ = false;
};

}  // namespace

std::vector<std::string> on_writers(int count, const std::function<void(const std::shared_ptr<WriterGroup>&)>& write) {
  const auto said = std::make_shared<Said>();
  said->members = count;
  std::vector<std::string> thrown(static_cast<std::size_t>(count));
  std::vector<std::jthread> threads;
  for (int rank = 0; rank < count; ++rank)
    threads.emplace_back([&, rank] {
      try {
        write(std::make_shared<Member>(said, rank));
      } catch (const std::exception& error) {
        thrown[static_cast<std::size_t>(rank)] = error.what();
        const std::lock_guard lock(said->mutex);
        said->gone = true;
        said->changed.notify_all();
      }
    });
  threads.clear();
  return thrown;
}

}  // namespace lenslet::test
