#!/bin/sh
# Makes black on white of a photographed or scanned page: it turns the page straight, cuts its edges off and divides ink
# from paper by the level of what is round each pixel, so that shadows and stains do not count.
#
#   examples/jobs/scanned_page.sh page.jpg clean.png [degrees [margin]]
#
# LENSLET is the tool, if it is not on the PATH.
set -eu
if [ $# -lt 2 ] || [ $# -gt 4 ]; then
  echo "usage: $0 PAGE RESULT [DEGREES [MARGIN]]" >&2
  exit 2
fi
margin=${4:-0}

# A median takes specks away without making letters round. The window is wider than a stroke, and narrower than a
# shadow's edge; what is less than 12 levels darker than the mean of its window is paper.
"${LENSLET:-lenslet}" run "grey
  | rotate degrees=${3:-0} canvas=inside interpolation=cubic
  | crop x=$margin y=$margin | crop gravity=southeast x=$margin y=$margin
  | median ksize=3
  | adaptive_threshold ksize=31 offset=12" \
  "$1" "$2"
