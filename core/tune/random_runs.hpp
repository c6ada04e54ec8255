// Draws an op and everything that its program depends on: arguments, formats, options and schedule.
#pragma once

#include <random>
#include <string>

#include <lenslet/session.hpp>
#include <lenslet/work.hpp>

namespace lenslet {

// Draws a work of an op of images of this size. It begins with one of the op's own cases and changes it. What the op
// does not take is drawn again.
Work random_work(const Session& session, const std::string& op, Size size, std::mt19937_64& random);

// Draws a number from `least` to `most`. It is the same on every machine.
std::int64_t draw(std::mt19937_64& random, std::int64_t least, std::int64_t most);

}  // namespace lenslet
