// Listings on devices whose groups are smaller than those that the texts launch.
#pragma once

#include <string>

#include <lenslet/listing.hpp>
#include <lenslet/session.hpp>

namespace lenslet::listings {

// The setup of a scale, in groups that the device can have: their sides are halved until they fit. Throws unsupported
// where a kernel needs the group that is printed.
Setup fitted(const Session& session, const Listing& listing, double scale);

// The compiler's options of a listing, with the side of the setup's groups where the kernel takes it from a macro.
std::string options_of(const Listing& listing, const Setup& setup);

}  // namespace lenslet::listings
