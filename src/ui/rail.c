/* ui/rail.c -- the stages as dots on a line that can be dragged.
**
**      X      X W     Q Kᵀ    ÷ √d         symbols above
**  ●━━━━━●━━━━━●━━━━━◉─────○─────○         done, now, still to come
** Tokens Embed Q·K·V Scores Scale  Mask    labels below
**
** The track between two dots shows how far the stage at the right one is filled, and so does the
** knob, which stands on the stage on show: a ring until all of it is filled. Between two stages the
** knob is on the way from one to the other, and both have strong names. Labels that would touch are
** smaller, then short ("Sum"), then much smaller where large text was asked for. If they still
** touch, labels are left out: those of the present stage, its neighbours and the ends are placed
** first. Many small hits, instead of one slider, let a drag continue from stage to stage.
*/
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "ui/panels.h"

static const float SYMBOL_MIDDLE = 21, TRACK_MIDDLE = 45, LABEL_MIDDLE = 69;
static const float DOT = 6.5f, DOT_NOW = 10.5f, TRACK = 3.5f, SYMBOL_SIZE = 11.5f;
static const float LABEL_SIZE = 12, LABEL_SIZE_LEAST = 11, LABEL_GAP = 5, LABEL_GAP_SHORT = 2.5f;
static const float SIZE_STEP = 0.5f, SIZE_LEAST = 8; /* used where text is large */
/* height of the hits above and below the track; width of a slice; room of the focus ring beside the
** dots, so little that it keeps off symbols and labels */
static const float REACH = 16, SLICE = 2, RING_ROOM = 0.5f;

typedef struct Rail {
  Box box;
  float y, first_x, step;
  int now;
  float reached; /* in stages: 2.4 lies between the third dot and the fourth */
  float label_size, symbol_size;
  bool has_name[STAGE_COUNT], has_symbol[STAGE_COUNT]; /* written whole beside its dot */
} Rail;

/* A stage that a recording lacks has no dot and a pale label; its tip says why. */
static bool is_missing(const Ui *ui, int stage) {
  return ui->inputs->stages[stage].missing.bytes > 0;
}

/* The stage on show; on the way to it that which is left, too. */
static bool is_named(const Ui *ui, const Rail *rail, int stage) {
  bool is_left = ui->inputs->is_between && stage == ui->inputs->stage_left;
  return (stage == rail->now || is_left) && !ui->inputs->is_off_stage;
}

/* Beside attention the stages are no steps of what is on show; the one to come back to stays, if
** the picture is of the sentence. The overview shows them all, and none before the others. */
static bool is_beside(const Ui *ui, const Rail *rail, int stage) {
  if (ui->inputs->is_of_no_sentence) return true;
  return ui->inputs->is_off_stage && !ui->inputs->is_of_all_stages && stage != rail->now;
}

static Color label_color(const Ui *ui, const Rail *rail, int stage) {
  if (is_missing(ui, stage) || is_beside(ui, rail, stage))
    return color_mix(ui->theme->paper, ui->theme->muted, 0.62f);
  return is_named(ui, rail, stage) ? ui->theme->ink : ui->theme->muted;
}

static TextStyle label_style(const Ui *ui, const Rail *rail, int stage) {
  bool is_now = is_named(ui, rail, stage);
  return ui_style(is_now ? FACE_BOLD : FACE_REGULAR, rail->label_size, label_color(ui, rail, stage),
                  ALIGN_MIDDLE);
}

static TextStyle symbol_style(const Ui *ui, const Rail *rail, int stage) {
  bool is_now = stage == rail->now && !ui->inputs->is_off_stage;
  return ui_style(is_now ? FACE_BOLD : FACE_MEDIUM, rail->symbol_size, label_color(ui, rail, stage),
                  ALIGN_MIDDLE);
}

/* reached counts stages: the track before a dot shows how far its stage is filled. */
static Rail rail_place(const Ui *ui, Box box) {
  int count = ui->inputs->stage_count, now = ui->inputs->stage_now;
  float inset = ui_pt(ui, 31);
  float fraction = float_clamp(ui->inputs->stage_fraction, 0, 1);
  float reached = now > 0 ? (float)now - 1 + fraction : 0;
  if (ui->inputs->is_between)
    reached = float_lerp((float)ui->inputs->stage_left, (float)now, ui->inputs->way_done);
  return (Rail){.box = box,
                .y = box.y + ui_pt(ui, TRACK_MIDDLE),
                .first_x = box.x + inset,
                .step = (box.w - 2 * inset) / (float)(count > 1 ? count - 1 : 1),
                .now = now,
                .reached = reached,
                .label_size = LABEL_SIZE,
                .symbol_size = SYMBOL_SIZE};
}

static float dot_x(const Rail *rail, float stage) { return rail->first_x + rail->step * stage; }

static void track_draw(const Ui *ui, const Rail *rail) {
  float thick = ui_pt(ui, TRACK), last = (float)(ui->inputs->stage_count - 1);
  Box whole = {rail->first_x, rail->y - thick / 2, rail->step * last, thick};
  float reached = ui->inputs->is_off_stage ? 0 : rail->reached;
  Box done = {rail->first_x, whole.y, rail->step * reached, thick};
  control_track(ui->pen, whole, done, thick, ui->theme->ink);
}

/* The knob of the stage on show. While the stage is filled it is a ring, in which a disc grows; a
** picture of no stage leaves a quiet dot at the stage to come back to, that of all stages or of no
** sentence none. */
static void now_draw(const Ui *ui, const Rail *rail) {
  const Theme *theme = ui->theme;
  Point now = {dot_x(rail, (float)rail->now), rail->y};
  float part = rail->reached - ((float)rail->now - 1), radius = ui_pt(ui, DOT_NOW);
  if (ui->inputs->is_of_all_stages || ui->inputs->is_of_no_sentence) return;
  if (ui->inputs->is_off_stage) {
    ui_circle(ui, now, ui_pt(ui, DOT), theme->muted, theme->muted, ui_pt(ui, 1.5f));
    return;
  }
  if (ui->inputs->is_between) now.x = dot_x(rail, rail->reached);
  if (rail->now == 0 || part >= 1 || ui->inputs->is_between) {
    ui_circle(ui, now, radius, theme->focus, theme->ink, ui_pt(ui, 2));
    return;
  }
  float ring = ui_pt(ui, 3);
  ui_circle(ui, now, radius, theme->panel, theme->focus, ring);
  ui_circle(ui, now, (radius - ring) * sqrtf(fmaxf(part, 0)), theme->focus, COLOR_NONE, 0);
}

static void dots_draw(const Ui *ui, const Rail *rail) {
  const Theme *theme = ui->theme;
  for (int i = 0; i < ui->inputs->stage_count; i++) {
    Point centre = {dot_x(rail, (float)i), rail->y};
    bool is_done = (float)i <= rail->reached && !ui->inputs->is_off_stage;
    if (is_missing(ui, i)) continue;
    Color rest = is_beside(ui, rail, i) ? theme->line : theme->muted;
    ui_circle(ui, centre, ui_pt(ui, DOT), is_done ? theme->ink : theme->panel,
              is_done ? theme->ink : rest, ui_pt(ui, 1.5f));
  }
  now_draw(ui, rail);
}

static const float FEW_LABELS_BELOW = 700; /* points of the window */

/* -- labels that do not touch ------------------------------------------------------------------ */

typedef struct Row {
  float middle_y;
  bool symbols, is_short;
  bool placed[STAGE_COUNT];
  float left[STAGE_COUNT], right[STAGE_COUNT];
} Row;

static Str row_text(const Ui *ui, const Row *row, int stage) {
  const UiStage *info = &ui->inputs->stages[stage];
  return row->symbols ? info->symbol : row->is_short ? info->rail_short : info->rail;
}

static bool is_free(const Ui *ui, const Row *row, float left, float right) {
  float gap = ui_pt(ui, row->is_short ? LABEL_GAP_SHORT : LABEL_GAP);
  for (int i = 0; i < ui->inputs->stage_count; i++)
    if (row->placed[i] && left < row->right[i] + gap && right > row->left[i] - gap) return false;
  return true;
}

/* Measured in bold, as for the stage on show, so that stepping moves no label. */
static float label_width(const Ui *ui, const Rail *rail, Str text) {
  return pen_width(ui->pen, ui_style(FACE_BOLD, rail->label_size, ui->theme->ink, ALIGN_MIDDLE),
                   text);
}

/* Centred on its dot, but within the rail. */
static void try_label(const Ui *ui, const Rail *rail, Row *row, int stage) {
  if (stage < 0 || stage >= ui->inputs->stage_count || row->placed[stage]) return;
  Str text = row_text(ui, row, stage);
  if (text.bytes == 0) return;
  float width = row->symbols ? pen_symbol_width(ui->pen, symbol_style(ui, rail, stage), text)
                             : label_width(ui, rail, text);
  float most = fmaxf(rail->box.x, rail->box.x + rail->box.w - width);
  float left = float_clamp(dot_x(rail, (float)stage) - width / 2, rail->box.x, most);
  if (!is_free(ui, row, left, left + width)) return;
  row->placed[stage] = true;
  row->left[stage] = left;
  row->right[stage] = left + width;
}

/* The most important labels are placed first, then the others from left to right. */
static void row_place(const Ui *ui, const Rail *rail, Row *row) {
  int count = ui->inputs->stage_count;
  const int first[] = {rail->now, rail->now + 1, rail->now - 1, 0, count - 1};
  for (int i = 0; i < 5; i++) try_label(ui, rail, row, first[i]);
  for (int i = 0; i < count; i++) try_label(ui, rail, row, i);
}

static bool all_placed(const Ui *ui, const Row *row) {
  for (int i = 0; i < ui->inputs->stage_count; i++)
    if (!row->placed[i]) return false;
  return true;
}

static void row_draw(const Ui *ui, Rail *rail, const Row *row) {
  for (int i = 0; i < ui->inputs->stage_count; i++) {
    bool is_whole = row->placed[i] || row_text(ui, row, i).bytes == 0;
    if (row->symbols) rail->has_symbol[i] = is_whole;
    else
      rail->has_name[i] = is_whole && str_equal(row_text(ui, row, i), ui->inputs->stages[i].rail);
    if (!row->placed[i]) continue;
    float middle = (row->left[i] + row->right[i]) / 2;
    TextStyle style = row->symbols ? symbol_style(ui, rail, i) : label_style(ui, rail, i);
    float baseline = row->middle_y + TEXT_CAP_HEIGHT * ui_pt(ui, style.size) / 2;
    if (row->symbols) pen_symbol(ui->pen, style, (Point){middle, baseline}, row_text(ui, row, i));
    else pen_text(ui->pen, style, (Point){middle, baseline}, row_text(ui, row, i));
  }
}

/* The smallest allowed size: not smaller than at text scale 1, unless the design is. */
static float size_least(const Ui *ui, float size) {
  return fmaxf(fminf(size, SIZE_LEAST), size / ui->pen->text_scale);
}

/* In a small window only the stage on show and both ends have names, which so stand apart. */
static void few_labels_draw(const Ui *ui, Rail *rail) {
  Row row = {.middle_y = rail->box.y + ui_pt(ui, LABEL_MIDDLE)};
  int left = ui->inputs->is_between ? ui->inputs->stage_left : rail->now;
  const int named[] = {rail->now, left, 0, ui->inputs->stage_count - 1};
  for (int i = 0; i < 4; i++) try_label(ui, rail, &row, named[i]);
  row_draw(ui, rail, &row);
}

/* Tries a smaller size, short names, then still smaller sizes, rather than leave out a name. */
static void labels_draw(const Ui *ui, Rail *rail) {
  if (ui->layout->window.w < FEW_LABELS_BELOW) {
    few_labels_draw(ui, rail);
    return;
  }
  float middle = rail->box.y + ui_pt(ui, LABEL_MIDDLE), usual = rail->label_size;
  float least = size_least(ui, LABEL_SIZE_LEAST);
  Row row = {.middle_y = middle};
  row_place(ui, rail, &row);
  for (int try = 0; try < 3 && !all_placed(ui, &row); try++) {
    rail->label_size = try == 1 ? usual : LABEL_SIZE_LEAST;
    row = (Row){.middle_y = middle, .is_short = try > 0};
    row_place(ui, rail, &row);
  }
  while (!all_placed(ui, &row) && rail->label_size - SIZE_STEP >= least) {
    rail->label_size -= SIZE_STEP;
    row = (Row){.middle_y = middle, .is_short = true};
    row_place(ui, rail, &row);
  }
  row_draw(ui, rail, &row);
}

static bool has_all_symbols(const Ui *ui, const Row *row) {
  for (int i = 0; i < ui->inputs->stage_count; i++)
    if (!row->placed[i] && row_text(ui, row, i).bytes > 0) return false;
  return true;
}

static void symbols_draw(const Ui *ui, Rail *rail) {
  float middle = rail->box.y + ui_pt(ui, SYMBOL_MIDDLE), least = size_least(ui, SYMBOL_SIZE);
  Row row = {.middle_y = middle, .symbols = true};
  row_place(ui, rail, &row);
  while (!has_all_symbols(ui, &row) && rail->symbol_size - SIZE_STEP >= least) {
    rail->symbol_size -= SIZE_STEP;
    row = (Row){.middle_y = middle, .symbols = true};
    row_place(ui, rail, &row);
  }
  row_draw(ui, rail, &row);
}

/* -- hits -------------------------------------------------------------------------------------- */

/* NULL: all of it is written beside the dot, which the tip would cover. */
static const char *stage_tip(const Ui *ui, const Rail *rail, int stage) {
  const UiStage *info = &ui->inputs->stages[stage];
  if (!is_missing(ui, stage) && rail->has_name[stage] && rail->has_symbol[stage]) return NULL;
  if (is_missing(ui, stage)) return str_copy(ui->list->arena, info->missing);
  return ui_format(ui, "%d · %.*s%s%.*s", stage + 1, (int)info->rail.bytes, info->rail.at,
                   info->symbol.bytes > 0 ? " · " : "", (int)info->symbol.bytes, info->symbol.at);
}

/* A hit for its click, and for a drag that began anywhere on the rail. */
static void drag_hit(const Ui *ui, DrawHit hit) {
  hit.rows = hit.cols = 1;
  hit.drag = hit.click;
  draw_hit(ui->list, hit);
}

/* Track and dots: what the focus ring goes around, whichever slice has the focus. */
static Box track_box(const Ui *ui, const Rail *rail) {
  float room = ui_pt(ui, DOT_NOW + RING_ROOM);
  float last_x = dot_x(rail, (float)(ui->inputs->stage_count - 1));
  return (Box){rail->first_x - room, rail->y - room, last_x - rail->first_x + 2 * room, 2 * room};
}

/* Thin slices between two dots, each a moment of the way to the stage at the right one, or while
** steps are rows or cells, a fraction of its cells. */
static void slices_hits(const Ui *ui, const Rail *rail, int stage) {
  Str name = ui->inputs->stages[stage].name;
  int slices = (int)fmaxf(2, roundf(rail->step / SLICE));
  float width = rail->step / (float)slices, left = dot_x(rail, (float)(stage - 1));
  float reach = ui_pt(ui, REACH);
  const char *tip = stage_tip(ui, rail, stage);
  for (int i = 0; i < slices; i++) {
    double fraction = ((double)i + 0.5) / slices;
    const char *command =
        ui->view->step_by == STEP_STAGE
            ? ui_format(ui, "moment %.4f %.*s", fraction, (int)name.bytes, name.at)
            : ui_format(ui, "seek %.*s %.4f", (int)name.bytes, name.at, fraction);
    Box box = {left + (float)i * width, rail->y - reach, width + 0.05f, reach * 2};
    bool is_now = box.x < dot_x(rail, rail->reached) - 0.1f;
    drag_hit(ui, (DrawHit){.box = box,
                           .shown = track_box(ui, rail),
                           .is_now = is_now,
                           .cursor = CURSOR_DRAG,
                           .click = command,
                           .tip = tip});
  }
}

/* Added after the slices, so that the dot itself leads to the whole stage. Labels and symbols
** answer too, halfway to the next. */
static void stage_hits(const Ui *ui, const Rail *rail, int stage) {
  Str name = ui->inputs->stages[stage].name;
  const char *command = ui_format(ui, "stage %.*s", (int)name.bytes, name.at);
  const char *tip = stage_tip(ui, rail, stage);
  float x = dot_x(rail, (float)stage), half = rail->step / 2, reach = ui_pt(ui, REACH);
  float dot = fminf(ui_pt(ui, DOT_NOW), rail->step * 0.2f), top = rail->box.y + ui_pt(ui, 8);
  float foot = rail->y + reach, low = ui_pt(ui, LABEL_MIDDLE - TRACK_MIDDLE) + 2;
  const Box places[] = {{x - dot, rail->y - reach, dot * 2, reach * 2}, /* dot, label, symbol */
                        {x - half, foot, half * 2, low},
                        {x - half, top, half * 2, rail->y - reach - top}};
  for (size_t i = 0; i < sizeof places / sizeof *places; i++)
    drag_hit(ui, (DrawHit){.box = places[i], .cursor = CURSOR_HAND, .click = command, .tip = tip});
}

static void rail_hits(const Ui *ui, const Rail *rail) {
  for (int i = 1; i < ui->inputs->stage_count; i++) slices_hits(ui, rail, i);
  for (int i = 0; i < ui->inputs->stage_count; i++) stage_hits(ui, rail, i);
}

void rail_draw(const Ui *ui, Box box) {
  if (ui->inputs->stage_count < 1) return;
  Rail rail = rail_place(ui, box);
  track_draw(ui, &rail);
  dots_draw(ui, &rail);
  symbols_draw(ui, &rail);
  labels_draw(ui, &rail);
  rail_hits(ui, &rail);
}
