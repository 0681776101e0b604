/* screen/screen.c -- makes the inputs of the widgets from a session, and draws scene and
** widgets into one list. */
#include "screen/screen.h"

#include <string.h>

#include "base/progress.h"
#include "base/i18n.h"
#include "scene/grapheme_breaks.h"
#include "scene/glossary.h"
#include "scene/inspector/mistake_panel.h"
#include "scene/mask_words.h"
#include "scene/scene.h"
#include "scene/what_if_words.h"
#include "scene/sentence_heat.h"
#include "scene/stages/compare_kept.h"
#include "scene/unknown_words.h"
#include "scene/view_kinds.h"
#include "scene/views/view_room.h"
#include "screen/choices.h"
#include "session/lesson/on_show.h"
#include "session/menu/kind_numbers.h"
#include "screen/help.h"
#include "screen/lesson.h"
#include "screen/training.h"
#include "trace/trace_mistake.h"
#include "trace/workings/cache_step.h"
#include "trace/workings/tiles.h"
#include "ui/ui.h"

enum { KEPT_SENTENCE_BYTES = 200 };

/* ---- the sentence ---- */

/* grapheme_token_shown makes spaces and control characters of a token visible. */
static const UiToken *tokens_of(const Trace *trace, bool of_keys, Arena *arena) {
  int count = of_keys ? trace_key_count(trace) : trace_token_count(trace);
  UiToken *tokens = arena_take(arena, (size_t)count, sizeof *tokens);
  for (int i = 0; tokens && i < count; i++) {
    const TraceToken *token = of_keys ? trace_key(trace, i) : trace_token(trace, i);
    tokens[i] = (UiToken){.text = grapheme_token_shown(token),
                          .first_byte = token->first_byte,
                          .bytes = token->bytes,
                          .is_unknown = token->read_as.bytes > 0,
                          .origin = of_keys ? NULL : unknown_words_tip(arena, trace, i)};
  }
  return tokens;
}

/* Marks query and key of the selected pair. At stages that are not by pair
** the column is no token. */
static void tint_focus(const View *view, UiSentence *sentence) {
  int query, key;
  view_focus(view, &query, &key);
  bool by_pair = stage_info(view->stage)->by_pair || view->kind == VIEW_OVERVIEW ||
                 view_is_of_layers(view->kind);
  sentence->are_keys = by_pair;
  sentence->query_token = query < sentence->token_count ? query : -1;
  sentence->key_token = by_pair && key < sentence->token_count ? key : -1;
}

/* Gives the tokens the colours of the selected row, and the words that explain them. */
static void tint_tokens(const Scene *scene, UiSentence *sentence) {
  SentenceHeat row = sentence_heat_of(scene);
  Arena *arena = scene->pen.list->arena;
  if (!row.on || !sentence->is_asked) return;
  UiToken *tokens = arena_take(arena, (size_t)sentence->token_count, sizeof *tokens);
  for (int i = 0; tokens && i < sentence->token_count; i++) {
    tokens[i] = sentence->tokens[i];
    tokens[i].tint = sentence_heat_color(scene, &row, i);
    tokens[i].sentence_heat_words = sentence_heat_words(scene, &row, i);
  }
  if (tokens) sentence->tokens = tokens;
}

/* Of an encoder and a decoder each field has the tokens of its own sentence, whatever half is on
** show: there they ask, are asked, or neither. */
static void tell_half(const Session *session, UiSentence *sentence) {
  TraceHalf half = trace_half(session_trace(session));
  if (half == HALF_NONE) return;
  sentence->asks = (half != HALF_SOURCE) == sentence->is_second;
  sentence->is_asked = (half != HALF_TARGET) != sentence->is_second;
  tint_focus(session_view(session), sentence);
  if (!sentence->asks) sentence->query_token = -1;
  if (!sentence->is_asked) sentence->key_token = -1;
  sentence->are_keys = sentence->are_keys && sentence->is_asked;
}

static UiSentence sentence_of(const Session *session, const Screen *screen, Arena *arena) {
  const Trace *trace = trace_of_half(session_trace(session), HALF_SOURCE);
  const Edit *edit = session_edit(session);
  WordCount words = unknown_words_count(trace);
  UiSentence sentence = {
      .text = session_sentence(session),
      .pending = session_is_pending(session) &&
                 !str_equal(session_sentence(session), trace_typed_sentence(trace)),
      .tokens = tokens_of(trace, false, arena),
      .cut_count = trace_cut_count(trace),
      .bad_byte_count = trace_bad_byte_count(trace),
      .is_broken = trace_broken_count(trace) > 0,
      .is_foreign = unknown_words_are_foreign(words),
      .word_count = words.words,
      .known_count = words.words - words.unknown,
      .asks = true,
      .is_asked = true,
      .editing = edit->active && edit->stream == 0,
      .caret_visible = screen->caret_visible,
      .caret = edit->caret,
      .anchor = edit->anchor,
      .composition = str_from(edit->composition),
      .composition_caret = edit->composition_caret,
  };
  if (sentence.caret > sentence.text.bytes) sentence.caret = sentence.text.bytes;
  if (sentence.anchor > sentence.text.bytes) sentence.anchor = sentence.text.bytes;
  sentence.token_count = sentence.tokens ? trace_token_count(trace) : 0;
  tint_focus(session_view(session), &sentence);
  if (trace_is_cross(trace)) { /* the keys belong to another sentence */
    sentence.key_token = -1;
    sentence.are_keys = sentence.is_asked = false;
  }
  tell_half(session, &sentence);
  return sentence;
}

/* What the button of the second field does. */
static const char *close_tip_of(const Session *session, const Trace *trace) {
  if (!trace_said(trace).at) return _("Without a second sentence: the tokens ask each other");
  return session_typed_second(session).at ? _("The model says it by itself again") : NULL;
}

/* The second sentence, whose tokens are the keys, or what a decoder says. NULL: there is none, or
** its trace is still being made. */
static UiSentence *second_of(const Session *session, const Screen *screen, Arena *arena) {
  const Trace *trace = session_trace(session);
  Str text = session_second_sentence(session);
  bool is_said = trace_said(trace).at != NULL;
  bool is_there = text.at && (is_said || trace_is_cross(trace)) && !trace_is_recorded(trace);
  UiSentence *second = is_there ? arena_take(arena, 1, sizeof *second) : NULL;
  if (!second) return NULL;
  *second = sentence_of(session, screen, arena);
  second->text = text;
  Str made = is_said ? trace_said(trace) : trace_second_sentence(trace);
  const Trace *words = is_said ? trace_of_half(trace, HALF_TARGET) : trace;
  second->pending = session_is_pending(session) && !str_equal(text, made);
  second->tokens = tokens_of(words, !is_said, arena);
  second->token_count = !second->tokens ? 0
                        : is_said       ? trace_token_count(words)
                                        : trace_key_count(trace);
  second->cut_count = second->bad_byte_count = 0;
  second->is_second = second->is_asked = true;
  second->asks = false;
  second->close_tip = close_tip_of(session, trace);
  second->is_foreign = second->is_broken = false;
  second->editing = session_edit(session)->active && session_edit(session)->stream == 1;
  second->caret = session_edit(session)->caret, second->anchor = session_edit(session)->anchor;
  if (second->caret > text.bytes) second->caret = text.bytes;
  if (second->anchor > text.bytes) second->anchor = text.bytes;
  tint_focus(session_view(session), second);
  second->query_token = -1;
  tell_half(session, second);
  return second;
}

/* ---- names ---- */

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

/* How far the way to a stage has come that is held at a moment, on which the knob lies. */
static float held_fraction(const Session *session) {
  const View *view = session_view(session);
  const Trace *trace = session_trace(session);
  bool is_next = view->from_kind == VIEW_STAGE &&
                 trace_stage_index(trace, view->from_stage) < trace_stage_index(trace, view->stage);
  return is_next || view->from_kind == VIEW_OVERVIEW ? view->transition : 1;
}

/* The share of cells shown; 1 if the stage is not being filled. */
static float fraction_of(const Session *session) {
  const View *view = session_view(session);
  int rows, cols;
  if (view->held && view->kind == VIEW_STAGE) return held_fraction(session);
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

/* The place among the pages of a script, or among stages and, while one is filled, its rows or
** cells; in training the step; the overview shows all stages at once. */
Str screen_counter(const Session *session, Arena *arena) {
  const Trace *trace = session_trace(session);
  const View *view = session_view(session);
  int page, pages, rows, cols;
  StrBuf words = strbuf_make(arena);
  if (session_script_page(session, &page, &pages)) {
    i18n_add_phrase(&words, C_("a page of a script", "%d of %d"), page, pages);
    return strbuf_str(&words);
  }
  if (session_lesson(session)) {
    const LessonOnShow *lesson = session_lesson(session);
    i18n_add_phrase(&words, C_("a page of a lesson", "%d of %d"), lesson->page + 1,
                    lesson->lesson->page_count);
    return strbuf_str(&words);
  }
  if (view->kind == VIEW_TRAINING) {
    TrainingShown shown;
    if (session_training(session, &shown))
      i18n_add_phrase(&words, _("step %d of %d"), shown.step, shown.news.steps_wanted);
    return strbuf_str(&words);
  }
  if (view->kind == VIEW_CACHE && trace_token_count(trace) > 0) {
    CacheStep step = cache_step_of(trace, view->cache_prompt, view->cache_step);
    i18n_add_phrase(&words, _("step %d of %d"), step.step + 1, step.step_count);
    return strbuf_str(&words);
  }
  if (view_is_of_layers(view->kind)) {
    i18n_add_phrase(&words, _("layer %d of %d"), view->layer + 1, trace_layer_count(trace));
    return strbuf_str(&words);
  }
  if (view_kind_info(view->kind)->room) return strbuf_str(&words);
  if (view->kind == VIEW_OVERVIEW) {
    int count = trace_stage_count(trace);
    i18n_add_phrase(&words, P_("%d stage", "%d stages", count), count);
    return strbuf_str(&words);
  }
  i18n_add_phrase(&words, _("stage %d of %d"), trace_stage_index(trace, view->stage) + 1,
                  trace_stage_count(trace));
  trace_stage_shape(trace, view->stage, &rows, &cols);
  if (view->filled < 0 || cols <= 0 || view->kind != VIEW_STAGE) return strbuf_str(&words);
  if (stage_info(view->stage)->by_tile) {
    Tiling tiling = tiling_of(trace);
    i18n_add_phrase(&words, _("tile %d of %d"), tiling_index(&tiling, view->filled) + 1,
                    tiling_count(&tiling));
  } else if (view->step_by == STEP_CELL)
    i18n_add_phrase(&words, _("cell %d of %d"), view->filled, rows * cols);
  else i18n_add_phrase(&words, _("row %d of %d"), (view->filled + cols - 1) / cols, rows);
  return strbuf_str(&words);
}

/* The mask, with a stepper where one number of it can be stepped; its words have that number. */
static UiChip mask_chip(const Session *session, Arena *arena) {
  const Trace *trace = session_trace(session);
  int layer = session_view(session)->layer;
  const char *reach = mask_reach_sentence(trace, layer);
  UiChip chip = {.label = str_from(mask_laid_over_words(arena, trace, layer)),
                 .command = "mask own",
                 .tip = reach[0] ? reach : mask_headline(trace, layer)};
  if (mask_numbers_part(session) == MASK_PART_COUNT) return chip;
  chip.numbers[0] = (UiNumber){.less = str_from(mask_numbers_command(session, -1, arena)),
                               .more = str_from(mask_numbers_command(session, 1, arena)),
                               .tip = _("the number of the mask")};
  return chip;
}

enum { CHANGES_NAMED = 4 };

/* Of a recording nothing can be changed. */
static UiChip kind_chip(const Session *session, Arena *arena, KindSetting setting) {
  const AttentionKind *kind = trace_kind(session_trace(session));
  const char *words = kind_words(arena, kind, setting, true);
  const char *sentence = kind_sentence(arena, kind, setting, false);
  StrBuf tip = strbuf_make(arena);
  UiChip chip = {.label = str_from(words ? words : "")};
  if (sentence) i18n_add_sentence(&tip, sentence);
  const char *meaning = glossary_tip(arena, chip.label);
  const char *none = setting == KIND_POSITIONS
                         ? mask_no_distances(session_trace(session), session_view(session)->layer)
                         : "";
  if (none[0]) {
    i18n_add_sentence(&tip, none);
    const char *not_here = str_format(arena, _("%s, not here"), words ? words : "");
    if (not_here) chip.label = str_from(not_here);
  }
  if (meaning[0]) i18n_add_sentence(&tip, meaning);
  if (!tip.failed && tip.at) chip.tip = tip.at;
  if (trace_is_recorded(session_trace(session))) return chip;
  chip.command =
      str_format(arena, "%s %s", kind_setting_name(setting), kind_value(setting, KIND_OWN)->name);
  kind_numbers_fill(session, setting, arena, chip.numbers);
  return chip;
}

/* The kept run: what tells it from the one on show, and in its tip what it is made of. */
static UiChip kept_chip(const Scene *scene) {
  Arena *arena = scene->pen.list->arena;
  Str model = i18n_isolated(arena, trace_model_name(scene->kept));
  Str sentence = grapheme_beginning(trace_sentence(scene->kept), KEPT_SENTENCE_BYTES);
  sentence = i18n_isolated(arena, sentence);
  return (UiChip){
      .label = str_from(compare_kept_title(scene, true)),
      .command = "freeze off",
      .tip = str_format(arena, _("The kept run is that of the model %.*s over “%.*s”, with %s."),
                        (int)model.bytes, model.at, (int)sentence.bytes, sentence.at,
                        compare_kept_laid_over(scene))};
}

/* Taking it away ends the quiz. */
static UiChip quiz_chip(const Trace *trace, Arena *arena) {
  return (UiChip){.label = str_from(str_format(arena, _("quiz %d"), trace_quiz(trace)->seed)),
                  .command = "quiz off",
                  .tip = _("One mistake is made in this attention; which one is asked.")};
}

/* Numbers that were set, and what was taken away or swapped: a chip each, or one for all. */
static int add_what_ifs(const Trace *trace, Arena *arena, UiChip *chips) {
  const WhatIfs *ifs = trace_what_ifs(trace);
  bool stays = trace_is_recorded(trace);
  if (!ifs) return 0;
  if (ifs->count > CHANGES_NAMED) {
    const char *counted = str_format(arena, P_("%d change", "%d changes", ifs->count), ifs->count);
    StrBuf tip = strbuf_make(arena);
    what_if_add_words(&tip, trace);
    chips[0] = (UiChip){.label = str_from(counted ? counted : ""),
                        .command = stays ? NULL : "whatif off",
                        .tip = tip.failed ? NULL : tip.at};
    return 1;
  }
  for (int i = 0; i < ifs->count; i++) {
    const char *label = what_if_label(arena, trace, &ifs->of[i]);
    chips[i] = (UiChip){.label = str_from(label ? label : ""),
                        .command = stays ? NULL : what_if_take_away(arena, &ifs->of[i]),
                        .tip = what_if_sentence(arena, trace, &ifs->of[i])};
  }
  return ifs->count;
}

/* What is laid over and what is kept, each with the command that takes it away. */
static void add_laid_over(const Session *session, const Scene *scene, UiInputs *inputs) {
  const Trace *trace = session_trace(session);
  Arena *arena = scene->pen.list->arena;
  bool stays = trace_is_recorded(trace);
  if (!scene_has_laid_over_bar(trace, scene->kept, session_view(session))) return;
  UiChip *chips = arena_take(arena, KIND_SETTING_COUNT + 5 + CHANGES_NAMED, sizeof *chips);
  if (!chips) return;
  int count = add_what_ifs(trace, arena, chips);
  if (trace_mask_is_laid_anywhere(trace)) chips[count++] = mask_chip(session, arena);
  for (int i = 0; i < KIND_SETTING_COUNT; i++)
    if (trace_is_laid_over(trace, (KindSetting)i))
      chips[count++] = kind_chip(session, arena, (KindSetting)i);
  if (mistake_quiz_asks(trace_quiz(trace))) chips[count++] = quiz_chip(trace, arena);
  if (trace_in_order(trace))
    chips[count++] = (UiChip){.label = str_from(_("tokens shuffled")),
                              .command = "shuffle off",
                              .tip = _("The tokens run in another order; their rows are put back "
                                       "beside those of the sentence.")};
  if (scene_is_cross_laid_over(trace))
    chips[count++] =
        (UiChip){.label = str_from(_("second sentence")),
                 .command = "cross off",
                 .tip = kind_cross_sentence(arena, trace_second_sentence(trace), false)};
  bool is_alone = count == 0;
  if (scene->kept) chips[count++] = kept_chip(scene);
  inputs->laid_over = chips;
  inputs->has_kept = scene->kept != NULL;
  inputs->kept_note = scene->kept ? compare_kept_note(scene) : "";
  inputs->laid_over_count = count;
  if (is_alone) return; /* nothing is laid over */
  inputs->can_shuffle = !stays && !trace_what_ifs(trace) && !trace_has_key_words(trace) &&
                        trace_token_count(trace) > 1;
  inputs->asks_quiz = mistake_quiz_asks(trace_quiz(trace));
  inputs->can_compare = exact_problem(trace) == EXACT_FINE && !inputs->asks_quiz;
}

/* Everything the widgets show is read once a frame and nothing is cached, so
** nothing can be out of date. */
static UiInputs inputs_of(const Session *session, const Screen *screen, const Scene *scene) {
  Arena *arena = scene->pen.list->arena;
  const Trace *trace = session_trace(session);
  const View *view = session_view(session);
  UiInputs inputs = {
      .sentence = sentence_of(session, screen, arena),
      .model_name = trace_model_name(trace),
      .mask_words = str_from(mask_attention_words(arena, trace, session_view(session)->layer)),
      .mask_short = str_from(mask_attention_short(arena, trace, session_view(session)->layer)),
      .stage_fraction = fraction_of(session),
      .is_off_stage = view_kind_info(view->kind)->room != NULL,
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
  add_laid_over(session, scene, &inputs);
  if (view_strongest_share(trace_key_count(trace)) >= 1)
    inputs.contrast_vain = str_from(_("The colours of so few keys reach from 0 to 1 anyway"));
  if (view->presenter) inputs.counter = screen_counter(session, arena);
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
  if (layout->formula.h <= 0 && scene->view->text_scale > 1 && !scene->view->presenter)
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

/* The scene comes first, because widgets show its text scale and focus line,
** and menus lie over it. */
void screen_build(const Session *session, const TextMetrics *metrics, const Screen *screen,
                  DrawList *list, Box *caret) {
  const View *view = session_view(session);
  const Theme *theme = theme_get(view->theme);
  list->locks = session_lesson_locks(session, &list->lock_count);
  ScreenLayout layout = layout_screen(screen->width_pt, screen->height_pt, view, metrics);
  if (view->presenter && view->blank != BLANK_OFF) {
    draw_blank(view->blank, layout.window, list);
    if (caret) *caret = (Box){0};
    return;
  }
  if (scene_has_laid_over_bar(session_trace(session), session_kept_run(session), view))
    layout = layout_with_laid_over(layout);
  if (!view->presenter) layout = ui_layout(layout);
  Pen pen = {list, metrics, theme, layout.text_scale, 0, FACE_REGULAR, 0};
  list->background = theme->paper;
  Scene scene = scene_make(session_trace(session), view, pen, true);
  scene_add_kept(&scene, session_kept_run(session));
  scene.training = training_picture(session, list->arena);
  scene.times = session_cost_times(session);
  scene.lengths = session_lengths(session);
  scene.saturation = session_saturation(session);
  scene.differences = session_head_differences(session);
  scene.together = session_together(session);
  scene.answers = session_answers(session);
  scene.board = session_board(session);
  scene.board_typed = session_board_typed(session);
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
  add_what_is_folded(&beside, &former, &layout, &inputs);
  inputs.sentence.hides = trace_gap_id(scene.trace) >= 0;
  tint_tokens(&former, &inputs.sentence);
  UiSentence *second = second_of(session, screen, list->arena);
  if (second) tint_tokens(&former, second);
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
  return captions_focus_line(&scene);
}
