/* scene/stages/tokens.c -- the tokens stage: the sentence with its words underlined, then one chip
** per token.
**
** A ribbon joins each word to its chip while both are in single rows. Below each chip are its place
** in the sentence and its id, by which the model finds it in its table (tokens_chips.c). If not all
** fit at any size, a note says how many are shown.
*/
#include "scene/stages/tokens.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"

static const float SENTENCE_DESIGN = 108, WIDTH_MOST = 1800;

/* -- ribbons ----------------------------------------------------------------------------------- */

/* From the underline of each word to its chip. */
static void draw_ribbons(const Scene *scene, const TokenWords *words, const TokenChips *chips) {
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

typedef struct Place {
  Box inner, sentence;
} Place;

static const float NARROW_DESIGN = 620; /* whose sides are for the words */
/* the ribbons are longer where a single row of chips leaves room */
static const float BETWEEN_MOST_DESIGN = 200, BETWEEN_OF_SPARE = 0.4f;
static const float NEXT_OF_SPARE = 0.95f, NEXT_FROM_AFAR = 0.96f, BETWEEN_OF_REST = 0.5f,
                   NEXT_BELOW = 54, NEXT_BELOW_FROM_AFAR = 32, NEXT_ABOVE_FROM_AFAR = 12,
                   BETWEEN_LEAST = 36; /* where the rows of X stand below */
static const float BETWEEN_DESIGN = 72, CLOSE_DESIGN = 20;
static const float FOOT_DESIGN = 40, FOOT_FROM_AFAR = 4; /* before a class no line stands there */

static Place place_tokens(const Scene *scene, Box box) {
  bool narrow = box.w < stage_points(scene, NARROW_DESIGN);
  Place place = {.inner = box_inset(box, stage_points(scene, 28))};
  if (scene_is_presented(scene)) { /* rows have names that are read from afar */
    place.inner.y -= stage_points(scene, NEXT_ABOVE_FROM_AFAR);
    place.inner.h += stage_points(scene, NEXT_ABOVE_FROM_AFAR);
  }
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

static TokenChips chips_from(const Scene *scene, const Place *place, float top) {
  size_t count = (size_t)trace_token_count(scene->trace);
  float foot = stage_points(scene, scene_is_presented(scene) ? FOOT_FROM_AFAR : FOOT_DESIGN);
  TokenChips chips = {
      .scene = scene,
      .boxes = arena_take(scene->pen.list->arena, count, sizeof(Box)),
      .place = {place->inner.x, place->inner.y + top, place->inner.w, place->inner.h - top - foot}};
  if (chips.boxes) tokens_chips_fit(&chips);
  else scene->pen.list->failed = true;
  return chips;
}

/* The sentence takes the height it needs, the chips the rest; also the height of the ribbons if
** that shows more chips. */
static TokenChips chips_below(const Scene *scene, const Place *place, float sentence_height) {
  float between = stage_points(scene, BETWEEN_DESIGN), close = stage_points(scene, CLOSE_DESIGN);
  TokenChips chips = chips_from(scene, place, sentence_height + between);
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
  TokenChips chips = chips_below(scene, &place, words.used);
  bool has_ribbons = words.one_row && chips.one_row && words.boxes;
  float left = fmaxf(chips.place.h - chips.used, 0), more = 0;
  int count = trace_token_count(scene->trace);
  if (has_ribbons)
    more = floorf(
        fminf(left * BETWEEN_OF_SPARE, stage_points(scene, BETWEEN_MOST_DESIGN - BETWEEN_DESIGN)));
  float slack = has_ribbons ? stage_points(scene, BETWEEN_DESIGN - BETWEEN_LEAST) : 0;
  float note_h = tokens_notes_say_more(&chips) ? stage_points(scene, 32) : 0, next = 0;
  float room = left - note_h + slack;
  float of_spare = scene_is_presented(scene) ? NEXT_FROM_AFAR : NEXT_OF_SPARE;
  float below = stage_points(scene, scene_is_presented(scene) ? NEXT_BELOW_FROM_AFAR : NEXT_BELOW);
  if (chips.shown == count) next = tokens_next_height(scene, room * of_spare + below);
  if (next > 0) more = floorf(fmaxf(fminf(more, (room - next) * BETWEEN_OF_REST - slack), -slack));
  float spare = floorf(fmaxf(left - more - next, 0) * 0.44f);
  place.sentence.y += spare;
  shift(words.boxes, count, spare);
  shift(chips.boxes, chips.shown, spare + more);
  draw_ribbons(scene, &words, &chips);
  tokens_words_draw(scene, &words, place.sentence);
  tokens_chips_draw(&chips);
  const Pen *pen = &scene->pen;
  Box note = {place.inner.x, chips.place.y + spare + more + chips.used + stage_points(scene, 16),
              place.inner.w, stage_points(scene, 16)};
  if (tokens_notes_say_more(&chips))
    pen_text_in(pen, tokens_notes_style(pen), note, tokens_notes(&chips));
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
                                     .legend = tokens_legend,
                                     .cell_words = tokens_cell_words,
                                     .question = inspect_question_of_column,
                                     .heads_part = TRACE_WEIGHTS,
                                     .overview_part = TRACE_X};
