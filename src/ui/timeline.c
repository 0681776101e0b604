/* ui/timeline.c -- the bottom bar of the training view: transport buttons, and the line of all
** steps with its checkpoints, on which any step can be dragged to.
**
**   ●●●●●●●●●●●●●●◉──────────────────────   done, on show, still to come
**   0         step 300    500         1000
**
** Labels stand only below the line, because the tip of the pointer is shown above it.
** x = left + width · step / steps wanted. Many small hits let a drag continue.
*/
#include <math.h>

#include "base/number.h"
#include "base/progress.h"
#include "base/i18n.h"
#include "scene/number.h"
#include "ui/panels.h"

static const float FULL_HEIGHT = 92, MARGIN = 20, BUTTON = 32, PLAY_RADIUS = 20, TRACK_MIDDLE = 47;
static const float LABEL_MIDDLE = 72, TRACK = 3.5f, DOT = 3, DOT_NOW = 9;
static const float STATE_WIDTH = 128, INSET = 24, REACH = 18, SLICE = 2, LABEL_SIZE = 12;

typedef struct Timeline {
  Box box; /* of the track and its labels */
  float x, y, width;
  int steps;
} Timeline;

/* As in the bottom bar: laid out at full height, also if there is less room. */
static Box content(const Ui *ui) {
  Box bar = ui->layout->bottom;
  float height = ui_pt(ui, FULL_HEIGHT);
  return (Box){bar.x, bar.y + fminf(0, (bar.h - height) / 2), bar.w, height};
}

/* ---- transport ---- */

static void play_button(const Ui *ui, Point centre) {
  const UiTraining *training = ui->inputs->training;
  float radius = ui_pt(ui, PLAY_RADIUS), side = ui_pt(ui, 18);
  bool ended = training->finished || training->stopped;
  Color fill = ended ? ui->theme->line : ui->theme->button;
  ui_circle(ui, centre, radius, fill, COLOR_NONE, 0);
  ui_icon(ui, training->going ? ICON_PAUSE : ICON_PLAY,
          (Box){centre.x - side / 2, centre.y - side / 2, side, side},
          ended ? ui->theme->muted : ui->theme->button_ink);
  Box hit = {centre.x - radius, centre.y - radius, 2 * radius, 2 * radius};
  const char *tip = training->going ? _("Pause (Space)") : _("Train (Space)");
  if (training->stopped) tip = _("The training cannot go on; start again with other numbers");
  else if (ended) tip = _("All steps are done");
  ui_hit(ui, hit, ended ? CURSOR_ARROW : CURSOR_HAND, tip, ended ? NULL : "train toggle");
}

static Box button_box(const Ui *ui, float left, float middle) {
  float side = ui_pt(ui, BUTTON);
  return (Box){left, middle - side / 2, side, side};
}

/* Returns the x where it ends. */
static float transport_draw(const Ui *ui) {
  const UiTraining *training = ui->inputs->training;
  Box bar = content(ui);
  float x = bar.x + ui_pt(ui, MARGIN), middle = bar.y + ui_pt(ui, TRACK_MIDDLE);
  float gap = ui_pt(ui, 8), radius = ui_pt(ui, PLAY_RADIUS), button = ui_pt(ui, BUTTON);
  bool ended = training->finished || training->stopped;
  ui_icon_button(ui, button_box(ui, x, middle),
                 (IconButton){.icon = ICON_BACK,
                              .command = "timeline prev",
                              .tip = _("One checkpoint back (←)"),
                              .off = training->step == 0});
  x += button + gap;
  play_button(ui, (Point){x + radius, middle});
  x += 2 * radius + gap;
  ui_icon_button(ui, button_box(ui, x, middle),
                 (IconButton){.icon = ICON_FORWARD,
                              .command = "timeline next",
                              .tip = _("One checkpoint forward (→)"),
                              .off = training->step >= training->steps_done});
  x += button + gap;
  Str label = str_from(_("1 step"));
  float width = ui_button_width(ui, label), height = ui_pt(ui, 28);
  ui_button(ui, (Box){x, middle - height / 2, width, height},
            (Button){.label = label,
                     .command = "train step",
                     .tip = _("Trains one step and stops"),
                     .look = ended ? BUTTON_OFF : BUTTON_PLAIN});
  return x + width;
}

/* ---- state and speed ---- */

static void state_draw(const Ui *ui, Box box) {
  const UiTraining *training = ui->inputs->training;
  char left[PROGRESS_LEFT_BYTES];
  const char *first = _("paused"), *second = "";
  double rate = training->steps_per_second;
  if (training->stopped) first = _("diverged");
  else if (training->finished) first = _("all steps done");
  else if (training->going) first = _("training");
  else if (training->steps_done == 0) first = _("not begun");
  if (training->going && rate > 0) {
    first = ui_format(ui, rate < 10 ? _("%.1f steps/s") : _("%.0f steps/s"), rate);
    second = progress_left_words((training->steps_wanted - training->steps_done) / rate, left);
  }
  Box top = cut_top(&box, box.h / 2);
  pen_text_in(ui->pen, ui_style(FACE_SEMIBOLD, LABEL_SIZE, ui->theme->ink, ALIGN_END), top,
              str_from(first));
  if (!*second)
    second = number_grouped(ui->list->arena, ui_format(ui, _("step %d of %d"), training->steps_done,
                                                       training->steps_wanted));
  pen_text_in(ui->pen, ui_style(FACE_REGULAR, LABEL_SIZE, ui->theme->muted, ALIGN_END), box,
              str_from(second));
}

/* ---- the line ---- */

static float step_x(const Timeline *line, int step) {
  return line->x + line->width * (float)step / (float)line->steps;
}

static void track_draw(const Ui *ui, const Timeline *line) {
  const UiTraining *training = ui->inputs->training;
  float thick = ui_pt(ui, TRACK);
  Box whole = {line->x, line->y - thick / 2, line->width, thick};
  Box done = {whole.x, whole.y, step_x(line, training->steps_done) - whole.x, thick};
  control_track(ui->pen, whole, done, thick, ui->theme->ink);
  for (int i = 0; i < training->checkpoint_count; i++)
    ui_circle(ui, (Point){step_x(line, training->checkpoints[i]), line->y}, ui_pt(ui, DOT),
              ui->theme->ink, COLOR_NONE, 0);
  ui_circle(ui, (Point){step_x(line, training->step), line->y}, ui_pt(ui, DOT_NOW),
            ui->theme->focus, ui->theme->ink, ui_pt(ui, 2));
}

/* Words centred on a step, but within the box. */
static Box label_box(const Ui *ui, const Timeline *line, int step, TextStyle style, Str words) {
  float width = pen_width(ui->pen, style, words);
  float most = fmaxf(line->box.x, line->box.x + line->box.w - width);
  float x = float_clamp(step_x(line, step) - width / 2, line->box.x, most);
  return (Box){x, line->box.y + ui_pt(ui, LABEL_MIDDLE), width, 0};
}

/* The step on show, and the ends and the middle of the line if they do not touch it. */
static void labels_draw(const Ui *ui, const Timeline *line) {
  const UiTraining *training = ui->inputs->training;
  TextStyle small = ui_style(FACE_REGULAR, LABEL_SIZE, ui->theme->muted, ALIGN_START);
  TextStyle bold = ui_style(FACE_BOLD, LABEL_SIZE, ui->theme->ink, ALIGN_START);
  const int marks[] = {0, line->steps / 2, line->steps};
  float gap = ui_pt(ui, 10);
  Str shown = str_from(number_grouped(
      ui->list->arena,
      ui_format(ui, training->is_newest ? _("step %d · newest") : _("step %d"), training->step)));
  Box own = label_box(ui, line, training->step, bold, shown);
  ui_text_at(ui, bold, own.x, own.y, shown);
  for (int i = 0; i < 3; i++) {
    Str words = str_from(number_grouped(ui->list->arena, ui_format(ui, "%d", marks[i])));
    Box box = label_box(ui, line, marks[i], small, words);
    bool is_free = box.x + box.w + gap <= own.x || own.x + own.w + gap <= box.x;
    if (is_free && (i == 0 || marks[i] > marks[i - 1])) ui_text_at(ui, small, box.x, box.y, words);
  }
}

/* Thin slices of the steps that are done; the rest of the line leads to the newest. */
static void hits_draw(const Ui *ui, const Timeline *line) {
  const UiTraining *training = ui->inputs->training;
  int slices = (int)fmaxf(2, roundf(line->width / SLICE));
  float width = line->width / (float)slices, reach = ui_pt(ui, REACH);
  for (int i = 0; i <= slices; i++) {
    int step = (int)lround((double)i / slices * line->steps);
    bool done = step < training->steps_done;
    const char *command = done ? ui_format(ui, "timeline %d", step) : "timeline last";
    float left = line->x + ((float)i - 0.5f) * width;
    control_stop(ui->pen, (TrackStop){.box = {left, line->y - reach, width + 0.05f, 2 * reach},
                                      .command = command,
                                      .is_now = step <= training->step,
                                      .tip = done ? ui_format(ui, _("step %d"), step)
                                                  : _("the newest step")});
  }
}

void training_transport_draw(const Ui *ui) {
  const UiTraining *training = ui->inputs->training;
  Box bar = content(ui);
  ui->list->tab_stop = TAB_TRANSPORT;
  float gap = ui_pt(ui, INSET), left = transport_draw(ui) + gap;
  ui->list->tab_stop = TAB_RAIL;
  float right = bar.x + bar.w - ui_pt(ui, MARGIN), state = ui_pt(ui, STATE_WIDTH);
  state_draw(ui, (Box){right - state, bar.y + ui_pt(ui, TRACK_MIDDLE - 18), state, ui_pt(ui, 36)});
  right -= state + gap;
  Timeline line = {.box = {left, bar.y, right - left, bar.h},
                   .x = left + ui_pt(ui, 12),
                   .y = bar.y + ui_pt(ui, TRACK_MIDDLE),
                   .width = right - left - ui_pt(ui, 24),
                   .steps = training->axis_steps > 0 ? training->axis_steps : 1};
  track_draw(ui, &line);
  labels_draw(ui, &line);
  hits_draw(ui, &line);
}
