#version 450 core
// A picture of 1 to 4 channels: fewer than three are grey, and what alpha leaves is a dark ground.
layout(location = 0) in vec2 place;
layout(location = 0) out vec4 color;
layout(binding = 0) uniform sampler2D picture;
layout(location = 1) uniform int channels;
layout(location = 2) uniform int has_alpha;

void main() {
  vec4 texel = texture(picture, place);
  vec3 shown = channels < 3 ? texel.rrr : texel.rgb;
  float alpha = has_alpha == 0 ? 1.0 : channels == 2 ? texel.g : texel.a;
  color = vec4(mix(vec3(0.1), shown, clamp(alpha, 0.0, 1.0)), 1.0);
}
