/* Blurs a picture by the C interface: a white square on black, as rows of bytes. */
#include <stdio.h>
#include <string.h>

#include <lenslet/lenslet.h>

static unsigned char pixels[480][640];

static int fail(void) {
  fprintf(stderr, "%s\n", lenslet_error_text());
  return 1;
}

int main(void) {
  for (int y = 100; y < 300; ++y) memset(&pixels[y][200], 255, 200);
  lenslet_session* session = NULL;
  lenslet_value *image = NULL, *blurred = NULL;
  lenslet_call* call = NULL;
  const int64_t shape[] = {480, 640, 1}; /* height, width, channels */
  if (lenslet_session_create("", &session) != LENSLET_OK) return fail();
  if (lenslet_value_image(pixels, LENSLET_U8, shape, NULL, &image) != LENSLET_OK) return fail();
  if (lenslet_call_create("gaussian", &call) != LENSLET_OK) return fail();
  if (lenslet_call_set(call, "sigma", "2") != LENSLET_OK) return fail();
  if (lenslet_call_option(call, "border", "replicate") != LENSLET_OK) return fail();

  const lenslet_value* inputs[] = {image};
  if (lenslet_run(session, call, inputs, 1, &blurred, 1, NULL) != LENSLET_OK) return fail();
  const unsigned char* result = lenslet_value_data(blurred);
  printf("%s: a white pixel on the edge is now %d\n", lenslet_session_device(session), result[200 * 640 + 200]);

  lenslet_value_free(blurred);
  lenslet_value_free(image);
  lenslet_call_free(call);
  lenslet_session_free(session);
  return 0;
}
