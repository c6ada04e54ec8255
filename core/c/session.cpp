// Sessions of the C interface.
#include <memory>

#include "c/error.hpp"
#include "c/types.hpp"

using lenslet::c::checked;
using lenslet::c::checked_text;
using lenslet::c::guarded;

extern "C" {

lenslet_status lenslet_session_create(const char* device, lenslet_session** session) {
  return guarded([&] {
    checked(session, "session") = nullptr;
    *session = new lenslet_session{lenslet::Session({.device = checked_text(device, "device")})};
  });
}

void lenslet_session_free(lenslet_session* session) {
  delete session;
}

const char* lenslet_session_device(const lenslet_session* session) {
  return session == nullptr ? nullptr : session->session.device().name.c_str();
}

}  // extern "C"
