/* render/gl/plain.c -- opaque rectangles of whole pixels: the insides of large boxes. */
#include "render/gl/primitives.h"

#include <assert.h>

typedef struct PlainElement {
  float x, y;
  Color color;
} PlainElement;

const ProgramLayout PLAIN_LAYOUT = {
    .name = "plain",
    .element_bytes = sizeof(PlainElement),
    .attributes = {{2, GL_FLOAT, GL_FALSE, offsetof(PlainElement, x)},
                   {4, GL_UNSIGNED_BYTE, GL_TRUE, offsetof(PlainElement, color)}}};

/* Two triangles; the edges need no antialiasing and meet those of the parts around. */
void plain_add(Frame *frame, PxBox box, Color color) {
  assert(color.a == 255);
  PlainElement *room = frame_add(frame, LAYER_SOLID, QUAD_ELEMENTS, box);
  if (!room) return;
  const PlainElement corners[4] = {{box.left, box.top, color},
                                   {box.right, box.top, color},
                                   {box.left, box.bottom, color},
                                   {box.right, box.bottom, color}};
  for (int i = 0; i < QUAD_ELEMENTS; i++) room[i] = corners[QUAD_CORNERS[i]];
}
