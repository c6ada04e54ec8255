// Puts a value into an image where another image misses samples.
#include <cmath>
#include <limits>

#include "ops/missing_parameters.hpp"
#include "ops/parameters.hpp"
#include "point/point_op.hpp"

namespace lenslet::ops {
namespace {

OpInfo describe_blank() {
  return {.name = "blank",
          .summary = "An image's samples, and a value where another image misses them.",
          .details =
              "fill: what stands where `like` is missing: a number, NaN, or the least or greatest sample of the type, "
              "which is infinite for f16 and f32. With apart, other samples of that number become one beside it, as "
              "gdalwarp does. Both images have one size and as many channels. blank of an image like itself puts a "
              "number in the place of missing samples. Equals NumPy's where(like == value, number, image). An alpha "
              "channel is kept.",
          .parameters = {value_parameter(),
                         missing_parameter(),
                         {.name = "fill",
                          .summary = "What missing samples become.",
                          .kind = ParameterKind::choice,
                          .initial = std::string("number"),
                          .choices = {"number", "nan", "least", "greatest"}},
                         {.name = "number",
                          .summary = "The number of fill, in units of the samples.",
                          .kind = ParameterKind::real,
                          .initial = 0.0},
                         flag_parameter("apart", "No other sample has the number: it gets one beside it.")},
          .outputs = {"out"},
          .inputs = point::images({"image", "like"}),
          .synonyms = {"putmask", "nantonum", "fillna"},
          .nearest_to = {"fillnodata", "inpaint"}};
}

double fill_of(const Arguments& arguments, SampleType type) {
  const std::string& fill = arguments.text("fill");
  if (fill == "number") return held_value("blank", arguments.real("number"), type);
  if (fill == "least") return is_integer(type) ? 0 : -HUGE_VAL;
  if (fill == "greatest") return is_integer(type) ? max_value(type) : HUGE_VAL;
  if (is_integer(type)) point::refuse("blank", {{type, 1}}, "f16, f32 with fill 'nan'");
  return std::numeric_limits<double>::quiet_NaN();
}

// A number near `number` that the type holds.
double beside(double number, SampleType type) {
  if (is_integer(type)) return number < max_value(type) ? number + 1 : number - 1;
  const double least = type == SampleType::f16 ? 0x1p-14 : 0x1p-126, step = type == SampleType::f16 ? 0x1p-10 : 0x1p-23;
  if (std::abs(number) <= least) return number == least ? 2 * least : least;  // devices may take smaller ones for 0
  return store_value(number - number * step, type);
}

point::Function make_blank(const Arguments& arguments, const std::vector<PixelFormat>& formats) {
  const auto [image, like] = std::pair(formats[0], formats[1]);
  if (image.channels != like.channels || image.alpha != like.alpha)
    point::refuse("blank", formats, "images of as many channels");
  const Missing missing = missing_of("blank", arguments, like.type);
  const double fill = fill_of(arguments, image.type);
  const double other = arguments.flag("apart") && std::isfinite(fill) ? beside(fill, image.type) : fill;
  return {.file = "blank.cl",
          .name = "blank_sample",
          .numbers = {fill, missing.value, missing.nan ? 1.0 : 0.0, other},
          .outputs = {image},
          .reference = [=](std::span<const double> in, std::span<op::Range> out) {
            out[0] = point::exactly(missing.has(in[1]) ? fill : in[0] == fill ? other : in[0]);
          }};
}

point::Sample blank_of(PixelFormat image, SampleType like, const char* missing, const char* fill, bool apart) {
  return {{{"value", 7.0},
           {"missing", std::string(missing)},
           {"fill", std::string(fill)},
           {"number", 9.0},
           {"apart", apart}},
          {image, {like, image.channels, image.alpha}}};
}

}  // namespace

op::Op blank() {
  return point::PointOp{.info = describe_blank(),
                        .make = make_blank,
                        .samples = {blank_of({SampleType::u8, 3}, SampleType::u8, "value", "number", true),
                                    blank_of({SampleType::f32, 1}, SampleType::f32, "both", "nan", false),
                                    blank_of({SampleType::f16, 2}, SampleType::f16, "value", "greatest", false),
                                    blank_of({SampleType::u16, 4, true}, SampleType::f32, "nan", "number", true),
                                    blank_of({SampleType::f32, 4, true}, SampleType::u8, "value", "least", true)}};
}

}  // namespace lenslet::ops
