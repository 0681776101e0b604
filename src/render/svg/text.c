/* render/svg/text.c -- a line of text as <text>, with the font families that it needs. */
#include <string.h>

#include "render/svg/writer.h"

enum { FAMILIES_MOST = 8 };

typedef struct Families {
  const char *names[FAMILIES_MOST];
  int count;
} Families;

/* Each family once, in the order of use; a line never needs more than eight. */
static void add_family(Families *families, const char *name) {
  for (int i = 0; i < families->count; i++)
    if (strcmp(families->names[i], name) == 0) return;
  if (families->count < FAMILIES_MOST) families->names[families->count++] = name;
}

/* The first choice, the fallback families, and a generic one at the end. */
static void write_families(SvgWriter *svg, const DrawText *text, const GlyphLine *line) {
  Families families = {0};
  bool is_mono = text->face == FACE_MONO || text->face == FACE_MONO_BOLD;
  add_family(&families, font_face_of(svg->fonts, text->face)->family);
  for (int i = 0; i < line->run_count; i++)
    add_family(&families, font_face_file(svg->fonts, line->runs[i].face)->family);
  svg_words(svg, " font-family=\"");
  for (int i = 0; i < families.count; i++) {
    svg_words(svg, "'");
    svg_escaped(svg, str_from(families.names[i]));
    svg_words(svg, "', ");
  }
  bool is_serif = text->face >= FACE_SERIF;
  svg_words(svg, is_mono ? "monospace\"" : is_serif ? "serif\"" : "sans-serif\"");
}

static void write_face(SvgWriter *svg, const DrawText *text, const GlyphLine *line) {
  int weight = font_face_of(svg->fonts, text->face)->weight;
  write_families(svg, text, line);
  svg_attribute(svg, "font-size", text->size_pt);
  if (weight != 400) svg_attribute(svg, "font-weight", (float)weight);
}

/* textLength keeps the measured width if the viewer has other fonts. SVG rotates clockwise,
** the list anticlockwise. */
void svg_text(SvgWriter *svg, const DrawText *text) {
  if (text->color.a == 0 || text->size_pt <= 0) return;
  GlyphLine line = font_shape(svg->fonts, svg->scratch, text->face, text->size_pt, text->text);
  svg->failed |= !line.runs;
  svg_words(svg, "<text");
  svg_attribute(svg, "x", text->at.x);
  svg_attribute(svg, "y", text->at.y);
  write_face(svg, text, &line);
  if (line.right_to_left) svg_words(svg, " direction=\"rtl\" text-anchor=\"end\"");
  if (line.width_pt > 0) {
    svg_attribute(svg, "textLength", line.width_pt);
    svg_words(svg, " lengthAdjust=\"spacingAndGlyphs\"");
  }
  svg_color(svg, "fill", text->color);
  if (text->angle_deg != 0) {
    svg_words(svg, " transform=\"rotate(");
    svg_number(svg, -text->angle_deg);
    svg_point(svg, ' ', text->at);
    svg_words(svg, ")\"");
  }
  svg_words(svg, ">");
  svg_escaped(svg, text->text);
  svg_words(svg, "</text>\n");
}
