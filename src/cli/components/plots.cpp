// A part of the tool: plots.
#include "cli/components/plots.hpp"

#include "plot/draw.hpp"

namespace lenslet::cli {
namespace {

const Offer offer(plots, plot::draw);

}  // namespace
}  // namespace lenslet::cli
