/* render/gl/square.c -- rectangles with square corners, whose edges may lie within pixels. */
#include "render/gl/primitives.h"

#include <math.h>

typedef struct SquareElement {
  float x, y;
  PxBox edges;
  Color color;
} SquareElement;

const ProgramLayout SQUARE_LAYOUT = {
    .name = "square",
    .element_bytes = sizeof(SquareElement),
    .attributes = {{2, GL_FLOAT, GL_FALSE, offsetof(SquareElement, x)},
                   {4, GL_FLOAT, GL_FALSE, offsetof(SquareElement, edges)},
                   {4, GL_UNSIGNED_BYTE, GL_TRUE, offsetof(SquareElement, color)}}};

void square_add(Frame *frame, PxBox edges, PxBox part, Color color) {
  PxBox all = {fmaxf(floorf(edges.left), part.left), fmaxf(floorf(edges.top), part.top),
               fminf(ceilf(edges.right), part.right), fminf(ceilf(edges.bottom), part.bottom)};
  if (!(all.left < all.right && all.top < all.bottom)) return;
  SquareElement *room = frame_add(frame, LAYER_SQUARE, QUAD_ELEMENTS, all);
  if (!room) return;
  const SquareElement corners[4] = {{all.left, all.top, edges, color},
                                    {all.right, all.top, edges, color},
                                    {all.left, all.bottom, edges, color},
                                    {all.right, all.bottom, edges, color}};
  for (int i = 0; i < QUAD_ELEMENTS; i++) room[i] = corners[QUAD_CORNERS[i]];
}
