#version 450 core
// A key point as one line: from its middle to the ring round it, in the gradient's direction, and along the ring.
layout(location = 0) in vec4 mark;  // the place in the picture, the ring's radius, both in pixels, and the direction
layout(location = 1) in float octave;
layout(location = 0) out vec3 hue;
layout(location = 0) uniform vec4 rectangle;  // the picture's left, bottom, right and top on the surface, from -1 to 1
layout(location = 1) uniform vec2 size;       // of the picture, in pixels

const float turn = 6.2831853;
const int ring = 24;  // lines
const vec3 hues[4] = {vec3(1.0, 0.85, 0.1), vec3(0.2, 1.0, 0.3), vec3(0.2, 0.7, 1.0), vec3(1.0, 0.3, 0.6)};

void main() {
  float angle = mark.w + turn * float(gl_VertexID - 1) / float(ring);
  vec2 place = mark.xy + 0.5 + (gl_VertexID == 0 ? vec2(0.0) : mark.z * vec2(cos(angle), sin(angle)));
  vec2 share = vec2(place.x / size.x, 1.0 - place.y / size.y);
  gl_Position = vec4(mix(rectangle.xy, rectangle.zw, share), 0.0, 1.0);
  hue = hues[int(octave) & 3];
}
