// A part of the tool: plots.
#include "tool/components/plots.hpp"

#include "plots/draw.hpp"

namespace lenslet::cli {
namespace {

const Offer offer(plots, plot::draw);

}  // namespace
}  // namespace lenslet::cli
