/* ui/rich_text.c -- places words line by line; measuring is placing without drawing. */
#include "ui/rich_text.h"

#include <assert.h>

static const float LINE = 1.32f;

/* Where the next word goes. */
typedef struct RichFlow {
  const Ui *ui;
  const RichText *text;
  float width, line_height;
  Point origin; /* of the box */
  float x, y;   /* within it; y is the top of the line */
  bool draws;
} RichFlow;

static TextStyle style_of(const RichFlow *flow, const UiSpan *span) {
  const Theme *theme = flow->ui->theme;
  FaceId face = flow->text->face;
  Color color = span->is_wrong ? theme->warning : flow->text->color;
  if (span->look == UI_SPAN_STRONG) face = FACE_BOLD;
  if (span->look == UI_SPAN_CODE || span->look == UI_SPAN_NUMBER) face = FACE_MONO;
  if (span->look == UI_SPAN_HANDLE) face = FACE_SEMIBOLD;
  return ui_style(face, flow->text->size, color, ALIGN_START);
}

static void new_line(RichFlow *flow) {
  flow->x = 0;
  flow->y += flow->line_height;
}

/* A handle is underlined, so that it is not told by its weight alone. */
static void draw_word(const RichFlow *flow, const UiSpan *span, Str word, float width) {
  const Ui *ui = flow->ui;
  TextStyle style = style_of(flow, span);
  Box box = {flow->origin.x + flow->x, flow->origin.y + flow->y, width, flow->line_height};
  ui_text_at(ui, style, box.x, box.y + box.h / 2, word);
  if (span->look != UI_SPAN_HANDLE) return;
  float y = box.y + box.h / 2 + ui_pt(ui, style.size * 0.62f);
  draw_line(ui->list, (Point){box.x, y}, (Point){box.x + box.w, y}, ui_pt(ui, 1.2f),
            ui->theme->focus);
  draw_hit(
      ui->list,
      (DrawHit){.box = box, .cursor = CURSOR_HAND, .click = span->click, .hover = span->hover});
}

/* Letters that fit the rest of the line, at least one at the beginning of a line. */
static size_t bytes_that_fit(const RichFlow *flow, TextStyle style, Str word) {
  size_t fits = 0;
  for (size_t at = 0; at < word.bytes;) {
    uint32_t code;
    size_t next = str_decode(word, at, &code);
    at += next > 0 ? next : 1;
    if (flow->x + pen_width(flow->ui->pen, style, (Str){word.at, at}) > flow->width) break;
    fits = at;
  }
  if (fits > 0 || flow->x > 0 || word.bytes == 0) return fits;
  uint32_t code;
  size_t first = str_decode(word, 0, &code);
  return first > 0 ? first : 1;
}

static void place_word(RichFlow *flow, const UiSpan *span, Str word) {
  TextStyle style = style_of(flow, span);
  float width = pen_width(flow->ui->pen, style, word);
  while (width > flow->width && word.bytes > 0) { /* wider than any line */
    size_t bytes = bytes_that_fit(flow, style, word);
    Str head = {word.at, bytes};
    float head_width = pen_width(flow->ui->pen, style, head);
    if (bytes > 0 && flow->draws) draw_word(flow, span, head, head_width);
    word = (Str){word.at + bytes, word.bytes - bytes};
    width = pen_width(flow->ui->pen, style, word);
    new_line(flow);
  }
  if (flow->draws && word.bytes > 0) draw_word(flow, span, word, width);
  flow->x += width;
}

/* The width of what stands without a space from byte `at` of a span on, spans after it included:
** it stays on one line. */
static float width_to_space(const RichFlow *flow, int index, size_t at) {
  float width = 0;
  for (; index < flow->text->span_count; index++, at = 0) {
    const UiSpan *span = &flow->text->spans[index];
    size_t end = at;
    while (end < span->text.bytes && span->text.at[end] != ' ') end++;
    width += pen_width(flow->ui->pen, style_of(flow, span), (Str){span->text.at + at, end - at});
    if (end < span->text.bytes) break;
  }
  return width;
}

static void place_span(RichFlow *flow, int index) {
  const UiSpan *span = &flow->text->spans[index];
  Str text = span->text;
  float space = pen_width(flow->ui->pen, style_of(flow, span), STR(" "));
  for (size_t at = 0; at < text.bytes;) {
    size_t end = at;
    if (text.at[at] == ' ') {
      at++;
      float next = width_to_space(flow, index, at);
      if (flow->x > 0 && flow->x + space + next > flow->width) new_line(flow);
      else if (flow->x > 0) flow->x += space;
      continue;
    }
    while (end < text.bytes && text.at[end] != ' ') end++;
    place_word(flow, span, (Str){text.at + at, end - at});
    at = end;
  }
}

static float flow_text(const Ui *ui, const RichText *text, Box box, bool draws) {
  RichFlow flow = {.ui = ui,
                   .text = text,
                   .width = box.w,
                   .line_height = pen_line_height(ui->pen, text->size) * LINE,
                   .origin = {box.x, box.y},
                   .draws = draws};
  assert(text->span_count == 0 || text->spans);
  if (box.w <= 0) return 0;
  for (int i = 0; i < text->span_count; i++) place_span(&flow, i);
  return flow.y + (flow.x > 0 ? flow.line_height : 0);
}

float rich_text_height(const Ui *ui, const RichText *text, float width) {
  return flow_text(ui, text, (Box){0, 0, width, 0}, false);
}

void rich_text_draw(const Ui *ui, const RichText *text, Box box) { flow_text(ui, text, box, true); }
