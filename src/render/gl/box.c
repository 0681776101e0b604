/* render/gl/box.c -- rounded rectangles. */
#include "render/gl/primitives.h"

#include <math.h>

/* From this area on it is faster to draw the inside separately. */
static const float LARGE_PX2 = 3000;

typedef struct BoxElement {
  PxBox quad;
  float centre_x, centre_y, half_width, half_height;
  float radius, half_stroke;
  Color fill, stroke;
} BoxElement;

const ProgramLayout BOX_LAYOUT = {
    .name = "box",
    .element_bytes = sizeof(BoxElement),
    .instanced = true,
    .attributes = {{4, GL_FLOAT, GL_FALSE, offsetof(BoxElement, quad)},
                   {4, GL_FLOAT, GL_FALSE, offsetof(BoxElement, centre_x)},
                   {2, GL_FLOAT, GL_FALSE, offsetof(BoxElement, radius)},
                   {4, GL_UNSIGNED_BYTE, GL_TRUE, offsetof(BoxElement, fill)},
                   {4, GL_UNSIGNED_BYTE, GL_TRUE, offsetof(BoxElement, stroke)}}};

/* Adds one quad of the box. All quads have the same distance function. */
static void add_part(Frame *frame, BoxElement element, PxBox quad) {
  if (quad.left >= quad.right || quad.top >= quad.bottom) return;
  BoxElement *room = frame_add(frame, LAYER_BOX, 1, quad);
  if (!room) return;
  element.quad = quad;
  *room = element;
}

/* Whole pixels that are certainly inside: no edge, corner or outline. */
static PxBox inside_of(const BoxElement *e) {
  float rim = fmaxf(e->radius, e->half_stroke) + 0.5f;
  return (PxBox){
      ceilf(e->centre_x - e->half_width + rim), ceilf(e->centre_y - e->half_height + rim),
      floorf(e->centre_x + e->half_width - rim), floorf(e->centre_y + e->half_height - rim)};
}

/* The four parts of `all` around `in`. */
static void parts_around(PxBox all, PxBox in, PxBox parts[4]) {
  parts[0] = (PxBox){all.left, all.top, all.right, in.top};
  parts[1] = (PxBox){all.left, in.bottom, all.right, all.bottom};
  parts[2] = (PxBox){all.left, in.top, in.left, in.bottom};
  parts[3] = (PxBox){in.right, in.top, all.right, in.bottom};
}

static bool is_large(PxBox in) {
  return in.right > in.left && in.bottom > in.top &&
         (in.right - in.left) * (in.bottom - in.top) > LARGE_PX2;
}

/* A box with square corners and no outline. Small ones are never cut into parts of other layers:
** thousands of bars on their way are one batch. */
static void add_square(Frame *frame, const BoxElement *e) {
  PxBox edges = {e->centre_x - e->half_width, e->centre_y - e->half_height,
                 e->centre_x + e->half_width, e->centre_y + e->half_height};
  PxBox in = {ceilf(edges.left), ceilf(edges.top), floorf(edges.right), floorf(edges.bottom)};
  PxBox all = {floorf(edges.left), floorf(edges.top), ceilf(edges.right), ceilf(edges.bottom)};
  if (e->fill.a < 255 || !is_large(in)) {
    square_add(frame, edges, all, e->fill);
    return;
  }
  PxBox parts[4];
  parts_around(all, in, parts);
  plain_add(frame, in, e->fill);
  for (int i = 0; i < 4; i++) square_add(frame, edges, parts[i], e->fill);
}

/* A large box is drawn as its inside, without a distance function, and four parts around it. */
void box_add(Frame *frame, const DrawBox *box) {
  bool stroked = box->stroke.a > 0 && box->stroke_width > 0;
  if (!stroked && box->fill.a == 0) return;
  float scale = frame->scale, half_width = box->box.w * scale / 2;
  float half_height = box->box.h * scale / 2;
  if (half_width < 0 || half_height < 0) return;
  BoxElement e = {.centre_x = box->box.x * scale + half_width,
                  .centre_y = box->box.y * scale + half_height,
                  .half_width = half_width,
                  .half_height = half_height,
                  .radius = fminf(box->corner * scale, fminf(half_width, half_height)),
                  .half_stroke = stroked ? box->stroke_width * scale / 2 : 0,
                  .fill = box->fill,
                  .stroke = stroked ? box->stroke : COLOR_NONE};
  if (!stroked && e.radius == 0) {
    add_square(frame, &e);
    return;
  }
  float reach = e.half_stroke + 1;
  PxBox all = {floorf(e.centre_x - half_width - reach), floorf(e.centre_y - half_height - reach),
               ceilf(e.centre_x + half_width + reach), ceilf(e.centre_y + half_height + reach)};
  PxBox in = inside_of(&e);
  if (!is_large(in)) {
    add_part(frame, e, all);
    return;
  }
  if (box->fill.a == 255) plain_add(frame, in, box->fill);
  else if (box->fill.a > 0) square_add(frame, in, in, box->fill);
  PxBox parts[4];
  parts_around(all, in, parts);
  for (int i = 0; i < 4; i++) add_part(frame, e, parts[i]);
}
