// What an op of the stencil family is, once its arguments are known. It names neither storage nor border rule.
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

// Coefficients of a linear stencil in correlation order (no flip), row by row; the anchor is the centre.
// A tap of zero does not exist: it neither reads its pixel nor turns an infinity into NaN.
struct Mask {
  int width = 1;   // odd
  int height = 1;  // odd
  std::vector<double> taps;

  double at(int x, int y) const { return taps[static_cast<std::size_t>(y * width + x)]; }
};

// Of a mask of rank 1, whose tap at (x, y) is row[x] * column[y]; see separate.hpp.
struct Factors {
  std::vector<double> row;     // as many as the mask is wide
  std::vector<double> column;  // as many as it is high
};

// The true result before it is stored, as the range that rounding in f32 may reach. low == high: exact.
struct Truth {
  double low = 0;
  double high = 0;
};

// Where a window's centre is, in an image of that size.
struct WindowPlace {
  std::int64_t x = 0, y = 0;
  int channel = 0;
  std::int64_t width = 1, height = 1;
};

// One channel of the window round one pixel, in double, the border rule applied.
class Window {
 public:
  virtual ~Window() = default;
  virtual double at(int dx, int dy) const = 0;    // border rule applied
  virtual bool inside(int dx, int dy) const = 0;  // the pixel lies in the image
  virtual WindowPlace place() const { return {}; }

  // The same of any input, counted from 0, of an op that has several.
  virtual double of_input(std::size_t input, int dx, int dy) const { return input == 0 ? at(dx, dy) : 0; }
};

// One true value per output.
using Reference = std::function<std::vector<Truth>(const Window&)>;

enum class Arithmetic : std::uint8_t {
  f32,     // samples become float
  native,  // samples keep their type (f16 becomes float): the body orders them, by LESSER and GREATER, and no more
};

// What a window op finds of all samples of its structuring element, in any order.
enum class Extreme : std::uint8_t { none, least, greatest };

// Pixels side by side in a row of a structuring element, from the first to the last; its centre is (0, 0).
struct Chord {
  int y;
  int first;
  int last;
};

struct Stencil {
  int radius_x = 0;  // of the window; for linear stencils the largest mask's
  int radius_y = 0;

  // Linear: the outputs are scale * (mask . window) + delta, one per mask. Empty for a window op.
  std::vector<Mask> masks;
  std::vector<Factors> factors = {};  // of each mask, where separated passes may compute them; else empty
  double scale = 1;
  double delta = 0;

  // The op's .cl file: of a window op its function on the window, of a linear one the function that combines the
  // masks' sums into the one output. Empty: the sums are the outputs.
  std::string body;
  std::vector<std::pair<std::string, std::string>> defines;  // for the body
  double number = 0;                                         // that a combining body takes, in the place of delta
  Arithmetic arithmetic = Arithmetic::f32;                   // of a window op
  bool needs_inside = false;                                 // the body asks INSIDE(dx, dy)

  // Of a window op's body, arguments of its kernel. Where there are any, one that nobody needs among them, the body is
  // also told where it is; see body.cl.
  std::vector<double> numbers = {};

  // Of a window op: how many images it reads, all of one format and size. Schedules are for the first. Of the others
  // each sample is read where the body asks for it.
  std::size_t inputs = 1;

  // The body's function that makes the second output of a window op which has two; the first one's has the file's name.
  std::string second = {};

  Extreme extreme = Extreme::none;  // of a window op of native arithmetic
  std::vector<Chord> chords = {};   // of the extreme's element, row by row

  // The result is the sample of this rank in the window, from 0 for the smallest: schedules have more ways to find it
  // than the body, which is a network.
  std::optional<int> rank = {};

  std::vector<std::string> outputs{"out"};

  // A linear stencil without a body has linear_reference(). Without a reference a schedule is right where its results
  // are those of the plainest one, or lie so near: a share of the larger of white and the sample.
  Reference reference;
  double tolerance = 0;

  // Of a user's filter: its kernel text, which programs are made of as long as anyone holds it.
  std::shared_ptr<const std::string> own_text = {};
};

// Masks with what bounds the rounding of their sums: the factors, empty where no pass separates them.
struct Sums {
  std::vector<Mask> masks;
  std::vector<Factors> factors = {};
};

// The double-precision truth of masks, scale and delta on samples of this type, with the a-priori bound of f32
// summation (Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., eq. 3.5), in the order of the masks and
// in that of their factors; exact where f32 holds sums of integer samples without a rounding.
Reference linear_reference(const Sums& sums, double scale, double delta, PixelType type);

// The sums of the masks themselves, each with its range: what a combining op's reference starts from.
std::vector<Truth> mask_sums(const Sums& sums, const Window& window, PixelType type);

}  // namespace lenslet::stencil
