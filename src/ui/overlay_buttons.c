/* ui/overlay_buttons.c -- five buttons at the end of the status bar, for what is drawn over the
** weights and beside them.
**
**   query it, key animal: …                      [all keys] [contrast] [lens] [arcs] [tint]
**
** They are shown while the weights are on show and never move: each is as wide as its longest
** label. The line comes first: in a narrow window their words shrink, and those from the left that
** have no room beside a line about a cell are left out; their keys remain.
*/
#include <math.h>

#include "base/i18n.h"
#include "text/utf8.h"
#include "ui/panels.h"

static const float HEIGHT = 22, PAD = 8, GAP = 6, CORNER = 5, SIZE = 10.5f, SHRUNK_LEAST = 0.85f;
/* share of the status bar; the line gets the rest */
static const float SHARE = 0.5f;
/* Of the line about a cell: its size, and the width without its two tokens. */
static const float LINE_SIZE = 12, LINE_WORDS = 310;
enum { MARK_COUNT = 5 };

typedef struct Mark {
  const char *label, *longest, *command, *tip;
  bool on;
  const char *vain; /* why it would change nothing: it is grey and has no command; NULL: it does */
} Mark;

/* Elsewhere their effect is not visible. */
static bool is_shown(const Ui *ui) {
  const View *view = ui->view;
  return view->kind == VIEW_STAGE && view->stage == stage_of_part(TRACE_WEIGHTS) &&
         ui->inputs->sentence.token_count > 0;
}

static const char *threshold_label(const Ui *ui) {
  double threshold = (double)ui->view->threshold;
  return threshold > 0 ? ui_format(ui, _("keys of %.3g %%"), threshold) : _("all keys");
}

static void list_marks(const Ui *ui, Mark marks[MARK_COUNT]) {
  const View *view = ui->view;
  marks[0] =
      (Mark){threshold_label(ui), ui_format(ui, _("keys of %.3g %%"), 99.5), "threshold next",
             /* xgettext:no-c-format */
             _("Only the keys that hold 90, 75 or 50 % of each row, then all again (k)"),
             view->threshold > 0, NULL};
  marks[1] =
      (Mark){_("contrast"),
             NULL,
             "contrast toggle",
             _("More contrast for long rows: the colours end at sixteen even shares (Ctrl-H)"),
             ui->inputs->has_contrast,
             ui->inputs->contrast_vain.bytes ? ui_str(ui, ui->inputs->contrast_vain) : NULL};
  marks[2] =
      (Mark){_("lens"),     NULL,
             "lens toggle", _("A lens on cells that are too small for digits (z)"),
             view->lens,    ui->inputs->lens_vain.bytes ? ui_str(ui, ui->inputs->lens_vain) : NULL};
  marks[3] =
      (Mark){_("arcs"),     NULL,
             "arcs toggle", _("Queries joined to keys by curves as wide as their weights (a)"),
             view->arcs,    NULL};
  marks[4] = (Mark){_("tint"),     NULL,
                    "tint toggle", _("The sentence in the colours of the chosen row (s)"),
                    view->tint,    NULL};
}

/* Measured with the longest label, so that a click on it moves none of the others. */
static float mark_width(const Ui *ui, const Mark *mark, float shrunk) {
  TextStyle style = ui_style(FACE_MEDIUM, SIZE * shrunk, ui->theme->ink, ALIGN_MIDDLE);
  float width = pen_width(ui->pen, style, str_from(mark->label));
  if (mark->longest) width = fmaxf(width, pen_width(ui->pen, style, str_from(mark->longest)));
  return width + 1 + ui_pt(ui, 2 * PAD);
}

static float marks_width(const Ui *ui, const Mark *marks, int count, float shrunk) {
  float width = 0;
  for (int i = 0; i < count; i++)
    width += mark_width(ui, &marks[i], shrunk) + (i > 0 ? ui_pt(ui, GAP) : 0);
  return width;
}

static void vain_mark_draw(const Ui *ui, const Mark *mark, Box box, float shrunk) {
  draw_box(ui->list, (DrawBox){.box = box,
                               .corner = ui_pt(ui, CORNER),
                               .stroke = ui->theme->line,
                               .stroke_width = 1});
  pen_text_in(ui->pen, ui_style(FACE_MEDIUM, SIZE * shrunk, ui->theme->muted, ALIGN_MIDDLE), box,
              str_from(mark->label));
  ui_hit(ui, box, CURSOR_ARROW, mark->vain, NULL);
}

static void mark_draw(const Ui *ui, const Mark *mark, Box box, float shrunk) {
  if (mark->vain) {
    vain_mark_draw(ui, mark, box, shrunk);
    return;
  }
  control_toggle(ui->pen, box,
                 (Toggle){.label = str_from(mark->label),
                          .face = FACE_MEDIUM,
                          .size = SIZE * shrunk,
                          .corner = ui_pt(ui, CORNER),
                          .chosen = mark->on,
                          .command = mark->command,
                          .tip = mark->tip});
}

/* The room for the line about any cell, so that no button comes or goes with the pointer. */
static float line_width(const Ui *ui) {
  const UiSentence *sentence = &ui->inputs->sentence;
  TextStyle style = ui_style(FACE_MEDIUM, LINE_SIZE, ui->theme->ink, ALIGN_START);
  float widest = 0, most = ui_pt(ui, 120);
  for (int i = 0; i < sentence->token_count && widest < most; i++) {
    Str text = utf8_beginning(sentence->tokens[i].text, 64);
    widest = fmaxf(widest, pen_width(ui->pen, style, text));
  }
  return ui_pt(ui, LINE_WORDS) + 2 * fminf(widest, most);
}

/* The factor by which the words shrink so that all buttons fit. */
static float shrunk_to(float wanted, float room) { return wanted > room ? room / wanted : 1; }

void overlay_buttons_draw(const Ui *ui, Box *foot) {
  Mark marks[MARK_COUNT];
  float gap = ui_pt(ui, GAP), high = fminf(ui_pt(ui, HEIGHT), foot->h);
  if (!is_shown(ui)) return;
  list_marks(ui, marks);
  float wanted = marks_width(ui, marks, MARK_COUNT, 1), room = foot->w - line_width(ui) - 2 * gap;
  float shrunk = fmaxf(shrunk_to(wanted, foot->w * SHARE), SHRUNK_LEAST);
  int first = 0;
  while (first < MARK_COUNT && marks_width(ui, marks + first, MARK_COUNT - first, shrunk) > room)
    first++;
  if (first == MARK_COUNT) return;
  Box row = cut_right(foot, marks_width(ui, marks + first, MARK_COUNT - first, shrunk));
  for (int i = first; i < MARK_COUNT; i++) {
    Box box = cut_left(&row, mark_width(ui, &marks[i], shrunk));
    mark_draw(ui, &marks[i], box_centred(box, box.w, high), shrunk);
    cut_left(&row, gap);
  }
  cut_right(foot, 2 * gap);
}
