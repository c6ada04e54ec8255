#!/bin/sh
# Counts and measures cells in a stack of fluorescence pages of 16 bits: the uneven background and specks are taken away
# from each page, the pages become one picture of their maxima, cells that touch are told apart by a watershed, and each
# has a row in a table.
#
#   examples/jobs/fluorescence.sh stack.tif results [background [cell]]
#
# `background` is the sigma of what counts as background and `cell` the side of a square larger than a cell, both in
# pixels. In the folder: flat.tif (the pages without background), maxima.tif, cells.tif (labels), cells.csv. LENSLET is
# the tool, if it is not on the PATH.
set -eu
if [ $# -lt 2 ] || [ $# -gt 4 ]; then
  echo "usage: $0 STACK OUT-DIR [BACKGROUND [CELL]]" >&2
  exit 2
fi
tool=${LENSLET:-lenslet}
mkdir -p "$2"

# Each page by itself; the file keeps what its pages are. What is darker than the background becomes 0.
"$tool" run "in page
  background = gaussian page sigma=${3:-50}
  subtract page background | median ksize=3 | tophat ksize=${4:-41}" \
  "$1" "$2/flat.tif"
"$tool" run project --along pages --by max --volume "$2/flat.tif" "$2/maxima.tif"

# A cell's middle is far from its edge: peaks of the smoothed distance are one for each cell, and from these the cells
# grow until they meet.
"$tool" run "in maxima
  mask = otsu maxima | fill_holes | remove_small area=40
  distance = distance_transform mask | gaussian sigma=2
  markers = local_maxima distance threshold=1 | label
  hills = invert distance
  watershed hills markers mask masked" \
  "$2/maxima.tif" "$2/cells.tif"
"$tool" run region_statistics "$2/cells.tif" "$2/maxima.tif" "$2/cells.csv"
