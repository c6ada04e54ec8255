// Programs of listings, on devices whose groups are smaller than those that the texts launch, too.
#pragma once

#include <string>

#include <lenslet/listing.hpp>
#include <lenslet/session.hpp>

namespace lenslet::listings {

struct Built {
  Program program;
  std::string options;
  Setup setup;  // in groups that its kernels can have on the device
};

// Compiles a listing's kernels. Where a group is too large for one of them, its sides are halved until it fits. Throws
// unsupported where the kernels need the group that is printed.
Built built(const Session& session, const Listing& listing, const std::string& options, Setup setup);

// The compiler's options of a listing and of its fault.
std::string joined_options(const std::string& a, const std::string& b);

}  // namespace lenslet::listings
