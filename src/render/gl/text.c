/* render/gl/text.c -- words of a line as quads that sample the atlas. */
#include "render/gl/primitives.h"

#include <math.h>

#include "base/number.h"

typedef struct TextElement {
  float origin_x, origin_y;
  float left, top, width, height;
  float atlas_x, atlas_y;
  float cosine, sine;
  Color color;
} TextElement;

const ProgramLayout TEXT_LAYOUT = {
    .name = "text",
    .element_bytes = sizeof(TextElement),
    .instanced = true,
    .attributes = {{2, GL_FLOAT, GL_FALSE, offsetof(TextElement, origin_x)},
                   {4, GL_FLOAT, GL_FALSE, offsetof(TextElement, left)},
                   {2, GL_FLOAT, GL_FALSE, offsetof(TextElement, atlas_x)},
                   {2, GL_FLOAT, GL_FALSE, offsetof(TextElement, cosine)},
                   {4, GL_UNSIGNED_BYTE, GL_TRUE, offsetof(TextElement, color)}}};

/* The bounds of an element; a rotated one gets the square around its circle. */
static PxBox bounds_of(const TextElement *e) {
  if (e->sine == 0)
    return (PxBox){e->origin_x + e->left, e->origin_y + e->top, e->origin_x + e->left + e->width,
                   e->origin_y + e->top + e->height};
  float x = e->left + e->width / 2, y = e->top + e->height / 2;
  float centre_x = e->origin_x + x * e->cosine + y * e->sine;
  float centre_y = e->origin_y + y * e->cosine - x * e->sine;
  float reach = hypotf(e->width, e->height) / 2 + 1;
  return (PxBox){centre_x - reach, centre_y - reach, centre_x + reach, centre_y + reach};
}

/* Upright words lie on whole pixels, as they were rasterised; a rotated one is
** sampled between texels. */
static void add_word(Frame *frame, const DrawText *text, const LineRun *word, TextElement element) {
  const RunImage *image = word->image;
  element.left = word->x_px + image->left_px;
  if (element.sine == 0) {
    element.left = roundf(element.origin_x + word->x_px) + image->left_px;
    element.origin_x = 0;
    element.origin_y = roundf(element.origin_y);
  }
  element.top = image->top_px;
  element.width = image->width;
  element.height = image->height;
  element.atlas_x = image->atlas_x;
  element.atlas_y = image->atlas_y;
  element.color = text->color;
  TextElement *room =
      frame_add(frame, element.sine == 0 ? LAYER_TEXT : LAYER_TURNED, 1, bounds_of(&element));
  if (room) *room = element;
}

/* Lines outside the frame are not rasterised. */
static bool may_be_seen(const Frame *frame, const DrawText *text) {
  float x = text->at.x * frame->scale, y = text->at.y * frame->scale;
  float size = text->size_pt * frame->scale;
  float reach = text->width_pt * frame->scale + 2 * size;
  if (text->angle_deg != 0)
    return frame_sees(frame, (PxBox){x - reach, y - reach, x + reach, y + reach});
  return frame_sees(frame, (PxBox){x - 2 * size, y - 2 * size, x + reach, y + 2 * size});
}

bool text_add(Frame *frame, GlyphAtlas *atlas, const DrawText *text) {
  if (text->color.a == 0 || !may_be_seen(frame, text)) return true;
  LineRuns line;
  if (!glyph_atlas_line(atlas, text->face, text->size_pt, frame->scale, text->text, &line))
    return false;
  float angle = text->angle_deg * (float)NUMBER_PI / 180;
  TextElement element = {.origin_x = text->at.x * frame->scale,
                         .origin_y = text->at.y * frame->scale,
                         .cosine = text->angle_deg != 0 ? cosf(angle) : 1,
                         .sine = text->angle_deg != 0 ? sinf(angle) : 0};
  for (int i = 0; i < line.count; i++) add_word(frame, text, &line.words[i], element);
  return true;
}
