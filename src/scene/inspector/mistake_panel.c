/* scene/inspector/mistake_panel.c -- cards of a mistake, and the question of a quiz with its
** choices. */
#include "scene/inspector/mistake_panel.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "scene/controls.h"
#include "scene/inspector/panel_sections.h"
#include "scene/stages/mistake_words.h"
#include "trace/trace_mistake.h"

/* ---- what is wrong ---- */

static MistakeKind said_mistake(const Panel *panel) {
  return mistake_of(trace_kind(panel->scene->trace));
}

static bool is_made_here(const Panel *panel) {
  return mistake_words(said_mistake(panel))->stage == panel->scene->view->stage;
}

static bool is_stage(const Panel *panel) {
  return panel->scene->view->kind == VIEW_STAGE && mistake_is_said(panel->scene);
}

static const char *wrong_words(const Panel *panel) {
  MistakeKind mistake = said_mistake(panel);
  const char *wrong = _(mistake_words(mistake)->wrong);
  MistakePlace place = mistake_place(panel->scene);
  const char *here = mistake_evidence_words(&place, mistake);
  const char *both = str_format(panel_arena(panel), "%s %s", wrong, here);
  return both ? both : wrong;
}

/* Of a quiz that was answered. */
static void add_answered(Panel *panel) {
  const MistakeQuiz *quiz = trace_quiz(panel->scene->trace);
  if (!quiz->is_on) return;
  Str text = panel_words(
      panel, _("It was: %s. Right stands beside wrong (Ctrl-E). Ctrl-W asks again, quiz off ends."),
      _(mistake_values[said_mistake(panel)].named));
  panel_add_card(panel, panel_words(panel, _("Quiz %d, answered"), quiz->seed), text, RANK_RESULT);
}

static void add_cards(Panel *panel) {
  const MistakeWords *words = mistake_words(said_mistake(panel));
  add_answered(panel);
  panel_add_card(panel,
                 panel_words(panel, _("Mistake: %s"), _(mistake_values[said_mistake(panel)].named)),
                 str_from(wrong_words(panel)), RANK_RESULT);
  panel_add_card(panel, str_from(_("Why it matters")), str_from(_(words->why)), RANK_BODY);
  panel_add_card(panel, str_from(_("How to notice it in your code")), str_from(_(words->notice)),
                 RANK_BODY);
}

/* A line between what is said of the mistake and the stage's own sections. */
static void draw_rule(const Panel *panel, const void *data, Box box) {
  (void)data;
  float y = box.y + box.h / 2;
  pen_rule(panel->pen, (Point){box.x, y}, (Point){box.x + box.w, y});
}

static void add_space(Panel *panel) {
  panel_add(panel, (Section){.draw = draw_rule,
                             .data = panel_keep(panel, &(int){0}, sizeof(int)),
                             .least = panel_pt(panel, 14),
                             .gap = panel_pt(panel, 4),
                             .rank = RANK_TITLE});
}

void mistake_panel_add_before(Panel *panel) {
  if (!is_stage(panel) || !is_made_here(panel)) return;
  add_cards(panel);
  add_space(panel);
}

void mistake_panel_add_behind(Panel *panel) {
  if (!is_stage(panel) || is_made_here(panel)) return;
  add_answered(panel);
  panel_add_card(panel,
                 panel_words(panel, _("Mistake: %s"), _(mistake_values[said_mistake(panel)].named)),
                 str_from(wrong_words(panel)), RANK_FACTS);
}

/* ---- the quiz ---- */

bool mistake_panel_asks(const Scene *scene) {
  ViewKind kind = scene->view->kind;
  bool is_of_attention =
      kind == VIEW_STAGE || kind == VIEW_OVERVIEW || kind == VIEW_HEADS || kind == VIEW_GRID;
  return mistake_quiz_asks(trace_quiz(scene->trace)) && trace_token_count(scene->trace) > 0 &&
         is_of_attention;
}

static const float CHOICE_HEIGHT = 30, CHOICE_GAP = 6, CHOICE_SIZE = 12.5f, CHOICE_PAD = 10;

typedef struct Choice {
  MistakeKind mistake;
  bool is_tried;
} Choice;

/* The names differ at their ends, so a long one is set smaller and not cut. */
static float choice_size(const Panel *panel, const char *label, float room) {
  const float least = 9;
  TextStyle style = {FACE_MEDIUM, CHOICE_SIZE, panel->pen->theme->ink, ALIGN_START};
  float width = pen_width(panel->pen, style, str_from(label));
  return width <= room ? CHOICE_SIZE : fmaxf(least, CHOICE_SIZE * room / width);
}

/* One that was tried is struck out: it is no answer any more. */
static void draw_choice(const Panel *panel, const void *data, Box box) {
  const Choice *choice = data;
  const Theme *theme = panel->pen->theme;
  const char *label = _(mistake_values[choice->mistake].named);
  const char *command =
      str_format(panel_arena(panel), "quiz answer %s", mistake_name(choice->mistake));
  float size = choice_size(panel, label,
                           box.w - (choice->is_tried ? 2 : 1.2f) * panel_pt(panel, CHOICE_PAD));
  if (!choice->is_tried) {
    control_toggle(panel->pen, box,
                   (Toggle){.label = str_from(label),
                            .face = FACE_MEDIUM,
                            .size = size,
                            .corner = panel_pt(panel, 6),
                            .command = panel->scene->interactive ? command : NULL});
    return;
  }
  TextStyle style = {FACE_REGULAR, size, theme->muted, ALIGN_START};
  Box line = box_inset(box, panel_pt(panel, CHOICE_PAD));
  line.y = box.y, line.h = box.h;
  float width = pen_width(panel->pen, style, str_from(label)), middle = box.y + box.h / 2;
  pen_words_in(panel->pen, style, line, str_from(label));
  draw_line(panel->pen->list, (Point){line.x, middle},
            (Point){line.x + (width < line.w ? width : line.w), middle}, 1, theme->muted);
}

static void add_choice(Panel *panel, MistakeKind mistake, bool is_tried, bool is_first) {
  Choice choice = {mistake, is_tried};
  panel_add(panel, (Section){.draw = draw_choice,
                             .data = panel_keep(panel, &choice, sizeof choice),
                             .least = panel_pt(panel, CHOICE_HEIGHT),
                             .gap = panel_pt(panel, is_first ? 12 : CHOICE_GAP),
                             .rank = RANK_TITLE});
}

void mistake_panel_ask(Panel *panel) {
  const MistakeQuiz *quiz = trace_quiz(panel->scene->trace);
  const Theme *theme = panel->pen->theme;
  TextStyle title = {FACE_SEMIBOLD, 18, theme->ink, ALIGN_START};
  bool is_first = true;
  MistakePlace place = mistake_place(panel->scene);
  panel_add_text(panel, title, str_from(_("What is wrong here?")), RANK_TITLE);
  panel_add_note(panel,
                 str_from(_("One classic mistake is made in this attention, in every layer and "
                            "head. Step through the stages: what does not add up?")),
                 RANK_STEPS);
  for (int i = 1; i < MISTAKE_COUNT; i++) {
    if (!(quiz->offered >> i & 1u)) continue;
    add_choice(panel, (MistakeKind)i, quiz->tried >> i & 1u, is_first);
    is_first = false;
  }
  for (int i = 1; i < MISTAKE_COUNT; i++)
    if (quiz->tried >> i & 1u)
      panel_add_card(panel, panel_words(panel, _("Not “%s”"), _(mistake_values[i].named)),
                     panel_words(panel, "%s", mistake_hint(&place, (MistakeKind)i)), RANK_RESULT);
  const char *again = str_format(panel_arena(panel), "quiz seed %d", quiz->seed);
  panel_add_note(panel,
                 panel_words(panel,
                             _("%s asks this again; quiz tell gives the answer, quiz off ends it."),
                             again ? again : ""),
                 RANK_TRY);
}
