// What the tool can be built without. The code that calls such a component is compiled by itself, a part of the tool
// (lenslet_part in CMakeLists.txt), which is linked where the component is built and offers itself here before main()
// runs. All other code asks for it here: what calls a component in another way is not linked in the tests' tool without
// any part.
#pragma once

#include <memory>
#include <string>

namespace lenslet::cli {

// How people get it.
struct ComponentSource {
  const char* name;           // "lenslet::jpeg"
  const char* purpose;        // "the codec for JPEG on devices"
  const char* option;         // CMake's: "LENSLET_JPEG"
  const char* packages = "";  // that it needs: "libjpeg-turbo (libjpeg-dev)"
};

// Says where it is built, to be put behind what is missing.
std::string how_to_build(const ComponentSource& source);

// Throws unsupported, with the name of `wanted_by`, such as a file or an option, where it is not empty.
[[noreturn]] void refuse_without(const ComponentSource& source, const std::string& wanted_by);

// `Part` is what the tool asks of it: a table of functions, or a function.
template <class Part>
class Component {
 public:
  constexpr explicit Component(const ComponentSource& source) : source_(source) {}

  explicit operator bool() const { return part_ != nullptr; }
  const ComponentSource& source() const { return source_; }

  void require(const std::string& wanted_by = {}) const {
    if (part_ == nullptr) refuse_without(source_, wanted_by);
  }

  const Part& get(const std::string& wanted_by = {}) const {
    require(wanted_by);
    return *part_;
  }
  const Part* operator->() const { return &get(); }

  void offer(const Part& part) { part_ = std::addressof(part); }

 private:
  ComponentSource source_;
  const Part* part_ = nullptr;
};

// A constant of this type, at the end of a part, offers it. Objects that are linked as such keep it, while a static
// library's would be left out.
struct Offer {
  template <class Part>
  Offer(Component<Part>& component, const Part& part) {
    component.offer(part);
  }
};

}  // namespace lenslet::cli
