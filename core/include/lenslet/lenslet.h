/* Lenslet for C, and for every language that calls C: sessions, values, calls and errors. docs/c.md shows it.
 *
 *   lenslet_session* session;
 *   lenslet_session_create("", &session);
 *   const int64_t shape[] = {height, width, 3};
 *   lenslet_value *image, *blurred;
 *   lenslet_value_image(pixels, LENSLET_U8, shape, NULL, &image);
 *   lenslet_call* call;
 *   lenslet_call_create("gaussian", &call);
 *   lenslet_call_set(call, "sigma", "2");
 *   const lenslet_value* inputs[] = {image};
 *   if (lenslet_run(session, call, inputs, 1, &blurred, 1, NULL) != LENSLET_OK) puts(lenslet_error_text());
 *
 * Errors. A function that returns a lenslet_status returns LENSLET_OK where it did what it says. Else it changed nothing
 * that the caller sees: pointers for results hold NULL. lenslet_error_text() then says what was wrong and what is
 * allowed. No C++ exception leaves the library. NULL is refused, in words, wherever nothing else is said.
 *
 * Ownership. What a function `..._create` or `lenslet_value_...` makes is the caller's, who gives it to the function
 * `..._free`, which takes NULL, too. Text that a function returns belongs to the library.
 *
 * Threads. Several threads may use one session, and read one value or one call, at the same time. A call is changed, and
 * anything freed, while no other thread uses it. A session may be freed before values that it made.
 */
#ifndef LENSLET_LENSLET_H
#define LENSLET_LENSLET_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

typedef int32_t lenslet_status;
enum {
  LENSLET_OK = 0,
  LENSLET_INVALID_ARGUMENT = 1, /* no device could take this value; the text names it and what is allowed */
  LENSLET_UNSUPPORTED = 2,      /* valid, but this op or this device cannot serve it */
  LENSLET_NO_DEVICE = 3,        /* no OpenCL device matches */
  LENSLET_DEVICE_FAILED = 4,    /* an OpenCL call failed */
  LENSLET_BUILD_FAILED = 5,     /* a kernel did not compile; lenslet_error_detail() has the compiler's log */
  LENSLET_IO = 6,               /* a file could not be read or written */
  LENSLET_NO_MEMORY = 7,        /* the host has no memory left */
  LENSLET_INTERNAL = 8          /* a fault of the library's own */
};

/* What one number in memory is. f16 is IEEE 754 binary16. */
typedef int32_t lenslet_type;
enum {
  LENSLET_U8 = 0,
  LENSLET_I8 = 1,
  LENSLET_U16 = 2,
  LENSLET_I16 = 3,
  LENSLET_U32 = 4,
  LENSLET_I32 = 5,
  LENSLET_U64 = 6,
  LENSLET_I64 = 7,
  LENSLET_F16 = 8,
  LENSLET_F32 = 9,
  LENSLET_F64 = 10
};

typedef int32_t lenslet_kind;
enum { LENSLET_IMAGE = 0, LENSLET_ARRAY = 1 };

#define LENSLET_MAX_SIDES 8 /* of an array */

typedef struct lenslet_session lenslet_session; /* an OpenCL device with its queue and its compiled programs */
typedef struct lenslet_value lenslet_value;     /* an image or an array in the host's memory */
typedef struct lenslet_call lenslet_call;       /* an op or a pipeline, its arguments and its options */

/* "0.1.0". */
const char* lenslet_version(void);

/* What the last function that failed in this thread says of it; "" where none did. Valid until the next one fails in
 * this thread. */
const char* lenslet_error_text(void);

/* Longer text of the same error: the compiler's log, or the line of a pipeline with a mark below the wrong place; or "". */
const char* lenslet_error_detail(void);

/* Opens a session on a device: "" is the first GPU, else the first other device; or an index, or words such as "pocl" and
 * "nvidia:gpu". LENSLET_DEVICE of the environment stands for "". */
lenslet_status lenslet_session_create(const char* device, lenslet_session** session);
void lenslet_session_free(lenslet_session* session);

/* The device's name. Lives as long as the session. NULL for NULL. */
const char* lenslet_session_device(const lenslet_session* session);

/* Makes an image of the caller's pixels, which are not copied: they must live, and stay as they are, until the value is
 * freed. `shape` is {height, width, channels}, with 1 to 4 channels. `strides` are the distances in bytes from one row,
 * one pixel and one channel to the next; rows and pixels may lie in reverse. NULL means without gaps. The channels of a
 * pixel lie side by side. */
lenslet_status lenslet_value_image(const void* pixels, lenslet_type type, const int64_t shape[3], const int64_t* strides,
                                   lenslet_value** image);

/* Makes an array of the caller's elements, which are not copied either. It has `sides` sides, of which the last is that of
 * neighbours in memory. `strides` are in bytes, one for each side, and may be negative; NULL means without gaps. `shape`
 * may be NULL where there are no sides: a single number. */
lenslet_status lenslet_value_array(const void* elements, lenslet_type type, size_t sides, const int64_t* shape,
                                   const int64_t* strides, lenslet_value** array);

/* Says that the last channel of an image of 2 or 4 channels is opacity. */
lenslet_status lenslet_value_set_alpha(lenslet_value* image);
void lenslet_value_free(lenslet_value* value);

typedef struct lenslet_value_info {
  lenslet_kind kind;
  lenslet_type type;
  int32_t alpha;                    /* 1 where an image's last channel is opacity */
  int32_t sides;                    /* 3 of an image */
  int64_t shape[LENSLET_MAX_SIDES]; /* {height, width, channels} of an image */
  uint64_t bytes;                   /* of all samples or elements without gaps */
} lenslet_value_info;

lenslet_status lenslet_value_describe(const lenslet_value* value, lenslet_value_info* info);

/* Copies a value into the caller's memory of `bytes` bytes, which must be lenslet_value_info's: without gaps, in the order of
 * the shape. */
lenslet_status lenslet_value_copy(const lenslet_value* value, void* to, uint64_t bytes);

/* The memory of a value that lenslet_run() made, without gaps and in the order of the shape. It lives as long as the value.
 * NULL for NULL and for a value of the caller's own memory. */
const void* lenslet_value_data(const lenslet_value* value);

/* Begins a call of an op ("gaussian", "reduce.sum"), of a user's filter ("my.cl") or of a pipeline ("gaussian sigma=2 |
 * gradient"). */
lenslet_status lenslet_call_create(const char* op, lenslet_call** call);
void lenslet_call_free(lenslet_call* call);

/* Sets a parameter of the op, in the words of the command line: "2", "on", "l2", "640x480", "0 1 0; 1 -4 1; 0 1 0". Units are
 * those that lenslet_op_parameter() says. Parameters of a pipeline have the node's name in front: "gaussian.sigma". */
lenslet_status lenslet_call_set(lenslet_call* call, const char* parameter, const char* value);

/* Sets an option, which any op has: "border" and "border-value" (what lies outside the image), "ddepth" (the result's type),
 * "accuracy", "nodata", "schedule", "tune", "memory" (bytes that the call may take). The values are the command line's. */
lenslet_status lenslet_call_option(lenslet_call* call, const char* option, const char* value);

/* Computes a call and waits for it. `outputs` has room for `output_room` values; those of the call come first, and the rest
 * becomes NULL. `made` becomes their number and may be NULL. Fails where there is too little room: lenslet_op_describe() says
 * how many outputs an op can have. */
lenslet_status lenslet_run(const lenslet_session* session, const lenslet_call* call, const lenslet_value* const* inputs,
                           size_t input_count, lenslet_value** outputs, size_t output_room, size_t* made);

/* The ops that the library has. What is described lives as long as the process. */
typedef struct lenslet_op_info {
  const char* name; /* that lenslet_call_create() takes */
  const char* summary;
  const char* details; /* the formula, and its source */
  lenslet_kind kind;   /* of its first input */
  size_t inputs;       /* at most */
  size_t outputs;      /* at most */
  size_t parameters;
} lenslet_op_info;

typedef struct lenslet_parameter_info {
  const char* name;
  const char* summary;
  const char* kind;    /* "flag", "integer", "real", "choice", "text", "numbers", "matrix", "size", "curve" */
  const char* initial; /* in the words that lenslet_call_set() takes; "" where the op makes its own */
  const char* unit;    /* "pixels"; "" where there is none */
  const char* choices; /* of a choice: "l1|l2"; else "" */
  double minimum;      /* -INFINITY where there is none */
  double maximum;      /* INFINITY where there is none */
  int32_t automatic;   /* 1 where "auto", or an empty text, leaves it to the op */
} lenslet_parameter_info;

size_t lenslet_op_count(void);
lenslet_status lenslet_op_describe(size_t op, lenslet_op_info* info);
lenslet_status lenslet_op_parameter(size_t op, size_t parameter, lenslet_parameter_info* info);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
