// TIFF 6.0, ExtraSamples: a reader that wrongly finds alpha multiplies colours by it.
#include "files/tiff_channels.hpp"

#include <algorithm>
#include <memory>
#include <vector>

#include "files/file_error.hpp"

namespace lenslet::io {
namespace {

struct CloseTiff {
  void operator()(TIFF* file) const { TIFFClose(file); }
};

struct FreeAmendOptions {
  void operator()(TIFFOpenOptions* options) const { TIFFOpenOptionsFree(options); }
};

bool set_resolution(TIFF* file, const PlainResolution& resolution) {
  return TIFFSetField(file, TIFFTAG_RESOLUTIONUNIT, RESUNIT_NONE) == 1 &&
         TIFFSetField(file, TIFFTAG_XRESOLUTION, resolution.x) == 1 &&
         TIFFSetField(file, TIFFTAG_YRESOLUTION, resolution.y) == 1;
}

}  // namespace

PlainResolution plain_resolution(double x, double y) {
  return {std::clamp(x, 1e-6, 1e6), std::clamp(y, 1e-6, 1e6)};
}

TiffChannels channels_of(int channels, bool alpha, bool is_cmyk, bool is_bands) {
  const int colours = is_cmyk ? 4 : channels < 3 || is_bands ? 1 : 3;
  return {colours, channels - colours, alpha, is_cmyk};
}

bool set_channels(TIFF* file, const TiffChannels& channels) {
  const int kind = channels.is_cmyk        ? PHOTOMETRIC_SEPARATED
                   : channels.colours == 1 ? PHOTOMETRIC_MINISBLACK
                                           : PHOTOMETRIC_RGB;
  if (TIFFSetField(file, TIFFTAG_PHOTOMETRIC, kind) != 1) return false;
  if (channels.is_cmyk && TIFFSetField(file, TIFFTAG_INKSET, INKSET_CMYK) != 1) return false;
  if (channels.others == 0) return true;
  std::vector<std::uint16_t> others(static_cast<std::size_t>(channels.others), EXTRASAMPLE_UNSPECIFIED);
  if (channels.alpha) others.back() = EXTRASAMPLE_UNASSALPHA;
  return TIFFSetField(file, TIFFTAG_EXTRASAMPLES, channels.others, others.data()) == 1;
}

void amend_tiff_file(const std::filesystem::path& file, const std::filesystem::path& path, const TiffChannels& channels,
                     const std::optional<Geo>& geo, const std::optional<PlainResolution>& resolution) {
  const std::unique_ptr<TIFFOpenOptions, FreeAmendOptions> options(TIFFOpenOptionsAlloc());
  for (const auto set : {TIFFOpenOptionsSetErrorHandlerExtR, TIFFOpenOptionsSetWarningHandlerExtR})
    set(
        options.get(), [](auto...) { return 1; }, nullptr);
  std::unique_ptr<TIFF, CloseTiff> tiff(TIFFOpenExt(file.c_str(), "r+m", options.get()));
  const bool is_set =
      tiff && set_channels(tiff.get(), channels) && (!resolution || set_resolution(tiff.get(), *resolution));
  if (is_set && geo) set_geo(tiff.get(), *geo);
  if (!is_set || TIFFRewriteDirectory(tiff.get()) != 1)
    throw file_error("write", path, "libtiff cannot set its tags; is the disk full?");
}

}  // namespace lenslet::io
