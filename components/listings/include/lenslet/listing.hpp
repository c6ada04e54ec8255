// What a listing is: a program that one of the texts prints, as our own code with the same structure, range, inputs and
// expected numbers. A chapter of a text is a file in `chapters`, whose function (of the file's name) returns its
// listings; the build lists all chapters. The kernel of the listing `saxpy` is kernels/saxpy.cl, which is installed in
// share/lenslet/listings.
//
//   std::vector<Listing> saxpy_chapter() { return {{.name = "saxpy", .places = {{"004", 868, 1050, "O02"}}, ...}}; }
//
// Where the printed listing has a mistake, the kernel's file has both: what is between #ifdef AS_PRINTED and #else is
// as printed, the rest is cured. A host's mistake (a wrong range or argument) is Fault::alter.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <lenslet/array.hpp>
#include <lenslet/image_object.hpp>
#include <lenslet/kernel.hpp>
#include <lenslet/op.hpp>
#include <lenslet/plan.hpp>
#include <lenslet/session.hpp>

#pragma GCC visibility push(default)
namespace lenslet::listings {

// Where a text prints it. `row` is the technique's row in docs/literature.md.
struct Place {
  std::string text;  // "004"
  int first = 0;     // line
  int last = 0;      // line; 0: of one line
  std::string row;   // "O02"
};

std::string to_string(const Place& place);  // "text 004, lines 868 to 1050, row O02"

// A buffer or an image object that a launch gets.
//
// A buffer has the elements of `type`, and guards round it, which show what a kernel wrote outside. A vector such as
// float4 is a last side of 4. An image object has the shape {height, width, channels} for image2d; {width, channels}
// for image1d; {layers or depth, height, width, channels} for image2d_array and image3d; its elements are those of the
// texel format, which follows from the type and the number of channels (1: r, 2: rg, 4: rgba; u8 and u16 are unsigned
// integers, or unorm where `unorm` says so).
struct Memory {
  std::string name;  // of the kernel's argument, or what the text calls it
  ArrayType type;
  std::function<double(std::int64_t)> value = {};  // of the element of this index; absent: zeros
  bool output = false;                             // the kernel writes it, so it is read back
  std::optional<ImageKind> image = {};             // an image object of this kind (but not image1d_buffer)
  bool unorm = false;
  // An image1d_buffer_t over the buffer of this name, in place of memory of its own. `type` is as for image1d.
  std::string over = {};
};

// An argument that is memory, by its name.
struct Use {
  std::string memory;
};

using Argument = std::variant<Use, KernelArgument>;  // {Use{"A"}, 2.0f, LocalMemory{256}, Sampler{}}

struct Step {
  std::string kernel;
  KernelRange range;
  std::vector<Argument> arguments;

  // On a device whose groups are smaller, the listing cannot run; or its groups are halved, where the kernel is for
  // any.
  bool any_group = false;
};

// Contents of memory by names, each as an array of doubles.
using Values = std::map<std::string, std::vector<double>>;

// A result and what it should be. `expected` gets the contents of all memory before the launches, and computes in
// double by a plain loop, or returns the text's printed numbers.
struct Check {
  std::string what;  // the name of an output; or what the host makes of outputs: then `finish` makes it
  std::function<std::vector<double>(const Values& before)> expected;
  double tolerance = 0;  // |got - expected| <= tolerance * max(1, |expected|)
  std::function<std::vector<double>(const Values& after)> finish = {};
  std::vector<std::size_t> only = {};   // the elements that the text speaks of; empty: all
  std::string column = "right";         // the heading of the expected numbers; "printed" where print is wrong
  std::vector<std::size_t> shown = {};  // the elements that the text prints, shown beside the text where right, too

  // Other numbers that are as right, as where the text has several columns: a device's are compared with the nearest.
  struct Column {
    std::string name;
    std::function<std::vector<double>(const Values& before)> expected;
    std::function<std::vector<double>(const Values& before)> or_each = {};  // what each number may be as well
  };
  std::vector<Column> or_else = {};
};

// What is launched, in order, on which memory, and what comes out of it.
struct Setup {
  std::vector<Memory> memory = {};
  std::vector<Step> steps = {};
  std::vector<Check> checks = {};

  // The kernels' macro for the side of their groups, which are square or have one side: "GROUP". Devices with smaller
  // groups than the steps' get smaller ones, as with Step::any_group.
  std::string side_macro = {};
};

struct Table {
  std::string title = {};
  std::vector<std::string> columns = {};
  std::vector<std::vector<std::string>> rows = {};
};

// What a listing of host calls did: a table for the reader, and what is not as the text says. Right where `wrong` is
// empty.
struct HostResult {
  std::vector<Table> tables = {};
  std::vector<std::string> wrong = {};
};

// Throws Error of kind unsupported where the device lacks what the listing is about.
using HostListing = std::function<HostResult(const Session&)>;

enum class Effect : std::uint8_t {
  no_program,  // the compiler refuses it: its message is what the reader sees
  wrong,       // wrong elements; writes outside of buffers go into their guards, and are counted
  refused,     // a call of the host returns an error: the listing of a host's mistake
  maybe,       // undefined, as a race is: wrong on some devices, right on others
};

std::string_view name_of(Effect effect);  // "does not compile", "wrong result", "refused", "undefined"

// A mistake of the printed listing.
struct Fault {
  std::string what;  // one sentence: what is wrong in print
  std::string cure;  // one sentence: what is right
  Effect effect = Effect::wrong;
  std::string options = "-D AS_PRINTED";   // for the compiler; -D AS_PRINTED=2 for the second mistake of a kernel
  std::function<void(Setup&)> alter = {};  // a mistake of the host: what differs from the right setup
  HostListing host = {};                   // of a host listing: the printed calls; wrong says what the reader sees
};

// A call of an op for the same work, on some of the setup's memory as its inputs.
struct Counterpart {
  Call call;
  std::vector<std::string> inputs;
  OpOptions options = {};
  std::string result = {};  // the check whose expected numbers the op's first output has; empty: not compared
  double tolerance = 1e-5;  // as Check::tolerance
};

struct Listing {
  std::string name;   // "saxpy"
  std::string title;  // "SAXPY of 1024 elements"
  std::string what;   // a sentence: what it does
  std::vector<Place> places;

  // A listing of a kernel. `scale` is the share of the printed size: more than 0, 1 for the size that the text prints.
  // Listings of one size ignore it.
  std::function<Setup(double scale)> setup = {};
  std::string options = {};             // for the compiler
  std::string file = {};                // of the kernel, in kernels; empty: NAME.cl
  std::vector<std::string> needs = {};  // extensions: "cl_khr_fp64"
  std::optional<Counterpart> lenslet = {};

  // A listing of host calls: its text is NAME.cpp of host or host/opengl, with dashes as underscores, or the file
  // `file` there.
  HostListing host = {};
  std::string instead = {};  // how Lenslet does it: a command or a call, in a line

  std::vector<Fault> faults = {};
};

// All listings, by text and line.
std::span<const Listing> all();

// Throws invalid_argument, with the nearest name.
const Listing& find(std::string_view name);

// The texts of the listing: the .cl file, or the C++ function.
std::string_view source_of(const Listing& listing);

// What docs/literature.md names for a row, with a listing or without: "op gradient; study gradient". Empty where there
// is no such row.
std::string named_for_row(const std::string& row);

// `full` elements or pixels scaled, in whole steps, at least one.
std::int64_t scaled(std::int64_t full, double scale, std::int64_t step = 1);

}  // namespace lenslet::listings
#pragma GCC visibility pop
