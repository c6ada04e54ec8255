#!/bin/sh
# Finds plants in a picture of four bands (blue, green, red, near infrared), as satellites and drones make it: the index
# (near - red) / (near + red), smoothed, and a mask of where it is above a level: 2 there, 1 elsewhere. Samples of the
# value that the file calls no data stay so, whatever the value, and no window counts them. The results are floats, have
# the file's place on Earth, and tiles.
#
#   examples/jobs/vegetation.sh scene.tif index.tif plants.tif [level [memory]]
#
# LENSLET is the tool, if it is not on the PATH.
set -eu
if [ $# -lt 3 ] || [ $# -gt 5 ]; then
  echo "usage: $0 SCENE INDEX PLANTS [LEVEL [MEMORY]]" >&2
  exit 2
fi

# With --memory a scene of any size passes in strips, and a TIFF file is written in tiles.
"${LENSLET:-lenslet}" run "in scene
  _, _, red, near = convert scene to=f32 | split
  difference = subtract near red
  total = add near red
  divide difference total | gaussian sigma=1.5" \
  "$1" "$2" --nodata file --memory "${5:-1G}"

# Not 0 and 1: no data may be 0.
"${LENSLET:-lenslet}" run "threshold level=${4:-0.4} maximum=1 | brightness delta=1" \
  "$2" "$3" --nodata file --memory "${5:-1G}"
