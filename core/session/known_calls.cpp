// Hashes calls, and keeps those that were used last.
#include "session/known_calls.hpp"

#include <bit>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include "session/plan.hpp"

namespace lenslet {
namespace {

// Hashes bits, so that 0 and -0 are two values.
class Hash {
 public:
  void add(std::uint64_t word) {
    state_ = (std::rotl(state_, 27) ^ word) * 0x9E3779B97F4A7C15u;
    state_ ^= state_ >> 32;
  }
  template <class T>
  requires(std::is_integral_v<T> || std::is_enum_v<T>) void add(T value) { add(static_cast<std::uint64_t>(value)); }
  void add(double value) { add(std::bit_cast<std::uint64_t>(value)); }
  void add(std::string_view text) { add(static_cast<std::uint64_t>(std::hash<std::string_view>()(text))); }
  void add(const std::string& text) { add(std::string_view(text)); }
  void add(Size size) {
    add(size.width);
    add(size.height);
  }
  void add(PixelFormat format) {
    add(format.type);
    add(format.channels * 2 + static_cast<int>(format.alpha));
  }
  void add(const Matrix& matrix) {
    add(matrix.rows());
    add(matrix.values());
  }
  void add(CurvePoint point) {
    add(point.x);
    add(point.y);
  }
  void add(const Curve& curve) {
    add(curve.points());
    add(curve.table());
  }
  void add(const ImageType& image) {
    add(image.format);
    add(image.size);
    add(image.layers);
  }
  void add(const ArrayType& array) {
    add(array.type);
    add(array.shape);
    add(array.counted);
  }
  template <class T>
  void add(const std::vector<T>& all) {
    add(all.size());
    for (const T& each : all) add(each);
  }
  template <class T>
  void add(const std::optional<T>& value) {
    add(value.has_value());
    if (value) add(*value);
  }
  template <class... T>
  void add(const std::variant<T...>& value) {
    add(value.index());
    std::visit([this](const auto& known) { this->add(known); }, value);
  }

  std::uint64_t value() const { return state_; }

 private:
  std::uint64_t state_ = 0x51ED270B9F652295u;
};

// Members of OpOptions that are added later only make hashes alike: calls are compared as well.
void add_options(const OpOptions& options, Hash& hash) {
  hash.add(options.border);
  for (const double value : options.border_value) hash.add(value);
  hash.add(options.ddepth);
  hash.add(options.alpha);
  hash.add(options.nodata);
  hash.add(options.nan);
  hash.add(options.accuracy);
  hash.add(options.schedule);
  hash.add(options.tune);
  hash.add(options.specialize);
  hash.add(options.runs);
  hash.add(options.size);
  hash.add(options.layered);
  hash.add(options.memory);
}

bool is_same(const AskedCall& a, const Call& call, const std::vector<ValueType>& inputs, const OpOptions& options) {
  return a.call.op == call.op && a.call.arguments == call.arguments && a.inputs == inputs && a.options == options;
}

}  // namespace

std::uint64_t hash_of(const AskedCall& asked) {
  Hash hash;
  hash.add(asked.call.op);
  for (const auto& [name, value] : asked.call.arguments) {
    hash.add(name);
    hash.add(value);
  }
  hash.add(asked.inputs);
  add_options(asked.options, hash);
  return hash.value();
}

bool ChosenBy::is_still(const ChosenBy& now) const {
  return results.is_still(now.results) && (programs == 0 || programs == now.programs) && op == now.op &&
         std::chrono::steady_clock::now() < until;
}

std::optional<KnownCalls::Found> KnownCalls::find(const AskedCall& asked, std::uint64_t hash) {
  const std::lock_guard lock(mutex_);
  const auto found = by_hash_.find(hash);
  if (found == by_hash_.end()) return {};
  Entry& entry = *found->second;
  if (!is_same(asked, entry.call, entry.inputs, entry.options)) return {};
  entries_.splice(entries_.begin(), entries_, found->second);
  return Found{entry.known, entry.by, ++entry.runs};
}

void KnownCalls::drop(Entries::iterator entry, Entries& dropped) {
  bytes_ -= entry->bytes;
  by_hash_.erase(entry->hash);
  dropped.splice(dropped.end(), entries_, entry);
}

// What is dropped ends outside of the lock: a plan may hold the last reference to a user's op.
void KnownCalls::keep(const AskedCall& asked, std::uint64_t hash, KnownCall call, ChosenBy by, std::uint64_t bytes,
                      std::uint64_t max_bytes) {
  Entries made, dropped;
  made.push_back({hash, asked.call, asked.inputs, asked.options, std::move(call), std::move(by), bytes, 1});
  const std::lock_guard lock(mutex_);
  if (const auto same = by_hash_.find(hash); same != by_hash_.end()) {
    made.front().runs = same->second->runs + 1;
    drop(same->second, dropped);
  }
  if (bytes > max_bytes) return;
  entries_.splice(entries_.begin(), made);
  by_hash_[hash] = entries_.begin();
  bytes_ += bytes;
  while (entries_.size() > max_calls || bytes_ > max_bytes) drop(std::prev(entries_.end()), dropped);
}

// Null where the call is not known, or by another plan.
KnownCalls::Entry* KnownCalls::known_by(std::uint64_t hash, const ReadyPlanPtr& plan) {
  const auto found = by_hash_.find(hash);
  return found != by_hash_.end() && found->second->known.plan == plan ? &*found->second : nullptr;
}

bool KnownCalls::is_first_to_ask(std::uint64_t hash, const ReadyPlanPtr& known) {
  const std::lock_guard lock(mutex_);
  Entry* const entry = known_by(hash, known);
  return entry && !std::exchange(entry->was_asked, true);
}

void KnownCalls::ask_again(std::uint64_t hash, const ReadyPlanPtr& known) {
  const std::lock_guard lock(mutex_);
  if (Entry* const entry = known_by(hash, known)) entry->was_asked = false;
}

void KnownCalls::replace(std::uint64_t hash, const ReadyPlanPtr& known, ReadyPlanPtr better, std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  Entry* const entry = known_by(hash, known);
  if (!entry) return;
  entry->known.plan.swap(better);  // the general one ends outside of the lock
  entry->by.programs = 0;
  bytes_ += bytes - std::exchange(entry->bytes, bytes);
}

std::size_t KnownCalls::size() const {
  const std::lock_guard lock(mutex_);
  return entries_.size();
}

}  // namespace lenslet
