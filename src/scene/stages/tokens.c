/* scene/stages/tokens.c -- the tokens stage: the sentence with its words underlined, then one chip
** per token.
**
** A ribbon joins each word to its chip while both are in single rows. Below each chip is its
** position, or for a token that occurs more than once its label, the·5. Chips are as large as
** possible while all fit, in one row if words stay legible; if not all fit at any size, a note says
** how many are shown.
*/
#include "scene/stages/tokens.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "scene/controls.h"
#include "scene/grapheme_breaks.h"
#include "scene/number.h"
#include "scene/unknown_words.h"

typedef struct Chips {
  const Scene *scene;
  Box place;
  float size; /* design size of the words */
  int shown;  /* how many chips fit, counted from the first */
  Box *boxes; /* of each chip shown */
  bool one_row;
  bool tight; /* less room in and between chips */
  float height, used;
} Chips;

/* The largest are for one row: a page of words that large would look like a heading. */
static const float SIZES[] = {40, 37, 34, 31, 28, 26, 24, 21, 18, 16, 14, 12, 11, 10.5f};
enum { SIZE_COUNT = 14, ONE_ROW_SIZES = 13, SEVERAL_ROWS_FROM = 6 };
static const float TIGHT_BELOW = 13; /* size from which chips of one row stand close */
static const float NOTE_OF_SIZE = 0.5f, NOTE_LEAST = 10.5f, NOTE_LINE = 20 / 10.5f;
static const float SENTENCE_DESIGN = 108, WIDTH_MOST = 1800;

/* -- chips ------------------------------------------------------------------------------------- */

static TextStyle chip_style(const Chips *chips, bool focused) {
  return (TextStyle){focused ? FACE_BOLD : FACE_MEDIUM, chips->size, chips->scene->pen.theme->ink,
                     ALIGN_MIDDLE};
}

static float note_size(const Chips *chips) { return fmaxf(NOTE_LEAST, chips->size * NOTE_OF_SIZE); }

static TextStyle note_style(const Chips *chips) {
  return (TextStyle){FACE_MONO, note_size(chips), chips->scene->pen.theme->muted, ALIGN_MIDDLE};
}

static Str chip_note(const Chips *chips, int index) {
  assert(index >= 0 && index < trace_token_count(chips->scene->trace));
  const TraceToken *token = trace_token(chips->scene->trace, index);
  if (token->raw.bytes > 0 && token->id >= 0) /* of a real tokenizer: show the id */
    return str_from(
        str_format(chips->scene->pen.list->arena, _("%d · id %d"), index + 1, token->id));
  if (token->occurrences > 1) return token->label;
  return str_from(str_format(chips->scene->pen.list->arena, "%d", index + 1));
}

/* "id 302 · bytes 20 63 61 74". */
static const char *bytes_words(const Chips *chips, const TraceToken *token) {
  enum { BYTES_SHOWN = 24 };
  Arena *arena = chips->scene->pen.list->arena;
  StrBuf bytes = strbuf_make(arena);
  if (token->id < 0 || token->raw.bytes == 0) return NULL;
  for (size_t i = 0; i < token->raw.bytes && i < BYTES_SHOWN; i++)
    strbuf_format(&bytes, i ? " %02X" : "%02X", (unsigned)(unsigned char)token->raw.at[i]);
  if (token->raw.bytes > BYTES_SHOWN) strbuf_add(&bytes, STR(" …"));
  return str_format(arena, P_("id %d · bytes %s", "id %d · bytes %s", token->raw.bytes), token->id,
                    bytes.at);
}

static const char *chip_tip(const Chips *chips, int index) {
  const Scene *scene = chips->scene;
  Arena *arena = scene->pen.list->arena;
  const char *bytes = bytes_words(chips, trace_token(scene->trace, index));
  const char *how = unknown_words_tip(arena, scene->trace, index);
  return bytes && how ? str_format(arena, "%s\n%s", how, bytes) : how ? how : bytes;
}

static bool is_unknown(const Chips *chips, int index) {
  return trace_token(chips->scene->trace, index)->read_as.bytes > 0;
}

static bool is_same_row(const Chips *chips, int a, int b) {
  return fabsf(chips->boxes[a].y - chips->boxes[b].y) < 1;
}

/* Tokens that are bytes of one character have one bracket above them, in each row they are in. */
static void draw_group(const Chips *chips, int first) {
  const Scene *scene = chips->scene;
  const Trace *trace = scene->trace;
  int group = trace_token(trace, first)->group, last = first;
  bool goes_on = first > 0 && trace_token(trace, first - 1)->group == group;
  if (group < 0 || (goes_on && is_same_row(chips, first - 1, first))) return;
  while (last + 1 < chips->shown && trace_token(trace, last + 1)->group == group &&
         is_same_row(chips, first, last + 1))
    last++;
  bool more = last + 1 < trace_token_count(trace) && trace_token(trace, last + 1)->group == group;
  if (last == first && !goes_on && !more) return;
  Box left = chips->boxes[first], right = chips->boxes[last];
  if (left.x > right.x) left = chips->boxes[last], right = chips->boxes[first];
  float up = stage_points(scene, 5), y = left.y - up, x0 = left.x + 4, x1 = right.x + right.w - 4;
  Color color = scene->pen.theme->muted;
  draw_line(scene->pen.list, (Point){x0, y}, (Point){x1, y}, 1.5f, color);
  draw_line(scene->pen.list, (Point){x0, y}, (Point){x0, y + up - 1}, 1.5f, color);
  draw_line(scene->pen.list, (Point){x1, y}, (Point){x1, y + up - 1}, 1.5f, color);
}

/* Measured in bold, so that focus moves no chip. */
static float chip_width(const Chips *chips, int index) {
  const Scene *scene = chips->scene;
  const Pen *pen = &scene->pen;
  float padding = stage_points(scene, chips->size * (chips->tight ? 0.4f : 0.6f));
  Str text = grapheme_token_shown(trace_token(scene->trace, index));
  float most = fminf(chips->place.w, stage_points(scene, 320 + 4 * chips->size)) - 2 * padding;
  bool is_long = text.bytes > 200;
  float word = is_long ? most : fminf(pen_width(pen, chip_style(chips, true), text), most);
  if (is_unknown(chips, index)) word += control_unknown_width(pen, chips->size);
  float note = fminf(pen_width(pen, note_style(chips), chip_note(chips, index)), most);
  return ceilf(fmaxf(fmaxf(word + 2 * padding, note + stage_points(scene, 6)),
                     stage_points(scene, chips->size * 1.9f)));
}

/* Places chips of size chips->size until the place is full, and centres each full row. The caller
** tries sizes from the largest. */
static void place_chips(Chips *chips) {
  const Scene *scene = chips->scene;
  int count = trace_token_count(scene->trace), row_first = 0;
  float gap = stage_points(scene, chips->tight ? 4 : 8);
  float note = stage_points(scene, note_size(chips) * NOTE_LINE);
  float x = chips->place.x, y = chips->place.y, right = chips->place.x + chips->place.w;
  chips->height = ceilf(stage_points(scene, chips->size * 1.9f));
  chips->one_row = true;
  for (chips->shown = 0; chips->shown < count; chips->shown++) {
    float width = chip_width(chips, chips->shown);
    if (x > chips->place.x && x + width > right + 0.5f) {
      tokens_order_row(scene, chips->boxes, row_first, chips->shown, chips->place);
      row_first = chips->shown;
      x = chips->place.x;
      y += chips->height + note + gap;
      chips->one_row = false;
    }
    if (y + chips->height + note > chips->place.y + chips->place.h + 0.5f) break;
    chips->boxes[chips->shown] = (Box){x, y, width, chips->height};
    x += width + gap;
  }
  tokens_order_row(scene, chips->boxes, row_first, chips->shown, chips->place);
  float foot = chips->shown > 0 ? chips->boxes[chips->shown - 1].y : chips->place.y;
  chips->used = foot + chips->height + note - chips->place.y;
}

static void fit_chips(Chips *chips) {
  int count = trace_token_count(chips->scene->trace);
  for (int i = 0; i < ONE_ROW_SIZES; i++) {
    chips->size = SIZES[i];
    chips->tight = SIZES[i] < TIGHT_BELOW;
    place_chips(chips);
    if (chips->shown == count && chips->one_row) return;
  }
  chips->tight = false;
  for (int i = SEVERAL_ROWS_FROM; i < SIZE_COUNT; i++) {
    chips->size = SIZES[i];
    place_chips(chips);
    if (chips->shown == count) return;
  }
}

/* The chip of a special token has the paper colour, since it is not a word of the sentence. */
static void draw_chip(const Chips *chips, Box box, int index, bool focused) {
  const Scene *scene = chips->scene;
  const Pen *pen = &scene->pen;
  const TraceToken *token = trace_token(scene->trace, index);
  bool hides = stage_hides(scene) && token->bytes > 0;
  DrawBox chip = {.box = box,
                  .corner = 8,
                  .fill = token->special ? pen->theme->paper : pen->theme->panel,
                  .stroke = pen->theme->line,
                  .stroke_width = focused ? 3 : 1};
  if (focused) pen_focus_outline(pen, chip);
  else draw_box(pen->list, chip);
  if (scene->interactive)
    draw_hit(pen->list,
             (DrawHit){.box = box,
                       .cursor = CURSOR_HAND,
                       .click = str_format(pen->list->arena, "cell %d row", index + 1),
                       .twice = hides ? str_format(pen->list->arena, "hide %d", index + 1) : NULL,
                       .tip = chip_tip(chips, index),
                       .hover = str_format(pen->list->arena, "hover %d row", index + 1)});
  float padding = stage_points(scene, chips->size * 0.3f);
  Box text = {box.x + padding, box.y, box.w - 2 * padding, box.h};
  Str shown = grapheme_token_shown(token);
  if (is_unknown(chips, index)) control_unknown_token(pen, chip_style(chips, focused), text, shown);
  else pen_text_in(pen, chip_style(chips, focused), text, shown);
  Box note = {box.x, box.y + box.h + stage_points(scene, 3), box.w,
              stage_points(scene, note_size(chips) * 1.34f)};
  pen_text_in(pen, note_style(chips), note, chip_note(chips, index));
}

/* -- ribbons ----------------------------------------------------------------------------------- */

/* From the underline of each word to its chip. */
static void draw_ribbons(const Scene *scene, const TokenWords *words, const Chips *chips) {
  if (!words->boxes || !words->one_row || !chips->one_row) return;
  int focus, col, filled = scene->view->filled;
  stage_focus(scene, &focus, &col);
  for (int i = 0; i < chips->shown; i++) {
    if (filled >= 0 && i >= filled) return;
    Box word = words->boxes[i], chip = chips->boxes[i];
    float top = word.y + stage_points(scene, words->size * 1.48f + 3.5f), bottom = chip.y - 1,
          middle = (top + bottom) / 2;
    float left = chip.x + 6, right = chip.x + chip.w - 6;
    Point points[] = {{word.x, top},          {word.x, middle},       {left, middle},
                      {left, bottom},         {left, bottom},         {right, bottom},
                      {right, bottom},        {right, middle},        {word.x + word.w, middle},
                      {word.x + word.w, top}, {word.x + word.w, top}, {word.x, top},
                      {word.x, top}};
    Color color = i == focus ? scene->pen.theme->focus_soft : scene->pen.theme->line;
    draw_ribbon(scene->pen.list, points, 13, color_fade(color, i == focus ? 1 : 0.7f));
  }
}

/* -- all --------------------------------------------------------------------------------------- */

static Str token_notes(const Chips *chips) {
  const Trace *trace = chips->scene->trace;
  Arena *arena = chips->scene->pen.list->arena;
  StrBuf words = strbuf_make(arena);
  int count = trace_token_count(trace), cut = trace_cut_count(trace);
  int bad = trace_bad_byte_count(trace);
  i18n_add_phrase(&words, P_("%d token", "%d tokens", count), count);
  if (chips->shown < count)
    i18n_add_phrase(&words, P_("the first %d is shown", "the first %d are shown", chips->shown),
                    chips->shown);
  WordCount known = unknown_words_count(trace);
  if (known.unknown > 0)
    i18n_add_phrase(&words,
                    P_("%d is unknown to the model", "%d are unknown to the model", known.unknown),
                    known.unknown);
  if (cut > 0)
    i18n_add_phrase(&words,
                    P_("%d more did not fit the model", "%d more did not fit the model", cut), cut);
  if (bad > 0)
    i18n_add_phrase(&words, P_("%d byte was not UTF-8", "%d bytes were not UTF-8", bad), bad);
  return str_from(number_grouped(arena, words.at));
}

/* The count alone is in the formula, where that is on show. */
static bool says_more(const Chips *chips) {
  const Trace *trace = chips->scene->trace;
  if (!chips->scene->headline) return true;
  return chips->shown < trace_token_count(trace) || trace_cut_count(trace) > 0 ||
         trace_bad_byte_count(trace) > 0 || unknown_words_count(trace).unknown > 0;
}

typedef struct Place {
  Box inner, sentence;
} Place;

static const float NARROW_DESIGN = 620; /* whose sides are for the words */
/* the ribbons are longer where a single row of chips leaves room */
static const float BETWEEN_MOST_DESIGN = 200, BETWEEN_OF_SPARE = 0.4f;
static const float NEXT_OF_SPARE = 0.86f, NEXT_FROM_AFAR = 0.96f, BETWEEN_OF_REST = 0.5f,
                   BETWEEN_LEAST = 36; /* where the rows of X stand below */
static const float BETWEEN_DESIGN = 72, CLOSE_DESIGN = 20, FOOT_DESIGN = 40;

static Place place_tokens(const Scene *scene, Box box) {
  bool narrow = box.w < stage_points(scene, NARROW_DESIGN);
  Place place = {.inner = box_inset(box, stage_points(scene, 28))};
  float wider = narrow ? stage_points(scene, 16) : 0;
  place.inner.x -= wider;
  place.inner.w += 2 * wider;
  float most = fminf(place.inner.w, stage_points(scene, WIDTH_MOST));
  place.inner.x += floorf((place.inner.w - most) / 2);
  place.inner.w = most;
  place.sentence = place.inner;
  place.sentence.h = fminf(stage_points(scene, SENTENCE_DESIGN), place.inner.h * 0.3f);
  return place;
}

static Chips chips_from(const Scene *scene, const Place *place, float top) {
  size_t count = (size_t)trace_token_count(scene->trace);
  Chips chips = {.scene = scene,
                 .boxes = arena_take(scene->pen.list->arena, count, sizeof(Box)),
                 .place = {place->inner.x, place->inner.y + top, place->inner.w,
                           place->inner.h - top - stage_points(scene, FOOT_DESIGN)}};
  if (chips.boxes) fit_chips(&chips);
  else scene->pen.list->failed = true;
  return chips;
}

/* The sentence takes the height it needs, the chips the rest; also the height of the ribbons if
** that shows more chips. */
static Chips chips_below(const Scene *scene, const Place *place, float sentence_height) {
  float between = stage_points(scene, BETWEEN_DESIGN), close = stage_points(scene, CLOSE_DESIGN);
  Chips chips = chips_from(scene, place, sentence_height + between);
  if (!chips.boxes || chips.shown == trace_token_count(scene->trace)) return chips;
  return chips_from(scene, place, sentence_height + close);
}

static Box cells(const Scene *scene, Box box) {
  Scene fitted = stage_fitted(scene, box);
  Place place = place_tokens(&fitted, box);
  float head = place.sentence.h + stage_points(&fitted, BETWEEN_DESIGN);
  return (Box){place.inner.x, place.inner.y + head, place.inner.w, place.inner.h - head};
}

static void shift(Box *boxes, int count, float down) {
  for (int i = 0; boxes && i < count; i++) boxes[i].y += down;
}

static void draw(const Scene *scene, Box box) {
  assert(scene->view->stage == STAGE_TOKENS && trace_token_count(scene->trace) > 0);
  Place place = place_tokens(scene, box);
  bool one_row = chips_from(scene, &place, place.sentence.h).one_row;
  TokenWords words = tokens_words_place(scene, place.sentence, one_row);
  Chips chips = chips_below(scene, &place, words.used);
  bool has_ribbons = words.one_row && chips.one_row && words.boxes;
  float left = fmaxf(chips.place.h - chips.used, 0), more = 0;
  int count = trace_token_count(scene->trace), focus, col, filled = scene->view->filled;
  if (has_ribbons)
    more = floorf(
        fminf(left * BETWEEN_OF_SPARE, stage_points(scene, BETWEEN_MOST_DESIGN - BETWEEN_DESIGN)));
  float slack = has_ribbons ? stage_points(scene, BETWEEN_DESIGN - BETWEEN_LEAST) : 0;
  float note_h = says_more(&chips) ? stage_points(scene, 32) : 0, next = 0;
  float room = left - note_h + slack;
  float of_spare = scene_is_presented(scene) ? NEXT_FROM_AFAR : NEXT_OF_SPARE;
  if (chips.shown == count) next = tokens_next_height(scene, room * of_spare);
  if (next > 0) more = floorf(fminf(more, (room - next) * BETWEEN_OF_REST - slack));
  float spare = floorf((left - more - next) * 0.44f);
  place.sentence.y += spare;
  shift(words.boxes, count, spare);
  shift(chips.boxes, chips.shown, spare + more);
  draw_ribbons(scene, &words, &chips);
  tokens_words_draw(scene, &words, place.sentence);
  stage_focus(scene, &focus, &col);
  for (int i = 0; i < chips.shown; i++)
    if (filled < 0 || i < filled) draw_chip(&chips, chips.boxes[i], i, i == focus);
  for (int i = 0; i < chips.shown && filled < 0; i++) draw_group(&chips, i);
  const Pen *pen = &scene->pen;
  Box note = {place.inner.x, chips.place.y + spare + more + chips.used + stage_points(scene, 16),
              place.inner.w, stage_points(scene, 16)};
  if (says_more(&chips))
    pen_text_in(pen, (TextStyle){FACE_MEDIUM, 12, pen->theme->muted, ALIGN_MIDDLE}, note,
                token_notes(&chips));
  float top = chips.place.y + spare + more + chips.used + note_h;
  if (next > 0) tokens_next_draw(scene, (Box){place.inner.x, top, place.inner.w, next});
}

/* -- words ------------------------------------------------------------------------------------- */

static const char *explanation(const Scene *scene) {
  if (scene_has_other_sentence(scene))
    return _("Tokens are the pieces the model works on. Each of these becomes a row that asks; the "
             "keys, which are asked, are tokens of another sentence.");
  return _("Tokens are the pieces the model works on. Each one becomes a row of every matrix that "
           "follows: as a query it asks, as a key it is asked.");
}

static const char *count_words(const Scene *scene) {
  int count = trace_token_count(scene->trace);
  return str_format(scene->pen.list->arena, P_("%d token", "%d tokens", count), count);
}

static void captions(const Scene *scene, Captions *out) {
  out->headline = _("The sentence becomes tokens.");
  out->shapes = count_words(scene);
  out->explanation = explanation(scene);
  out->hint = trace_is_recorded(scene->trace)
                  ? _("Try: click a word, then press → and follow its row.")
                  : _("Try: press Enter, write one word twice and follow both.");
}

static void formula(const Scene *scene, Formula *out) {
  formula_add_plain(out, _("sentence"), 0, 0.4f);
  formula_add_plain(out, "→", 0, 0.7f);
  formula_add(out, (FormulaPiece){.symbol = count_words(scene),
                                  .stage = STAGE_TOKENS,
                                  .role = TRACE_X,
                                  .after = 0.7f});
  formula_add_plain(out, "→", 0, 0.4f);
  formula_add(out, (FormulaPiece){.symbol = "X", .stage = STAGE_EMBED, .role = TRACE_PART_COUNT});
}

const StageView stage_tokens_view = {.draw = draw,
                                     .cells = cells,
                                     .captions = captions,
                                     .formula = formula,
                                     .inspect = tokens_inspect,
                                     .cell_words = tokens_cell_words,
                                     .question = inspect_question_of_column,
                                     .heads_part = TRACE_WEIGHTS,
                                     .overview_part = TRACE_X};
