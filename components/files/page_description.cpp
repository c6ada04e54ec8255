// A description is of all pages: what it says of their axes is wrong for one of them.
#include "files/page_description.hpp"

#include <algorithm>
#include <utility>

#include <lenslet/error.hpp>

#include "files/imagej.hpp"
#include "files/metadata.hpp"
#include "files/orientation.hpp"
#include "files/tiff_input.hpp"

namespace lenslet::io {
namespace {

// Pixels of a unit that only the description names.
double resolution(const TiffInput& file, std::uint32_t tag) {
  float value = 0;
  return TIFFGetField(file.get(), tag, &value) == 1 && value > 0 ? double{value} : 1;
}

PageDescription imagej_page(const TiffInput& first, const std::string& text, const StackType& page) {
  if (!names_unit(text) || !imagej_holds(page)) return {};
  const PageFacts facts = parse_imagej(text, std::max<std::int64_t>(imagej_images(text), 1)).facts;
  return {imagej_text({page, {.x = facts.x, .y = facts.y}}), resolution(first, TIFFTAG_XRESOLUTION),
          resolution(first, TIFFTAG_YRESOLUTION)};
}

// Of a page that was turned upright.
PageDescription ome_page(const OpenImage& file, const std::string& text, const StackType& page) {
  PageFacts facts = parse_ome(text, pages_of(file.image), page.format.channels).facts;
  if (exchanges_sides(orientation_of(file.image))) std::swap(facts.x, facts.y);
  if (facts.x.value <= 0 && facts.y.value <= 0) return {};
  return {ome_xml({page, {.x = facts.x, .y = facts.y}})};
}

}  // namespace

PageDescription page_description(const OpenImage& file) try {
  const TiffInput first(file.path);
  const std::string text = first.text(TIFFTAG_IMAGEDESCRIPTION);
  const StackType page{file.header.size, file.header.format};
  if (is_imagej(text)) return imagej_page(first, text, page);
  return is_ome(text) ? ome_page(file, text, page) : PageDescription();
} catch (const Error&) {  // a description that is wrong says nothing
  return {};
}

}  // namespace lenslet::io
