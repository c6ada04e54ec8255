// What the files of chapters include.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/ops.hpp>

#include <lenslet/listing.hpp>

#include "listed.hpp"
