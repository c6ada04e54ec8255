// Components that the tool can be built without. Code that calls a component is a part of the tool, which is compiled
// separately (lenslet_part in CMakeLists.txt). If the component is built, the part is linked and offers itself here
// before main() runs. All other code asks for the component here. Code that calls a component in another way does not
// link in the tests' tool without parts.
#pragma once

#include <memory>
#include <string>

namespace lenslet::cli {

// How people get a component.
struct ComponentSource {
  const char* name;           // "lenslet::jpeg"
  const char* purpose;        // "the codec for JPEG on devices"
  const char* option;         // CMake's: "LENSLET_JPEG"
  const char* packages = "";  // that it needs: "libjpeg-turbo (libjpeg-dev)"
};

// Says how to build it, as an addition to a message about what is missing.
std::string how_to_build(const ComponentSource& source);

// Throws unsupported. The message begins with `wanted_by`, such as a file or an option, unless that is empty.
[[noreturn]] void refuse_without(const ComponentSource& source, const std::string& wanted_by);

// `Part` is what the tool uses of it: a table of functions, or a function.
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

// A constant of this type at the end of a part offers it. The part is linked as an object file: the linker would drop
// it from a static library.
struct Offer {
  template <class Part>
  Offer(Component<Part>& component, const Part& part) {
    component.offer(part);
  }
};

}  // namespace lenslet::cli
