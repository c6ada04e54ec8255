// What candidates share, made by the first of them that asks: where a device cannot hold it, those candidates fail and
// the study goes on.
#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <type_traits>
#include <utility>

namespace lenslet::study {

// Copies share one object. `make` returns a shared_ptr of it.
template <class T>
class Lazy {
 public:
  using Made = std::shared_ptr<T>;

  explicit Lazy(std::function<Made()> make) : state_(std::make_shared<State>(State{std::move(make), {}, {}})) {}

  // Throws again what the first try threw: that can have taken long, and no memory is freed while candidates wait.
  const Made& get() const {
    if (state_->failure) std::rethrow_exception(state_->failure);
    if (!state_->made) try {
        state_->made = state_->make();
      } catch (...) {
        state_->failure = std::current_exception();
        throw;
      }
    return state_->made;
  }

 private:
  struct State {
    std::function<Made()> make;
    Made made;
    std::exception_ptr failure;
  };
  std::shared_ptr<State> state_;
};

template <class Make>
Lazy(Make) -> Lazy<typename std::invoke_result_t<Make>::element_type>;

}  // namespace lenslet::study
