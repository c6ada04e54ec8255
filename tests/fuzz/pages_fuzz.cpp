// Descriptions of pages, OME-XML and ImageJ's: what is accepted has as many pages as the file, and is the same when it
// is written and read again.
#include <string>

#include <lenslet/stack_file.hpp>

#include "files/imagej.hpp"
#include "files/ome_xml.hpp"
#include "fuzz.hpp"

namespace lenslet::fuzz {
namespace {

constexpr std::int64_t file_pages = 24;

StackType type_of(const io::DescribedPages& pages) {
  return {{9, 8}, {SampleType::u8}, pages.axes};
}

void read_again(const io::DescribedPages& pages, std::int64_t count) {
  const io::PagesToDescribe again{type_of(pages), pages.facts};
  const io::DescribedPages ome = io::parse_ome(io::ome_xml(again), count, 1);
  expect(ome.axes == pages.axes, "axes in OME-XML are read as they were written");
  if (pages.axes.empty() || !io::imagej_holds(again.type)) return;
  expect(io::parse_imagej(io::imagej_text(again), count).axes == pages.axes, "axes are read as ImageJ has them");
}

}  // namespace

void run(std::string_view bytes) {
  if (const auto ome = accepted([&] { return io::parse_ome(bytes, file_pages, 1); })) {
    for (const std::int64_t place : ome->places) expect(place >= 0 && place < file_pages, "a plane is in the file");
    const std::int64_t count = type_of(*ome).pages();
    expect(count <= file_pages && count == static_cast<std::int64_t>(ome->places.size()), "each plane has a place");
    read_again(*ome, count);
  }
  if (const auto imagej = accepted([&] { return io::parse_imagej(bytes, file_pages); })) {
    expect(type_of(*imagej).pages() == file_pages, "ImageJ's pages are the file's");
    read_again(*imagej, file_pages);
  }
}

}  // namespace lenslet::fuzz
