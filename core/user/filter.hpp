// A user's filter: its head, its text as programs have it, and the reference that a C++ program may give.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <lenslet/user_op.hpp>

#include "op/op.hpp"
#include "user/calls.hpp"
#include "user/head.hpp"
#include "user/scan.hpp"

namespace lenslet::user {

// A reference that may be set after the op is known.
class Reference {
 public:
  UserReference get() const {
    const std::lock_guard lock(mutex_);
    return reference_;
  }
  void set(UserReference reference) {
    const std::lock_guard lock(mutex_);
    if (!reference_) reference_ = std::move(reference);
  }

 private:
  mutable std::mutex mutex_;
  UserReference reference_;
};

struct Filter {
  Head head;
  Scan code;
  std::string known_as;  // the op's name
  std::string hash;      // of the text, in decimal digits
  std::string source;    // the text's name in messages
  std::vector<Call> calls;
  bool has_function = false;
  std::string prefix = {};                           // of its functions' names in programs
  std::string file = {};                             // the name of its kernel text
  std::shared_ptr<const std::string> own_text = {};  // that text
  std::shared_ptr<Reference> reference = std::make_shared<Reference>();

  std::string name_with_text() const { return head.name + '.' + hash; }  // no other text has this name
  std::vector<std::string> functions() const;  // the functions that it must have, by their names in the text
  std::string function(std::size_t output = 0) const { return prefix + functions()[output]; }
  bool needs_place() const;  // whether it asks for X, Y or another word for a sample's place
};

// Checks the text and keeps it for programs. Throws invalid_argument, "FILE:LINE:COLUMN: ...", where the text is wrong.
// With an empty `known_as` the op's name is made of the filter's name and content.
Filter make_filter(const std::string& text, const std::string& file, const std::string& known_as);

OpInfo info_of(const Filter& filter);

// Arguments that together reach all branches of its code.
std::vector<std::map<std::string, Value>> samples_of(const Head& head);

// Make the op, each for one family.
op::Op window_op(const Filter& filter);
op::Op point_op(const Filter& filter);
op::Op kernel_op(const Filter& filter);

}  // namespace lenslet::user
