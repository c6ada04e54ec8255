/* The C interface as a program in C uses it: results are those of C++, every error has a code and words. */
#include <lenslet/lenslet.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int expected_gaussian(const uint8_t* pixels, int64_t width, int64_t height, int64_t stride, uint8_t* result);

enum { width = 37, height = 23, channels = 3, stride = 37 * 3 + 5 };

static int failures = 0;

static void check(int is_right, const char* what, int line) {
  if (is_right) return;
  fprintf(stderr, "line %d: %s; the last error is '%s'\n", line, what, lenslet_error_text());
  ++failures;
}

#define CHECK(condition) check((condition) ? 1 : 0, #condition, __LINE__)

/* The call fails with this code, and its text has these words. */
static void check_error(lenslet_status got, lenslet_status wanted, const char* words, int line) {
  if (got == wanted && strstr(lenslet_error_text(), words) != NULL) return;
  fprintf(stderr, "line %d: status %d, not %d, or '%s' is not in '%s'\n", line, (int)got, (int)wanted, words,
          lenslet_error_text());
  ++failures;
}

#define CHECK_ERROR(call, status, words) check_error((call), (status), (words), __LINE__)

static uint8_t pixels[height * stride];
static const int64_t image_shape[] = {height, width, channels};
static const int64_t image_strides[] = {stride, channels, 1};

static void fill(void) {
  uint32_t state = 1;
  for (size_t i = 0; i < sizeof pixels; ++i) {
    state = state * 1664525u + 1013904223u;
    pixels[i] = (uint8_t)(state >> 24);
  }
}

static lenslet_value* make_image(void) {
  lenslet_value* image = NULL;
  CHECK(lenslet_value_image(pixels, LENSLET_U8, image_shape, image_strides, &image) == LENSLET_OK);
  return image;
}

static lenslet_call* make_call(const char* op) {
  lenslet_call* call = NULL;
  CHECK(lenslet_call_create(op, &call) == LENSLET_OK);
  return call;
}

/* Returns the only output. */
static lenslet_value* run(const lenslet_session* session, const lenslet_call* call, const lenslet_value* input) {
  lenslet_value* output = NULL;
  size_t made = 0;
  CHECK(lenslet_run(session, call, &input, 1, &output, 1, &made) == LENSLET_OK);
  CHECK(made == 1 && output != NULL);
  return output;
}

static void test_an_image_is_filtered_as_in_cpp(const lenslet_session* session) {
  static uint8_t wanted[height * width * channels], got[sizeof wanted];
  lenslet_value* image = make_image();
  lenslet_call* call = make_call("gaussian");
  CHECK(lenslet_call_set(call, "sigma", "2") == LENSLET_OK);
  CHECK(lenslet_call_option(call, "border", "wrap") == LENSLET_OK);
  lenslet_value* output = run(session, call, image);
  lenslet_value_info info;
  CHECK(lenslet_value_describe(output, &info) == LENSLET_OK);
  CHECK(info.kind == LENSLET_IMAGE && info.type == LENSLET_U8 && info.sides == 3 && info.alpha == 0);
  CHECK(memcmp(info.shape, image_shape, sizeof image_shape) == 0 && info.bytes == sizeof wanted);
  CHECK(lenslet_value_copy(output, got, sizeof got) == LENSLET_OK);
  CHECK(expected_gaussian(pixels, width, height, stride, wanted) && memcmp(got, wanted, sizeof wanted) == 0);
  CHECK(lenslet_value_data(output) != NULL && memcmp(lenslet_value_data(output), wanted, sizeof wanted) == 0);
  CHECK(lenslet_value_data(image) == NULL);
  CHECK_ERROR(lenslet_value_copy(output, got, 7), LENSLET_INVALID_ARGUMENT, "memory of 7 bytes");
  lenslet_value_free(output);
  lenslet_call_free(call);
  lenslet_value_free(image);
}

static void test_several_inputs_and_outputs(const lenslet_session* session) {
  lenslet_value* image = make_image();
  lenslet_call* call = make_call("absdiff");
  const lenslet_value* inputs[] = {image, image};
  lenslet_value* outputs[4];
  size_t made = 0;
  CHECK(lenslet_run(session, call, inputs, 2, outputs, 4, &made) == LENSLET_OK && made == 1 && outputs[1] == NULL);
  const uint8_t* same = lenslet_value_data(outputs[0]);
  CHECK(same != NULL && same[0] == 0 && same[height * width * channels - 1] == 0);
  lenslet_value_free(outputs[0]);
  lenslet_call_free(call);
  call = make_call("split");
  CHECK(lenslet_run(session, call, inputs, 1, outputs, 4, &made) == LENSLET_OK && made == channels);
  for (size_t i = 0; i < made; ++i) {
    const uint8_t* channel = lenslet_value_data(outputs[i]);
    CHECK(channel != NULL && channel[width + 1] == pixels[stride + channels + (int)i]);
    lenslet_value_free(outputs[i]);
  }
  CHECK_ERROR(lenslet_run(session, call, inputs, 1, outputs, 2, &made), LENSLET_INVALID_ARGUMENT, "room for 2 outputs");
  CHECK(outputs[0] == NULL && outputs[1] == NULL);
  lenslet_call_free(call);
  lenslet_value_free(image);
}

static void test_arrays(const lenslet_session* session) {
  const float elements[] = {1, 100, 2, 100, 3, 100};
  const int64_t shape[] = {3}, every_second[] = {8};
  lenslet_value *array = NULL, *sum;
  CHECK(lenslet_value_array(elements, LENSLET_F32, 1, shape, every_second, &array) == LENSLET_OK);
  float copied[3] = {0};
  CHECK(lenslet_value_copy(array, copied, sizeof copied) == LENSLET_OK && copied[1] == 2 && copied[2] == 3);
  lenslet_call* call = make_call("reduce.sum");
  sum = run(session, call, array);
  lenslet_value_info info;
  CHECK(lenslet_value_describe(sum, &info) == LENSLET_OK && info.kind == LENSLET_ARRAY && info.type == LENSLET_F32);
  CHECK(lenslet_value_data(sum) != NULL && *(const float*)lenslet_value_data(sum) == 6);
  lenslet_value_free(sum);
  lenslet_call_free(call);
  lenslet_value_free(array);
}

static void test_pipelines_and_alpha(const lenslet_session* session) {
  const uint8_t two[] = {10, 255, 20, 255};
  const int64_t shape[] = {1, 2, 2};
  lenslet_value *image = NULL, *output;
  lenslet_call* call = make_call("invert | invert");
  CHECK(lenslet_value_image(two, LENSLET_U8, shape, NULL, &image) == LENSLET_OK);
  CHECK(lenslet_value_set_alpha(image) == LENSLET_OK);
  output = run(session, call, image);
  lenslet_value_info info;
  CHECK(lenslet_value_describe(output, &info) == LENSLET_OK && info.alpha == 1);
  CHECK(lenslet_value_data(output) != NULL && memcmp(lenslet_value_data(output), two, sizeof two) == 0);
  lenslet_value_free(output);
  lenslet_value_free(image);
  lenslet_call_free(call);
}

/* As on the command line: the border of a picture with alpha is opaque where only its colours have a number. */
static void test_border_values_are_for_the_channels(const lenslet_session* session) {
  const uint8_t pixel[] = {10, 20, 30, 40}, wanted[] = {1, 2, 3, 255, 10, 20, 30, 40};
  const int64_t shape[] = {1, 1, 4};
  lenslet_value *image = NULL, *output = NULL;
  lenslet_call* call = make_call("pad");
  CHECK(lenslet_call_set(call, "left", "1") == LENSLET_OK);
  CHECK(lenslet_call_option(call, "border", "constant") == LENSLET_OK);
  CHECK(lenslet_call_option(call, "border-value", "1,2,3") == LENSLET_OK);
  CHECK(lenslet_value_image(pixel, LENSLET_U8, shape, NULL, &image) == LENSLET_OK);
  const lenslet_value* inputs[] = {image};
  CHECK_ERROR(lenslet_run(session, call, inputs, 1, &output, 1, NULL), LENSLET_INVALID_ARGUMENT, "3 numbers");
  CHECK(lenslet_value_set_alpha(image) == LENSLET_OK);
  output = run(session, call, image);
  CHECK(lenslet_value_data(output) != NULL && memcmp(lenslet_value_data(output), wanted, sizeof wanted) == 0);
  lenslet_value_free(output);
  lenslet_value_free(image);
  lenslet_call_free(call);
}

static void test_ops_describe_themselves(void) {
  lenslet_op_info op;
  lenslet_parameter_info parameter;
  size_t found = 0;
  for (size_t i = 0; i < lenslet_op_count(); ++i) {
    CHECK(lenslet_op_describe(i, &op) == LENSLET_OK && op.name != NULL && op.summary[0] != '\0' && op.outputs > 0);
    if (strcmp(op.name, "gaussian") != 0) continue;
    ++found;
    CHECK(op.kind == LENSLET_IMAGE && op.inputs >= 1 && op.parameters >= 4);
    CHECK(lenslet_op_parameter(i, 0, &parameter) == LENSLET_OK && strcmp(parameter.name, "sigma") == 0);
    CHECK(strcmp(parameter.kind, "real") == 0 && strcmp(parameter.unit, "pixels") == 0);
    CHECK(strcmp(parameter.initial, "1") == 0 && parameter.minimum == 0 && isfinite(parameter.maximum));
    CHECK_ERROR(lenslet_op_parameter(i, 1000, &parameter), LENSLET_INVALID_ARGUMENT, "parameter 1000 of gaussian");
    CHECK_ERROR(lenslet_op_parameter(i, 0, NULL), LENSLET_INVALID_ARGUMENT, "info is NULL");
  }
  CHECK(found == 1 && lenslet_op_count() > 80);
  CHECK_ERROR(lenslet_op_describe(lenslet_op_count(), &op), LENSLET_INVALID_ARGUMENT, "allowed: 0 to");
  CHECK_ERROR(lenslet_op_describe(0, NULL), LENSLET_INVALID_ARGUMENT, "info is NULL");
}

static void test_null_is_refused(const lenslet_session* session) {
  lenslet_session* opened = NULL;
  lenslet_value* value = make_image();
  lenslet_value* made = NULL;
  lenslet_call* call = make_call("gaussian");
  lenslet_call* other = NULL;
  lenslet_value_info info;
  CHECK_ERROR(lenslet_session_create(NULL, &opened), LENSLET_INVALID_ARGUMENT, "device is NULL");
  CHECK_ERROR(lenslet_session_create("", NULL), LENSLET_INVALID_ARGUMENT, "session is NULL");
  CHECK_ERROR(lenslet_value_image(NULL, LENSLET_U8, image_shape, NULL, &made), LENSLET_INVALID_ARGUMENT, "pixels is NULL");
  CHECK_ERROR(lenslet_value_image(pixels, LENSLET_U8, NULL, NULL, &made), LENSLET_INVALID_ARGUMENT, "shape is NULL");
  CHECK_ERROR(lenslet_value_image(pixels, LENSLET_U8, image_shape, NULL, NULL), LENSLET_INVALID_ARGUMENT, "image is NULL");
  CHECK_ERROR(lenslet_value_array(NULL, LENSLET_U8, 1, image_shape, NULL, &made), LENSLET_INVALID_ARGUMENT, "elements is");
  CHECK_ERROR(lenslet_value_array(pixels, LENSLET_U8, 1, NULL, NULL, &made), LENSLET_INVALID_ARGUMENT, "shape is NULL");
  CHECK_ERROR(lenslet_value_array(pixels, LENSLET_U8, 1, image_shape, NULL, NULL), LENSLET_INVALID_ARGUMENT, "array is");
  CHECK_ERROR(lenslet_value_set_alpha(NULL), LENSLET_INVALID_ARGUMENT, "image is NULL");
  CHECK_ERROR(lenslet_value_describe(NULL, &info), LENSLET_INVALID_ARGUMENT, "value is NULL");
  CHECK_ERROR(lenslet_value_describe(value, NULL), LENSLET_INVALID_ARGUMENT, "info is NULL");
  CHECK_ERROR(lenslet_value_copy(NULL, pixels, 1), LENSLET_INVALID_ARGUMENT, "value is NULL");
  CHECK_ERROR(lenslet_value_copy(value, NULL, 1), LENSLET_INVALID_ARGUMENT, "to is NULL");
  CHECK_ERROR(lenslet_call_create(NULL, &other), LENSLET_INVALID_ARGUMENT, "op is NULL");
  CHECK_ERROR(lenslet_call_create("gaussian", NULL), LENSLET_INVALID_ARGUMENT, "call is NULL");
  CHECK_ERROR(lenslet_call_set(NULL, "sigma", "1"), LENSLET_INVALID_ARGUMENT, "call is NULL");
  CHECK_ERROR(lenslet_call_set(call, NULL, "1"), LENSLET_INVALID_ARGUMENT, "parameter is NULL");
  CHECK_ERROR(lenslet_call_set(call, "sigma", NULL), LENSLET_INVALID_ARGUMENT, "value is NULL");
  CHECK_ERROR(lenslet_call_option(NULL, "border", "wrap"), LENSLET_INVALID_ARGUMENT, "call is NULL");
  CHECK_ERROR(lenslet_call_option(call, NULL, "wrap"), LENSLET_INVALID_ARGUMENT, "option is NULL");
  CHECK_ERROR(lenslet_call_option(call, "border", NULL), LENSLET_INVALID_ARGUMENT, "value is NULL");
  const lenslet_value *input = value, *nothing = NULL;
  CHECK_ERROR(lenslet_run(NULL, call, &input, 1, &made, 1, NULL), LENSLET_INVALID_ARGUMENT, "session is NULL");
  CHECK_ERROR(lenslet_run(session, NULL, &input, 1, &made, 1, NULL), LENSLET_INVALID_ARGUMENT, "call is NULL");
  CHECK_ERROR(lenslet_run(session, call, NULL, 1, &made, 1, NULL), LENSLET_INVALID_ARGUMENT, "inputs is NULL");
  CHECK_ERROR(lenslet_run(session, call, &nothing, 1, &made, 1, NULL), LENSLET_INVALID_ARGUMENT, "inputs[0] is NULL");
  CHECK_ERROR(lenslet_run(session, call, &input, 1, NULL, 1, NULL), LENSLET_INVALID_ARGUMENT, "outputs is NULL");
  CHECK(lenslet_session_device(NULL) == NULL && lenslet_value_data(NULL) == NULL);
  CHECK(opened == NULL && made == NULL && other == NULL);
  lenslet_session_free(NULL);
  lenslet_value_free(NULL);
  lenslet_call_free(NULL);
  lenslet_call_free(call);
  lenslet_value_free(value);
}

static void test_wrong_values_are_named(const lenslet_session* session) {
  const int64_t five_channels[] = {2, 2, 5}, no_rows[] = {0, 2, 1}, negative[] = {-1};
  const int64_t apart[] = {stride, 6, 2}, still[] = {0, 3, 1};
  lenslet_session* opened = NULL;
  lenslet_value *value = make_image(), *made = NULL;
  lenslet_call *call = make_call("gaussian"), *other = NULL;
  CHECK_ERROR(lenslet_session_create("no such device", &opened), LENSLET_NO_DEVICE, "no such device");
  CHECK_ERROR(lenslet_value_image(pixels, (lenslet_type)77, image_shape, NULL, &made), LENSLET_INVALID_ARGUMENT, "77");
  CHECK_ERROR(lenslet_value_image(pixels, LENSLET_U8, five_channels, NULL, &made), LENSLET_INVALID_ARGUMENT, "5 channels");
  CHECK_ERROR(lenslet_value_image(pixels, LENSLET_U8, no_rows, NULL, &made), LENSLET_INVALID_ARGUMENT, "0");
  CHECK_ERROR(lenslet_value_image(pixels, LENSLET_U8, image_shape, apart, &made), LENSLET_INVALID_ARGUMENT, "2 bytes apart");
  CHECK_ERROR(lenslet_value_image(pixels, LENSLET_U8, image_shape, still, &made), LENSLET_INVALID_ARGUMENT, "is 0");
  CHECK_ERROR(lenslet_value_array(pixels, LENSLET_U8, 9, image_shape, NULL, &made), LENSLET_INVALID_ARGUMENT, "9 sides");
  CHECK_ERROR(lenslet_value_array(pixels, LENSLET_U8, 1, negative, NULL, &made), LENSLET_INVALID_ARGUMENT, "-1");
  CHECK_ERROR(lenslet_value_set_alpha(value), LENSLET_INVALID_ARGUMENT, "alpha");
  CHECK_ERROR(lenslet_call_create("gausian", &other), LENSLET_INVALID_ARGUMENT, "gaussian");
  CHECK_ERROR(lenslet_call_create("gaussian | | invert", &other), LENSLET_INVALID_ARGUMENT, "");
  CHECK(strstr(lenslet_error_detail(), "^") != NULL);
  CHECK_ERROR(lenslet_call_set(call, "sigmaa", "1"), LENSLET_INVALID_ARGUMENT, "did you mean 'sigma'");
  CHECK_ERROR(lenslet_call_set(call, "sigma", "wide"), LENSLET_INVALID_ARGUMENT, "wide");
  CHECK_ERROR(lenslet_call_set(call, "sigma", "-1"), LENSLET_INVALID_ARGUMENT, "-1");
  CHECK_ERROR(lenslet_call_option(call, "colour", "red"), LENSLET_INVALID_ARGUMENT, "Allowed: border, ");
  CHECK_ERROR(lenslet_call_option(call, "border", "round"), LENSLET_INVALID_ARGUMENT, "round");
  CHECK_ERROR(lenslet_call_option(call, "border-value", "1,2,3,4,5"), LENSLET_INVALID_ARGUMENT, "1 to 4 numbers");
  CHECK_ERROR(lenslet_call_option(call, "memory", "much"), LENSLET_INVALID_ARGUMENT, "much");
  const lenslet_value* inputs[] = {value, value};
  CHECK_ERROR(lenslet_run(session, call, inputs, 2, &made, 1, NULL), LENSLET_INVALID_ARGUMENT, "input");
  CHECK(lenslet_call_option(call, "schedule", "no.such.schedule") == LENSLET_OK);
  CHECK(lenslet_run(session, call, inputs, 1, &made, 1, NULL) != LENSLET_OK && strlen(lenslet_error_text()) > 0);
  CHECK(opened == NULL && made == NULL && other == NULL);
  lenslet_call_free(call);
  lenslet_value_free(value);
}

int main(void) {
  CHECK(strlen(lenslet_version()) >= 5 && strcmp(lenslet_error_text(), "") == 0 && strcmp(lenslet_error_detail(), "") == 0);
  fill();
  lenslet_session* session = NULL;
  const lenslet_status opened = lenslet_session_create("", &session);
  if (opened == LENSLET_NO_DEVICE) return 77; /* skipped */
  CHECK(opened == LENSLET_OK);
  if (session == NULL) return EXIT_FAILURE;
  CHECK(strlen(lenslet_session_device(session)) > 0);
  test_an_image_is_filtered_as_in_cpp(session);
  test_several_inputs_and_outputs(session);
  test_arrays(session);
  test_pipelines_and_alpha(session);
  test_border_values_are_for_the_channels(session);
  test_ops_describe_themselves();
  test_null_is_refused(session);
  test_wrong_values_are_named(session);
  lenslet_session_free(session);
  puts(failures == 0 ? "the C interface does what it says" : "the C interface fails");
  return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
