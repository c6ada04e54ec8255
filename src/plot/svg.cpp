// A build without PLplot refuses to draw.
#include "plot/svg.hpp"

#include <lenslet/error.hpp>

#include "plot/draw.hpp"

namespace lenslet::plot {

bool has_svg() {
#ifdef LENSLET_WITH_PLOTS
  return true;
#else
  return false;
#endif
}

void require_svg() {
  if (!has_svg())
    throw Error(
        ErrorKind::unsupported,
        "this lenslet was built without plots (LENSLET_PLOTS=OFF): they need PLplot, Debian's libplplot-dev, at "
        "build time");
}

#ifdef LENSLET_WITH_PLOTS
std::string svg(const Plot& plot) {
  return draw(plot);
}
#else
std::string svg(const Plot&) {
  require_svg();
  return {};
}
#endif

}  // namespace lenslet::plot
