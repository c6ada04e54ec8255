// A row of op_rows.py through NVIDIA's NPP:
//
//   npp_rows TASK TYPE CHANNELS WIDTH HEIGHT SECONDS IMAGES FOLDER [VALUE...]
//
// FOLDER has the files of samples and nothing else: image, extra0, extra1, and the result that it writes. Then it
// prints times as npp_photos.cu does. What a task's values are its function says. Several images take turns.
#include <cstdio>
#include <map>
#include <type_traits>

#include "npp_geometry_rows.hpp"
#include "npp_region_rows.hpp"
#include "npp_times.hpp"
#include "npp_window_rows.hpp"

namespace {

using Maker = Job (*)(const RowOrder&, const NppStreamContext&);
using Makers = std::map<std::string, Maker>;

template <class T, int C>
Makers makers() {
  Makers all{{"warp_affine", warp_affine<T, C>},
             {"warp_perspective", warp_perspective<T, C>},
             {"remap", remap<T, C>},
             {"resize", resize<T, C>},
             {"pad", pad<T, C>},
             {"mean", mean<T, C>},
             {"gaussian", gaussian<T, C>},
             {"erode", morphology<T, C>},
             {"dilate", morphology<T, C>},
             {"tophat", morphology<T, C>},
             {"blackhat", morphology<T, C>}};
  if constexpr (C == 1) all.insert({{"minmaxloc", minmaxloc<T>}});
  if constexpr (std::is_same_v<T, Npp8u>)
    all.insert({{"composite", composite<C>}, {"levels", levels<C>}, {"bilateral", bilateral<C>}});
  if constexpr (std::is_same_v<T, Npp8u> && C == 1)
    all.insert({{"adaptive_threshold", adaptive_threshold},
                {"canny", canny},
                {"harris_response", harris_response},
                {"label", label},
                {"distance", distance},
                {"integral", integral},
                {"match_template", match_template},
                {"match_template_advanced", match_template_advanced},
                {"resize_advanced", resize_advanced}});
  return all;
}

Makers makers_of(const RowOrder& order) {
  if (order.type == "u8" && order.channels == 3) return makers<Npp8u, 3>();
  if (order.channels != 1) throw std::runtime_error("of several channels only u8 x 3");
  if (order.type == "u8") return makers<Npp8u, 1>();
  if (order.type == "u16") return makers<Npp16u, 1>();
  return makers<Npp32f, 1>();
}

void work(const RowOrder& order) {
  const Makers makers = makers_of(order);
  const auto found = makers.find(order.task);
  if (found == makers.end())
    throw std::runtime_error("no " + order.task + " of " + order.type + " x " + std::to_string(order.channels));
  const NppStreamContext context = context_of(new_stream());
  const Job job = found->second(order, context);
  prove_and_time(context.hStream, order.seconds, job.launch, job.save);
}

}  // namespace

int main(int count, char** words) {
  try {
    if (count < 9) throw std::runtime_error("it takes at least 8 words: see the head of npp_rows.cu");
    work({words[1],
          words[2],
          words[8],
          std::stoi(words[3]),
          std::stoi(words[4]),
          std::stoi(words[5]),
          std::stoi(words[7]),
          std::stod(words[6]),
          {words + 9, words + count}});
  } catch (const std::exception& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 1;
  }
}
