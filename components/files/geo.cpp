// A picture is placed by a scale and one tiepoint, by several tiepoints, or by a matrix. If a key says that samples are
// points, tags count from the middle of the first pixel, else from its corner.
#include "files/geo.hpp"

#include <cmath>
#include <cstdlib>
#include <iterator>
#include <string_view>

#include <fmt/format.h>

namespace lenslet::io {
namespace {

constexpr std::uint32_t scale_tag = 33550, tiepoints_tag = 33922, transform_tag = 34264, keys_tag = 34735,
                        doubles_tag = 34736, text_tag = 34737, gdal_tag = 42112, nodata_tag = 42113, rpc_tag = 50844;
constexpr std::size_t per_tiepoint = 6, per_matrix = 16;

// A key is four numbers: its name, where its value is, how many values there are, and the value itself.
bool are_points(const std::vector<std::uint16_t>& keys) {
  constexpr std::uint16_t raster_type = 1025, point = 2;
  for (std::size_t at = 4; at + 3 < keys.size(); at += 4)
    if (keys[at] == raster_type) return keys[at + 1] == 0 && keys[at + 3] == point;
  return false;
}

// The placement for places counted from the middle of the first pixel.
Placement from_middles(const Placement& p) {
  constexpr double half = 0.5;
  return {p.xx, p.xy, p.x0 + (p.xx + p.xy - 1) * half, p.yx, p.yy, p.y0 + (p.yx + p.yy - 1) * half};
}

// The product as a matrix, row by row.
std::vector<double> product(const std::vector<double>& matrix, const Placement& p) {
  const double moves[4][4] = {{p.xx, p.xy, 0, p.x0}, {p.yx, p.yy, 0, p.y0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
  std::vector<double> result(per_matrix);
  for (std::size_t row = 0; row < 4; ++row)
    for (std::size_t column = 0; column < 4; ++column)
      for (std::size_t i = 0; i < 4; ++i) result[row * 4 + column] += matrix[row * 4 + i] * moves[i][column];
  return result;
}

// The matrix with the same meaning as a scale and a tiepoint.
std::vector<double> matrix_of(const std::vector<double>& scale, const std::vector<double>& tie) {
  const double x = scale[0], y = -scale[1], z = scale[2];
  return {x, 0, 0, tie[3] - tie[0] * x, 0, y, 0, tie[4] - tie[1] * y, 0, 0, z, tie[5] - tie[2] * z, 0, 0, 0, 1};
}

// Moves the tiepoints' places in the image by the inverse of the placement.
void move_tiepoints(const Placement& p, std::vector<double>& ties) {
  const double determinant = p.xx * p.yy - p.xy * p.yx;
  if (determinant == 0) return ties.clear();
  for (std::size_t at = 0; at + per_tiepoint <= ties.size(); at += per_tiepoint) {
    const double x = ties[at] - p.x0, y = ties[at + 1] - p.y0;
    ties[at] = (p.yy * x - p.xy * y) / determinant;
    ties[at + 1] = (p.xx * y - p.yx * x) / determinant;
  }
}

// The tiepoint stays at its place in the image, since writers put it at the first pixel.
void move_scaled(const Placement& p, Geo& geo) {
  if (std::vector<double>& tie = geo.tiepoints; !tie.empty()) {
    const double x = p.xx * tie[0] + p.x0, y = p.yy * tie[1] + p.y0;
    tie[3] += (x - tie[0]) * geo.scale[0];
    tie[4] -= (y - tie[1]) * geo.scale[1];
  }
  geo.scale[0] *= p.xx;
  geo.scale[1] *= p.yy;
}

// Removes GDAL's items STATISTICS_*; returns whether there were any.
bool remove_statistics(std::string& xml) {
  constexpr std::string_view begin = "<Item name=\"STATISTICS_", end = "</Item>";
  bool found = false;
  for (std::size_t at = 0; (at = xml.find(begin, at)) != std::string::npos; found = true) {
    const std::size_t last = xml.find(end, at);
    if (last == std::string::npos) break;
    xml.erase(at, last + end.size() - at);
  }
  return found;
}

constexpr TIFFFieldInfo info(std::uint32_t tag, TIFFDataType type, const char* name) {
  const bool is_text = type == TIFF_ASCII;
  const auto count = static_cast<short>(is_text ? TIFF_VARIABLE : TIFF_VARIABLE2);
  return {
      tag, count, count, type, FIELD_CUSTOM, 1, static_cast<unsigned char>(is_text ? 0 : 1), const_cast<char*>(name)};
}

template <class Value>
void set_values(TIFF* file, std::uint32_t tag, const std::vector<Value>& values) {
  if (!values.empty()) TIFFSetField(file, tag, static_cast<std::uint32_t>(values.size()), values.data());
}

void set_text(TIFF* file, std::uint32_t tag, const std::string& text) {
  if (!text.empty()) TIFFSetField(file, tag, text.c_str());
}

}  // namespace

std::optional<double> Geo::nodata_number() const {
  char* end = nullptr;
  const double value = std::strtod(nodata.c_str(), &end);
  return end == nodata.c_str() ? std::nullopt : std::optional(value);
}

std::optional<Geo> read_geo(const TiffInput& file) {
  Geo geo{file.doubles(scale_tag), file.doubles(tiepoints_tag), file.doubles(transform_tag),
          file.shorts(keys_tag),   file.doubles(doubles_tag),   file.text(text_tag),
          file.text(gdal_tag),     file.text(nodata_tag),       file.doubles(rpc_tag)};
  if (geo.scale.size() < 3) geo.scale.clear();
  geo.tiepoints.resize(geo.tiepoints.size() / per_tiepoint * per_tiepoint);
  if (geo.transform.size() != per_matrix) geo.transform.clear();
  const bool has_none =
      !geo.has_places() && geo.keys.empty() && geo.gdal.empty() && geo.nodata.empty() && geo.rpc.empty();
  return has_none ? std::nullopt : std::optional<Geo>(std::move(geo));
}

Geo moved(const Geo& geo, const Placement& placement) {
  if (placement == Placement()) return geo;
  Geo result = geo;
  result.rpc.clear();
  const Placement p = are_points(geo.keys) ? from_middles(placement) : placement;
  const bool keeps_axes = p.xy == 0 && p.yx == 0 && p.xx > 0 && p.yy > 0;
  if (!geo.transform.empty()) result.transform = product(geo.transform, p);
  if (geo.scale.empty()) {
    move_tiepoints(p, result.tiepoints);
  } else if (geo.tiepoints.empty() && geo.transform.empty()) {  // sides of pixels without a place
    result.scale[0] = std::abs(p.xx) * geo.scale[0] + std::abs(p.yx) * geo.scale[1];
    result.scale[1] = std::abs(p.xy) * geo.scale[0] + std::abs(p.yy) * geo.scale[1];
  } else if (keeps_axes && geo.tiepoints.size() <= per_tiepoint) {
    move_scaled(p, result);
  } else {
    if (geo.transform.empty()) result.transform = product(matrix_of(geo.scale, geo.tiepoints), p);
    result.scale.clear();
    result.tiepoints.clear();
  }
  return result;
}

namespace {

// Samples of f32 that are nearest to the value stand for it.
bool has_sample(SampleType type, double value) {
  const double held = store_value(value, type);
  return is_integer(type) ? held == value : std::isfinite(held) || !std::isfinite(value);
}

}  // namespace

std::vector<std::string> fit_samples(Geo& geo, PixelFormat before, PixelFormat after) {
  std::vector<std::string> notes;
  if (before.channels != after.channels && !geo.gdal.empty()) {
    geo.gdal.clear();
    notes.emplace_back("GDAL's metadata are not kept: they are of other channels");
  } else if (remove_statistics(geo.gdal)) {
    notes.emplace_back("GDAL's statistics are not kept: they are of other samples");
  }
  const double value = geo.nodata_number().value_or(0);
  if (geo.nodata.empty() || has_sample(after.type, value)) return notes;
  notes.push_back(
      fmt::format("GDAL's value of no data, {}, is not kept: {} has it not", geo.nodata, name_of(after.type)));
  geo.nodata.clear();
  return notes;
}

void set_geo(TIFF* file, const Geo& geo) {
  static constexpr TIFFFieldInfo fields[] = {
      info(scale_tag, TIFF_DOUBLE, "ModelPixelScale"),    info(tiepoints_tag, TIFF_DOUBLE, "ModelTiepoint"),
      info(transform_tag, TIFF_DOUBLE, "ModelTransform"), info(keys_tag, TIFF_SHORT, "GeoKeyDirectory"),
      info(doubles_tag, TIFF_DOUBLE, "GeoDoubleParams"),  info(text_tag, TIFF_ASCII, "GeoAsciiParams"),
      info(gdal_tag, TIFF_ASCII, "GDALMetadata"),         info(nodata_tag, TIFF_ASCII, "GDALNoData"),
      info(rpc_tag, TIFF_DOUBLE, "RPCCoefficients")};
  TIFFMergeFieldInfo(file, fields, static_cast<std::uint32_t>(std::size(fields)));
  set_values(file, scale_tag, geo.scale);
  set_values(file, tiepoints_tag, geo.tiepoints);
  set_values(file, transform_tag, geo.transform);
  set_values(file, keys_tag, geo.keys);
  set_values(file, doubles_tag, geo.key_doubles);
  set_text(file, text_tag, geo.key_text);
  set_text(file, gdal_tag, geo.gdal);
  set_text(file, nodata_tag, geo.nodata);
  set_values(file, rpc_tag, geo.rpc);
}

}  // namespace lenslet::io
