// Lays out images, tables, stretches and items.
#include "jpeg/decode_input.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "image/layout.hpp"
#include "jpeg/coded_data.hpp"
#include "rounding.hpp"

namespace lenslet::codec {
namespace {

constexpr std::uint64_t begin_bytes = 32;  // of the places of the parts
constexpr std::uint64_t max_bytes = std::uint64_t{1} << 32;

// Keeps each different table once.
class Tables {
 public:
  std::uint32_t place_of(const HuffmanTable& table, HuffmanClass which) {
    for (std::size_t i = 0; i < known_.size(); ++i)
      if (known_[i].which == which && known_[i].table == table) return static_cast<std::uint32_t>(i * table_words);
    known_.push_back({which, table});
    const std::vector<std::uint32_t> added = look_up_table(table, which);
    words_.insert(words_.end(), added.begin(), added.end());
    return static_cast<std::uint32_t>(words_.size() - table_words);
  }
  const std::vector<std::uint32_t>& words() const { return words_; }

 private:
  struct Known {
    HuffmanClass which;
    HuffmanTable table;
  };
  std::vector<Known> known_;
  std::vector<std::uint32_t> words_;
};

LayoutImage layout_of(const DeviceFile& file, int scale, Taken& taken, Tables& tables,
                      std::vector<QuantTable>& quants) {
  LayoutImage image = layout_of(file.frame, file.header.color, scale, taken);
  for (std::size_t c = 0; c < image.components; ++c) {
    image.component[c].quant = static_cast<std::uint32_t>(quants.size());
    const auto number = static_cast<std::size_t>(file.header.components[c].quant);
    quants.push_back(file.quant.empty() ? file.header.quant[number].value() : file.quant[c]);
  }
  if (file.quant.empty())
    for (LayoutBlock& block : std::span(image.block).first(image.mcu_blocks)) {
      const ComponentTables& scan = file.header.scan[block.component];
      block.dc = tables.place_of(file.header.dc[scan.dc].value(), HuffmanClass::dc);
      block.ac = tables.place_of(file.header.ac[scan.ac].value(), HuffmanClass::ac);
    }
  const PixelFormat format{SampleType::u8, static_cast<int>(image.components)};
  image.out = static_cast<std::uint32_t>(taken.samples);
  image.stride = static_cast<std::uint32_t>(aligned_stride(image.width, format));
  taken.samples += std::uint64_t{image.stride} * image.height;
  if (std::max({taken.samples, taken.plane_bytes, taken.blocks}) >= max_bytes)
    throw Error(ErrorKind::unsupported, fmt::format("JPEG files of {} samples together; allowed: up to {}",
                                                    std::max(taken.samples, taken.plane_bytes), max_bytes - 1));
  return image;
}

// The bits of an item, 0 for whole stretches. GPUs need very many items. CPUs need some for each core, since the last
// item of a stretch is the slowest.
struct Split {
  std::uint64_t item_bits;
  std::uint32_t part_bits;
};

// Whether a CPU's cores decode whole stretches as fast as parts. Parts take about an eighth more time, since their
// coefficients are stored and read again.
bool are_balanced(const std::vector<Stretch>& stretches, std::uint64_t all_bits, std::uint64_t cores) {
  const std::uint64_t longest = std::ranges::max(stretches, {}, &Stretch::bits).bits;
  return longest * divide_up(stretches.size(), cores) * cores * 8 <= all_bits * 9;
}

// Whether whole stretches, between near restart markers, keep a GPU about as busy as parts, which it must synchronise
// in rounds. On an H100 of 132 units the longest such stretch takes 0.5 ms, and the rounds 0.8.
bool are_many_and_short(const std::vector<Stretch>& stretches, const DeviceInfo& device) {
  constexpr std::size_t many = 32;          // for each unit
  constexpr std::uint32_t longest = 16384;  // bits
  return stretches.size() >= many * device.compute_units &&
         std::ranges::max(stretches, {}, &Stretch::bits).bits <= longest;
}

// The room of jpeg_huffman_coefficients.cl. It includes the coefficients of each item's last block beyond the item's
// end.
std::uint64_t stored_for(std::uint64_t bytes, std::uint64_t items) {
  return divide_up(bytes, std::uint64_t{2}) * 9 + items * 66;
}

Split split_of(const std::vector<Stretch>& stretches, std::uint64_t bytes, const DeviceInfo& device) {
  if (stretches.empty()) return {1024, 1024};
  if (device.kind != DeviceKind::cpu) return {are_many_and_short(stretches, device) ? 0U : 1024U, 1024};
  std::uint64_t bits = 0;
  for (const Stretch& stretch : stretches) bits += stretch.bits;
  const std::uint64_t cores = device.compute_units, items = 16 * cores;
  const bool fits = stored_for(bytes, items + stretches.size()) * sizeof(std::uint32_t) <= device.max_allocation;
  if (!fits || are_balanced(stretches, bits, cores)) return {0, 4096};
  return {std::max<std::uint64_t>(bits / items, 4096), 4096};
}

// Appends vectors to the memory and notes their places.
class Parts {
 public:
  Parts(InputMemory& memory, std::uint64_t used) : memory_(memory), used_(used) {}

  template <class T>
  void add(std::size_t place, const std::vector<T>& values) {
    const auto at = static_cast<std::uint64_t>(round_up(used_, 64)), bytes = values.size() * sizeof(T);
    std::span<std::byte> all = memory_.fit(at + bytes, used_);
    if (bytes > 0) std::memcpy(all.data() + at, values.data(), bytes);
    begin_[place] = static_cast<std::uint32_t>(at / sizeof(std::uint32_t));
    used_ = at + bytes;
  }
  std::span<const std::byte> end(std::uint32_t items, std::uint32_t part_bits) {
    begin_[5] = items;
    begin_[6] = part_bits;
    std::span<std::byte> all = memory_.fit(used_, used_);
    std::memcpy(all.data(), begin_.data(), begin_bytes);
    return all.first(used_);
  }

 private:
  InputMemory& memory_;
  std::uint64_t used_;
  std::array<std::uint32_t, begin_bytes / sizeof(std::uint32_t)> begin_{};
};

std::uint64_t bytes_for(std::span<const DeviceFile> files) {
  std::uint64_t bytes = begin_bytes;
  for (const DeviceFile& file : files) bytes += stretch_bytes(file.bytes.size() - file.header.data);
  return bytes;
}

std::uint32_t count_parts(const std::vector<Item>& items, std::uint32_t part_bits) {
  if (items.empty()) return 0;
  const Item& last = items.back();
  return last.first_part + static_cast<std::uint32_t>(divide_up(last.end - last.begin, part_bits)) + 1;
}

}  // namespace

std::span<std::byte> InputMemory::fit(std::uint64_t bytes, std::uint64_t kept) {
  if (mapping_ && mapping_->bytes().size() >= bytes) return mapping_->bytes();
  ocl::Buffer buffer = queue_.allocate(bytes + bytes / 4, ocl::Placement::pinned);
  ocl::Mapping mapping(queue_, buffer, HostAccess::write);
  if (mapping_ && kept > 0) std::memcpy(mapping.bytes().data(), mapping_->bytes().data(), kept);
  mapping_.emplace(std::move(mapping));
  buffer_ = std::move(buffer);
  return mapping_->bytes();
}

std::vector<LayoutImage> prepare(InputMemory& memory, std::span<DeviceFile> files, int scale, Entropy& entropy,
                                 const DeviceInfo& device, DecodeCall& call) {
  call = {};
  Tables tables;
  std::vector<QuantTable> quants;
  std::vector<LayoutImage> images;
  const bool on_host = entropy == Entropy::host;
  CodedData coded(on_host ? std::span<std::byte>() : memory.fit(bytes_for(files)).subspan(begin_bytes));
  for (DeviceFile& file : files) {
    images.push_back(layout_of(file, scale, call.taken, tables, quants));
    if (on_host) continue;
    coded.add(file.bytes.subspan(file.header.data), images.back(), static_cast<std::uint32_t>(images.size() - 1),
              static_cast<std::uint32_t>(file.frame.restart));
    file.has_fill = coded.has_fill();
    for (std::string& warning : coded.take_warnings()) file.warnings.push_back(std::move(warning));
  }
  const Split split = split_of(coded.stretches(), coded.bytes(), device);
  const std::vector<Item> items = coded.items(entropy == Entropy::parts ? split.item_bits : 0, split.part_bits, images);
  if (entropy == Entropy::parts && items.size() == coded.stretches().size()) entropy = Entropy::whole;
  call.images = static_cast<std::uint32_t>(images.size());
  call.items = static_cast<std::uint32_t>(items.size());
  call.parts = count_parts(items, split.part_bits);
  call.stored = stored_for(coded.bytes(), items.size());
  call.told.resize(images.size());
  Parts parts(memory, begin_bytes + coded.bytes());
  parts.add(0, images);
  parts.add(1, quants);
  parts.add(2, tables.words());
  parts.add(3, coded.stretches());
  parts.add(4, items);
  call.input = parts.end(call.items, split.part_bits);
  return images;
}

}  // namespace lenslet::codec
