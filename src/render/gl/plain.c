/* render/gl/plain.c -- rectangles of whole pixels in one colour: the insides of large boxes. */
#include "render/gl/primitives.h"

typedef struct PlainElement {
  float x, y;
  Color color; /* premultiplied */
} PlainElement;

const ProgramLayout PLAIN_LAYOUT = {
    .name = "plain",
    .element_bytes = sizeof(PlainElement),
    .attributes = {{2, GL_FLOAT, GL_FALSE, offsetof(PlainElement, x)},
                   {4, GL_UNSIGNED_BYTE, GL_TRUE, offsetof(PlainElement, color)}}};

static uint8_t times_alpha(uint8_t channel, uint8_t alpha) {
  return (uint8_t)((channel * alpha + 127) / 255);
}

/* Two triangles; whole pixels, so the edges need no antialiasing and meet those
** of the parts around. */
void plain_add(Frame *frame, PxBox box, Color color) {
  PlainElement *room = frame_add(frame, color.a == 255 ? LAYER_SOLID : LAYER_PLAIN, 6, box);
  if (!room) return;
  uint8_t a = color.a;
  Color c = {times_alpha(color.r, a), times_alpha(color.g, a), times_alpha(color.b, a), a};
  const PlainElement corners[4] = {{box.left, box.top, c},
                                   {box.right, box.top, c},
                                   {box.left, box.bottom, c},
                                   {box.right, box.bottom, c}};
  const int order[6] = {0, 1, 2, 2, 1, 3};
  for (int i = 0; i < 6; i++) room[i] = corners[order[i]];
}
