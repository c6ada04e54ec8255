// Copies by compute shaders on OpenGL's device. They load and store texels as bits.
#pragma once

#include <map>
#include <string>

#include "gl/api.hpp"
#include "gl/texels.hpp"

namespace lenslet::gl {

// Says why no shader copies between these texels and rows of so many bytes in all; empty if one does.
std::string shader_problem(const Texels& texels, std::uint64_t bytes);

// The programs of one context. Each is compiled at its first use.
class CopyShaders {
 public:
  void to_rows(const Texels& texels, const PixelRows& rows);
  void from_rows(const Texels& texels, const PixelRows& rows);

 private:
  GLuint program(bool to_rows, const Texels& texels);
  void launch(bool to_rows, const Texels& texels, const PixelRows& rows);

  std::map<std::string, OwnedProgram> programs_;  // by their definitions
};

}  // namespace lenslet::gl
