/* scene/inspector/terms.c -- the panel of terms: the words that the panel uses, and what they mean.
** It scrolls by whole terms. */
#include "scene/inspector/panel_sections.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/glossary.h"

static const float TEXT = 12, WORD = 13, WORD_HEIGHT = 19, GAP = 10, FOOT = 24, LINE_GAP = 1.18f;

/* Terms in the order of the table, which is that of the computation. */
typedef struct TermList {
  const int *terms;
  int count;
} TermList;

static TextStyle meaning_style(const Panel *panel) {
  return (TextStyle){FACE_REGULAR, TEXT, panel->pen->theme->muted, ALIGN_START};
}

/* A product and what is between the brackets of a power stay on one line. */
static Str meaning_of(const Panel *panel, int term) {
  static const char SPACE[] = "\xC2\xA0", DOT[] = "·";
  Str plain = str_from(glossary_meaning(term));
  StrBuf words = strbuf_make(panel->pen->list->arena);
  bool is_power = false;
  for (size_t at = 0; at < plain.bytes; at++) {
    Str before = {plain.at, at}, rest = {plain.at + at, plain.bytes - at};
    is_power = is_power ? rest.at[0] != ')' : str_starts(rest, "^(");
    bool is_beside = str_ends(before, DOT) ||
                     (rest.bytes > 1 && str_starts((Str){rest.at + 1, rest.bytes - 1}, DOT));
    if (rest.at[0] == ' ' && (is_power || is_beside)) strbuf_add(&words, str_from(SPACE));
    else strbuf_add_char(&words, rest.at[0]);
  }
  return strbuf_str(&words);
}

static float height_of(const Panel *panel, int term) {
  Str meaning = meaning_of(panel, term);
  return panel_pt(panel, WORD_HEIGHT + GAP) +
         pen_wrapped_height(panel->pen, meaning_style(panel), panel->width, LINE_GAP, meaning);
}

static float height_from(const Panel *panel, const TermList *list, int first) {
  float height = 0;
  for (int i = first; i < list->count; i++) height += height_of(panel, list->terms[i]);
  return height;
}

/* The first term at the end of the scroll way; 0: all fit. */
static int last_first(const Panel *panel, const TermList *list, float height) {
  int first = list->count - 1;
  if (height_from(panel, list, 0) <= height + 0.1f) return 0;
  while (first > 0 && height_from(panel, list, first - 1) <= height - panel_pt(panel, FOOT))
    first--;
  return first;
}

/* A notch of the wheel moves one term. */
static float terms_notch(const Panel *panel, const void *data, float height) {
  int last = last_first(panel, data, height);
  return last > 0 ? 1 / (float)last : 0;
}

static void draw_term(const Panel *panel, int term, Box box) {
  TextStyle bold = {FACE_SEMIBOLD, WORD, panel->pen->theme->ink, ALIGN_START};
  Box word = {box.x, box.y, box.w, panel_pt(panel, WORD_HEIGHT)};
  pen_text_in(panel->pen, bold, word, glossary_word(term));
  box.y += word.h;
  box.h -= word.h;
  pen_words_wrapped(panel->pen, meaning_style(panel), box, LINE_GAP, meaning_of(panel, term));
}

static void draw_terms(const Panel *panel, const void *data, Box box) {
  const TermList *list = data;
  int last = last_first(panel, list, box.h);
  float scroll = float_clamp(panel->scene->view->panel_scroll, 0, 1);
  int first = (int)lroundf(scroll * (float)last), i = first;
  float foot = box.y + box.h, y = box.y;
  if (last > 0) foot -= panel_pt(panel, FOOT);
  for (; i < list->count; i++) {
    float height = height_of(panel, list->terms[i]), room = foot - y;
    if (height > room + 0.1f && i > first) break;
    draw_term(panel, list->terms[i], (Box){box.x, y, box.w, fminf(height, room)});
    y += height;
  }
  if (last == 0) return;
  TextStyle small = {FACE_REGULAR, 10.5f, panel->pen->theme->muted, ALIGN_START};
  pen_text_in(panel->pen, small, (Box){box.x, foot, box.w, panel_pt(panel, FOOT)},
              panel_words(panel, _("%d to %d of %d · the wheel or Shift-PageDown scrolls"),
                          first + 1, i, list->count));
}

static void draw_close(const Panel *panel, const void *data, Box box) {
  (void)data;
  TextStyle words = {FACE_MEDIUM, TEXT, panel->pen->theme->ink, ALIGN_START};
  pen_text_in(panel->pen, words, box, str_from(_("← back to the numbers (q, Esc)")));
  draw_hit(panel->pen->list, (DrawHit){.box = box, .cursor = CURSOR_HAND, .click = "glossary off"});
}

static const TermList *list_of(const Panel *panel, const bool *in_use) {
  int *listed = panel_take(panel, (size_t)glossary_count(), sizeof *listed), count = 0;
  for (int i = 0; listed && i < glossary_count(); i++)
    if (in_use[i]) listed[count++] = i;
  TermList list = {listed, count};
  return listed ? panel_keep(panel, &list, sizeof list) : NULL;
}

void inspect_terms(Panel *panel, const bool *in_use) {
  assert(in_use);
  TextStyle title = {FACE_BOLD, 18, panel->pen->theme->ink, ALIGN_START};
  const TermList *list = list_of(panel, in_use);
  if (!list) return;
  panel_add_text(panel, title, str_from(_("The terms used here")), RANK_TITLE);
  panel_add(panel, (Section){.draw = draw_close,
                             .data = list,
                             .least = panel_pt(panel, WORD_HEIGHT),
                             .gap = panel_pt(panel, 6),
                             .rank = RANK_TITLE});
  if (list->count == 0) return;
  panel_add(panel, (Section){.draw = draw_terms,
                             .data = list,
                             .least = panel_pt(panel, WORD_HEIGHT + FOOT + 2 * TEXT),
                             .wanted = height_from(panel, list, 0),
                             .gap = panel_pt(panel, 16),
                             .rank = RANK_BODY,
                             .notch = terms_notch});
}
