// Image units hold integers with as many bits as the samples of any texel, so one pair of shaders serves all types.
#include "gl/copy_shaders.hpp"

#include <string_view>

#include <fmt/format.h>

#include <lenslet/error.hpp>

namespace lenslet::embedded {
extern const std::string_view to_rows_comp, from_rows_comp;
}

namespace lenslet::gl {
namespace {

enum Location : GLint { items = 0, row_words = 1, opaque = 2 };

constexpr std::uint32_t group_width = 32, group_height = 8, word_bytes = 4;

std::uint32_t sample_bytes_of(const Texels& texels) {
  return static_cast<std::uint32_t>(size_of(texels.format->type));
}

// The format of the image unit: samples as integers.
struct UnitFormat {
  GLenum name;
  const char* word;
};

UnitFormat unit_format(const Texels& texels) {
  constexpr UnitFormat of_bytes[] = {{GL_R8UI, "r8ui"}, {GL_RG8UI, "rg8ui"}, {}, {GL_RGBA8UI, "rgba8ui"}};
  constexpr UnitFormat of_halves[] = {{GL_R16UI, "r16ui"}, {GL_RG16UI, "rg16ui"}, {}, {GL_RGBA16UI, "rgba16ui"}};
  constexpr UnitFormat of_words[] = {{GL_R32UI, "r32ui"}, {GL_RG32UI, "rg32ui"}, {}, {GL_RGBA32UI, "rgba32ui"}};
  const std::uint32_t bytes = sample_bytes_of(texels);
  return (bytes == 1 ? of_bytes : bytes == 2 ? of_halves : of_words)[texels.format->channels - 1];
}

// The bits of opaque alpha in a sample.
std::uint32_t opaque_bits(const TextureFormat& format) {
  if (format.components == GL_RGBA_INTEGER) return 1;
  switch (format.type) {
    case SampleType::u8:
      return 0xff;
    case SampleType::u16:
      return 0xffff;
    case SampleType::f16:
      return 0x3c00;
    default:
      return 0x3f800000;
  }
}

std::string definitions(const Texels& texels) {
  return fmt::format(
      "#version 450 core\n#define FORMAT {}\n#define IMAGE {}\n#define CHANNELS {}u\n#define WORD_SAMPLES {}u\n",
      unit_format(texels).word, texels.target == GL_TEXTURE_RECTANGLE ? "uimage2DRect" : "uimage2D", texels.channels,
      word_bytes / sample_bytes_of(texels));
}

GLint integer(GLenum name) {
  GLint value = 0;
  glGetIntegerv(name, &value);
  return value;
}

GLint integer(GLenum name, GLuint index) {
  GLint value = 0;
  glGetIntegeri_v(name, index, &value);
  return value;
}

GLint texture_value(const Texels& texels, GLenum name) {
  GLint value = 0;
  glGetTextureParameteriv(texels.texture, name, &value);
  return value;
}

// Restores the bindings that a launch changes.
class Bindings {
 public:
  Bindings() {
    glGetInteger64i_v(GL_SHADER_STORAGE_BUFFER_START, 0, &start_);
    glGetInteger64i_v(GL_SHADER_STORAGE_BUFFER_SIZE, 0, &size_);
  }
  Bindings(const Bindings&) = delete;
  Bindings& operator=(const Bindings&) = delete;
  ~Bindings() {
    glUseProgram(static_cast<GLuint>(program_));
    glBindImageTexture(0, static_cast<GLuint>(texture_), level_, static_cast<GLboolean>(layered_), layer_,
                       static_cast<GLenum>(access_), static_cast<GLenum>(format_));
    const auto indexed = static_cast<GLuint>(indexed_);
    if (size_ > 0)
      glBindBufferRange(GL_SHADER_STORAGE_BUFFER, 0, indexed, start_, size_);
    else
      glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, indexed);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, static_cast<GLuint>(buffer_));
  }

 private:
  GLint program_ = integer(GL_CURRENT_PROGRAM), buffer_ = integer(GL_SHADER_STORAGE_BUFFER_BINDING);
  GLint indexed_ = integer(GL_SHADER_STORAGE_BUFFER_BINDING, 0), texture_ = integer(GL_IMAGE_BINDING_NAME, 0),
        level_ = integer(GL_IMAGE_BINDING_LEVEL, 0), layered_ = integer(GL_IMAGE_BINDING_LAYERED, 0),
        layer_ = integer(GL_IMAGE_BINDING_LAYER, 0), access_ = integer(GL_IMAGE_BINDING_ACCESS, 0),
        format_ = integer(GL_IMAGE_BINDING_FORMAT, 0);
  GLint64 start_ = 0, size_ = 0;
};

}  // namespace

// For an image unit an incomplete texture is empty, without an error. Textures with one storage are complete.
std::string shader_problem(const Texels& texels, std::uint64_t bytes) {
  const TextureFormat& format = *texels.format;
  if (format.channels == 3 || format.internal == GL_SRGB8_ALPHA8)
    return fmt::format("image units have no {}", format.name);
  if (texture_value(texels, GL_TEXTURE_IMMUTABLE_FORMAT) == GL_FALSE)
    return fmt::format("texture {} has no storage of glTextureStorage's", texels.texture);
  const GLint first = texture_value(texels, GL_TEXTURE_BASE_LEVEL), last = texture_value(texels, GL_TEXTURE_MAX_LEVEL);
  if (texels.level < first || texels.level > last)
    return fmt::format("level {} of texture {} is none of those from {} to {} that shaders have", texels.level,
                       texels.texture, first, last);
  if (const auto most = static_cast<std::uint64_t>(integer(GL_MAX_SHADER_STORAGE_BLOCK_SIZE)); bytes > most)
    return fmt::format("{} bytes of pixels are more than the {} that shaders have in a buffer", bytes, most);
  return {};
}

GLuint CopyShaders::program(bool to_rows, const Texels& texels) {
  const std::string defined = definitions(texels);
  const std::string key = (to_rows ? "to" : "from") + defined;
  auto found = programs_.find(key);
  if (found == programs_.end())
    found = programs_.emplace(key, OwnedProgram(defined, to_rows ? embedded::to_rows_comp : embedded::from_rows_comp))
                .first;
  return found->second.name();
}

// Copies what the caller's shaders have written before, and shows the result to all later commands.
void CopyShaders::launch(bool to_rows, const Texels& texels, const PixelRows& rows) {
  forget_errors();
  const GLuint made = program(to_rows, texels);
  const std::uint32_t word_samples = word_bytes / sample_bytes_of(texels);
  const auto width = static_cast<std::uint32_t>(texels.size.width),
             height = static_cast<std::uint32_t>(texels.size.height),
             samples = width * static_cast<std::uint32_t>(texels.channels);
  const std::uint32_t count = to_rows ? (samples + word_samples - 1) / word_samples : width;
  glProgramUniform2ui(made, Location::items, count, height);
  glProgramUniform1ui(
      made, Location::row_words,
      static_cast<std::uint32_t>(rows.row_pixels) * static_cast<std::uint32_t>(texels.channels) / word_samples);
  if (!to_rows && texels.channels < texels.format->channels)  // other texels get each channel from a sample
    glProgramUniform1ui(made, Location::opaque, opaque_bits(*texels.format));
  const Bindings before;
  glUseProgram(made);
  glBindImageTexture(0, texels.texture, texels.level, GL_FALSE, texels.layer, to_rows ? GL_READ_ONLY : GL_WRITE_ONLY,
                     unit_format(texels).name);
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, rows.buffer);
  glMemoryBarrier(GL_ALL_BARRIER_BITS);
  glDispatchCompute((count + group_width - 1) / group_width, (height + group_height - 1) / group_height, 1);
  glMemoryBarrier(GL_ALL_BARRIER_BITS);
  check_errors("glDispatchCompute", texels.format->name);
}

void CopyShaders::to_rows(const Texels& texels, const PixelRows& rows) {
  launch(true, texels, rows);
}

void CopyShaders::from_rows(const Texels& texels, const PixelRows& rows) {
  launch(false, texels, rows);
}

}  // namespace lenslet::gl
