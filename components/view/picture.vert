#version 450 core
// The corners of a rectangle, without a buffer.
layout(location = 0) out vec2 place;
layout(location = 0) uniform vec4 rectangle;  // left, bottom, right, top, from -1 to 1

void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  place = vec2(corner.x, 1.0 - corner.y);
  gl_Position = vec4(mix(rectangle.xy, rectangle.zw, corner), 0.0, 1.0);
}
