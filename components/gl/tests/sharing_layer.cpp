// A layer over a CPU's driver (OPENCL_LAYERS) with cl_khr_gl_sharing and cl_khr_gl_event, and OpenGL beside it with
// GL_ARB_cl_event. It tests Lenslet's use of them where no driver has them. An object of OpenGL's is a copy in the
// driver's memory: acquiring it reads OpenGL's object, releasing it writes to it, but not before the queue is flushed
// or finished. Whoever uses it without having acquired it finds a pattern there, and what he writes is lost.
// SHARING_LAYER_WITHOUT=gl_event,arb_cl_event takes extensions away, and SHARING_LAYER_OF=nothing all devices of the
// OpenGL context. With SHARING_LAYER_ORDER=bgra GL_RGBA8 lies as BGRA.
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl_gl.h>
#include <CL/cl_layer.h>
#include <epoxy/egl.h>
#include <epoxy/gl.h>
#include <epoxy/glx.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "layer.hpp"

namespace {

const cl_icd_dispatch* driver = nullptr;
cl_icd_dispatch layer{};

bool is_without(std::string_view what) {
  const char* list = std::getenv("SHARING_LAYER_WITHOUT");
  return list != nullptr && std::string_view(list).find(what) != std::string_view::npos;
}

// OpenGL's formats that the layer has image objects of: the table of cl_khr_gl_sharing.
struct Format {
  GLenum internal;
  cl_image_format image;
  GLenum components, samples;
  std::size_t texel_bytes;
};

constexpr Format formats[] = {
    {GL_RGBA8, {CL_RGBA, CL_UNORM_INT8}, GL_RGBA, GL_UNSIGNED_BYTE, 4},
    {GL_RGBA, {CL_RGBA, CL_UNORM_INT8}, GL_RGBA, GL_UNSIGNED_BYTE, 4},
    {GL_RGBA16, {CL_RGBA, CL_UNORM_INT16}, GL_RGBA, GL_UNSIGNED_SHORT, 8},
    {GL_RGBA8I, {CL_RGBA, CL_SIGNED_INT8}, GL_RGBA_INTEGER, GL_BYTE, 4},
    {GL_RGBA16I, {CL_RGBA, CL_SIGNED_INT16}, GL_RGBA_INTEGER, GL_SHORT, 8},
    {GL_RGBA32I, {CL_RGBA, CL_SIGNED_INT32}, GL_RGBA_INTEGER, GL_INT, 16},
    {GL_RGBA8UI, {CL_RGBA, CL_UNSIGNED_INT8}, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE, 4},
    {GL_RGBA16UI, {CL_RGBA, CL_UNSIGNED_INT16}, GL_RGBA_INTEGER, GL_UNSIGNED_SHORT, 8},
    {GL_RGBA32UI, {CL_RGBA, CL_UNSIGNED_INT32}, GL_RGBA_INTEGER, GL_UNSIGNED_INT, 16},
    {GL_RGBA16F, {CL_RGBA, CL_HALF_FLOAT}, GL_RGBA, GL_HALF_FLOAT, 8},
    {GL_RGBA32F, {CL_RGBA, CL_FLOAT}, GL_RGBA, GL_FLOAT, 16},
    {GL_R8, {CL_R, CL_UNORM_INT8}, GL_RED, GL_UNSIGNED_BYTE, 1},
    {GL_R32F, {CL_R, CL_FLOAT}, GL_RED, GL_FLOAT, 4},
};

// An object of OpenGL's that OpenCL has a copy of.
struct Object {
  cl_gl_object_type type = CL_GL_OBJECT_BUFFER;
  GLuint name = 0;
  GLenum target = 0;
  GLint level = 0;
  cl_mem bytes = nullptr;  // the buffer below an image1d_buffer, which the image holds
  GLint sides[3] = {1, 1, 1};
  const Format* format = nullptr;
  std::size_t size = 0;  // bytes
  bool acquired = false;
};

// What is to be released when its queue is flushed; the event, which may be null, ends then.
struct Release {
  cl_command_queue queue = nullptr;
  cl_mem memory = nullptr;
  cl_event event = nullptr;
};

// Contexts by the layer's knowledge, objects by their memory, fences by their events.
struct Known {
  std::mutex mutex;
  std::map<cl_context, std::vector<cl_context_properties>> contexts;
  std::map<cl_mem, Object> objects;
  std::map<cl_event, GLsync> fences;
  std::vector<Release> releases;
  long acquired = 0;
};

// It has no end, as the driver's threads may still forget objects while the process ends.
Known& known = *new Known;

// OpenGL can never use again what a process leaves acquired.
void tell_what_is_acquired() {
  if (known.acquired == 0) return;
  std::fprintf(stderr, "%ld objects of OpenGL were not released\n", known.acquired);
  _exit(1);
}

cl_mem failed(cl_int code, cl_int* status) {
  if (status != nullptr) *status = code;
  return nullptr;
}

bool shares(cl_context context) {
  const std::lock_guard lock(known.mutex);
  return known.contexts.count(context) > 0;
}

// --- What the device says ---

std::string extensions_of(cl_device_id device) {
  std::size_t bytes = 0;
  driver->clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, 0, nullptr, &bytes);
  std::string text(bytes, '\0');
  driver->clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, bytes, text.data(), nullptr);
  return text.c_str() + std::string(" cl_khr_gl_sharing") + (is_without("gl_event") ? "" : " cl_khr_gl_event");
}

cl_int CL_API_CALL device_info(cl_device_id device, cl_device_info name, std::size_t size, void* to,
                               std::size_t* needed) {
  if (name != CL_DEVICE_EXTENSIONS) return driver->clGetDeviceInfo(device, name, size, to, needed);
  const std::string text = extensions_of(device);
  return give(text.c_str(), text.size() + 1, size, to, needed);
}

// --- Contexts ---

struct Split {
  std::vector<cl_context_properties> plain{};  // for the driver
  cl_context_properties context = 0, display = 0;
  bool asks = false, glx = false;
};

Split split(const cl_context_properties* properties) {
  Split parts;
  for (; properties != nullptr && properties[0] != 0; properties += 2) {
    if (properties[0] == CL_GL_CONTEXT_KHR) parts.context = properties[1];
    if (properties[0] == CL_EGL_DISPLAY_KHR || properties[0] == CL_GLX_DISPLAY_KHR) parts.display = properties[1];
    parts.glx = parts.glx || properties[0] == CL_GLX_DISPLAY_KHR;
    const bool own = properties[0] >= CL_GL_CONTEXT_KHR && properties[0] <= CL_CGL_SHAREGROUP_KHR;
    parts.asks = parts.asks || own;
    if (!own) parts.plain.insert(parts.plain.end(), properties, properties + 2);
  }
  parts.plain.push_back(0);
  return parts;
}

bool is_current(const Split& parts) {
  const auto *context = reinterpret_cast<const void*>(parts.context),
             *display = reinterpret_cast<const void*>(parts.display);
  if (context == nullptr) return false;
  if (parts.glx) return context == glXGetCurrentContext() && display == glXGetCurrentDisplay();
  return context == eglGetCurrentContext() && display == eglGetCurrentDisplay();
}

cl_context CL_API_CALL create_context(const cl_context_properties* properties, cl_uint count,
                                      const cl_device_id* devices,
                                      void(CL_CALLBACK* notify)(const char*, const void*, std::size_t, void*),
                                      void* data, cl_int* status) {
  const Split parts = split(properties);
  if (!parts.asks) return driver->clCreateContext(properties, count, devices, notify, data, status);
  if (!is_current(parts)) {
    if (status != nullptr) *status = CL_INVALID_GL_SHAREGROUP_REFERENCE_KHR;
    return nullptr;
  }
  cl_context made = driver->clCreateContext(parts.plain.data(), count, devices, notify, data, status);
  if (made == nullptr) return made;
  std::vector<cl_context_properties> all;
  for (const cl_context_properties* each = properties; *each != 0; ++each) all.push_back(*each);
  all.push_back(0);
  const std::lock_guard lock(known.mutex);
  known.contexts[made] = std::move(all);
  return made;
}

cl_int CL_API_CALL context_info(cl_context context, cl_context_info name, std::size_t size, void* to,
                                std::size_t* needed) {
  const std::lock_guard lock(known.mutex);
  const auto found = known.contexts.find(context);
  if (name != CL_CONTEXT_PROPERTIES || found == known.contexts.end())
    return driver->clGetContextInfo(context, name, size, to, needed);
  return give(found->second.data(), found->second.size() * sizeof(cl_context_properties), size, to, needed);
}

cl_int CL_API_CALL release_context(cl_context context) {
  cl_uint count = 0;
  driver->clGetContextInfo(context, CL_CONTEXT_REFERENCE_COUNT, sizeof count, &count, nullptr);
  if (count == 1) {
    const std::lock_guard lock(known.mutex);
    known.contexts.erase(context);
  }
  return driver->clReleaseContext(context);
}

cl_int CL_API_CALL gl_context_info(const cl_context_properties* properties, cl_gl_context_info name, std::size_t size,
                                   void* to, std::size_t* needed) {
  const Split parts = split(properties);
  if (!is_current(parts)) return CL_INVALID_GL_SHAREGROUP_REFERENCE_KHR;
  if (name != CL_CURRENT_DEVICE_FOR_GL_CONTEXT_KHR && name != CL_DEVICES_FOR_GL_CONTEXT_KHR) return CL_INVALID_VALUE;
  if (std::getenv("SHARING_LAYER_OF") != nullptr) return give(nullptr, 0, 0, nullptr, needed);
  const auto platform = std::find(parts.plain.begin(), parts.plain.end(), CL_CONTEXT_PLATFORM);
  if (platform == parts.plain.end()) return CL_INVALID_PLATFORM;
  cl_device_id device = nullptr;
  driver->clGetDeviceIDs(reinterpret_cast<cl_platform_id>(platform[1]), CL_DEVICE_TYPE_ALL, 1, &device, nullptr);
  return give(&device, sizeof device, size, to, needed);
}

// --- Objects ---

// In a thread of the driver's, perhaps.
void CL_CALLBACK forget(cl_mem, void* memory) {
  const std::lock_guard lock(known.mutex);
  known.objects.erase(static_cast<cl_mem>(memory));
}

// PoCL says nothing when an image of a buffer ends, but its buffer, which the image alone holds then, ends with it.
cl_mem keep(cl_mem memory, const Object& object) {
  if (memory != nullptr) {
    {
      const std::lock_guard lock(known.mutex);
      known.objects[memory] = object;
    }
    driver->clSetMemObjectDestructorCallback(object.bytes == nullptr ? memory : object.bytes, forget, memory);
  }
  if (object.bytes != nullptr) driver->clReleaseMemObject(object.bytes);
  return memory;
}

cl_mem CL_API_CALL from_buffer(cl_context context, cl_mem_flags flags, cl_GLuint buffer, cl_int* status) {
  if (!shares(context)) return failed(CL_INVALID_CONTEXT, status);
  if (!glIsBuffer(buffer)) return failed(CL_INVALID_GL_OBJECT, status);
  GLint64 bytes = 0;
  glGetNamedBufferParameteri64v(buffer, GL_BUFFER_SIZE, &bytes);
  if (bytes == 0) return failed(CL_INVALID_GL_OBJECT, status);
  Object object;
  object.name = buffer;
  object.size = static_cast<std::size_t>(bytes);
  return keep(driver->clCreateBuffer(context, flags, object.size, nullptr, status), object);
}

struct Target {
  GLenum target;
  cl_gl_object_type type;
  cl_mem_object_type image;
};

constexpr Target targets[] = {
    {GL_TEXTURE_1D, CL_GL_OBJECT_TEXTURE1D, CL_MEM_OBJECT_IMAGE1D},
    {GL_TEXTURE_1D_ARRAY, CL_GL_OBJECT_TEXTURE1D_ARRAY, CL_MEM_OBJECT_IMAGE1D_ARRAY},
    {GL_TEXTURE_2D, CL_GL_OBJECT_TEXTURE2D, CL_MEM_OBJECT_IMAGE2D},
    {GL_TEXTURE_RECTANGLE, CL_GL_OBJECT_TEXTURE2D, CL_MEM_OBJECT_IMAGE2D},
    {GL_TEXTURE_2D_ARRAY, CL_GL_OBJECT_TEXTURE2D_ARRAY, CL_MEM_OBJECT_IMAGE2D_ARRAY},
    {GL_TEXTURE_3D, CL_GL_OBJECT_TEXTURE3D, CL_MEM_OBJECT_IMAGE3D},
    {GL_TEXTURE_BUFFER, CL_GL_OBJECT_TEXTURE_BUFFER, CL_MEM_OBJECT_IMAGE1D_BUFFER},
};

bool is_face(GLenum target) {
  return target >= GL_TEXTURE_CUBE_MAP_POSITIVE_X && target <= GL_TEXTURE_CUBE_MAP_NEGATIVE_Z;
}

GLint level_value(const Object& object, GLenum name) {
  GLint value = 0;
  glGetTextureLevelParameteriv(object.name, object.level, name, &value);
  return value;
}

// Drivers may choose either order for GL_RGBA8.
constexpr Format other_order{GL_RGBA8, {CL_BGRA, CL_UNORM_INT8}, GL_BGRA, GL_UNSIGNED_BYTE, 4};

const Format* format_of(GLenum internal) {
  if (internal == GL_RGBA8 && std::getenv("SHARING_LAYER_ORDER") != nullptr) return &other_order;
  const auto* found = std::find_if(std::begin(formats), std::end(formats),
                                   [&](const Format& each) { return each.internal == internal; });
  return found == std::end(formats) ? nullptr : found;
}

cl_image_desc description_of(const Object& object, cl_mem_object_type type) {
  cl_image_desc wanted{};
  wanted.image_type = type;
  wanted.image_width = static_cast<std::size_t>(object.sides[0]);
  const auto second = static_cast<std::size_t>(object.sides[1]), third = static_cast<std::size_t>(object.sides[2]);
  if (type == CL_MEM_OBJECT_IMAGE1D_ARRAY) wanted.image_array_size = second;
  if (type == CL_MEM_OBJECT_IMAGE2D_ARRAY) wanted.image_array_size = third;
  if (type == CL_MEM_OBJECT_IMAGE3D) wanted.image_depth = third;
  if (type == CL_MEM_OBJECT_IMAGE2D || type == CL_MEM_OBJECT_IMAGE2D_ARRAY || type == CL_MEM_OBJECT_IMAGE3D)
    wanted.image_height = second;
  wanted.buffer = object.bytes;
  return wanted;
}

cl_mem image_of(cl_context context, cl_mem_flags flags, Object object, cl_mem_object_type type, cl_int* status) {
  if (object.sides[0] == 0) return failed(CL_INVALID_GL_OBJECT, status);
  if (object.format == nullptr) return failed(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, status);
  object.size = object.format->texel_bytes;
  for (const GLint side : object.sides) object.size *= static_cast<std::size_t>(side);
  if (type == CL_MEM_OBJECT_IMAGE1D_BUFFER)
    object.bytes = driver->clCreateBuffer(context, flags, object.size, nullptr, status);
  const cl_image_desc wanted = description_of(object, type);
  return keep(driver->clCreateImage(context, flags, &object.format->image, &wanted, nullptr, status), object);
}

// Mesa has no parameters of buffer textures.
bool is_of(GLuint texture, GLenum target) {
  if (!glIsTexture(texture)) return false;
  GLint own = 0;
  glGetTextureParameteriv(texture, GL_TEXTURE_TARGET, &own);
  return glGetError() == GL_NO_ERROR ? static_cast<GLenum>(own) == target : target == GL_TEXTURE_BUFFER;
}

bool has_level(const Object& object) {
  if (object.target == GL_TEXTURE_BUFFER) return object.level == 0;
  GLint first = 0, last = 0;
  glGetTextureParameteriv(object.name, GL_TEXTURE_BASE_LEVEL, &first);
  glGetTextureParameteriv(object.name, GL_TEXTURE_MAX_LEVEL, &last);
  return object.level >= first && object.level <= last && level_value(object, GL_TEXTURE_WIDTH) > 0;
}

cl_mem CL_API_CALL from_texture(cl_context context, cl_mem_flags flags, cl_GLenum target, cl_GLint level,
                                cl_GLuint texture, cl_int* status) {
  if (!shares(context)) return failed(CL_INVALID_CONTEXT, status);
  const GLenum wanted = is_face(target) ? GLenum{GL_TEXTURE_2D} : target;
  const auto* found =
      std::find_if(std::begin(targets), std::end(targets), [&](const Target& each) { return each.target == wanted; });
  if (target == GL_TEXTURE_2D_MULTISAMPLE) return failed(CL_INVALID_OPERATION, status);  // of another extension
  if (found == std::end(targets)) return failed(CL_INVALID_VALUE, status);
  if (!is_of(texture, is_face(target) ? GLenum{GL_TEXTURE_CUBE_MAP} : target))
    return failed(CL_INVALID_GL_OBJECT, status);
  Object object{found->type, texture, target, level};
  if (!has_level(object)) return failed(CL_INVALID_MIP_LEVEL, status);
  object.sides[0] = level_value(object, GL_TEXTURE_WIDTH);
  object.sides[1] = std::max(1, level_value(object, GL_TEXTURE_HEIGHT));
  object.sides[2] = is_face(target) ? 1 : std::max(1, level_value(object, GL_TEXTURE_DEPTH));
  object.format = format_of(static_cast<GLenum>(level_value(object, GL_TEXTURE_INTERNAL_FORMAT)));
  return image_of(context, flags, object, found->image, status);
}

cl_mem CL_API_CALL from_renderbuffer(cl_context context, cl_mem_flags flags, cl_GLuint renderbuffer, cl_int* status) {
  if (!shares(context)) return failed(CL_INVALID_CONTEXT, status);
  if (!glIsRenderbuffer(renderbuffer)) return failed(CL_INVALID_GL_OBJECT, status);
  Object object{CL_GL_OBJECT_RENDERBUFFER, renderbuffer, GL_RENDERBUFFER};
  GLint internal = 0;
  glGetNamedRenderbufferParameteriv(renderbuffer, GL_RENDERBUFFER_WIDTH, &object.sides[0]);
  glGetNamedRenderbufferParameteriv(renderbuffer, GL_RENDERBUFFER_HEIGHT, &object.sides[1]);
  glGetNamedRenderbufferParameteriv(renderbuffer, GL_RENDERBUFFER_INTERNAL_FORMAT, &internal);
  object.format = format_of(static_cast<GLenum>(internal));
  return image_of(context, flags, object, CL_MEM_OBJECT_IMAGE2D, status);
}

cl_int CL_API_CALL object_info(cl_mem memory, cl_gl_object_type* type, cl_GLuint* name) {
  const std::lock_guard lock(known.mutex);
  const auto found = known.objects.find(memory);
  if (found == known.objects.end()) return CL_INVALID_GL_OBJECT;
  if (type != nullptr) *type = found->second.type;
  if (name != nullptr) *name = found->second.name;
  return CL_SUCCESS;
}

cl_int CL_API_CALL texture_info(cl_mem memory, cl_gl_texture_info what, std::size_t size, void* to,
                                std::size_t* needed) {
  const std::lock_guard lock(known.mutex);
  const auto found = known.objects.find(memory);
  if (found == known.objects.end()) return CL_INVALID_GL_OBJECT;
  const Object& object = found->second;
  if (what == CL_GL_TEXTURE_TARGET) return give(&object.target, sizeof object.target, size, to, needed);
  if (what == CL_GL_MIPMAP_LEVEL) return give(&object.level, sizeof object.level, size, to, needed);
  return CL_INVALID_VALUE;
}

// --- Texels and bytes between OpenGL's objects and the host ---

// A texture that stands for a renderbuffer while its pixels are copied.
class Pixels {
 public:
  explicit Pixels(const Object& object) : object_(object), texture_(object.name) {
    if (object.type != CL_GL_OBJECT_RENDERBUFFER) return;
    glCreateTextures(GL_TEXTURE_2D, 1, &texture_);
    glTextureStorage2D(texture_, 1, object.format->internal, object.sides[0], object.sides[1]);
  }
  Pixels(const Pixels&) = delete;
  Pixels& operator=(const Pixels&) = delete;
  ~Pixels() {
    if (texture_ != object_.name) glDeleteTextures(1, &texture_);
  }

  void read(void* to) const {
    if (texture_ != object_.name)
      glCopyImageSubData(object_.name, GL_RENDERBUFFER, 0, 0, 0, 0, texture_, GL_TEXTURE_2D, 0, 0, 0, 0,
                         object_.sides[0], object_.sides[1], 1);
    glGetTextureSubImage(texture_, object_.level, 0, 0, face(), object_.sides[0], object_.sides[1], object_.sides[2],
                         object_.format->components, object_.format->samples, static_cast<GLsizei>(object_.size), to);
  }

  void write(const void* from) const {
    const GLint *sides = object_.sides, level = object_.level;
    const GLenum components = object_.format->components, samples = object_.format->samples;
    if (object_.type == CL_GL_OBJECT_TEXTURE1D)
      glTextureSubImage1D(texture_, level, 0, sides[0], components, samples, from);
    else if (is_face(object_.target) || object_.type == CL_GL_OBJECT_TEXTURE3D ||
             object_.type == CL_GL_OBJECT_TEXTURE2D_ARRAY)
      glTextureSubImage3D(texture_, level, 0, 0, face(), sides[0], sides[1], sides[2], components, samples, from);
    else
      glTextureSubImage2D(texture_, level, 0, 0, sides[0], sides[1], components, samples, from);
    if (texture_ != object_.name)
      glCopyImageSubData(texture_, GL_TEXTURE_2D, 0, 0, 0, 0, object_.name, GL_RENDERBUFFER, 0, 0, 0, 0, sides[0],
                         sides[1], 1);
  }

 private:
  GLint face() const {
    return is_face(object_.target) ? static_cast<GLint>(object_.target - GL_TEXTURE_CUBE_MAP_POSITIVE_X) : 0;
  }

  const Object& object_;
  GLuint texture_;
};

// The alignment and buffers for pixels are the caller's again afterwards.
class PlainPixels {
 public:
  PlainPixels() {
    for (std::size_t i = 0; i < 6; ++i) {
      glGetIntegerv(names[i], &values_[i]);
      glPixelStorei(names[i], i % 3 == 0 ? 1 : 0);
    }
    glGetIntegerv(GL_PIXEL_PACK_BUFFER_BINDING, &pack_);
    glGetIntegerv(GL_PIXEL_UNPACK_BUFFER_BINDING, &unpack_);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
  }
  PlainPixels(const PlainPixels&) = delete;
  PlainPixels& operator=(const PlainPixels&) = delete;
  ~PlainPixels() {
    for (std::size_t i = 0; i < 6; ++i) glPixelStorei(names[i], values_[i]);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, static_cast<GLuint>(pack_));
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, static_cast<GLuint>(unpack_));
  }

 private:
  static constexpr GLenum names[] = {GL_PACK_ALIGNMENT,   GL_PACK_ROW_LENGTH,   GL_PACK_SKIP_ROWS,
                                     GL_UNPACK_ALIGNMENT, GL_UNPACK_ROW_LENGTH, GL_UNPACK_SKIP_ROWS};
  GLint values_[6]{}, pack_ = 0, unpack_ = 0;
};

struct Store {
  GLuint buffer;
  GLintptr offset;
};

Store store_of(const Object& object) {
  if (object.type == CL_GL_OBJECT_BUFFER) return {object.name, 0};
  return {static_cast<GLuint>(level_value(object, GL_TEXTURE_BUFFER_DATA_STORE_BINDING)),
          level_value(object, GL_TEXTURE_BUFFER_OFFSET)};
}

bool in_buffer(const Object& object) {
  return object.type == CL_GL_OBJECT_BUFFER || object.type == CL_GL_OBJECT_TEXTURE_BUFFER;
}

std::vector<unsigned char> opengl_bytes(const Object& object) {
  std::vector<unsigned char> bytes(object.size);
  const PlainPixels plain;
  if (in_buffer(object)) {
    const Store store = store_of(object);
    glGetNamedBufferSubData(store.buffer, store.offset, static_cast<GLsizeiptr>(bytes.size()), bytes.data());
  } else {
    Pixels(object).read(bytes.data());
  }
  return bytes;
}

void give_opengl(const Object& object, const std::vector<unsigned char>& bytes) {
  const PlainPixels plain;
  if (in_buffer(object)) {
    const Store store = store_of(object);
    glNamedBufferSubData(store.buffer, store.offset, static_cast<GLsizeiptr>(bytes.size()), bytes.data());
  } else {
    Pixels(object).write(bytes.data());
  }
}

// --- and between the host and the driver's memory ---

struct Box {
  std::size_t origin[3] = {0, 0, 0}, size[3];
  explicit Box(const Object& object) {
    for (std::size_t i = 0; i < 3; ++i) size[i] = static_cast<std::size_t>(object.sides[i]);
  }
};

cl_int write_copy(cl_command_queue queue, cl_mem memory, const Object& object, const void* bytes) {
  const Box box(object);
  if (in_buffer(object))
    return driver->clEnqueueWriteBuffer(queue, object.bytes != nullptr ? object.bytes : memory, CL_TRUE, 0, object.size,
                                        bytes, 0, nullptr, nullptr);
  return driver->clEnqueueWriteImage(queue, memory, CL_TRUE, box.origin, box.size, 0, 0, bytes, 0, nullptr, nullptr);
}

cl_int read_copy(cl_command_queue queue, cl_mem memory, const Object& object, void* bytes) {
  const Box box(object);
  if (in_buffer(object))
    return driver->clEnqueueReadBuffer(queue, object.bytes != nullptr ? object.bytes : memory, CL_TRUE, 0, object.size,
                                       bytes, 0, nullptr, nullptr);
  return driver->clEnqueueReadImage(queue, memory, CL_TRUE, box.origin, box.size, 0, 0, bytes, 0, nullptr, nullptr);
}

// --- Turns ---

// A fence's event ends here, when OpenGL has passed the fence. Nothing else may wait for it.
GLsync fence_behind(cl_event event) {
  const std::lock_guard lock(known.mutex);
  const auto found = known.fences.find(event);
  if (found == known.fences.end()) return nullptr;
  GLsync fence = found->second;
  known.fences.erase(found);
  return fence;
}

void pass_fences(cl_uint count, const cl_event* events) {
  for (cl_uint i = 0; i < count; ++i) {
    GLsync fence = fence_behind(events[i]);
    if (fence == nullptr) continue;
    glClientWaitSync(fence, GL_SYNC_FLUSH_COMMANDS_BIT, GL_TIMEOUT_IGNORED);
    driver->clSetUserEventStatus(events[i], CL_COMPLETE);
  }
}

bool is_read_only(cl_mem memory) {
  cl_mem_flags flags = 0;
  driver->clGetMemObjectInfo(memory, CL_MEM_FLAGS, sizeof flags, &flags, nullptr);
  return (flags & CL_MEM_READ_ONLY) != 0;
}

// A copy, as the driver is not called under the lock.
Object object_of(cl_mem memory) {
  const std::lock_guard lock(known.mutex);
  return known.objects.at(memory);
}

// Whether the object was the other side's.
bool pass_turn(cl_mem memory, bool to_opencl) {
  const std::lock_guard lock(known.mutex);
  const auto found = known.objects.find(memory);
  if (found == known.objects.end() || found->second.acquired == to_opencl) return false;
  found->second.acquired = to_opencl;
  if (to_opencl) ++known.acquired;
  return true;
}

cl_int take_over(cl_command_queue queue, cl_mem memory, const Object& object) {
  const cl_int status = write_copy(queue, memory, object, opengl_bytes(object).data());
  driver->clFinish(queue);  // Intel's runtime returns from a blocking write of an image before it has read the bytes
  return status;
}

void give_back(cl_command_queue queue, cl_mem memory, const Object& object) {
  std::vector<unsigned char> bytes(object.size);
  read_copy(queue, memory, object, bytes.data());
  if (!is_read_only(memory)) give_opengl(object, bytes);
  const std::vector<unsigned char> pattern(object.size, 0x5A);
  write_copy(queue, memory, object, pattern.data());
  driver->clFinish(queue);
}

// Takes what waits for this queue to be flushed off the list, or all of it.
std::vector<Release> waiting_releases(cl_command_queue queue) {
  const std::lock_guard lock(known.mutex);
  const auto first = std::stable_partition(known.releases.begin(), known.releases.end(), [&](const Release& each) {
    return queue != nullptr && each.queue != queue;
  });
  const std::vector<Release> waiting(first, known.releases.end());
  known.acquired -= static_cast<long>(waiting.size());
  known.releases.erase(first, known.releases.end());
  return waiting;
}

void begin_releases(cl_command_queue queue) {
  for (const Release& each : waiting_releases(queue)) {
    give_back(each.queue, each.memory, object_of(each.memory));
    driver->clReleaseMemObject(each.memory);
    if (each.event == nullptr) continue;
    driver->clSetUserEventStatus(each.event, CL_COMPLETE);
    driver->clReleaseEvent(each.event);
  }
}

cl_int CL_API_CALL flush(cl_command_queue queue) {
  begin_releases(queue);
  return driver->clFlush(queue);
}

cl_int CL_API_CALL finish(cl_command_queue queue) {
  begin_releases(queue);
  return driver->clFinish(queue);
}

cl_int CL_API_CALL release_queue(cl_command_queue queue) {
  begin_releases(queue);
  return driver->clReleaseCommandQueue(queue);
}

cl_int CL_API_CALL wait_for_events(cl_uint count, const cl_event* events) {
  begin_releases(nullptr);
  return driver->clWaitForEvents(count, events);
}

cl_int turn(cl_command_queue queue, cl_mem memory, bool to_opencl) {
  if (!pass_turn(memory, to_opencl)) return CL_INVALID_GL_OBJECT;
  if (to_opencl) return take_over(queue, memory, object_of(memory));
  driver->clRetainMemObject(memory);
  const std::lock_guard lock(known.mutex);
  known.releases.push_back({queue, memory});
  return CL_SUCCESS;
}

// The event of a release, which ends when the last object is OpenGL's.
cl_event event_of_releases(cl_context context) {
  cl_int status = CL_SUCCESS;
  cl_event made = driver->clCreateUserEvent(context, &status);
  driver->clRetainEvent(made);
  const std::lock_guard lock(known.mutex);
  known.releases.back().event = made;
  return made;
}

template <bool to_opencl>
cl_int CL_API_CALL take_turns(cl_command_queue queue, cl_uint memories, const cl_mem* list, cl_uint count,
                              const cl_event* wait, cl_event* event) {
  cl_context context = nullptr;
  driver->clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof context, &context, nullptr);
  if (!shares(context)) return CL_INVALID_CONTEXT;
  if (std::count(wait, wait + count, nullptr) > 0) return CL_INVALID_EVENT_WAIT_LIST;
  begin_releases(queue);
  if (to_opencl) pass_fences(count, wait);
  if (count > 0) wait_for_events(count, wait);
  for (cl_uint i = 0; i < memories; ++i)
    if (const cl_int status = turn(queue, list[i], to_opencl); status != CL_SUCCESS) return status;
  if (to_opencl) return driver->clEnqueueMarkerWithWaitList(queue, 0, nullptr, event);
  if (event != nullptr && memories > 0) *event = event_of_releases(context);
  return CL_SUCCESS;
}

cl_event CL_API_CALL event_of_fence(cl_context context, cl_GLsync sync, cl_int* status) {
  if (!shares(context) || is_without("gl_event")) {
    *status = CL_INVALID_CONTEXT;
    return nullptr;
  }
  if (!glIsSync(reinterpret_cast<GLsync>(sync))) {
    *status = CL_INVALID_GL_OBJECT;
    return nullptr;
  }
  cl_event made = driver->clCreateUserEvent(context, status);
  const std::lock_guard lock(known.mutex);
  known.fences[made] = reinterpret_cast<GLsync>(sync);
  return made;
}

void* CL_API_CALL function(cl_platform_id platform, const char* name) {
  if (std::string_view(name) == "clGetGLContextInfoKHR") return reinterpret_cast<void*>(gl_context_info);
  return driver->clGetExtensionFunctionAddressForPlatform(platform, name);
}

// --- OpenGL's side: GL_ARB_cl_event, which no Mesa has ---

template <class Function>
Function original(const char* name) {
  return reinterpret_cast<Function>(eglGetProcAddress(name));
}

GLsync GLAPIENTRY fence_of_event(struct _cl_context* context, struct _cl_event* event, GLbitfield) {
  if (!shares(context)) return nullptr;
  wait_for_events(1, &event);
  return glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
}

GLint extensions() {
  GLint count = 0;
  original<PFNGLGETINTEGERVPROC>("glGetIntegerv")(GL_NUM_EXTENSIONS, &count);
  return count;
}

void GLAPIENTRY integers(GLenum name, GLint* values) {
  original<PFNGLGETINTEGERVPROC>("glGetIntegerv")(name, values);
  if (name == GL_NUM_EXTENSIONS) ++*values;
}

const GLubyte* GLAPIENTRY text_at(GLenum name, GLuint index) {
  if (name == GL_EXTENSIONS && index == static_cast<GLuint>(extensions()))
    return reinterpret_cast<const GLubyte*>("GL_ARB_cl_event");
  return original<PFNGLGETSTRINGIPROC>("glGetStringi")(name, index);
}

// libepoxy calls OpenGL through these pointers.
void add_events_to_opengl() {
  epoxy_glCreateSyncFromCLeventARB = fence_of_event;
  epoxy_glGetIntegerv = integers;
  epoxy_glGetStringi = text_at;
}

void fill_layer() {
  layer.clGetDeviceInfo = device_info;
  layer.clCreateContext = create_context;
  layer.clGetContextInfo = context_info;
  layer.clReleaseContext = release_context;
  layer.clGetGLContextInfoKHR = gl_context_info;
  layer.clCreateFromGLBuffer = from_buffer;
  layer.clCreateFromGLTexture = from_texture;
  layer.clCreateFromGLTexture2D = from_texture;
  layer.clCreateFromGLTexture3D = from_texture;
  layer.clCreateFromGLRenderbuffer = from_renderbuffer;
  layer.clGetGLObjectInfo = object_info;
  layer.clGetGLTextureInfo = texture_info;
  layer.clFlush = flush;
  layer.clFinish = finish;
  layer.clReleaseCommandQueue = release_queue;
  layer.clWaitForEvents = wait_for_events;
  layer.clEnqueueAcquireGLObjects = take_turns<true>;
  layer.clEnqueueReleaseGLObjects = take_turns<false>;
  layer.clCreateEventFromGLsyncKHR = event_of_fence;
  layer.clGetExtensionFunctionAddressForPlatform = function;
}

}  // namespace

extern "C" {

cl_int CL_API_CALL clGetLayerInfo(cl_layer_info name, std::size_t size, void* to, std::size_t* needed) {
  const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
  if (name == CL_LAYER_API_VERSION) return give(&version, sizeof version, size, to, needed);
  constexpr char own[] = "objects of Mesa's OpenGL";
  return name == CL_LAYER_NAME ? give(own, sizeof own, size, to, needed) : CL_INVALID_VALUE;
}

cl_int CL_API_CALL clInitLayer(cl_uint entries, const cl_icd_dispatch* target, cl_uint* own_entries,
                               const cl_icd_dispatch** own) {
  if (target == nullptr || own_entries == nullptr || own == nullptr ||
      entries < offsetof(cl_icd_dispatch, clCreateFromGLTexture) / sizeof(void*) + 1)
    return CL_INVALID_VALUE;
  driver = target;
  fill_layer();
  std::atexit(tell_what_is_acquired);
  if (!is_without("arb_cl_event")) add_events_to_opengl();
  *own_entries = sizeof layer / sizeof(void*);
  *own = &layer;
  return CL_SUCCESS;
}
}
