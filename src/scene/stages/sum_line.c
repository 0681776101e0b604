/* scene/stages/sum_line.c -- the chosen number as the sum that makes it. */
#include "scene/stages/sum_line.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/stages/stage_view.h"

static const float LINE_DESIGN = 46, FOOT_DESIGN = 6; /* of the strip, and free below the words */
static const float SIZE = 25, SIZE_LEAST = 19;        /* design */
/* Of the note, the space before it, and the size to which the line shrinks to make room for it. */
static const float NOTE_SIZE = 14, NOTE_GAP = 18, SIZE_BESIDE_NOTE = 22.5f;

/* -- words ------------------------------------------------------------------------------------- */

size_t sum_add(StrBuf *words, Number term) {
  static const size_t minus_bytes = sizeof "\xE2\x88\x92" - 1;
  bool is_first = strbuf_str(words).bytes == 0, is_negative = number_is_negative(number_str(&term));
  if (!is_first) strbuf_add(words, STR(" "));
  size_t at = strbuf_str(words).bytes;
  if (!is_first) strbuf_add(words, is_negative ? STR("− ") : STR("+ "));
  strbuf_add(words, str_from(term.at + (!is_first && is_negative ? minus_bytes : 0)));
  return at;
}

/* The index of the largest term that is not chosen yet; −1: all that are left are 0. */
static int next_largest(const SumTerms *terms, const int *chosen, int count) {
  int found = -1;
  for (int i = 0; i < terms->count; i++) {
    bool is_new = terms->terms[i] != 0;
    for (int k = 0; k < count; k++) is_new = is_new && chosen[k] != i;
    if (is_new && (found < 0 || fabsf(terms->terms[i]) > fabsf(terms->terms[found]))) found = i;
  }
  return found;
}

/* The terms that are written, in the order of writing; returns how many. */
static int choose(const SumTerms *terms, int chosen[SUM_TERMS_MOST]) {
  int count = 0, next;
  if (terms->always >= 0) chosen[count++] = terms->always;
  while (count < terms->shown && (next = next_largest(terms, chosen, count)) >= 0)
    chosen[count++] = next;
  for (int i = 1; !terms->by_size && i < count; i++)
    for (int k = i; k > 0 && chosen[k - 1] > chosen[k]; k--) {
      int other = chosen[k];
      chosen[k] = chosen[k - 1];
      chosen[k - 1] = other;
    }
  return count;
}

bool sum_is_rounded(double added, Number result) {
  const double below_all_digits = 1e-6;
  double says;
  return number_printed(result, &says) &&
         fabs(added - says) > below_all_digits * fmax(1, fabs(says));
}

bool sum_of_two_is_rounded(Number left, Number right, Number result) {
  double a, b;
  return number_printed(left, &a) && number_printed(right, &b) && sum_is_rounded(a + b, result);
}

StageSum sum_of_terms(const Scene *scene, const SumTerms *terms) {
  assert(terms->shown > 0 && terms->shown <= SUM_TERMS_MOST && terms->always < terms->count);
  int chosen[SUM_TERMS_MOST], count = choose(terms, chosen);
  size_t lit_from = 0, lit_to = 0;
  double added = 0, says = 0;
  StrBuf words = strbuf_make(scene->pen.list->arena);
  for (int i = 0; i < count; i++) {
    Number term = terms->number(terms->terms[chosen[i]]);
    size_t from = sum_add(&words, term);
    if (number_printed(term, &says)) added += says;
    if (chosen[i] == terms->always) lit_from = from, lit_to = strbuf_str(&words).bytes;
  }
  if (count == 0) return (StageSum){0};
  bool is_whole = next_largest(terms, chosen, count) < 0;
  if (!is_whole) strbuf_add(&words, STR(" + …"));
  strbuf_format(&words, " = %s", terms->result.at);
  if (words.failed) scene->pen.list->failed = true;
  Str all = strbuf_str(&words);
  return (StageSum){.words = all,
                    .lit = {all.at + lit_from, lit_to - lit_from},
                    .is_rounded = is_whole && sum_is_rounded(added, terms->result)};
}

/* -- the line ---------------------------------------------------------------------------------- */

float sum_line_height(const Scene *scene, StageId stage) {
  const DrawList *list = scene->pen.list;
  const StageView *view = stage_views[stage];
  bool is_there = scene_is_presented(scene) && view->sum && !view->sum_is_beside &&
                  trace_token_count(scene->trace) > 0 && !trace_is_recorded(scene->trace);
  if (!is_there) return 0;
  return LINE_DESIGN * layout_presenter(list->width_pt, list->height_pt, scene->view).text_scale;
}

/* With as many terms as fit at the least size. */
static StageSum fitting_sum(const Scene *scene, TextStyle style, float room) {
  style.size = SIZE_LEAST;
  StageSum sum = {0};
  for (int terms = SUM_TERMS_MOST; terms > 0; terms--) {
    sum = captions_sum(scene, terms);
    if (pen_width(&scene->pen, style, sum.words) <= room) return sum;
  }
  return (StageSum){0};
}

/* The three pieces of the line one after another: before the lit term, it, and behind it. */
static void draw_pieces(const Scene *scene, TextStyle style, Point at, const StageSum *sum) {
  const Pen *pen = &scene->pen;
  const char *end = sum->words.at + sum->words.bytes;
  if (sum->lit.bytes == 0) {
    pen_text(pen, style, at, sum->words);
    return;
  }
  const char *behind = sum->lit.at + sum->lit.bytes;
  TextStyle lit = style;
  lit.face = FACE_BOLD;
  lit.color = scene_part_color(pen->theme, sum->lit_part);
  at.x += pen_text(pen, style, at, (Str){sum->words.at, (size_t)(sum->lit.at - sum->words.at)});
  at.x += pen_text(pen, lit, at, sum->lit);
  pen_text(pen, style, at, (Str){behind, (size_t)(end - behind)});
}

/* Ends of the line: of the words, and of the note behind them; 0: it has no room. */
typedef struct LineEnds {
  float words, note;
} LineEnds;

/* Fits the size of the words to the room. */
static LineEnds fit_line(const Scene *scene, TextStyle *style, const StageSum *sum, float room) {
  const Pen *pen = &scene->pen;
  TextStyle small = {FACE_MEDIUM, NOTE_SIZE, pen->theme->muted, ALIGN_START};
  float note =
      pen_width(pen, small, str_from(_("digits are rounded"))) + stage_points(scene, NOTE_GAP);
  float natural = pen_width(pen, *style, sum->words), most = room * 0.97f;
  bool has_note = sum->is_rounded && natural * SIZE_BESIDE_NOTE / style->size + note <= most;
  if (has_note) most -= note;
  float words = fminf(natural, most);
  style->size *= words / natural;
  return (LineEnds){words, has_note ? words + note : 0};
}

void sum_line_draw(const Scene *scene, Box box) {
  const Pen *pen = &scene->pen;
  float margin = stage_points(scene, 12), room = box.w - 2 * margin;
  TextStyle style = {FACE_SEMIBOLD, SIZE, pen->theme->ink, ALIGN_START};
  StageSum sum = fitting_sum(scene, style, room * 0.98f);
  if (sum.words.bytes == 0 || box.h <= 0) return;
  LineEnds ends = fit_line(scene, &style, &sum, room);
  float width = fmaxf(ends.words, ends.note);
  float height = box.h - stage_points(scene, FOOT_DESIGN);
  Point at = {box.x + (box.w - width) / 2,
              box.y + (height + TEXT_CAP_HEIGHT * stage_points(scene, style.size)) / 2};
  draw_group_begin(pen->list, "sum", NULL);
  draw_pieces(scene, style, at, &sum);
  at.x += ends.note;
  if (ends.note > 0)
    pen_text(pen, (TextStyle){FACE_MEDIUM, NOTE_SIZE, pen->theme->muted, ALIGN_END}, at,
             str_from(_("digits are rounded")));
  draw_group_end(pen->list);
}
