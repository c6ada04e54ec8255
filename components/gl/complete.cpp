// A texture of glTextureStorage's is complete. Another has its levels one by one, and may lack some.
#include "gl/complete.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include <fmt/format.h>

#include "gl/api.hpp"

namespace lenslet::gl {
namespace {

constexpr int cube_faces = 6;

GLint parameter(std::uint32_t texture, GLenum name) {
  GLint value = 0;
  glGetTextureParameteriv(texture, name, &value);
  return value;
}

// One level, of a cube one face of it.
struct LevelSize {
  std::array<GLint, 3> sides;
  GLint format;
  bool operator==(const LevelSize&) const = default;
};

// Asks through the binding point, as only that knows the faces of a cube.
class Levels {
 public:
  Levels(std::uint32_t texture, std::uint32_t target) : target_(target) {
    glGetIntegerv(binding(target), &before_);
    glBindTexture(target, texture);
  }
  Levels(const Levels&) = delete;
  Levels& operator=(const Levels&) = delete;
  ~Levels() { glBindTexture(target_, static_cast<GLuint>(before_)); }

  LevelSize at(int level, int face = 0) const {
    const GLenum from =
        target_ == GL_TEXTURE_CUBE_MAP ? GL_TEXTURE_CUBE_MAP_POSITIVE_X + static_cast<GLenum>(face) : target_;
    LevelSize size{};
    constexpr GLenum names[] = {GL_TEXTURE_WIDTH, GL_TEXTURE_HEIGHT, GL_TEXTURE_DEPTH};
    for (std::size_t i = 0; i < size.sides.size(); ++i) glGetTexLevelParameteriv(from, level, names[i], &size.sides[i]);
    glGetTexLevelParameteriv(from, level, GL_TEXTURE_INTERNAL_FORMAT, &size.format);
    return size;
  }

 private:
  static GLenum binding(std::uint32_t target) {
    switch (target) {
      case GL_TEXTURE_1D:
        return GL_TEXTURE_BINDING_1D;
      case GL_TEXTURE_1D_ARRAY:
        return GL_TEXTURE_BINDING_1D_ARRAY;
      case GL_TEXTURE_2D:
        return GL_TEXTURE_BINDING_2D;
      case GL_TEXTURE_RECTANGLE:
        return GL_TEXTURE_BINDING_RECTANGLE;
      case GL_TEXTURE_2D_ARRAY:
        return GL_TEXTURE_BINDING_2D_ARRAY;
      case GL_TEXTURE_CUBE_MAP:
        return GL_TEXTURE_BINDING_CUBE_MAP;
      default:
        return GL_TEXTURE_BINDING_3D;
    }
  }

  std::uint32_t target_;
  GLint before_ = 0;
};

bool reads_levels(GLint filter) {
  return filter != GL_NEAREST && filter != GL_LINEAR;
}

// Layers do not shrink from level to level.
bool shrinks(std::uint32_t target, std::size_t side) {
  if (target == GL_TEXTURE_1D_ARRAY) return side == 0;
  return target == GL_TEXTURE_2D_ARRAY ? side < 2 : true;
}

LevelSize smaller(const LevelSize& from, std::uint32_t target, int times) {
  LevelSize size = from;
  for (std::size_t i = 0; i < size.sides.size(); ++i)
    if (shrinks(target, i)) size.sides[i] = std::max(1, size.sides[i] >> times);
  return size;
}

int last_level(const LevelSize& base, std::uint32_t target, int first, int most) {
  GLint longest = 1;
  for (std::size_t i = 0; i < base.sides.size(); ++i)
    if (shrinks(target, i)) longest = std::max(longest, base.sides[i]);
  return std::min(most, first + static_cast<int>(std::bit_width(static_cast<unsigned>(longest))) - 1);
}

std::string text_of(const LevelSize& size) {
  return fmt::format("{} x {} x {}", size.sides[0], size.sides[1], size.sides[2]);
}

// OpenGL itself lets faces be squares only.
std::string faces_problem(const Levels& levels, int level) {
  const LevelSize first = levels.at(level);
  for (int face = 1; face < cube_faces; ++face)
    if (levels.at(level, face) != first)
      return fmt::format("face {} of level {} has another size or format than face 0: six alike complete it", face,
                         level);
  return {};
}

std::string levels_problem(const Levels& levels, std::uint32_t texture, std::uint32_t target, int first) {
  const LevelSize base = levels.at(first);
  const int last = last_level(base, target, first, parameter(texture, GL_TEXTURE_MAX_LEVEL));
  for (int level = first + 1; level <= last; ++level) {
    const LevelSize wanted = smaller(base, target, level - first);
    if (levels.at(level) != wanted)
      return fmt::format(
          "its filter reads levels, of which {} is {} and not {}: glGenerateMipmap(), or GL_TEXTURE_MIN_FILTER as "
          "GL_LINEAR or GL_NEAREST, completes it",
          level, text_of(levels.at(level)), text_of(wanted));
    if (target == GL_TEXTURE_CUBE_MAP)
      if (std::string problem = faces_problem(levels, level); !problem.empty()) return problem;
  }
  return {};
}

}  // namespace

std::string completeness_problem(std::uint32_t texture, std::uint32_t target) {
  if (target == GL_TEXTURE_BUFFER || parameter(texture, GL_TEXTURE_IMMUTABLE_FORMAT) == GL_TRUE) return {};
  const Levels levels(texture, target);
  const int first = parameter(texture, GL_TEXTURE_BASE_LEVEL);
  if (levels.at(first).sides[0] == 0)
    return fmt::format("its base level {} has no texels: glTexImage2D() or its like makes them", first);
  if (target == GL_TEXTURE_CUBE_MAP)
    if (std::string problem = faces_problem(levels, first); !problem.empty()) return problem;
  return reads_levels(parameter(texture, GL_TEXTURE_MIN_FILTER)) ? levels_problem(levels, texture, target, first) : "";
}

}  // namespace lenslet::gl
