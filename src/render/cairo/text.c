/* render/cairo/text.c -- a line of text: glyph images in a PNG, text with its glyphs in a PDF. */
#include <math.h>

#include "render/cairo/painter.h"

/* Each glyph is placed on its own, so that rotated text is positioned to quarters of a
** pixel, as upright text is. */
static void paint_run_pixels(CairoPainter *painter, const DrawText *text, const GlyphRun *run) {
  double angle = (double)text->angle_deg * acos(0) / 90;
  float c = (float)cos(angle), s = (float)sin(angle);
  GlyphPlace place = {.size_px = text->size_pt * painter->scale, .angle_deg = text->angle_deg};
  for (int i = 0; i < run->glyph_count && !painter->failed; i++) {
    const Glyph *glyph = &run->glyphs[i];
    place.index = glyph->index;
    place.x_px = (text->at.x + c * glyph->x_pt + s * glyph->y_pt) * painter->scale;
    place.y_px = (text->at.y - s * glyph->x_pt + c * glyph->y_pt) * painter->scale;
    paint_glyph(painter, run->face, &place, text->color);
  }
}

/* A run as cairo wants it: clusters and their text in the order of the glyphs, left to right. */
typedef struct Clusters {
  cairo_text_cluster_t *at;
  int count;
  StrBuf text;
} Clusters;

static void add_reversed(StrBuf *text, Str characters) {
  size_t end = characters.bytes;
  for (size_t at = end; at-- > 0;) {
    bool continues = ((unsigned char)characters.at[at] & 0xC0) == 0x80;
    if (continues) continue;
    strbuf_add(text, (Str){characters.at + at, end - at});
    end = at;
  }
}

/* PDF viewers expect right-to-left text in visual order and reverse it themselves, so such a run is
** written from the left, including the characters of a ligature. */
static bool list_clusters(const CairoPainter *painter, const GlyphRun *run, Str text,
                          Clusters *clusters) {
  clusters->at = arena_take(painter->arena, (size_t)run->glyph_count, sizeof *clusters->at);
  clusters->text = strbuf_make(painter->arena);
  if (!clusters->at) return false;
  for (int i = 0; i < run->glyph_count; i++) {
    const Glyph *glyph = &run->glyphs[i];
    bool starts = i == 0 || glyph->first_byte != run->glyphs[i - 1].first_byte;
    if (starts) {
      clusters->at[clusters->count++] = (cairo_text_cluster_t){glyph->bytes, 0};
      Str characters = {text.at + glyph->first_byte, (size_t)glyph->bytes};
      (run->right_to_left ? add_reversed : strbuf_add)(&clusters->text, characters);
    }
    clusters->at[clusters->count - 1].num_glyphs++;
  }
  return !clusters->text.failed;
}

/* PDF viewers read rotated text as single letters on lines of their own; as one
** cluster it stays whole. */
static void join_clusters(Clusters *clusters, int glyph_count) {
  assert(glyph_count > 0);
  clusters->at[0] = (cairo_text_cluster_t){(int)clusters->text.bytes, glyph_count};
  clusters->count = 1;
}

/* Positions are relative to the line: cairo_translate has put its start at the origin. */
static void show_run(CairoPainter *painter, const DrawText *text, const GlyphRun *run) {
  size_t count = (size_t)run->glyph_count;
  Clusters clusters = {0};
  cairo_glyph_t *glyphs = arena_take(painter->arena, count, sizeof *glyphs);
  if (!glyphs || !list_clusters(painter, run, text->text, &clusters)) {
    painter->failed = true;
    return;
  }
  for (size_t i = 0; i < count; i++)
    glyphs[i] = (cairo_glyph_t){run->glyphs[i].index, run->glyphs[i].x_pt, run->glyphs[i].y_pt};
  bool is_turned = fmodf(text->angle_deg, 90) != 0;
  if (is_turned) join_clusters(&clusters, run->glyph_count);
  cairo_show_text_glyphs(painter->cairo, clusters.text.at, (int)clusters.text.bytes, glyphs,
                         run->glyph_count, clusters.at, clusters.count, 0);
}

static void paint_run_vectors(CairoPainter *painter, const DrawText *text, const GlyphRun *run) {
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

static void paint_line(CairoPainter *painter, const DrawText *text) {
  GlyphLine line =
      font_shape(painter->fonts, painter->arena, text->face, text->size_pt, text->text);
  painter->failed |= !line.runs;
  if (painter->pixels) cairo_surface_flush(cairo_get_target(painter->cairo));
  for (int i = 0; i < line.run_count; i++)
    (painter->pixels ? paint_run_pixels : paint_run_vectors)(painter, text, &line.runs[i]);
  if (painter->pixels) cairo_surface_mark_dirty(cairo_get_target(painter->cairo));
}

void paint_text(CairoPainter *painter, const DrawText *text) {
  if (text->color.a == 0 || text->size_pt <= 0) return;
  ArenaMark mark = arena_mark(painter->arena);
  DrawText clean = *text;
  clean.text = font_clean_text(painter->arena, text->text);
  painter->failed |= !clean.text.at && text->text.bytes > 0;
  if (clean.text.bytes > 0) paint_line(painter, &clean);
  arena_rewind(painter->arena, mark);
}
