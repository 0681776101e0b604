/* render/cairo/shape_cache.c -- makes keys, lets cairo draw coverage, and blends it into pixels. */
#include "render/cairo/shape_cache.h"

#include <math.h>
#include <string.h>

#include "scene/matrix/hatch.h"

enum { LINES_MOST = 8, KEY_MOST = 4 * LINES_MOST, SIDE_PX_MOST = 256 };

/* Where cairo puts the control point of a quarter circle, as a share of the
** radius from the corner. */
static const double HANDLE = 0.4477152501692064;

typedef struct Stamp {
  int key[KEY_MOST], key_count;
  int width, height; /* pixels */
  int stride;
  unsigned char *coverage;
} Stamp;

struct ShapeCache {
  float corner;
  Stamp at[SHAPE_CACHE_MOST];
  /* the next shape to compare first, since cells come in the same order in each row */
  int count, next;
};

/* One shape at its place. */
typedef struct Shape {
  Box cell;
  float corner;
  bool is_hatching;
  int left, top; /* the pixel where it begins */
} Shape;

ShapeCache *shape_cache_make(const CairoPainter *painter, float corner) {
  ShapeCache *shapes = painter->pixels ? arena_take(painter->arena, 1, sizeof *shapes) : NULL;
  if (shapes) shapes->corner = corner;
  return shapes;
}

/* ---- keys ---- */

/* Rounded as cairo rounds its coordinates. */
static int in_256ths(double at_pt, float scale, int first_px) {
  return (int)lrint((at_pt * (double)scale - first_px) * 256);
}

/* Adds the coordinates that define the outline along one axis. */
static void add_side(Stamp *stamp, double start, double length, double corner, const float *scale,
                     int first_px) {
  assert(stamp->key_count + 6 <= KEY_MOST);
  double end = start + length;
  const double places[] = {start,        start + corner * HANDLE, start + corner,
                           end - corner, end - corner * HANDLE,   end};
  for (int i = 0; i < 6; i++)
    stamp->key[stamp->key_count++] = in_256ths(places[i], *scale, first_px);
}

static bool add_lines(Stamp *stamp, const Shape *shape, float scale) {
  Point from, to;
  for (int i = 0; hatch_line(shape->cell, i, &from, &to); i++) {
    if (i == LINES_MOST) return false;
    stamp->key[stamp->key_count++] = in_256ths(from.x, scale, shape->left);
    stamp->key[stamp->key_count++] = in_256ths(from.y, scale, shape->top);
    stamp->key[stamp->key_count++] = in_256ths(to.x, scale, shape->left);
    stamp->key[stamp->key_count++] = in_256ths(to.y, scale, shape->top);
  }
  return true;
}

static bool find_key(const Shape *shape, float scale, Stamp *stamp) {
  const Box *cell = &shape->cell;
  stamp->key_count = 0;
  if (shape->is_hatching) return add_lines(stamp, shape, scale);
  double corner = fmin(shape->corner, fmin(cell->w, cell->h) / 2);
  add_side(stamp, cell->x, cell->w, corner, &scale, shape->left);
  add_side(stamp, cell->y, cell->h, corner, &scale, shape->top);
  return true;
}

/* ---- coverage ---- */

static void add_shape(cairo_t *cairo, const Shape *shape) {
  Point from, to;
  if (!shape->is_hatching) {
    add_rounded(cairo, shape->cell, shape->corner);
    cairo_fill(cairo);
    return;
  }
  for (int i = 0; hatch_line(shape->cell, i, &from, &to); i++) {
    cairo_move_to(cairo, from.x, from.y);
    cairo_line_to(cairo, to.x, to.y);
  }
  cairo_set_line_width(cairo, HATCH_WIDTH_PT);
  cairo_stroke(cairo);
}

/* cairo draws the shape, moved by whole pixels to the origin of a surface of its own. */
static bool draw_coverage(const CairoPainter *painter, const Shape *shape, Stamp *stamp) {
  float scale = painter->scale;
  stamp->width = (int)ceilf((shape->cell.x + shape->cell.w) * scale) + 1 - shape->left;
  stamp->height = (int)ceilf((shape->cell.y + shape->cell.h) * scale) + 1 - shape->top;
  assert(stamp->width > 0 && stamp->height > 0);
  if (stamp->width > SIDE_PX_MOST || stamp->height > SIDE_PX_MOST) return false;
  stamp->stride = cairo_format_stride_for_width(CAIRO_FORMAT_A8, stamp->width);
  stamp->coverage = arena_take(painter->arena, (size_t)stamp->stride, (size_t)stamp->height);
  if (!stamp->coverage) return false;
  cairo_surface_t *surface = cairo_image_surface_create_for_data(
      stamp->coverage, CAIRO_FORMAT_A8, stamp->width, stamp->height, stamp->stride);
  cairo_t *cairo = cairo_create(surface);
  cairo_translate(cairo, -shape->left, -shape->top);
  cairo_scale(cairo, scale, scale);
  cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
  add_shape(cairo, shape);
  bool done = cairo_status(cairo) == CAIRO_STATUS_SUCCESS;
  cairo_surface_flush(surface);
  cairo_destroy(cairo);
  cairo_surface_destroy(surface);
  return done;
}

static bool is_same(const Stamp *a, const Stamp *b) {
  return a->key_count == b->key_count &&
         memcmp(a->key, b->key, (size_t)a->key_count * sizeof *a->key) == 0;
}

static const Stamp *find_stamp(const CairoPainter *painter, ShapeCache *shapes,
                               const Shape *shape) {
  Stamp wanted = {0};
  if (!find_key(shape, painter->scale, &wanted)) return NULL;
  for (int i = 0; i < shapes->count; i++) {
    int index = (shapes->next + i) % shapes->count;
    if (!is_same(&shapes->at[index], &wanted)) continue;
    shapes->next = index + 1;
    return &shapes->at[index];
  }
  if (shapes->count == SHAPE_CACHE_MOST || !draw_coverage(painter, shape, &wanted)) return NULL;
  shapes->at[shapes->count] = wanted;
  return &shapes->at[shapes->count++];
}

/* ---- pixels ---- */

/* All four channels times share / 255, each rounded; exactly half rounds down, as in cairo. */
static uint32_t scale_channels(uint32_t pixel, uint32_t share) {
  const uint32_t two = 0x00ff00ffu;
  uint32_t even = (pixel & two) * share + 0x007f007fu;
  uint32_t odd = (pixel >> 8 & two) * share + 0x007f007fu;
  even = (even + (even >> 8 & two)) >> 8 & two;
  odd = (odd + (odd >> 8 & two)) >> 8 & two;
  return even | odd << 8;
}

static void blend_stamp(const CairoPainter *painter, const Stamp *stamp, const Shape *shape,
                        Color color) {
  assert(stamp->coverage && color.a == 255);
  const PixelBox *clip = &painter->clip;
  uint32_t solid = 0xff000000u | (uint32_t)color.r << 16 | (uint32_t)color.g << 8 | color.b;
  int left = shape->left > clip->left ? shape->left : clip->left;
  int right = shape->left + stamp->width;
  if (right > clip->right) right = clip->right;
  for (int y = 0; y < stamp->height; y++) {
    if (shape->top + y < clip->top || shape->top + y >= clip->bottom) continue;
    const unsigned char *coverage = stamp->coverage + (ptrdiff_t)y * stamp->stride;
    uint32_t *row = pixel_row(painter, shape->top + y);
    for (int x = left; x < right; x++) {
      uint32_t covered = coverage[x - shape->left];
      if (covered == 255) row[x] = solid;
      else if (covered)
        row[x] = scale_channels(solid, covered) + scale_channels(row[x], 255 - covered);
    }
  }
}

static bool stamp(const CairoPainter *painter, ShapeCache *shapes, Shape *shape, Color color) {
  const Box *cell = &shape->cell;
  if (!shapes || color.a != 255 || cell->w <= 0 || cell->h <= 0) return false;
  shape->left = (int)floorf(cell->x * painter->scale);
  shape->top = (int)floorf(cell->y * painter->scale);
  const Stamp *found = find_stamp(painter, shapes, shape);
  if (found) blend_stamp(painter, found, shape, color);
  return found != NULL;
}

bool shape_cache_cell(const CairoPainter *painter, ShapeCache *shapes, Box cell, Color color) {
  Shape shape = {.cell = cell, .corner = shapes ? shapes->corner : 0};
  return stamp(painter, shapes, &shape, color);
}

bool shape_cache_hatching(const CairoPainter *painter, ShapeCache *shapes, Box cell, Color color) {
  Shape shape = {.cell = cell, .is_hatching = true};
  return stamp(painter, shapes, &shape, color);
}
