// Writes docs/ops.md: what holds for all ops, and then the reference of each.
#include <algorithm>
#include <functional>
#include <map>

#include <fmt/format.h>

#include <lenslet/argument_text.hpp>
#include <lenslet/border.hpp>
#include <lenslet/pixel.hpp>

#include "names.hpp"
#include "op/describe.hpp"
#include "op/op.hpp"
#include "ops/write_header/generate.hpp"

namespace lenslet::ops {
namespace {

constexpr std::string_view page_head = R"(# Ops

Written from what each op says of itself in `core/ops` by `write_ops_header --markdown`; edit there, not here.
[peers.md](peers.md) has the functions of OpenCV, SciPy and scikit-image, with what they are called here.

)";

std::string cell(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '|') result += '\\';
    result += c == '\n' ? ' ' : c;
  }
  return result;
}

std::string words_for(const std::vector<SampleType>& types) {
  if (types.size() == std::size(sample_types)) return "any type";
  std::vector<std::string> names;
  for (const SampleType type : types) names.push_back(fmt::format("`{}`", lenslet::name_of(type)));
  return joined(names);
}

// Tells by their first input which ops take the same types. Where another one takes others, its op says so.
std::string types_section(std::span<const OpInfo> all) {
  std::map<std::vector<SampleType>, std::vector<std::string>> ops;
  for (const OpInfo& op : all) ops[op.inputs.front().types].push_back(fmt::format("`{}`", op.name));
  std::vector<std::vector<SampleType>> sets;
  for (const auto& set : ops) sets.push_back(set.first);
  std::ranges::stable_sort(sets, std::ranges::greater(), &std::vector<SampleType>::size);
  std::string text = fmt::format(
      "Images have 1 to {} channels, if an op does not say otherwise, and samples of these types:\n\n"
      "| samples | ops |\n| --- | --- |\n",
      max_channels);
  for (const std::vector<SampleType>& set : sets)
    text += fmt::format("| {} | {} |\n", words_for(set), joined(ops[set]));
  return text +
         "\nAny other is refused, by a line that names those that the op takes; the command line makes `f32` of `i8`, "
         "`i16` and `f64` for an op that takes that, and says so. `f64` needs a device that computes with it, and so "
         "do "
         "ops that compute other samples of 32 and 64 bits in it, as they say; without it such a call is `unsupported`."
         "\n\n";
}

// Ops whose own border is this one.
std::string ops_with(Border border, std::span<const OpInfo> all) {
  std::vector<std::string> names;
  for (const OpInfo& info : all) {
    const op::OpPtr known = op::find_known(info.name, ValueKind::image);
    if (known && !known->borders.empty() && known->borders.front() == border)
      names.push_back(fmt::format("`{}`", info.name));
  }
  return joined(names);
}

std::string borders_section(std::span<const OpInfo> all) {
  std::string text = "Outside the image lies what the border says:\n\n| border | pattern |\n| --- | --- |\n";
  for (const Border border : borders)
    text += fmt::format("| `{}` | `{}` |\n", lenslet::name_of(border), cell(std::string(pattern_of(border))));
  text +=
      "\nWith `centre` each window puts its own centre in the place of what lies outside. With `discard` there is no "
      "outside: pixels whose window leaves the image are left out, and the result is smaller by twice the window's "
      "radius; `sobel` of 640 x 480 by 3 x 3 is 638 x 478. A call without a border has that of its op: `reflect101`, ";
  text += fmt::format(
      "but `constant` for {}. Ops that look nowhere outside the image refuse a border; in a pipeline it is for the ops "
      "that know it.\n",
      ops_with(Border::constant, all));
  return text;
}

constexpr std::string_view alpha_section = R"(
Of an image whose file says that its last channel is alpha, `--alpha` (`OpOptions::alpha`) says what becomes of it:

| alpha | what it means |
| --- | --- |
| `premultiply` | Colours count as much as their pixels are opaque, and alpha is filtered: the default of ops that make means of pixels |
| `keep` | Colours are filtered as if nothing were transparent, and alpha stays: the default of all others |
| `filter` | Alpha is one more channel |

Means are `gaussian`, `mean`, `smooth`, `sharpen`, `resize`, warps by `linear` and `cubic` (`rotate`, `remap`, `warp_affine`, `warp_perspective`), `filter2d` and [filters of your own](your-own-filter.md) by one mask without a function where the taps have a positive sum, and the blur of `unsharp`, which keeps alpha. They divide the filtered products of colour and alpha, in f32, by the filtered alpha, as GIMP, sharp and libvips' resize do; `bilateral` and `nlm` do so in their windows, whose weights are those of weighted colours and alpha; what is wholly transparent becomes 0, or a mask's delta. An opaque image has the same colours by each of the three, but for the rounding of f32 and for a constant border that is not opaque. A mask's scale and delta then change colours and not alpha. A constant border has an alpha, too: without a value it is transparent; on the command line one whose value names the colours alone is opaque. `resize` and warps cannot keep alpha, since their pixels lie elsewhere. All other ops, and all ops of images of several layers, refuse `premultiply`: what orders samples (`median`, `rank`, `dilate`, `erode`, `open`, `close`), takes differences (`sobel`, `scharr`, `laplacian`, `gradient`, masks that add up to 0) or computes each pixel by itself has no mean whose terms could be weighted; the peers keep alpha there, too. `premultiply` and `unpremultiply` are ops, for pipelines in which several ops shall work on weighted colours. An array, as in `.npy`, has no alpha, whatever its channels are.
)";

constexpr std::string_view missing_section = R"(
Samples may be missing: with `--nodata VALUE` (`OpOptions::nodata`) those of that value, with `--nan ignore` (`OpOptions::nan`) those that are NaN, each channel by itself. Windows then leave them out:

| op | what it makes of missing samples |
| --- | --- |
| `gaussian`, `mean`, `smooth`, and `filter2d` and [filters of your own](your-own-filter.md) by one mask without negative taps | The taps' sum over what is there, by the sum of these taps and times that of all: as astropy's `convolve(nan_treatment="interpolate", preserve_nan=True)` |
| `sharpen`, `laplacian`, `sobel`, `scharr`, and masks with a negative tap or a sum of 0 | A missing sample counts as the window's centre, as in `gdaldem -compute_edges`: by what is there alone a difference would have another scale |
| `erode`, `dilate` | The least or greatest of what is there, as NumPy's nanmin and nanmax |
| ops that make each sample of those at its place and channel: `add`, `brightness`, `threshold`, ... | A result that is missing where an image misses the sample |
| `crop`, `flip`, `pad`, `rotate` by quarters, `transpose` | They move with the others |
| `open`, `close`, `unsharp`, pipelines | What each of their ops makes of them |

Where the image misses a sample, so does the result, and where a window has none: nothing is filled in. Missing samples of the result have the value, or are NaN where none is given; with both, NaN becomes the value. Another result that happens to be the value becomes the next one beside it, as in gdalwarp, so that it is not taken for missing later. The value has to be one of the image's and the result's type (floats hold the nearest number); u8 and u16 have no NaN. What a border repeats is missing where the image misses it, and a constant border is where it is the value. Alpha is kept; with `--alpha filter` it is a channel like the others, and `premultiply` is refused. Means and sums are computed in f32 from two filtered images, the samples and which of them are there, which takes two to six times as long, the more the smaller the window is. All other ops refuse: `median` and `rank` need all samples of a window, `gradient` and derivatives with `both` have two masks, `resize`, `equalize` and `otsu` see more than windows, and colours are made of several channels. `present` and `blank` are ops, for pipelines of your own.
)";

std::string contents(std::span<const OpInfo> all) {
  std::string text = "\n| op | |\n| --- | --- |\n";
  for (const OpInfo& op : all) text += fmt::format("| [`{0}`](#{0}) | {1} |\n", op.name, cell(op.summary));
  return text;
}

std::string default_text(const Parameter& parameter) {
  const std::string text = value_text(parameter.initial);
  return text.empty() ? "" : fmt::format("`{}`", cell(text));
}

std::string parameter_table(const OpInfo& op) {
  if (op.parameters.empty()) return "\nNo parameters.\n";
  std::string text = "\n| parameter | type | allowed | default | |\n| --- | --- | --- | --- | --- |\n";
  for (const Parameter& parameter : op.parameters)
    text += fmt::format("| `{}` | {} | {} | {} | {} |\n", parameter.name, op::name_of(parameter.kind),
                        cell(op::allowed_text(parameter)), default_text(parameter), cell(parameter.summary));
  return text;
}

// Writes which types of samples an input has, where they are not those of most ops.
std::string types_text(const Operand& input) {
  return input.types == usual_types(input.kind) ? "" : fmt::format(", of {}", words_for(input.types));
}

// Writes the inputs of an op that is no filter, and which part of each input a part of the result needs.
std::string inputs_text(const OpInfo& op) {
  const Operand& first = op.inputs.front();
  const bool is_usual = first.reads == Reads::window && first.types == usual_types(first.kind);
  if (op.of_arrays() || (op.inputs.size() == 1 && is_usual)) return "";
  std::vector<std::string> texts;
  for (const Operand& input : op.inputs)
    texts.push_back(fmt::format("`{}` ({}{})", input.name, name_of(input.reads), types_text(input)));
  return fmt::format("\nInputs, with the part that is read of each: {}.\n", joined(texts));
}

// Writes the words that people know the op by.
std::string synonyms_text(const OpInfo& op) {
  std::vector<std::string> words;
  for (const Synonym& synonym : op.synonyms)
    words.push_back(synonym.options.empty() ? synonym.word : fmt::format("{} (`{}`)", synonym.word, synonym.options));
  return words.empty() ? "" : fmt::format("\nElsewhere called {}.\n", joined(words));
}

std::string op_section(const OpInfo& op) {
  const std::string outputs =
      op.outputs.size() > 1 ? fmt::format("\nOutputs: {}.\n", joined(names_of(op.outputs))) : "";
  const std::string details = op.details.empty() ? "" : fmt::format("\n{}\n", op.details);
  return fmt::format("\n## {}\n\n{}\n{}{}{}{}{}", op.name, op.summary, details, parameter_table(op), inputs_text(op),
                     outputs, synonyms_text(op));
}

std::string array_op_section(const OpInfo& info) {
  return op_section(info) + fmt::format("\nInputs: {}. Command: `lenslet {}{}`.\n", joined(names_of(info.inputs)),
                                        info.family, info.name == info.family ? "" : " " + info.name);
}

}  // namespace

std::string markdown(std::span<const OpInfo> all, std::span<const OpInfo> arrays) {
  std::string text = std::string(page_head) + types_section(all) + borders_section(all) + std::string(alpha_section) +
                     std::string(missing_section) + contents(all);
  for (const OpInfo& op : all) text += op_section(op);
  if (arrays.empty()) return text;
  text += "\n# Ops of arrays\n\nTheir inputs are arrays of any shape, where nothing else is said.\n";
  for (const OpInfo& info : arrays) text += array_op_section(info);
  return text;
}

}  // namespace lenslet::ops
