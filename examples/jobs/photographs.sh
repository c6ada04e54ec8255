#!/bin/sh
# Makes the photographs of a folder ready for a page of the web: it straightens them, fits them into a box, stretches
# their levels, sharpens them and puts a mark into a corner. The results are WebP and keep EXIF and the colour profile.
#
#   examples/jobs/photographs.sh photos mark.png web [degrees]
#
# LENSLET is the tool, if it is not on the PATH.
set -eu
if [ $# -lt 3 ] || [ $# -gt 4 ]; then
  echo "usage: $0 PHOTOS MARK OUT-DIR [DEGREES]" >&2
  exit 2
fi

# `inside` cuts off the corners that turning would leave empty. The size comes after it, so that no pixel is made twice
# smaller, and the mark last, so that it is as sharp as its file.
"${LENSLET:-lenslet}" run "in photo, mark
  rotate photo degrees=${4:-2} canvas=inside interpolation=cubic
  | resize fit=1600x1600 how=shrink interpolation=area
  | autocontrast low=0.5 high=0.5 by=together
  | unsharp sigma=1 amount=0.6
  | composite _ mark gravity=southeast x=16 y=16 opacity=0.7" \
  "$1" "$2" --out-dir "$3" --format webp --quality 82
