/* render/cairo/words.c -- a line of text: glyph images in a PNG, text with its glyphs in a PDF. */
#include <math.h>

#include "render/cairo/painter.h"

static void paint_run_pixels(Painter *painter, const DrawText *text, const GlyphRun *run) {
  float angle = text->angle_deg * acosf(0) / 90, c = cosf(angle), s = sinf(angle);
  GlyphPlace place = {.size_px = text->size_pt * painter->scale, .angle_deg = text->angle_deg};
  for (int i = 0; i < run->glyph_count && !painter->failed; i++) {
    const Glyph *glyph = &run->glyphs[i];
    place.index = glyph->index;
    place.x_px = (text->at.x + c * glyph->x_pt + s * glyph->y_pt) * painter->scale;
    place.y_px = (text->at.y - s * glyph->x_pt + c * glyph->y_pt) * painter->scale;
    paint_glyph(painter, run->face, &place, text->color);
  }
}

/* Bytes and glyphs of each cluster, in the order of the text. -1 when they do not add up. */
static int list_clusters(const GlyphRun *run, cairo_text_cluster_t *clusters) {
  int count = 0, next_byte = run->first_byte;
  for (int k = 0; k < run->glyph_count; k++) {
    const Glyph *glyph = &run->glyphs[run->right_to_left ? run->glyph_count - 1 - k : k];
    bool starts = count == 0 || glyph->first_byte == next_byte;
    if (starts && glyph->first_byte != next_byte) return -1;
    if (starts) clusters[count++] = (cairo_text_cluster_t){glyph->bytes, 0};
    clusters[count - 1].num_glyphs++;
    next_byte = glyph->first_byte + glyph->bytes;
  }
  return next_byte == run->first_byte + run->bytes ? count : -1;
}

static void show_run(Painter *painter, const DrawText *text, const GlyphRun *run) {
  size_t count = (size_t)run->glyph_count;
  cairo_glyph_t *glyphs = arena_take(painter->arena, count, sizeof *glyphs);
  cairo_text_cluster_t *clusters = arena_take(painter->arena, count, sizeof *clusters);
  painter->failed |= !glyphs || !clusters;
  if (painter->failed) return;
  for (size_t i = 0; i < count; i++)
    glyphs[i] = (cairo_glyph_t){run->glyphs[i].index, run->glyphs[i].x_pt, run->glyphs[i].y_pt};
  int cluster_count = list_clusters(run, clusters);
  cairo_text_cluster_flags_t flags = run->right_to_left ? CAIRO_TEXT_CLUSTER_FLAG_BACKWARD : 0;
  if (cluster_count < 0) cairo_show_glyphs(painter->cairo, glyphs, run->glyph_count);
  else
    cairo_show_text_glyphs(painter->cairo, text->text.at + run->first_byte, run->bytes, glyphs,
                           run->glyph_count, clusters, cluster_count, flags);
}

static void paint_run_vectors(Painter *painter, const DrawText *text, const GlyphRun *run) {
  cairo_t *cairo = painter->cairo;
  cairo_font_face_t *face = run->glyph_count > 0 ? cairo_face(painter, run->face) : NULL;
  if (!face) return;
  cairo_save(cairo);
  cairo_translate(cairo, text->at.x, text->at.y);
  cairo_rotate(cairo, -(double)text->angle_deg * acos(0) / 90);
  cairo_set_font_face(cairo, face);
  cairo_set_font_size(cairo, text->size_pt);
  set_color(cairo, text->color);
  show_run(painter, text, run);
  cairo_restore(cairo);
}

void paint_text(Painter *painter, const DrawText *text) {
  ArenaMark mark = arena_mark(painter->arena);
  DrawText clean = *text;
  clean.text = font_clean_text(painter->arena, text->text);
  if (clean.text.bytes == 0 || text->color.a == 0 || text->size_pt <= 0) return;
  GlyphLine line =
      font_shape(painter->fonts, painter->arena, text->face, text->size_pt, clean.text);
  painter->failed |= !line.runs;
  if (painter->pixels) cairo_surface_flush(cairo_get_target(painter->cairo));
  for (int i = 0; i < line.run_count; i++)
    (painter->pixels ? paint_run_pixels : paint_run_vectors)(painter, &clean, &line.runs[i]);
  if (painter->pixels) cairo_surface_mark_dirty(cairo_get_target(painter->cairo));
  arena_rewind(painter->arena, mark);
}
