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

/* Whole pixels along one axis that a box covers alike. */
typedef struct Span {
  float from, to, covered;
} Span;

/* At most three: the pixel that it begins in, those that it fills, the pixel that it ends in. How
** many there are. */
static int cut_axis(float begin, float end, Span spans[3]) {
  float first = floorf(begin), full = ceilf(begin), last = floorf(end);
  int count = 0;
  if (!(end > begin)) return 0;
  if (last < full) {
    spans[count++] = (Span){first, first + 1, end - begin};
    return count;
  }
  if (full > first) spans[count++] = (Span){first, full, full - begin};
  if (last > full) spans[count++] = (Span){full, last, 1};
  if (end > last) spans[count++] = (Span){last, last + 1, end - last};
  return count;
}

/* A box with square corners and no outline covers a pixel by what it covers along both axes. */
static void add_square(Frame *frame, const BoxElement *e) {
  Span across[3], down[3];
  int columns = cut_axis(e->centre_x - e->half_width, e->centre_x + e->half_width, across);
  int rows = cut_axis(e->centre_y - e->half_height, e->centre_y + e->half_height, down);
  for (int row = 0; row < rows; row++)
    for (int column = 0; column < columns; column++) {
      const Span *x = &across[column], *y = &down[row];
      Color fill = e->fill;
      fill.a = (uint8_t)lroundf((float)fill.a * x->covered * y->covered);
      if (fill.a > 0) plain_add(frame, (PxBox){x->from, y->from, x->to, y->to}, fill);
    }
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
  bool large = in.right > in.left && in.bottom > in.top &&
               (in.right - in.left) * (in.bottom - in.top) > LARGE_PX2;
  if (!large) {
    add_part(frame, e, all);
    return;
  }
  if (box->fill.a > 0) plain_add(frame, in, box->fill);
  add_part(frame, e, (PxBox){all.left, all.top, all.right, in.top});
  add_part(frame, e, (PxBox){all.left, in.bottom, all.right, all.bottom});
  add_part(frame, e, (PxBox){all.left, in.top, in.left, in.bottom});
  add_part(frame, e, (PxBox){in.right, in.top, all.right, in.bottom});
}
