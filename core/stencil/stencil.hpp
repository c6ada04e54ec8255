// An op of the stencil family with known arguments. It names neither storage nor border rule.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <lenslet/pixel.hpp>

namespace lenslet::stencil {

// Coefficients of a linear stencil in correlation order (no flip), row by row. The anchor is the centre. A tap of zero
// is no tap: it neither reads its pixel nor turns an infinity into NaN.
struct Mask {
  int width = 1;   // odd
  int height = 1;  // odd
  std::vector<double> taps;

  double at(int x, int y) const { return taps[static_cast<std::size_t>(y * width + x)]; }
};

// The factors of a mask of rank 1, whose tap at (x, y) is row[x] * column[y]; see separate.hpp.
struct Factors {
  std::vector<double> row;     // one for each column of the mask
  std::vector<double> column;  // one for each row of the mask
};

// The true result before it is stored, as the range that roundings in f32 may reach. It is exact where low == high.
struct Truth {
  double low = 0;
  double high = 0;
};

// The place of a window's centre, and the image's size.
struct WindowPlace {
  std::int64_t x = 0, y = 0;
  int channel = 0;
  std::int64_t width = 1, height = 1;
};

// One channel of the window round one pixel, in double, with the border rule applied.
class Window {
 public:
  virtual ~Window() = default;
  virtual double at(int dx, int dy) const = 0;    // border rule applied
  virtual bool inside(int dx, int dy) const = 0;  // the pixel lies in the image
  virtual WindowPlace place() const { return {}; }

  // The sample of any input, counted from 0, for an op that has several.
  virtual double of_input(std::size_t input, int dx, int dy) const { return input == 0 ? at(dx, dy) : 0; }
};

// One true value per output.
using Reference = std::function<std::vector<Truth>(const Window&)>;

enum class Arithmetic : std::uint8_t {
  f32,     // samples become float
  native,  // samples keep their type (f16 becomes float): the body only orders them, by LESSER and GREATER
};

// What a window op finds among all samples of its structuring element, in any order.
enum class Extreme : std::uint8_t { none, least, greatest };

// Pixels side by side in a row of a structuring element, from the first to the last. The element's centre is (0, 0).
struct Chord {
  int y;
  int first;
  int last;
};

struct Stencil {
  int radius_x = 0;  // of the window; for linear stencils the largest mask's
  int radius_y = 0;

  // Linear ops: the outputs are scale * (mask . window) + delta, one for each mask. Window ops have no masks.
  std::vector<Mask> masks;
  std::vector<Factors> factors = {};  // of each mask, where separated passes may compute them; else empty
  double scale = 1;
  double delta = 0;

  // The op's .cl file. A window op's function computes a result from the window, a linear op's function makes one
  // output of the masks' sums. Empty: the sums are the outputs.
  std::string body;
  std::vector<std::pair<std::string, std::string>> defines;  // for the body
  double number = 0;                                         // argument of a combining body, in place of delta
  Arithmetic arithmetic = Arithmetic::f32;                   // of a window op
  bool needs_inside = false;                                 // the body asks INSIDE(dx, dy)

  // Arguments of a window op's body, which its kernel takes. If there are any, the body also learns its place, see
  // body.cl. An op that needs only the place has one unused number.
  std::vector<double> numbers = {};

  // The number of images that a window op reads, all of one format and size. Schedules apply to the first. Each sample
  // of the others is read where the body asks for it.
  std::size_t inputs = 1;

  // The name of the body's function for the second output of a window op. The first output's function has the file's
  // name.
  std::string second = {};

  Extreme extreme = Extreme::none;  // of a window op of native arithmetic
  std::vector<Chord> chords = {};   // of the extreme's element, row by row

  // The result is the sample of this rank in the window; 0 is the smallest. The body is a network; schedules have other
  // ways to find the rank, too.
  std::optional<int> rank = {};

  std::vector<std::string> outputs{"out"};

  // A linear stencil without a body has linear_reference(). Without a reference, results count as right that are near
  // those of the plainest schedule. `tolerance` is the allowed difference, as a share of white or of the sample,
  // whichever is larger.
  Reference reference;
  double tolerance = 0;

  // Of a user's filter: its kernel text, which programs are made of as long as anyone holds it.
  std::shared_ptr<const std::string> own_text = {};
};

// Masks and their factors, which bound the rounding of their sums. Factors are empty where no pass separates the masks.
struct Sums {
  std::vector<Mask> masks;
  std::vector<Factors> factors = {};
};

// The truth in double of masks, scale and delta on samples of this type, with the a-priori bound of summation in f32
// (Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., eq. 3.5). The bound holds for the order of the
// masks and for that of their factors. The truth is exact where f32 holds sums of integer samples without a rounding.
Reference linear_reference(const Sums& sums, double scale, double delta, SampleType type);

// The sums of the masks themselves, each with its range. References of combining ops start from them.
std::vector<Truth> mask_sums(const Sums& sums, const Window& window, SampleType type);

}  // namespace lenslet::stencil
