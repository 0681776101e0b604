/* scene/stages/logits_bars.c -- the words that the model predicts at the followed token (M-17), the
** likeliest first.
**
**         animal ███████████████████████████████░░  94 %      a bar is as long as the probability
**         street █░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░   4 %      of its word; its track is 1
**   755 others   ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░   2 %
**
** Words without a rank here are summed in the last row, so that the numbers add up to 1. A low
** picture has fewer ranks than can be selected: a selected one beyond them is named in that row.
**
** A model may have been trained to answer at some tokens only. Its output at the others has no
** meaning: pale bars and words.
*/
#include "scene/stages/logits.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/number.h"

/* Relative to the height of a row: a word, its number, the bar. */
static const float WORD = 0.62f, NUMBER = 0.56f, NUMBER_FROM_AFAR = 0.62f, BAR = 0.54f;
static const float WORDS_SHARE = 0.25f; /* the width of the words */
static const float LEAST_SIZE = 9;      /* of a word before it is cut */
static const float BAR_LEAST_WIDTH = 24;
#define WIDEST_NUMBER "0.0095 %"

float logits_share(const SampledSet *set, const TraceCandidate *candidate) {
  if (!set) return candidate->probability;
  return sampling_kept_share(set, candidate->logit, candidate->word);
}

void logits_unreached_draw(const Scene *scene, Box box) {
  draw_box(scene->pen.list,
           (DrawBox){.box = box, .corner = 3, .fill = scene->pen.theme->empty_cell});
}

Color logits_track_color(const Theme *theme) { return color_mix(theme->line, theme->paper, 0.45f); }

Color logits_quiet_color(const Theme *theme) { return color_fade(theme->muted, 0.6f); }

Color logits_answer_color(const Theme *theme) {
  return theme->is_dark ? theme->ink : theme->output;
}

/* -- places ------------------------------------------------------------------------------------ */

static float design(const Scene *scene, float points) { return points / scene->pen.text_scale; }

TextStyle logits_number_style(const Scene *scene, float row) {
  float share = scene_is_presented(scene) ? NUMBER_FROM_AFAR : NUMBER;
  return (TextStyle){FACE_MONO, design(scene, row * share), scene->pen.theme->ink, ALIGN_END};
}

static float gap_of(Box row) { return fmaxf(row.h * 0.35f, 4); }

Box logits_rank_track(const Scene *scene, Box row) {
  float gap = gap_of(row),
        number = pen_width(&scene->pen, logits_number_style(scene, row.h), STR(WIDEST_NUMBER));
  float words = row.w * WORDS_SHARE, height = row.h * BAR;
  Box track = {row.x + words + gap, row.y + (row.h - height) / 2, row.w - words - number - 2 * gap,
               height};
  if (track.w < stage_points(scene, BAR_LEAST_WIDTH)) track.w = 0;
  return track;
}

/* Right of the words, which have the room of the bars if there are none. */
static Box words_box(const Scene *scene, Box row) {
  Box track = logits_rank_track(scene, row), words = row;
  words.w = row.w * WORDS_SHARE;
  if (track.w <= 0)
    words.w = row.w - gap_of(row) -
              pen_width(&scene->pen, logits_number_style(scene, row.h), STR(WIDEST_NUMBER));
  return words;
}

/* -- one word ---------------------------------------------------------------------------------- */

typedef struct Bar {
  Box box; /* the row */
  Str text, gloss;
  float share; /* probability of its word, or of its words */
  bool asked, first, focused, others;
} Bar;

static void draw_bar(const Scene *scene, const Bar *bar) {
  const Theme *theme = scene->pen.theme;
  Box track = logits_rank_track(scene, bar->box);
  if (track.w <= 0) return;
  float corner = fminf(4, track.h / 2), width = track.w * float_clamp(bar->share, 0, 1);
  bool colored = bar->asked && !bar->others;
  draw_box(scene->pen.list,
           (DrawBox){.box = track, .corner = corner, .fill = logits_track_color(theme)});
  track.w = width;
  if (width < 0.75f) return; /* would be a speck */
  draw_box(scene->pen.list,
           (DrawBox){.box = track,
                     .corner = fminf(corner, width / 2),
                     .fill = colored ? theme->output_line : logits_quiet_color(theme)});
}

static void draw_words(const Scene *scene, const Bar *bar) {
  const Pen *pen = &scene->pen;
  const Theme *theme = pen->theme;
  bool is_strong = bar->first && bar->asked;
  TextStyle word = {is_strong ? FACE_BOLD : FACE_REGULAR, design(scene, bar->box.h * WORD),
                    is_strong                    ? logits_answer_color(theme)
                    : bar->asked && !bar->others ? theme->ink
                                                 : theme->muted,
                    ALIGN_END};
  if (bar->others) word.size *= 0.84f;
  TextStyle number = logits_number_style(scene, bar->box.h);
  if (!bar->asked) number.color = theme->muted;
  Box words = words_box(scene, bar->box);
  word.size = stage_fitted_size(pen, word, LEAST_SIZE, words.w, bar->text);
  Number percent = number_percent_short(bar->share);
  logits_glossed_draw(scene, word, words, bar->text, bar->gloss);
  pen_text_in(pen, number, bar->box, number_str(&percent));
}

/* "755 more words", or shorter where these would be cut. */
static Str others_words(const Scene *scene, const Bar *bar, int count) {
  Str words = logits_others_words(scene, count);
  TextStyle least = {FACE_REGULAR, LEAST_SIZE, COLOR_NONE, ALIGN_END};
  bool fits = pen_width(&scene->pen, least, words) <= words_box(scene, bar->box).w;
  return fits ? words : str_from(_("others"));
}

static void draw_row(const Scene *scene, const Bar *bar) {
  const Pen *pen = &scene->pen;
  draw_bar(scene, bar);
  draw_words(scene, bar);
  if (!bar->focused) return;
  float width = (bar->box.h < stage_points(scene, 24) ? 1.5f : 2.5f) * fminf(pen->text_scale, 1.5f);
  Box outline = bar->box;
  outline.x -= stage_points(scene, 6);
  outline.w += stage_points(scene, 12);
  outline.y += width / 2;
  outline.h -= width;
  pen_focus_outline(pen, (DrawBox){.box = outline, .corner = 5, .stroke_width = width});
}

/* -- all words of a token ---------------------------------------------------------------------- */

typedef struct Words {
  TraceCandidate candidates[TRACE_CANDIDATES_SHOWN];
  int token, count;     /* candidates */
  int listed;           /* those with a row; the others are among all others */
  int reached;          /* number reached by the steps */
  int focus;            /* selected rank, −1: none */
  bool asked, is_drawn; /* is_drawn: shares are those of sampling from set */
  SampledSet set;
} Words;

static const SampledSet *set_of(const Words *words) { return words->is_drawn ? &words->set : NULL; }

static Words words_of(const Scene *scene, const LogitsPlace *place, int token) {
  int row, col, rows, ranks, filled = scene->view->filled;
  Words words = {.token = token, .focus = -1, .asked = trace_is_asked(scene->trace, token)};
  words.count = trace_candidates(scene->trace, token, words.candidates, TRACE_CANDIDATES_SHOWN);
  words.listed = stage_listed_words(words.candidates, int_min(words.count, place->ranks));
  stage_focus(scene, &row, &col);
  if (row == token) words.focus = col;
  words.is_drawn = !sampling_is_plain(&scene->view->sampling);
  if (words.is_drawn) words.set = stage_sampled_set(scene, token);
  trace_stage_shape(scene->trace, scene->view->stage, &rows, &ranks);
  words.reached = filled < 0 ? ranks : filled - token * ranks;
  return words;
}

/* The share of the words without a row; 0 if there are none, whatever the rounding. */
static double share_beyond(const Scene *scene, const Words *words, int count) {
  if (count == 0) return 0;
  if (!words->is_drawn)
    return stage_share_beyond(scene->trace, words->token, words->candidates, words->listed);
  double sum = 1;
  for (int rank = 0; rank < words->listed; rank++)
    sum -= (double)logits_share(&words->set, &words->candidates[rank]);
  return fmax(sum, 0);
}

/* The number of words without a row: all, or those kept by sampling. */
static int count_beyond(const Scene *scene, const Words *words) {
  if (!words->is_drawn) return trace_word_count(scene->trace) - words->listed;
  int kept = words->set.count;
  for (int rank = 0; rank < words->listed; rank++)
    kept -=
        sampling_keeps(&words->set, words->candidates[rank].logit, words->candidates[rank].word);
  return kept;
}

/* Inside of its row, so that rows not reached stand apart. */
static void draw_unreached(const Scene *scene, Box row) {
  logits_unreached_draw(scene, box_inset(row, row.h * 0.08f));
}

static void draw_listed(const Scene *scene, const LogitsPlace *place, const Words *words,
                        int rank) {
  assert(rank >= 0 && rank < words->count);
  const TraceCandidate *candidate = &words->candidates[rank];
  Box box = logits_rank_box(place, rank);
  if (rank >= words->reached) {
    draw_unreached(scene, box);
    return;
  }
  float share = logits_share(set_of(words), candidate);
  Bar bar = {.box = box,
             .text = logits_named(scene, candidate->word),
             .gloss = logits_gloss(scene, candidate->word),
             .share = share,
             .asked = words->asked && (share > 0 || !words->is_drawn),
             .first = rank == 0,
             .focused = words->focus == rank};
  draw_row(scene, &bar);
}

/* The sum of all words not listed, or the selected one of them. */
static void draw_others(const Scene *scene, const LogitsPlace *place, const Words *words) {
  int others = trace_word_count(scene->trace) - words->listed;
  Box box = logits_rank_box(place, words->listed);
  if (others <= 0) return;
  if (words->reached <= words->listed && words->reached < words->count) {
    draw_unreached(scene, box);
    return;
  }
  Bar bar = {
      .box = box, .asked = words->asked, .others = true, .focused = words->focus >= words->listed};
  if (bar.focused) {
    const TraceCandidate *candidate = &words->candidates[words->focus];
    Str word = logits_word(scene, candidate->word);
    bar.text = str_from(
        str_format(scene->pen.list->arena, "%d  %.*s", words->focus + 1, (int)word.bytes, word.at));
    bar.share = logits_share(set_of(words), candidate);
  } else {
    int count = count_beyond(scene, words);
    bar.text = others_words(scene, &bar, count);
    bar.share = (float)share_beyond(scene, words, count);
  }
  draw_row(scene, &bar);
}

/* If softmax gave NaN there is no order. */
static void draw_broken(const Scene *scene, const LogitsPlace *place, const Words *words) {
  const Pen *pen = &scene->pen;
  Box row = logits_rank_box(place, 0), text = row;
  draw_unreached(scene, row);
  cut_left(&text, gap_of(row));
  TextStyle style = {FACE_REGULAR, 13, pen->theme->muted, ALIGN_START};
  if (words->reached > 0)
    pen_text_in(pen, style, text,
                str_from(_("NaN: its logits are not all numbers, no word is named")));
}

static const char *candidate_tip(const Scene *scene, const Words *words, int rank) {
  const TraceCandidate *candidate = &words->candidates[rank];
  Str word = trace_word(scene->trace, candidate->word);
  Number share = number_full(candidate->probability), logit = number_full(candidate->logit);
  bool is_out = words->is_drawn && !sampling_keeps(&words->set, candidate->logit, candidate->word);
  return str_format(scene->pen.list->arena,
                    is_out ? _("%.*s: logit %s, probability %s · left out by top-k or top-p: it "
                               "cannot be drawn")
                           : _("%.*s: logit %s, probability %s"),
                    (int)word.bytes, word.at, logit.at, share.at);
}

/* Every rank answers in its row, listed or not. */
static void draw_hits(const Scene *scene, const LogitsPlace *place, const Words *words) {
  Arena *arena = scene->pen.list->arena;
  for (int rank = 0; rank < place->ranks && rank < words->count && rank < words->reached; rank++)
    draw_hit(scene->pen.list,
             (DrawHit){.box = logits_rank_box(place, rank),
                       .cursor = CURSOR_CROSS,
                       .click = str_format(arena, "cell %d %d", words->token + 1, rank + 1),
                       .wheel = place->wheel,
                       .hover = str_format(arena, "hover %d %d", words->token + 1, rank + 1),
                       .tip = candidate_tip(scene, words, rank)});
}

void logits_bars_draw(const Scene *scene, const LogitsPlace *place) {
  Words words = words_of(scene, place, place->followed);
  for (int rank = 0; rank < words.listed; rank++) draw_listed(scene, place, &words, rank);
  if (words.count == 0) draw_broken(scene, place, &words);
  else draw_others(scene, place, &words);
  if (scene->interactive) draw_hits(scene, place, &words);
}
