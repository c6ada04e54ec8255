// Joins the pixels of a mask of some rows of an image.
#include "ops/connected/part.hpp"

#include <algorithm>

#include "rounding.hpp"

namespace lenslet::ops {
namespace {

using op::Graph;

std::size_t size(std::int64_t count) {
  return static_cast<std::size_t>(count);
}

}  // namespace

PartRows PartRows::beside(std::int64_t rows) const {
  PartRows more = *this;
  more.beside_ += rows;
  return more;
}

RowRange PartRows::of(const Rect& region) const {
  if (chunk_ == 0) return {0, image_.height};
  const std::int64_t unit = is_of_pairs_ ? 2 : chunk_;  // rows of the result that a chunk makes
  const std::int64_t begin = region.y / unit * chunk_, end = divide_up(region.y + region.height, unit) * chunk_;
  return {std::max<std::int64_t>(begin - beside_, 0), std::min(end + beside_, image_.height)};
}

Rect PartRows::rectangle(const Rect& region) const {
  const RowRange rows = of(region);
  return {0, rows.begin, image_.width, rows.count()};
}

// All rows are the same in every launch.
op::Argument PartRows::number(const Number& of) const {
  const Rect all{0, 0, image_.width, image_.height};
  if (chunk_ == 0) return op::Scalar(static_cast<std::int32_t>(of(this->of(all), all)));
  return op::ScalarOfLaunch([part = *this, of](const Graph& bound) {
    return op::Scalar(static_cast<std::int32_t>(of(part.of(bound.region()), bound.region())));
  });
}

op::Argument PartRows::first() const {
  return number([](const RowRange& rows, const Rect&) { return rows.begin; });
}

op::Argument PartRows::count() const {
  return number([](const RowRange& rows, const Rect&) { return rows.count(); });
}

op::Items PartRows::items(const std::function<ocl::Range(const RowRange& rows)>& of) const {
  if (chunk_ == 0) return of({0, image_.height});
  return [part = *this, of](const Graph& bound) { return of(part.of(bound.region())); };
}

op::ScratchBytes PartRows::bytes(std::uint64_t of_pixel) const {
  return bytes_of([width = image_.width](const RowRange& rows) { return rows.count() * width; }, of_pixel);
}

op::ScratchBytes PartRows::bytes_of(const std::function<std::int64_t(const RowRange& rows)>& count,
                                    std::uint64_t each) const {
  if (chunk_ == 0) return static_cast<std::uint64_t>(count({0, image_.height})) * each;
  return [part = *this, count, each](const op::LaunchShape& shape) {
    return static_cast<std::uint64_t>(count(part.of(shape.region))) * each;
  };
}

MaskPart::MaskPart(Graph& graph, const PartRows& rows, const DimensionSchedule& schedule)
    : graph_(graph),
      rows_(rows),
      schedule_(schedule),
      group_(size(schedule.number("group"))),
      items_(group_ == 1 ? 4096 : 1),
      mask_(graph.scratch(rows_.bytes(sizeof(std::uint8_t)))),
      forest_(graph.scratch(rows_.bytes(sizeof(std::int32_t)))) {}

op::Source MaskPart::source(int neighbours, const char* file, bool inverted, std::int64_t page_rows) const {
  const Regions regions(ImageType{{SampleType::u8, 1}, {rows_.width(), 1}}, schedule_);
  op::Source source = regions.source(neighbours, inverted, file);
  if (page_rows > 0) source.define("PAGE_ROWS", page_rows).define("CROSS", 0);
  return source;
}

void MaskPart::take(const op::Maker& maker, SampleType type) {
  op::Source source({"image.cl", "connected.cl", "take_mask.cl"});
  define_bits(source, type);
  source.define("INVERTED", 0).define("NEIGHBOURS", 4).define("TILE_WIDTH", 0).define("TILE_HEIGHT", 64);
  source.define("ITEMS", items_);
  add_rows(maker.program(source), "take_mask", {Graph::input(0), rows_.first(), mask_});
}

std::vector<op::Argument> MaskPart::mask_as_image() const {
  const std::int64_t width = rows_.width();
  return {mask_, std::int64_t{0}, width, static_cast<std::int32_t>(width), rows_.count()};
}

// As Regions::add_forest() does.
void MaskPart::join(const ocl::Program& program, std::int64_t page_rows) {
  const bool in_strips = schedule_.word("way") == "strips";
  const std::int64_t width = rows_.width(), tile = schedule_.number("rows");
  const std::int64_t across = in_strips ? 1 : divide_up(width, Regions::tile_width);
  const std::int64_t wide = in_strips ? 1 : across * static_cast<std::int64_t>(group_);
  const auto pages = [=](std::int64_t rows) { return page_rows == 0 ? 1 : divide_up(rows, page_rows); };
  const auto down = [=](std::int64_t rows) {
    return page_rows == 0 ? divide_up(rows, tile) : pages(rows) * divide_up(page_rows, tile);
  };
  std::vector<op::Argument> arguments = mask_as_image();
  arguments.emplace_back(forest_);
  graph_.launch_with(graph_.kernel(program, in_strips ? "join_strips" : "join_tiles", {group_}),
                     rows_.items([=](const RowRange& rows) {
                       const std::size_t tiles = size(down(rows.count()));
                       return in_strips ? ocl::Range{tiles} : ocl::Range{size(wide), tiles};
                     }),
                     arguments);
  if (across == 1 && (page_rows == 0 ? rows_.most() : page_rows) <= tile) return;
  add_counted(
      program, "join_borders",
      [=, each = items_](const RowRange& rows) {
        const std::int64_t count = rows.count(), inner = down(count) - pages(count);
        return divide_up(inner * width + (across - 1) * count, each);
      },
      arguments);
}

void MaskPart::add_rows_of(const PartRows& rows, const ocl::Program& program, const char* kernel,
                           const std::vector<op::Argument>& arguments, std::int64_t items) {
  const std::size_t across = round_up(size(divide_up(rows.width(), items)), group_);
  graph_.launch_with(graph_.kernel(program, kernel, {group_}), rows.items([across](const RowRange& part) {
    return ocl::Range{across, size(part.count())};
  }),
                     arguments);
}

void MaskPart::add_region(const ocl::Program& program, const char* kernel, const std::vector<op::Argument>& arguments) {
  graph_.launch_with(
      graph_.kernel(program, kernel, {group_}),
      [group = group_, each = items_](const Graph& bound) {
        const Rect region = bound.region();
        return ocl::Range{round_up(size(divide_up(region.width, each)), group), size(region.height)};
      },
      arguments);
}

// A launch of no work-items is none; so there is at least one group, which finds nothing to do.
void MaskPart::add_counted(const ocl::Program& program, const char* kernel,
                           const std::function<std::int64_t(const RowRange& rows)>& items,
                           const std::vector<op::Argument>& arguments) {
  graph_.launch_with(graph_.kernel(program, kernel, {group_}), rows_.items([=, group = group_](const RowRange& rows) {
    return ocl::Range{round_up(size(std::max<std::int64_t>(items(rows), 1)), group)};
  }),
                     arguments);
}

op::Argument MaskPart::left() const {
  return rows_.number([](const RowRange&, const Rect& region) { return region.x; });
}

op::Argument MaskPart::top() const {
  return rows_.number([](const RowRange& rows, const Rect& region) { return region.y - rows.begin; });
}

}  // namespace lenslet::ops
