// Uses the component of OpenCL as it is: a program that no compiler takes.
#include <lenslet/error.hpp>
#include <lenslet/kernel.hpp>

int main() try {
  const lenslet::Session session;
  const lenslet::Program program = lenslet::Program::from_text(session, "kernel void wrong(");
  return 1;
} catch (const lenslet::Error& error) {
  return error.kind() == lenslet::ErrorKind::build ? 0 : 1;
}
