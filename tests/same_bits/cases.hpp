// What is computed in parts, in several ways, and must have the bits of the whole: cases of each op of the registry,
// and random pipelines. Programs that run parts in one way each share them.
#pragma once

#include <functional>
#include <random>
#include <string>
#include <vector>

#include <lenslet/session.hpp>
#include <lenslet/strips.hpp>
#include <lenslet/work.hpp>

namespace lenslet {

struct BitsCase {
  std::string what;  // is printed where it fails
  Work work;
  std::vector<Image> inputs;
  unsigned seed = 0;  // of the strips' heights
};

// Numbers by which cases are chosen, in order. SEEDS=11-200 sets them, for several processes at a time.
struct Seeds {
  unsigned first = 1, last = 0;
  bool all_of_ops = false;  // and not one case of an op for each seed
};

// One each day, another one tomorrow, so that in time all are tried; all cases of ops and 200 pipelines with
// LENSLET_EFFORT=2.
const Seeds& seeds();
void print_seeds();                  // as they make the same cases again
void set_seeds(const Seeds& seeds);  // that another process has chosen

// Tells whether an op of images is computed in parts. One that needs its images whole is not.
bool has_parts(const OpInfo& op);

// Cases of an op of images: arguments, types, borders, output types and schedules as its own tests have them.
std::vector<BitsCase> cases_of_op(const Session& session, const OpInfo& op);

// A pipeline of ops that were chosen at random: a graph of filters and point ops for odd seeds, a chain of any ops of
// the registry for even ones.
BitsCase random_case(const Session& session, unsigned seed);

bool is_of_integers(const Plan& plan);  // all that it takes and makes

// Computes the case in strips. Returns whole results, or nothing in a process that does not get them.
using Way = std::function<std::vector<Image>(const BitsCase& one, const StripOptions& options)>;

// Whole results of each device that may have computed a row.
using Wholes = std::vector<std::vector<Image>>;

// Compares strips of a row, higher ones, and the highest with whole results: each row has the bits of one of these.
void expect_same_bits(const BitsCase& one, const Wholes& wholes, const std::string& name, const Way& way);

// The same for strips of the least memory with which a way works, and of up to twice as much.
void expect_same_bits_of_memory(const BitsCase& one, const Wholes& wholes, const std::string& name, const Way& way);

}  // namespace lenslet
