// Draws an op with everything that decides its program: arguments, formats, options and schedule.
#pragma once

#include <random>
#include <string>

#include <lenslet/session.hpp>
#include <lenslet/work.hpp>

namespace lenslet {

// Such a work of an op of images, whose images have this size. The op's own cases are where it begins: what the op does
// not take is drawn again.
Work random_work(const Session& session, const std::string& op, Size size, std::mt19937_64& random);

// A number from `least` to `most`, the same on every machine.
std::int64_t draw(std::mt19937_64& random, std::int64_t least, std::int64_t most);

}  // namespace lenslet
