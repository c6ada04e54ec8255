/* Uses the C interface: a version and an op. */
#include <stdio.h>

#include <lenslet/lenslet.h>

int main(void) {
  lenslet_call* call = NULL;
  if (lenslet_call_create("gaussian", &call) != LENSLET_OK) return 1;
  lenslet_call_free(call);
  printf("lenslet %s\n", lenslet_version());
  return lenslet_op_count() > 0 ? 0 : 1;
}
