/* screen/screen.c -- makes the inputs of the widgets from a session, and draws scene and
** widgets into one list. */
#include "screen/screen.h"

#include "base/i18n.h"
#include "base/progress.h"
#include "scene/inspector/mistake_panel.h"
#include "scene/layer_words.h"
#include "scene/mask_words.h"
#include "scene/scene.h"
#include "scene/view_kinds.h"
#include "scene/views/view_room.h"
#include "screen/choices.h"
#include "screen/help.h"
#include "screen/laid_over.h"
#include "screen/lesson.h"
#include "screen/sentence.h"
#include "screen/training.h"
#include "session/lesson/on_show.h"

/* Names come from the table of stages, as those of the commands and the help do. */
static void stages_fill(const Trace *trace, StageId now, Arena *arena, UiInputs *inputs) {
  UiStage *stages = arena_take(arena, STAGE_COUNT, sizeof *stages);
  for (int i = 0; stages && i < trace_stage_count(trace); i++) {
    StageId stage = trace_stage_at(trace, i);
    const StageInfo *info = stage_info(stage);
    stages[i] = (UiStage){.rail = captions_rail(trace, stage, false),
                          .rail_short = captions_rail(trace, stage, true),
                          .symbol = captions_symbol(trace, stage),
                          .name = str_from(info->name),
                          .missing = trace_stage_missing(trace, stage)};
  }
  inputs->stages = stages;
  inputs->stage_count = stages ? trace_stage_count(trace) : 0;
  inputs->stage_now = trace_stage_index(trace, now);
}

/* The knob goes with the picture from stage to stage. */
static void place_between(const Session *session, UiInputs *inputs) {
  const View *view = session_view(session);
  const Trace *trace = session_trace(session);
  inputs->is_between = view->kind == VIEW_STAGE && view->from_kind == VIEW_STAGE &&
                       view->transition < 1 && view->filled < 0;
  inputs->stage_left = trace_stage_index(trace, view->from_stage);
  inputs->way_done = view->transition;
}

/* The share of cells shown; 1 if the stage is not being filled. */
static float fraction_of(const Session *session) {
  const View *view = session_view(session);
  int rows, cols;
  trace_stage_shape(session_trace(session), view->stage, &rows, &cols);
  return view->filled < 0 ? 1 : (float)view->filled / ((float)rows * (float)cols);
}

/* The last part of a path, or the whole name. */
static Str short_name(Str model) {
  size_t from = model.bytes;
  while (from > 0 && model.at[from - 1] != '/') from--;
  return (Str){model.at + from, model.bytes - from};
}

static const UiProgress *progress_of(const Session *session, Arena *arena) {
  SessionProgress now;
  Status words; /* escapes the name for the screen */
  UiProgress *progress = arena_take(arena, 1, sizeof *progress);
  if (!progress || !session_progress(session, &now)) return NULL;
  Str name = short_name(now.model);
  char left[PROGRESS_LEFT_BYTES];
  progress_left_words(now.left_s, left);
  status_fail(&words, STATUS_OK, now.opens ? _("Opening %.*s") : _("Running %.*s"), (int)name.bytes,
              name.at);
  StrBuf shown = strbuf_make(arena);
  i18n_add_phrase(&shown, "%s", words.sentence);
  i18n_add_phrase(&shown, "%s", left);
  *progress = (UiProgress){strbuf_str(&shown), (float)now.share};
  return progress;
}

static void add_option_words(const ScriptPlace *place, int line, Status *words, Status *tip) {
  if (place->state == SCRIPT_CHECKED) {
    status_fail(words, STATUS_OK, _("the commands of --do are checked · Esc stops them"));
    status_fail(tip, STATUS_OK,
                _("The commands of --do are checked before they run. A click stops them."));
  } else if (place->state == SCRIPT_STOPPED) {
    status_fail(words, STATUS_OK, _("the commands of --do stopped at line %d · w lets them go on"),
                line);
    status_fail(tip, STATUS_OK,
                _("The commands of --do stopped at line %d. A click lets them go on."), line);
  } else {
    status_fail(words, STATUS_OK, _("the commands of --do run, line %d · Esc stops them"), line);
    status_fail(tip, STATUS_OK, _("The commands of --do run, at line %d. A click stops them."),
                line);
  }
}

/* The last part of the path, as in short_name; the tip has it whole. NULL: there is no script. */
static const UiScript *script_of(const Session *session, Arena *arena) {
  ScriptPlace place = session_script_place(session);
  if (place.state == SCRIPT_NONE) return NULL;
  UiScript *script = arena_take(arena, 1, sizeof *script);
  if (!script) return NULL;
  Status words, tip; /* their escapes make any name fit to be shown */
  const char *name = short_name(str_from(place.path)).at;
  int line = place.line > 0 ? place.line : 1;
  bool is_stopped = place.state == SCRIPT_STOPPED;
  if (place.is_option) {
    add_option_words(&place, line, &words, &tip);
  } else if (place.state == SCRIPT_CHECKED) {
    status_fail(&words, STATUS_OK, _("%s is checked · Esc stops it"), name);
    status_fail(&tip, STATUS_OK, _("The script %s is checked before it plays. A click stops it."),
                place.path);
  } else if (session_script_waits(session)) {
    status_fail(&words, STATUS_OK, _("%s waits at line %d · Space goes on"), name, line);
    status_fail(&tip, STATUS_OK, _("The script %s waits at line %d. A click stops it."), place.path,
                line);
  } else if (is_stopped) {
    status_fail(&words, STATUS_OK, _("%s stopped at line %d · w lets it go on"), name, line);
    status_fail(&tip, STATUS_OK, _("The script %s stopped at line %d. A click lets it go on."),
                place.path, line);
  } else {
    status_fail(&words, STATUS_OK, _("%s plays, line %d · Esc stops it"), name, line);
    status_fail(&tip, STATUS_OK, _("The script %s plays, at line %d. A click stops it."),
                place.path, line);
  }
  const char *kept_words = str_copy(arena, str_from(words.sentence));
  const char *kept_tip = str_copy(arena, str_from(tip.sentence));
  if (!kept_words || !kept_tip) return NULL;
  *script = (UiScript){str_from(kept_words), str_from(kept_tip), is_stopped};
  return script;
}

/* Views apart from the stages have no such room. */
static void corner_fill(const Session *session, Arena *arena, UiInputs *inputs) {
  const View *view = session_view(session);
  const Trace *trace = session_trace(session);
  inputs->counter = screen_counter(session, arena);
  if (view->kind == VIEW_TRAINING || view_kind_info(view->kind)->room) return;
  if (trace_token_count(trace) == 0) return;
  inputs->counter_widest = screen_counter_widest(session, arena);
  inputs->head_widest = str_from(layer_head_words(arena, trace, view->layer, view->head));
}

/* Everything the widgets show is read once a frame and nothing is cached, so
** nothing can be out of date. */
static UiInputs inputs_of(const Session *session, const Screen *screen, const Scene *scene) {
  Arena *arena = scene->pen.list->arena;
  const Trace *trace = session_trace(session);
  const View *view = session_view(session);
  UiInputs inputs = {
      .sentence = sentence_asking(session, screen, arena),
      .model_name = trace_model_name(trace),
      .mask_words = str_from(mask_attention_words(arena, trace, session_view(session)->layer)),
      .mask_short = str_from(mask_attention_short(arena, trace, session_view(session)->layer)),
      .stage_fraction = fraction_of(session),
      .is_off_stage = view_kind_info(view->kind)->room || view->kind == VIEW_OVERVIEW,
      .is_of_all_stages = view->kind == VIEW_OVERVIEW,
      .is_of_no_sentence = view_is_apart(view->kind),
      .has_tiles = session_has_tiles(session),
      .message = screen->of_file ? (Str){0} : session_message(session),
      .progress = progress_of(session, arena),
      .script = screen->of_file ? NULL : script_of(session, arena),
      .version = STR("headsup " HEADSUP_VERSION),
      .can_undo = session_can_undo(session),
      .can_redo = session_can_redo(session),
      .first_start = screen->first_start && view->kind == VIEW_OVERVIEW,
      .note = view->notes ? session_note(session) : (Str){"", 0},
  };
  place_between(session, &inputs);
  laid_over_fill(session, scene, &inputs);
  inputs.has_contrast = view_has_contrast(view, trace_key_count(trace));
  if (view_strongest_share(trace_key_count(trace)) >= 1)
    inputs.contrast_vain = str_from(_("The colours of so few keys reach from 0 to 1 anyway"));
  if (view->presenter) corner_fill(session, arena, &inputs);
  stages_fill(trace, view->stage, arena, &inputs);
  if (view->menu == MENU_HELP) help_fill(session, arena, &inputs);
  choices_fill(session, arena, &inputs);
  lesson_fill(session, arena, &inputs);
  inputs.training = training_widgets(session, arena);
  return inputs;
}

/* ---- the screen ---- */

/* A click anywhere ends it, as the next step does. */
static void draw_blank(BlankId blank, Box window, DrawList *list) {
  Color color = blank == BLANK_BLACK ? (Color){0, 0, 0, 255} : (Color){255, 255, 255, 255};
  list->background = color;
  draw_box(list, (DrawBox){.box = window, .fill = color});
  draw_hit(list, (DrawHit){.box = window, .click = "blank off"});
}

/* Where a stage folds back, its panels lie where the line of the overview stands, until they are
** gone. */
static bool covers_focus_line(const View *view) {
  return view->kind == VIEW_OVERVIEW && view->from_kind == VIEW_STAGE &&
         view->transition < 1 - VIEW_PANELS_COME;
}

static const char *lens_vain_words(const View *view) {
  if (view->compare != COMPARE_OFF) return _("There is no lens over matrices beside each other");
  return _("Here cells have digits of their own; lens 8 2 puts a lens at one of them all the same");
}

/* What the panels would say, if they are folded; beside: the scene of the formula. */
static void add_what_is_folded(const Scene *beside, const Scene *scene, const ScreenLayout *layout,
                               UiInputs *inputs) {
  static const int terms[UI_SUMS] = {6, 4, 2};
  if (layout->inspector.w <= 0) {
    inputs->chosen = captions_chosen(scene);
    inputs->is_chosen_in_picture = captions_chosen_is_in_picture(scene);
    for (int i = 0; i < UI_SUMS && !scene->view->presenter; i++)
      inputs->chosen_sums[i] = captions_chosen_sum(scene, terms[i]);
  }
  bool is_said = layout->formula.h > 0 || scene->view->presenter;
  if (!is_said && inputs->way.bytes > 0) inputs->headline = inputs->way;
  else if (!is_said && scene->view->text_scale > 1)
    inputs->headline = str_from(captions_headline(beside));
  if (layout->heads.w > 0) return;
  inputs->head_line = captions_head_line(scene, true);
  inputs->head_short = captions_head_line(scene, false);
}

/* What the panel would show, where there is none: the terms (q), or the chosen cell or row with all
** its products (j), which the presenter view does without. */
static void draw_card(const Scene *scene, const ScreenLayout *layout) {
  const View *view = scene->view;
  bool is_stage = view->kind == VIEW_STAGE;
  if ((is_stage && layout->inspector.w > 0) || view->menu != MENU_NONE) return;
  scene->pen.list->tab_stop = TAB_PANEL;
  if (view->glossary) inspector_draw_terms_card(scene, layout->window);
  else if (is_stage && view->products_all && view->query >= 0 && !view->presenter)
    inspector_draw_panel_card(scene, layout->window);
  scene->pen.list->tab_stop = TAB_EACH;
}

/* With what the session measured and trained beside the trace. */
static Scene scene_of(const Session *session, Pen pen) {
  Scene scene = scene_make(session_trace(session), session_view(session), pen, true);
  scene_add_kept(&scene, session_kept_run(session));
  scene.training = training_picture(session, pen.list->arena);
  scene.times = session_cost_times(session);
  scene.lengths = session_lengths(session);
  scene.saturation = session_saturation(session);
  scene.differences = session_head_differences(session);
  scene.together = session_together(session);
  scene.answers = session_answers(session);
  scene.board = session_board(session);
  scene.board_typed = session_board_typed(session);
  return scene;
}

/* The layout before the scene is made, which may take more of it. */
static ScreenLayout layout_of(const Session *session, const TextMetrics *metrics,
                              const Screen *screen) {
  const View *view = session_view(session);
  ScreenLayout layout = layout_screen(screen->width_pt, screen->height_pt, view, metrics);
  if (scene_has_laid_over_bar(session_trace(session), session_kept_run(session), view))
    layout = layout_with_laid_over(layout);
  return view->presenter ? layout : ui_layout(layout);
}

/* The scene comes first, because widgets show its text scale and focus line,
** and menus lie over it. */
void screen_build(const Session *session, const TextMetrics *metrics, const Screen *screen,
                  DrawList *list, Box *caret) {
  const View *view = session_view(session);
  const Theme *theme = theme_get(view->theme);
  list->locks = session_lesson_locks(session, &list->lock_count);
  ScreenLayout layout = layout_of(session, metrics, screen);
  if (view->presenter && view->blank != BLANK_OFF) {
    draw_blank(view->blank, layout.window, list);
    if (caret) *caret = (Box){0};
    return;
  }
  Pen pen = {list, metrics, theme, layout.text_scale, 0, FACE_REGULAR, 0};
  list->background = theme->paper;
  Scene scene = scene_of(session, pen);
  if (mistake_panel_asks(&scene)) layout = layout_with_question(layout);
  layout.centre_text_scale = scene_centre_text_scale(&scene, &layout);
  scene_build_screen(&scene, &layout);
  UiInputs inputs = inputs_of(session, screen, &scene);
  if (!inputs.stages || !inputs.sentence.tokens) list->failed = true;
  if (layout.laid_over.w > 0)
    inputs.mask_own = str_from(mask_attention_own(list->arena, scene.trace, view->layer));
  View asked, left;
  Scene beside = scene_beside(&scene, &asked), former = scene_of_former(&scene, &left);
  if (!covers_focus_line(view)) inputs.focus_line = captions_focus_line(&former);
  inputs.way = captions_way(&former);
  add_what_is_folded(&beside, &former, &layout, &inputs);
  if (view->stage == stage_of_part(TRACE_WEIGHTS) && scene_lens_is_vain(&scene, &layout))
    inputs.lens_vain = str_from(lens_vain_words(view));
  inputs.sentence.hides = trace_gap_id(scene.trace) >= 0;
  sentence_tint(&former, &inputs.sentence);
  UiSentence *second = sentence_second(session, screen, list->arena);
  if (second) sentence_tint(&former, second);
  inputs.second = second;
  ui_build(&inputs, view, &layout, &pen);
  scene.pen.text_scale = layout.picture_scale;
  draw_card(&scene, &layout);
  if (caret) *caret = ui_caret_box(&inputs, view, &layout, &pen);
}

/* Makes the scene without drawing it, so that the line has the digits of the picture. */
Str screen_focus_line(const Session *session, const TextMetrics *metrics, Arena *arena) {
  const View *view = session_view(session);
  DrawList list = draw_list_make(arena, 0, 0);
  Pen pen = {&list, metrics, theme_get(view->theme), 1, 0, FACE_REGULAR, 0};
  Scene scene = scene_make(session_trace(session), view, pen, false);
  scene_add_kept(&scene, session_kept_run(session));
  View left;
  Scene told = scene_of_former(&scene, &left); /* no number before the step that makes it */
  return captions_focus_line(&told);
}
