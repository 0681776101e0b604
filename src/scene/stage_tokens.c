/* scene/stage_tokens.c -- the sentence cut into tokens: the words underlined, then one chip each.
**
** Chips carry their position below; a token that occurs more than once its label, the·5. Their size
** is the largest at which all fit; when none fits, the last place says how many are left. */
#include <math.h>

#include "base/words.h"
#include "scene/stage.h"

typedef struct Chips {
  const Scene *scene;
  Box place;
  float size; /* design size of the words */
  int shown;  /* the first of them that fit */
  float height, used;
} Chips;

typedef struct Cursor {
  float x, y;
} Cursor;

static const float SIZES[] = {24, 18, 14, 12, 10.5f};
enum { SIZE_COUNT = 5 };

/* -- chips ------------------------------------------------------------------------------------- */

static TextStyle chip_style(const Chips *chips, bool focused) {
  return (TextStyle){focused ? FACE_BOLD : FACE_MEDIUM, chips->size,
                     chips->scene->pen.theme->ink, ALIGN_MIDDLE};
}

static TextStyle note_style(const Chips *chips) {
  return (TextStyle){FACE_MONO, 10.5f, chips->scene->pen.theme->muted, ALIGN_MIDDLE};
}

static Str chip_note(const Chips *chips, int index) {
  const TraceToken *token = trace_token(chips->scene->trace, index);
  if (token->occurrences > 1) return token->label;
  return str_from(str_format(chips->scene->pen.list->arena, "%d", index + 1));
}

static float chip_width(const Chips *chips, int index) {
  const Scene *scene = chips->scene;
  const Pen *pen = &scene->pen;
  float padding = stage_points(scene, chips->size * 0.7f);
  Str text = trace_token(scene->trace, index)->text;
  float most = fminf(chips->place.w, stage_points(scene, 320)) - 2 * padding;
  bool is_long = text.bytes > 200;
  float word = is_long ? most : fminf(pen_width(pen, chip_style(chips, true), text), most);
  float note = fminf(pen_width(pen, note_style(chips), chip_note(chips, index)), most);
  return ceilf(fmaxf(fmaxf(word, note) + 2 * padding, stage_points(scene, chips->size * 1.9f)));
}

static float chip_gap(const Chips *chips) { return stage_points(chips->scene, 8); }

/* Sets the next chip's corner; false when it would leave the place. */
static bool advance(const Chips *chips, Cursor *cursor, float width) {
  Box place = chips->place;
  float note = stage_points(chips->scene, 18);
  if (cursor->x > place.x && cursor->x + width > place.x + place.w + 0.5f) {
    cursor->x = place.x;
    cursor->y += chips->height + note + chip_gap(chips);
  }
  return cursor->y + chips->height + note <= place.y + place.h + 0.5f;
}

static void fit_chips(Chips *chips) {
  int count = trace_token_count(chips->scene->trace);
  for (int i = 0; i < SIZE_COUNT; i++) {
    chips->size = SIZES[i];
    chips->height = ceilf(stage_points(chips->scene, SIZES[i] * 2));
    Cursor cursor = {chips->place.x, chips->place.y};
    for (chips->shown = 0; chips->shown < count; chips->shown++) {
      float width = chip_width(chips, chips->shown);
      if (!advance(chips, &cursor, width)) break;
      cursor.x += width + chip_gap(chips);
    }
    chips->used = cursor.y + chips->height + stage_points(chips->scene, 18) - chips->place.y;
    if (chips->shown == count) return;
  }
}

static void draw_chip(const Chips *chips, Box box, int index, bool focused) {
  const Scene *scene = chips->scene;
  const Pen *pen = &scene->pen;
  const TraceToken *token = trace_token(scene->trace, index);
  draw_box(pen->list, (DrawBox){.box = box,
                                .corner = 8,
                                .fill = pen->theme->panel,
                                .stroke = focused ? pen->theme->focus : pen->theme->line,
                                .stroke_width = focused ? 3 : 1});
  if (scene->interactive)
    draw_hit(pen->list, (DrawHit){.box = box,
                                  .cursor = CURSOR_HAND,
                                  .click = str_format(pen->list->arena, "cell %d row", index + 1)});
  float padding = stage_points(scene, chips->size * 0.4f);
  Box text = {box.x + padding, box.y, box.w - 2 * padding, box.h};
  pen_text_in(pen, chip_style(chips, focused), text, token->text);
  Box note = {box.x, box.y + box.h + stage_points(scene, 2), box.w, stage_points(scene, 14)};
  pen_text_in(pen, note_style(chips), note, chip_note(chips, index));
}

static void draw_chips(const Chips *chips) {
  int focus, col, filled = chips->scene->view->filled;
  stage_focus(chips->scene, &focus, &col);
  Cursor cursor = {chips->place.x, chips->place.y};
  for (int i = 0; i < chips->shown; i++) {
    float width = chip_width(chips, i);
    if (!advance(chips, &cursor, width)) break;
    if (filled < 0 || i < filled)
      draw_chip(chips, (Box){cursor.x, cursor.y, width, chips->height}, i, i == focus);
    cursor.x += width + chip_gap(chips);
  }
}

/* -- the sentence ------------------------------------------------------------------------------ */

static bool is_right_to_left(Str text) {
  for (size_t at = 0; at < text.bytes;) {
    uint32_t code;
    size_t bytes = str_decode(text, at, &code);
    if (bytes == 0) return false;
    bool is_rtl = (code >= 0x590 && code <= 0x8FF) || (code >= 0xFB1D && code <= 0xFDFF) ||
                  (code >= 0xFE70 && code <= 0xFEFF);
    if (is_rtl) return true;
    at += bytes;
  }
  return false;
}

static const float SENTENCE_SIZE = 18, LINE_DESIGN = 34;

/* Each token at its place with a line under it, so that the cuts are seen; false: does not fit. */
static bool lay_sentence(const Scene *scene, Box box, bool draw, float *used) {
  const Pen *pen = &scene->pen;
  TextStyle style = {FACE_REGULAR, SENTENCE_SIZE, pen->theme->ink, ALIGN_START};
  float line = stage_points(scene, LINE_DESIGN), between = stage_points(scene, 3);
  float space = pen_width(pen, style, STR(" ")), x = box.x, y = box.y;
  int focus, col, end = 0;
  stage_focus(scene, &focus, &col);
  for (int i = 0; i < trace_token_count(scene->trace); i++) {
    const TraceToken *token = trace_token(scene->trace, i);
    float width = pen_width(pen, style, token->text);
    if (i > 0) x += token->first_byte > end ? space : between;
    if (x + width > box.x + box.w && x > box.x) x = box.x, y += line;
    if (y + line > box.y + box.h + 0.5f || width > box.w) return false;
    end = token->first_byte + token->bytes;
    if (draw) {
      float base = y + stage_points(scene, 20);
      pen_text(pen, style, (Point){x, base}, token->text);
      Box under = {x, base + stage_points(scene, 7), width, stage_points(scene, 3)};
      Color color = i == focus ? pen->theme->focus : pen->theme->hatch;
      draw_box(pen->list, (DrawBox){.box = under, .corner = 1, .fill = color});
    }
    x += width;
    if (used) *used = y + line - box.y;
  }
  return true;
}

static float draw_sentence(const Scene *scene, Box box) {
  float used = 0;
  bool plain = is_right_to_left(trace_sentence(scene->trace));
  if (!plain && lay_sentence(scene, box, false, &used)) {
    lay_sentence(scene, box, true, NULL);
    return used;
  }
  TextStyle style = {FACE_REGULAR, SENTENCE_SIZE, scene->pen.theme->ink, ALIGN_START};
  return pen_text_wrapped(&scene->pen, style, box, 1.2f, trace_sentence(scene->trace));
}

/* -- notes ------------------------------------------------------------------------------------- */

static Str token_notes(const Chips *chips) {
  const Trace *trace = chips->scene->trace;
  StrBuf words = strbuf_make(chips->scene->pen.list->arena);
  int count = trace_token_count(trace), cut = trace_cut_count(trace);
  int bad = trace_bad_byte_count(trace);
  strbuf_format(&words, ngettext("%d token", "%d tokens", (unsigned long)count), count);
  if (chips->shown < count) strbuf_format(&words, _(" · the first %d are shown"), chips->shown);
  if (cut > 0) strbuf_format(&words, _(" · %d more did not fit the model"), cut);
  if (bad > 0) strbuf_format(&words, _(" · %d bytes were not UTF-8"), bad);
  return strbuf_str(&words);
}

typedef struct Place {
  Box inner, sentence;
  float head; /* height of the sentence's part with the line below it */
} Place;

static Place place_tokens(const Scene *scene, Box box) {
  Place place = {.inner = box_inset(box, stage_points(scene, 32))};
  float most = fminf(place.inner.w, stage_points(scene, 960));
  place.inner.x += floorf((place.inner.w - most) / 2);
  place.inner.w = most;
  place.sentence = place.inner;
  place.sentence.h = fminf(stage_points(scene, LINE_DESIGN * 3), place.inner.h * 0.35f);
  return place;
}

static Chips chips_below(const Scene *scene, const Place *place, float sentence_height) {
  float top = sentence_height + stage_points(scene, 56), foot = stage_points(scene, 28);
  Chips chips = {.scene = scene,
                 .place = {place->inner.x, place->inner.y + top, place->inner.w,
                           place->inner.h - top - foot}};
  fit_chips(&chips);
  return chips;
}

Box stage_tokens_box(const Scene *scene, Box box) {
  Scene fitted = stage_fitted(scene, box);
  Place place = place_tokens(&fitted, box);
  float head = place.sentence.h + stage_points(&fitted, 56);
  return (Box){place.inner.x, place.inner.y + head, place.inner.w, place.inner.h - head};
}

void stage_tokens_draw(const Scene *scene, Box box) {
  Place place = place_tokens(scene, box);
  float used = 0;
  bool plain = is_right_to_left(trace_sentence(scene->trace)) ||
               !lay_sentence(scene, place.sentence, false, &used);
  if (plain) used = place.sentence.h;
  Chips chips = chips_below(scene, &place, used);
  float spare = fmaxf(chips.place.h - chips.used, 0) * 0.42f;
  place.sentence.y += floorf(spare);
  chips.place.y += floorf(spare);
  draw_sentence(scene, place.sentence);
  const Pen *pen = &scene->pen;
  Box note = {place.inner.x, chips.place.y - stage_points(scene, 36), place.inner.w,
              stage_points(scene, 16)};
  pen_text_in(pen, (TextStyle){FACE_MEDIUM, 12, pen->theme->muted, ALIGN_START}, note,
              token_notes(&chips));
  draw_chips(&chips);
}
