/* render/cairo/draw.c -- draws a list with a cairo context, and renders the pixels of a PNG.
**
** Items are drawn in the order of the list without batching, unlike on the screen, since a file is
** drawn once.
*/
#include "render/cairo/draw.h"

#include <assert.h>
#include <math.h>

#include "base/number.h"
#include "base/os.h"
#include "base/i18n.h"
#include "render/cairo/painter.h"
#include "render/cairo/png.h"

static const double pixels_most = 268435456.0;

/* Reports the first error: cairo continues after it and fails again for other reasons. */
bool paint_done(const CairoPainter *painter, cairo_status_t end, Status *status) {
  cairo_status_t first = cairo_status(painter->cairo);
  if (painter->stopped) return status_fail(status, STATUS_STOPPED, _("the picture was stopped"));
  if (first != CAIRO_STATUS_SUCCESS) end = first;
  if (end == CAIRO_STATUS_SUCCESS && !painter->failed) return true;
  if (painter->failed || end == CAIRO_STATUS_NO_MEMORY || end == CAIRO_STATUS_WRITE_ERROR)
    return status_no_memory(status);
  return status_fail(status, STATUS_COULD_NOT, _("The picture could not be drawn: %s."),
                     cairo_status_to_string(end));
}

/* Drawing is the first half of a PNG's progress, encoding the second. */
bool paint_goes_on(CairoPainter *painter, double part) {
  assert(part >= 0 && part <= 1);
  if (painter->stopped) return false;
  double share = painter->whole > 0 ? (painter->begun + part) / painter->whole / 2 : 0;
  painter->stopped = !progress_goes_on(painter->progress, share);
  return !painter->stopped;
}

void set_color(cairo_t *cairo, Color color) {
  cairo_set_source_rgba(cairo, color.r / 255.0, color.g / 255.0, color.b / 255.0, color.a / 255.0);
}

/* The sides follow clockwise on the screen, where y points down. */
void add_rounded(cairo_t *cairo, Box box, float corner) {
  double x = box.x, y = box.y, w = box.w, h = box.h;
  double r = fmin(corner, fmin(w, h) / 2), right_angle = acos(0);
  if (r <= 0) {
    cairo_rectangle(cairo, x, y, w, h);
    return;
  }
  cairo_new_sub_path(cairo);
  cairo_arc(cairo, x + w - r, y + r, r, -right_angle, 0);
  cairo_arc(cairo, x + w - r, y + h - r, r, 0, right_angle);
  cairo_arc(cairo, x + r, y + h - r, r, right_angle, 2 * right_angle);
  cairo_arc(cairo, x + r, y + r, r, 2 * right_angle, 3 * right_angle);
  cairo_close_path(cairo);
}

/* A box without width is drawn as a line; one with a negative width is not drawn. */
static void paint_box(const CairoPainter *painter, const DrawBox *box) {
  cairo_t *cairo = painter->cairo;
  if (box->box.w < 0 || box->box.h < 0) return;
  add_rounded(cairo, box->box, box->corner);
  if (box->fill.a > 0) {
    set_color(cairo, box->fill);
    cairo_fill_preserve(cairo);
  }
  if (box->stroke.a > 0 && box->stroke_width > 0) {
    set_color(cairo, box->stroke);
    cairo_set_line_width(cairo, box->stroke_width);
    cairo_stroke_preserve(cairo);
  }
  cairo_new_path(cairo);
}

/* The first point, then three for each cubic piece, as in the list. */
static void add_curves(cairo_t *cairo, const Point *points, int point_count) {
  assert(point_count >= 1 && point_count % 3 == 1);
  cairo_move_to(cairo, points[0].x, points[0].y);
  for (const Point *p = points + 1; p + 3 <= points + point_count; p += 3)
    cairo_curve_to(cairo, p[0].x, p[0].y, p[1].x, p[1].y, p[2].x, p[2].y);
}

static void paint_curve(const CairoPainter *painter, const DrawCurve *curve) {
  set_color(painter->cairo, curve->color);
  cairo_set_line_width(painter->cairo, curve->width);
  add_curves(painter->cairo, curve->points, curve->point_count);
  cairo_stroke(painter->cairo);
}

static void add_stop(cairo_pattern_t *pattern, double at, Color color) {
  cairo_pattern_add_color_stop_rgba(pattern, at, color.r / 255.0, color.g / 255.0, color.b / 255.0,
                                    color.a / 255.0);
}

static void set_gradient(cairo_t *cairo, const DrawGradient *gradient) {
  if (draw_gradient_is_flat(gradient)) {
    set_color(cairo, gradient->from);
    return;
  }
  cairo_pattern_t *pattern = cairo_pattern_create_linear(gradient->begin.x, gradient->begin.y,
                                                         gradient->end.x, gradient->end.y);
  add_stop(pattern, 0, gradient->from);
  add_stop(pattern, 1, gradient->to);
  cairo_set_source(cairo, pattern);
  cairo_pattern_destroy(pattern);
}

/* The path is closed from its end to its beginning, as the list defines. */
static void paint_ribbon(const CairoPainter *painter, const DrawRibbon *ribbon) {
  set_gradient(painter->cairo, &ribbon->gradient);
  add_curves(painter->cairo, ribbon->points, ribbon->point_count);
  cairo_close_path(painter->cairo);
  cairo_fill(painter->cairo);
}

static int clamp_px(float at, int most) { return (int)lroundf(float_clamp(at, 0, (float)most)); }

/* In an image the clip is rounded to whole pixels, so that text, which is drawn without cairo, is
** clipped at the same ones. */
static void set_clip(CairoPainter *painter, Box box) {
  cairo_t *cairo = painter->cairo;
  PixelBox whole = {0, 0, painter->width, painter->height};
  float scale = painter->scale;
  cairo_reset_clip(cairo);
  painter->clip = whole;
  if (box.w < 0) return;
  if (painter->pixels) {
    painter->clip =
        (PixelBox){clamp_px(box.x * scale, whole.right), clamp_px(box.y * scale, whole.bottom),
                   clamp_px((box.x + box.w) * scale, whole.right),
                   clamp_px((box.y + box.h) * scale, whole.bottom)};
    box = (Box){(float)painter->clip.left / scale, (float)painter->clip.top / scale,
                (float)(painter->clip.right - painter->clip.left) / scale,
                (float)(painter->clip.bottom - painter->clip.top) / scale};
  }
  cairo_set_antialias(cairo, painter->pixels ? CAIRO_ANTIALIAS_NONE : CAIRO_ANTIALIAS_DEFAULT);
  cairo_rectangle(cairo, box.x, box.y, box.w, box.h);
  cairo_clip(cairo);
  cairo_set_antialias(cairo, CAIRO_ANTIALIAS_DEFAULT);
}

static void paint_item(CairoPainter *painter, const DrawItem *item) {
  switch (item->kind) {
  case DRAW_BOX:
    paint_box(painter, &item->as.box);
    break;
  case DRAW_TEXT:
    paint_text(painter, &item->as.text);
    break;
  case DRAW_HEATMAP:
    paint_heatmap(painter, &item->as.heatmap);
    break;
  case DRAW_CURVE:
    paint_curve(painter, &item->as.curve);
    break;
  case DRAW_RIBBON:
    paint_ribbon(painter, &item->as.ribbon);
    break;
  case DRAW_CLIP:
    set_clip(painter, item->as.clip);
    break;
  case DRAW_GROUP:
    break;
  }
}

void paint_list(CairoPainter *painter, const DrawList *list) {
  assert(!list->failed && painter->scale > 0);
  painter->clip = (PixelBox){0, 0, painter->width, painter->height};
  cairo_set_line_cap(painter->cairo, CAIRO_LINE_CAP_BUTT);
  cairo_set_line_join(painter->cairo, CAIRO_LINE_JOIN_ROUND);
  if (list->background.a > 0) {
    set_color(painter->cairo, list->background);
    cairo_paint(painter->cairo);
  }
  painter->whole = list->item_count;
  int end = painter->end_item > 0 ? painter->end_item : list->item_count;
  for (int i = painter->first_item; i < end && !painter->failed; i++) {
    painter->begun = i;
    if (!paint_goes_on(painter, 0)) return;
    paint_item(painter, &list->items[i]);
  }
}

/* A side of less than a pixel has one, a side of 0 or NaN none; the negation catches NaN. */
static float pixels_of_side(float side_pt, float scale) {
  float pixels = roundf(side_pt * scale);
  return side_pt > 0 && pixels < 1 ? 1 : pixels;
}

bool cairo_pixel_size(const DrawList *list, float scale, int *width, int *height, Status *status) {
  float w = pixels_of_side(list->width_pt, scale), h = pixels_of_side(list->height_pt, scale);
  if (!(w >= 1 && h >= 1 && w <= CAIRO_SIDE_PIXELS_MOST && h <= CAIRO_SIDE_PIXELS_MOST &&
        (double)w * (double)h <= pixels_most))
    return status_fail(status, STATUS_COULD_NOT,
                       P_("A picture of %.0f x %.0f pixels cannot be made: each side has 1 to %d "
                          "pixel, and all together at most %.0f million.",
                          "A picture of %.0f x %.0f pixels cannot be made: each side has 1 to %d "
                          "pixels, and all together at most %.0f million.",
                          CAIRO_SIDE_PIXELS_MOST),
                       (double)w, (double)h, CAIRO_SIDE_PIXELS_MOST, pixels_most / 1e6);
  *width = (int)w;
  *height = (int)h;
  return true;
}

/* Paints into the painter's pixels. */
static bool paint_pixels(CairoPainter *painter, const DrawList *list, Status *status) {
  assert(painter->width > 0 && painter->height > 0 && painter->fonts);
  cairo_surface_t *surface =
      cairo_image_surface_create_for_data((unsigned char *)painter->pixels, CAIRO_FORMAT_ARGB32,
                                          painter->width, painter->height, painter->width * 4);
  painter->cairo = cairo_create(surface);
  cairo_scale(painter->cairo, painter->scale, painter->scale);
  paint_list(painter, list);
  cairo_surface_flush(surface);
  bool done = paint_done(painter, cairo_surface_status(surface), status);
  cairo_destroy(painter->cairo);
  cairo_surface_destroy(surface);
  return done;
}

/* The pixels belong to the caller's arena, not to cairo: rows without padding that remain when
** the surface is freed. Scratch memory has an arena of its own: in the first, which the pixels
** fill, every line of text would take a new block of megabytes. The painter has its fonts,
** scale and progress set. */
static bool render(CairoPainter *painter, const DrawList *list, Arena *arena, Status *status) {
  if (list->failed) return status_no_memory(status);
  if (!cairo_pixel_size(list, painter->scale, &painter->width, &painter->height, status))
    return false;
  painter->pixels =
      arena_take(arena, (size_t)painter->width * (size_t)painter->height, sizeof *painter->pixels);
  bool has_room = painter->pixels && os_has_room(CAIRO_ROOM_BYTES);
  painter->arena = has_room ? arena_make(0) : NULL;
  if (!painter->arena) return status_no_memory(status);
  bool done = paint_pixels(painter, list, status);
  arena_free(painter->arena);
  return done;
}

bool cairo_render_pixels(const DrawList *list, Fonts *fonts, float scale, Arena *arena,
                         CairoPixels *pixels, Status *status) {
  CairoPainter painter = {.fonts = fonts, .scale = scale};
  if (!render(&painter, list, arena, status)) return false;
  *pixels = (CairoPixels){painter.pixels, painter.width, painter.height};
  return true;
}

bool cairo_render_png(const DrawList *list, Fonts *fonts, const CairoPng *look, Arena *arena,
                      Str *bytes, Status *status) {
  CairoPainter painter = {.fonts = fonts, .scale = look->scale, .progress = look->progress};
  if (!render(&painter, list, arena, status)) return false;
  PngPixels picture = {.at = painter.pixels,
                       .width = painter.width,
                       .height = painter.height,
                       .stride_pixels = painter.width,
                       .pixels_per_point = look->scale,
                       .description = look->description,
                       .progress = look->progress};
  return png_encode(&picture, arena, bytes, status);
}
