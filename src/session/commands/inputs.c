/* session/commands/inputs.c -- commands that change what is computed: sentence,
** model, mask, kind, undo. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/os.h"
#include "base/i18n.h"
#include "model/random_shape.h"
#include "session/compute/focus.h"
#include "session/examples.h"
#include "session/commands/setting_table.h"
#include "session/session_internal.h"

bool do_sentence(const CommandContext *context) {
  Session *session = context->session;
  Inputs next = *session_now(session);
  if (!command_has(context, 1)) return false;
  if (!session_take_sentence(session, command_text(context, 1), &next.streams[0], context->status))
    return false;
  if (!undo_change(session, &next, CHANGE_ALONE, context->status)) return false;
  session_caret_to_end(session);
  return true;
}

bool do_cross(const CommandContext *context) {
  Session *session = context->session;
  Inputs next = *session_now(session);
  if (!command_has(context, 1)) return false;
  if (command_is(context, 1, "off")) next.streams[1] = (Str){NULL, 0};
  else if (!session_take_sentence(session, command_text(context, 1), &next.streams[1],
                                  context->status))
    return false;
  /* between two sentences there is no order */
  if (next.streams[1].at) next.is_shuffled = false, next.shuffle_seed = 0;
  if (!undo_change(session, &next, CHANGE_ALONE, context->status)) return false;
  if (session->edit.stream == 1) session_caret_to_end(session);
  return true;
}

/* The focus stays at its row, because the change leaves all other words in their places. */
static bool swap_word(const CommandContext *context) {
  Session *session = context->session;
  Inputs next = *session_now(session);
  if (!example_partner(session->scratch, next.streams[0], &next.streams[0], context->status) ||
      !undo_change(session, &next, CHANGE_ALONE, context->status))
    return false;
  session_caret_to_end(session);
  return true;
}

bool do_example(const CommandContext *context) {
  Session *session = context->session;
  Inputs next = *session_now(session);
  int index;
  if (!command_has(context, 1)) return false;
  if (str_is(command_text(context, 1), "swap")) return swap_word(context);
  if (!line_index(command_text(context, 1),
                  _("there is no example “%.*s”; the numbers go from 1 to %d"),
                  session_example_count(session), &index, context->status))
    return false;
  next.streams[0] = str_from(session_example(session, index));
  if (!undo_change(session, &next, CHANGE_ALONE, context->status)) return false;
  session_caret_to_end(session);
  return true;
}

/* Paths are stored as absolute ones, since the program may be started in
** another folder next time. */
bool session_find_model(const Session *session, char model[INPUTS_MODEL_BYTES], Status *status) {
  if (!compute_is_outside(model) || os_kind(model) == OS_MISSING) return true;
  const char *path = os_absolute_path(session->scratch, model);
  if (!path) return status_no_memory(status);
  if (strlen(path) >= INPUTS_MODEL_BYTES)
    return status_fail(status, STATUS_COULD_NOT,
                       P_("%s: the path is too long, %d byte at most is taken",
                          "%s: the path is too long, %d bytes at most are taken",
                          INPUTS_MODEL_BYTES - 1),
                       path, INPUTS_MODEL_BYTES - 1);
  snprintf(model, INPUTS_MODEL_BYTES, "%s", path);
  return true;
}

bool session_name_model(char model[INPUTS_MODEL_BYTES], Str name, Status *status) {
  _Static_assert((int)RANDOM_NAME_BYTES <= (int)INPUTS_MODEL_BYTES, "a random model's name fits");
  assert(name.bytes < INPUTS_MODEL_BYTES);
  memset(model, 0, INPUTS_MODEL_BYTES);
  if (random_shape_is(name)) return random_shape_name(name, model, status);
  memcpy(model, name.at, name.bytes);
  return true;
}

/* The words behind the command as one text, with one space between them. NULL: out of memory. */
static const char *joined_words(const CommandContext *context) {
  StrBuf text = strbuf_make(context->session->scratch);
  for (int i = 1; i < context->words->count; i++) {
    if (i > 1) strbuf_add_char(&text, ' ');
    strbuf_add(&text, command_text(context, i));
  }
  return text.failed ? NULL : text.at;
}

/* The words behind random, as one: "random layers 2 heads 4". Of another model the second word is
** a reading. */
static bool named_model(const CommandContext *context, Str *name, Str *reading) {
  bool has_more = context->words->count > 2 && command_is(context, 1, "random");
  *name = command_text(context, 1);
  *reading = has_more ? (Str){"", 0} : command_text(context, 2);
  if (!has_more) return command_has(context, context->words->count == 3 ? 2 : 1);
  const char *words = joined_words(context);
  *name = str_from(words);
  return words || status_no_memory(context->status);
}

/* The name is checked when the trace is made, which also gives the sentence about a wrong one;
** that of a random model here, since one model has one name. */
bool do_model(const CommandContext *context) {
  Inputs next = *session_now(context->session);
  Str name, reading;
  if (!named_model(context, &name, &reading)) return false;
  if (memchr(reading.at, 0, reading.bytes) || memchr(name.at, 0, name.bytes))
    return command_wrong(context);
  if (reading.bytes >= sizeof next.reading || name.bytes >= sizeof next.model)
    return status_fail(
        context->status, STATUS_USAGE,
        P_("model takes a name of at most %d byte and a reading of at most %d, not %zu and %zu",
           "model takes a name of at most %d bytes and a reading of at most %d, not %zu and %zu",
           INPUTS_MODEL_BYTES - 1),
        INPUTS_MODEL_BYTES - 1, INPUTS_READING_BYTES - 1, name.bytes, reading.bytes);
  bool is_training = str_is(name, TRAINING_MODEL), is_blind = context->session->is_blind;
  if (is_training) return is_blind || training_enter(context->session, context->status);
  if (!session_name_model(next.model, name, context->status)) return false;
  memset(next.reading, 0, sizeof next.reading);
  next.board = (Str){NULL, 0};
  memcpy(next.reading, reading.at, reading.bytes);
  Permit permit = permit_open(context, next.model);
  if (permit != PERMIT_YES || is_blind) return permit != PERMIT_NO;
  if (!session_find_model(context->session, next.model, context->status) ||
      !compute_check_reading(&next, context->status))
    return false;
  training_give_words_back(context->session, &next);
  compute_fit_sentence(context->session, &next);
  if (!undo_change(context->session, &next, CHANGE_ALONE, context->status)) return false;
  if (!context->session->scripts.is_stepping) context->session->openings++;
  return true;
}

/* ---- mask ---- */

static bool covers(const MaskEdit *edit, const MaskEdit *older) {
  return edit->query == older->query && (edit->key < 0 || edit->key == older->key);
}

/* Appends an edit and drops those that it replaces, so that each cell occurs once. */
static bool add_edit(const Session *session, Inputs *next, MaskEdit edit, Status *status) {
  int count = 0;
  MaskEdit *edits = arena_take(session->scratch, (size_t)next->mask.edit_count + 1, sizeof *edits);
  if (!edits) return status_no_memory(status);
  for (int i = 0; i < next->mask.edit_count; i++)
    if (!covers(&edit, &next->mask.edits[i])) edits[count++] = next->mask.edits[i];
  if (count == INPUTS_MASK_EDITS_MOST)
    return status_fail(status, STATUS_COULD_NOT,
                       P_("the mask has %d single cell, which is the most; hide whole rows",
                          "the mask has %d single cells, which is the most; hide whole rows",
                          count),
                       count);
  edits[count++] = edit;
  next->mask.edits = edits;
  next->mask.edit_count = count;
  return true;
}

static bool read_hide(const CommandContext *context, int argument, bool hidden_now, bool *hide) {
  if (command_is(context, argument, "hide")) *hide = true;
  else if (command_is(context, argument, "show")) *hide = false;
  else if (command_is(context, argument, "toggle")) *hide = !hidden_now;
  else return command_wrong(context);
  return true;
}

static bool edit_mask(const CommandContext *context, MaskEdit edit, ChangeKind kind) {
  Inputs next = *session_now(context->session);
  next.quiz.made_mask = false;
  return add_edit(context->session, &next, edit, context->status) &&
         undo_change(context->session, &next, kind, context->status);
}

/* A drag over the matrix gives every cell the state of the first, all in one step of undo. */
static bool edit_stroke_cell(const CommandContext *context, MaskEdit edit, bool hidden_now) {
  const MaskSpec *mask = &session_now(context->session)->mask;
  if (mask->edit_count == 0) return edit.hide = !hidden_now, edit_mask(context, edit, CHANGE_CELL);
  edit.hide = mask->edits[mask->edit_count - 1].hide;
  return edit.hide == hidden_now || edit_mask(context, edit, CHANGE_STROKE);
}

/* How many of so many rows or columns may be named: "beyond" allows those of a longer sentence. */
static int mask_reach(const CommandContext *context, int count) {
  return command_is(context, 4, "beyond") ? MODEL_TOKENS_MOST : count;
}

/* The state as wanted: an edit may be newer than the trace on show. */
static bool is_hidden(const Session *session, int query, int key) {
  const MaskSpec *mask = &session_now(session)->mask;
  for (int i = mask->edit_count - 1; session->pending.is_on && i >= 0; i--) {
    const MaskEdit *edit = &mask->edits[i];
    if (edit->query == query && (edit->key < 0 || edit->key == key)) return edit->hide;
  }
  /* Of mixtures nothing is hidden: keys are left out of them. */
  return !trace_keys_are_mixtures(session->trace) && trace_hidden(session->trace, query, key);
}

static bool is_row_hidden(const Session *session, int query) {
  if (!session->pending.is_on) return trace_row_hidden(session->trace, query);
  for (int key = 0; key < trace_key_count(session->trace); key++)
    if (!is_hidden(session, query, key)) return false;
  return true;
}

/* Of an encoder and a decoder a mask that is laid over is that between the sentences. */
static bool check_masked_layer(const CommandContext *context) {
  TraceHalf half = trace_half(context->session->trace);
  return half == HALF_NONE || half == HALF_CROSS ||
         status_fail(context->status, STATUS_COULD_NOT,
                     _("a cell can be hidden where the target asks the source: choose a cross "
                       "layer of the decoder"));
}

/* The edit of a row replaces those of its cells, so the list does not grow with each press. */
static bool edit_mask_row(const CommandContext *context) {
  MaskEdit edit = {.key = -1};
  int tokens = trace_token_count(context->session->trace);
  if (!command_has(context, command_is(context, 4, "beyond") ? 4 : 3)) return false;
  if (!line_index(command_text(context, 2),
                  _("there is no query “%.*s”; the numbers go from 1 to %d"),
                  mask_reach(context, tokens), &edit.query, context->status))
    return false;
  bool hidden = edit.query < tokens && is_row_hidden(context->session, edit.query);
  return read_hide(context, 3, hidden, &edit.hide) && edit_mask(context, edit, CHANGE_ALONE);
}

/* "beyond" comes from a saved state: the cell may lie outside the present sentence and is
** kept for a longer one. */
static bool edit_mask_cell(const CommandContext *context) {
  MaskEdit edit = {0};
  const Trace *trace = context->session->trace;
  int tokens = trace_token_count(trace), keys = trace_key_count(trace);
  if (!line_index(command_text(context, 1),
                  _("there is no query “%.*s”; the numbers go from 1 to %d"),
                  mask_reach(context, tokens), &edit.query, context->status) ||
      !line_index(command_text(context, 2),
                  _("there is no key “%.*s”; the numbers go from 1 to %d"),
                  mask_reach(context, keys), &edit.key, context->status))
    return false;
  bool within = edit.query < tokens && edit.key < keys;
  bool hidden = within && is_hidden(context->session, edit.query, edit.key);
  if (within && command_is(context, 3, "stroke")) return edit_stroke_cell(context, edit, hidden);
  return read_hide(context, 3, hidden, &edit.hide) && edit_mask(context, edit, CHANGE_CELL);
}

static bool show_mask_editor(const CommandContext *context) {
  View *view = &context->session->view;
  bool toggle = command_is(context, 2, "toggle"), on = command_is(context, 2, "on");
  if (!command_has(context, 2) || (!toggle && !on && !command_is(context, 2, "off")))
    return command_wrong(context);
  /* "on" is allowed for a recording, since states saved from one contain it. */
  if (toggle && !view->mask_editor && !undo_may_edit(context->session, context->status))
    return false;
  view->mask_editor = toggle ? !view->mask_editor : on;
  if (!view->mask_editor) return true;
  /* Only masked and weights show what is hidden: elsewhere a click would seem to do nothing. */
  if (!stage_info(view->stage)->shows_mask) steps_go(context->session, stage_of_part(TRACE_MASKED));
  else if (view->kind != VIEW_STAGE) steps_begin_transition(context->session);
  view->kind = VIEW_STAGE;
  return true;
}

/* What stands behind mask without parts beside it. */
static const char *const stand_alone[] = {"none", "own", "row", "editor"};
enum { OTHERS = sizeof stand_alone / sizeof stand_alone[0] };

static bool stands_alone(Str word) {
  for (int i = 0; i < OTHERS; i++)
    if (str_is(word, stand_alone[i])) return true;
  return false;
}

static bool fail_unknown_mask(const CommandContext *context, Str word) {
  const char *names[MASK_PART_COUNT + OTHERS];
  for (int i = 0; i < MASK_PART_COUNT; i++) names[i] = mask_part_name((MaskPart)i);
  for (int i = 0; i < OTHERS; i++) names[MASK_PART_COUNT + i] = stand_alone[i];
  return names_refuse(&(Names){_("there is no mask “%.*s”; it is one of: %s"),
                               _("there is no mask “%.*s”; did you mean “%s”? It is one of: %s"),
                               names, MASK_PART_COUNT + OTHERS},
                      word, context->status);
}

static bool not_joined(const CommandContext *context, Str word) {
  if (str_is(word, "own"))
    return status_fail(context->status, STATUS_USAGE,
                       _("mask own is the model's own mask and stands alone; to join parts, name "
                         "each, as in mask causal window 3"));
  return status_fail(context->status, STATUS_USAGE,
                     _("mask %.*s stands alone; it cannot be joined with the parts of a mask"),
                     (int)word.bytes, word.at);
}

static bool lacks_number(const CommandContext *context, const MaskNameWrong *wrong) {
  const char *sentence =
      wrong->fault == MASK_NAME_SIZE ? _("mask %s lacks its number of tokens, from %ld to %ld")
      : wrong->fault == MASK_NAME_STEP
          ? _("mask %s lacks its second number, a step from %ld to %ld")
      : wrong->fault == MASK_NAME_TOKEN
          ? _("mask %s lacks the numbers of its tokens, from %ld to %ld, joined by commas")
          : _("mask %s lacks its seed, from %ld to %ld");
  return status_fail(context->status, STATUS_USAGE, sentence, mask_part_name(wrong->part),
                     mask_spec_least_of(wrong), wrong->most);
}

/* The sentence of a command, whose words a person typed one by one. */
static bool fail_mask(const CommandContext *context, Str text, const MaskNameWrong *wrong) {
  if (wrong->fault == MASK_NAME_UNKNOWN)
    return stands_alone(wrong->word) ? not_joined(context, wrong->word)
                                     : fail_unknown_mask(context, wrong->word);
  bool is_number = wrong->fault >= MASK_NAME_SIZE && wrong->fault <= MASK_NAME_SEED;
  if (is_number && wrong->word.bytes == 0) return lacks_number(context, wrong);
  if (!is_number) return mask_spec_fail(text, wrong, context->status);
  const char *sentence =
      wrong->fault == MASK_NAME_SIZE
          ? _("mask %s takes a number of tokens from %ld to %ld, not “%.*s”")
      : wrong->fault == MASK_NAME_STEP ? _("mask %s takes a step from %ld to %ld, not “%.*s”")
      : wrong->fault == MASK_NAME_TOKEN
          ? _("mask %s takes the numbers of tokens from %ld to %ld, joined by commas, not “%.*s”")
          : _("mask %s takes a seed from %ld to %ld, not “%.*s”");
  Str shown = str_head(wrong->word, LINE_SHOWN_BYTES);
  return status_fail(context->status, STATUS_USAGE, sentence, mask_part_name(wrong->part),
                     mask_spec_least_of(wrong), wrong->most, (int)shown.bytes, shown.at);
}

/* The words behind the command, as one text. "beyond" behind them comes from a saved state: global
** may name tokens that the sentence of now does not have. */
static bool read_parts(const CommandContext *context, MaskParts *parts) {
  StrBuf text = strbuf_make(context->session->scratch);
  MaskNameWrong wrong;
  int count = context->words->count;
  bool is_beyond = count > 2 && command_is(context, count - 1, "beyond");
  for (int i = 1; i < count - is_beyond; i++) {
    if (i > 1) strbuf_add_char(&text, ' ');
    strbuf_add(&text, command_text(context, i));
  }
  if (text.failed) return status_no_memory(context->status);
  if (!mask_name_read(strbuf_str(&text), MASK_SPEC_SIZE_MOST, parts, &wrong))
    return fail_mask(context, strbuf_str(&text), &wrong);
  if (!mask_spec_check_asked(parts, context->status)) return false;
  return is_beyond ||
         mask_spec_fits(parts, trace_token_count(context->session->trace), context->status);
}

const char *inputs_mask_line(Arena *arena, const MaskSpec *mask, int tokens) {
  const char *parts = mask->model_own ? "own" : mask_name_write(arena, &mask->parts, ' ');
  bool fits = mask->model_own || mask_spec_fits(&mask->parts, tokens, NULL);
  return parts ? str_format(arena, "mask %s%s", parts, fits ? "" : " beyond") : NULL;
}

/* A preset drops the single cells, which were changes to the preset before. */
static bool mask_preset(const CommandContext *context) {
  Inputs next = *session_now(context->session);
  next.mask = (MaskSpec){.model_own = command_is(context, 1, "own")};
  next.quiz.made_mask = false;
  if (context->words->count == 1) return command_wrong(context);
  if (next.mask.model_own && context->words->count > 2)
    return not_joined(context, command_text(context, 1));
  bool taken = next.mask.model_own || read_parts(context, &next.mask.parts);
  return taken && undo_change(context->session, &next, CHANGE_ALONE, context->status);
}

/* Distinguishes "mask 2 5 hide" from "mask window 3 causal", which has as many words: a cell
** begins with a number. */
static bool is_cell(const CommandContext *context) {
  MaskPart part;
  bool beyond = context->words->count == 5 && command_is(context, 4, "beyond");
  return (context->words->count == 4 || beyond) && !stands_alone(command_text(context, 1)) &&
         !mask_part_named(command_text(context, 1), &part);
}

bool do_mask(const CommandContext *context) {
  if (command_is(context, 1, "editor")) return show_mask_editor(context);
  bool edits = command_is(context, 1, "row") || is_cell(context);
  if (edits && !command_is(context, 4, "beyond") && !check_masked_layer(context)) return false;
  if (command_is(context, 1, "row")) return edit_mask_row(context);
  return is_cell(context) ? edit_mask_cell(context) : mask_preset(context);
}

/* ---- the kind of attention ---- */

/* The name of the command is that of the setting. */
bool do_kind(const CommandContext *context) {
  Session *session = context->session;
  Inputs next = *session_now(session);
  int setting = 0;
  while (strcmp(kind_setting_name((KindSetting)setting), context->info->name) != 0) setting++;
  assert(setting < KIND_SETTING_COUNT);
  if (context->words->count < 2) return command_wrong(context);
  const char *value = joined_words(context);
  if (!value) return status_no_memory(context->status);
  bool is_half = strcmp(value, "half") == 0, is_double = strcmp(value, "double") == 0;
  bool resizes = setting == KIND_APPROXIMATE && (is_half || is_double);
  if (resizes ? !kind_resize(&next.kind, is_double, context->status)
              : !kind_set(&next.kind, (KindSetting)setting, str_from(value), context->status))
    return false;
  if (setting == KIND_MISTAKE) next.quiz = (MistakeQuiz){.is_on = false};
  if (setting == KIND_SCALE) next.quiz.made_scale = false;
  if (session->trace && session_is_recording(session) && !session->pending.is_on &&
      !inputs_equal(&next, session_now(session)))
    return status_fail(context->status, STATUS_COULD_NOT,
                       _("%s cannot be laid over a recording, whose numbers are its own; open a "
                         "model for that"),
                       context->info->name);
  return undo_change(session, &next, CHANGE_ALONE, context->status);
}

/* ---- the order experiment ---- */

/* Without a seed another order each time; what is compared is seen at once, at a stage that has
** rows to put back. */
static bool read_shuffle(const CommandContext *context, Inputs *next) {
  long seed;
  if (context->words->count == 1) {
    const Session *session = context->session;
    bool goes_on = next->is_shuffled && session->trace;
    next->shuffle_seed =
        goes_on ? model_next_order(session->trace, next->shuffle_seed, session->scratch) : 1;
    return next->is_shuffled = true;
  }
  if (context->words->count == 2 && command_is(context, 1, "off")) {
    next->is_shuffled = false;
    next->shuffle_seed = 0;
    return true;
  }
  if (context->words->count != 3 || !command_is(context, 1, "seed")) return command_wrong(context);
  if (!str_to_long(command_text(context, 2), &seed) || seed < 0 || seed > MASK_SEED_MOST)
    return status_fail(context->status, STATUS_USAGE,
                       _("shuffle takes a seed from 0 to %d, not “%.*s”"), MASK_SEED_MOST,
                       (int)str_head(command_text(context, 2), LINE_SHOWN_BYTES).bytes,
                       command_text(context, 2).at);
  next->shuffle_seed = (uint64_t)seed;
  return next->is_shuffled = true;
}

bool do_shuffle(const CommandContext *context) {
  Session *session = context->session;
  Inputs next = *session_now(session);
  if (!read_shuffle(context, &next)) return false;
  if (next.is_shuffled && session->trace && session_is_recording(session) &&
      !session->pending.is_on)
    return status_fail(context->status, STATUS_COULD_NOT,
                       _("the tokens of a recording cannot be shuffled, since its numbers are its "
                         "own; open a model for that"));
  if (next.is_shuffled && trace_said(session->trace).at)
    return status_fail(context->status, STATUS_COULD_NOT,
                       _("%.*s says one sentence in the words of another; it takes their order as "
                         "it is typed"),
                       (int)trace_model_name(session->trace).bytes,
                       trace_model_name(session->trace).at);
  if (next.is_shuffled && next.what_ifs.count > 0)
    return status_fail(context->status, STATUS_COULD_NOT,
                       _("numbers are set by hand, or keys, queries or heads are taken away, and "
                         "the order experiment compares two runs without that: first whatif off"));
  if (next.is_shuffled && next.streams[1].at)
    return status_fail(context->status, STATUS_COULD_NOT,
                       _("with a second sentence there is no order to compare: first cross off"));
  if (!undo_change(session, &next, CHANGE_ALONE, context->status)) return false;
  View *view = &session->view;
  bool is_seen = view->kind == VIEW_STAGE && (stage_info(view->stage)->by_pair ||
                                              trace_stage_result(view->stage) == TRACE_OUTPUT);
  /* a state names the seed, and then the place that it was saved at */
  if (next.is_shuffled && context->words->count == 1) {
    if (!is_seen) steps_go(session, stage_of_part(TRACE_WEIGHTS));
    steps_begin_transition(session); /* the rows travel back */
  }
  if (next.is_shuffled) view->compare = COMPARE_ORDER;
  else if (view->compare == COMPARE_ORDER) view->compare = COMPARE_OFF;
  return true;
}

/* ---- long work ---- */

bool do_cancel(const CommandContext *context) {
  if (!command_has(context, 0)) return false;
  bool stopped = script_stop(context->session, true);
  if (compute_cancel(context->session) || stopped) return true;
  return status_fail(context->status, STATUS_COULD_NOT, _("nothing is being opened or worked out"));
}

/* "cache on" is short for "cache reuse on", as states write it. */
static bool set_reuse(const CommandContext *context) {
  if (!command_has(context, 1)) return false;
  context->session->view.rows_anew = command_is(context, 1, "off");
  return true;
}

/* A session that shares the trace of another keeps its own limit. */
bool do_cache(const CommandContext *context) {
  long mb;
  if (command_is(context, 1, "on") || command_is(context, 1, "off")) return set_reuse(context);
  if (command_is(context, 1, "prompt") || command_is(context, 1, "step") ||
      command_is(context, 1, "reuse"))
    return do_setting(context);
  if (context->words->count > 2) return command_wrong(context);
  if (!str_to_long(command_text(context, 1), &mb) || mb < SESSION_CACHE_MB_LEAST ||
      mb > SESSION_CACHE_MB_MOST)
    return status_fail(context->status, STATUS_USAGE,
                       _("cache takes on, off, prompt, step, or megabytes from %d to %d"),
                       SESSION_CACHE_MB_LEAST, SESSION_CACHE_MB_MOST);
  context->session->cache_mb = (int)mb;
  if (!context->session->is_lent && context->session->trace) compute_limit_cache(context->session);
  return true;
}

/* ---- whole states ---- */

/* All but what names model and sentence, and what changes no number of theirs. */
bool do_plain(const CommandContext *context) {
  Session *session = context->session;
  const Inputs *now = session_now(session);
  Inputs next = session_default_inputs();
  if (!command_has(context, 0)) return false;
  next.streams[0] = now->streams[0];
  memcpy(next.model, now->model, sizeof next.model);
  memcpy(next.reading, now->reading, sizeof next.reading);
  next.board = now->board;
  next.training = now->training;
  next.sampling = now->sampling;
  next.experiments = now->experiments;
  next.kept = now->kept;
  if (!undo_change(session, &next, CHANGE_ALONE, context->status)) return false;
  if (session->view.compare == COMPARE_ORDER) session->view.compare = COMPARE_OFF;
  return true;
}

/* One step of undo restores the inputs, not the appearance. */
bool do_reset(const CommandContext *context) {
  Session *session = context->session;
  Inputs first = session_default_inputs();
  if (!command_has(context, 0)) return false;
  if (!undo_change(session, &first, CHANGE_ALONE, context->status)) return false;
  session->view = view_default();
  if (session->lesson.arena) lesson_free(&session->lesson);
  focus_begin_at_first_place(session);
  session_first_row(session, &session->view.query, &session->view.key);
  session->edit = (Edit){0};
  session_fit_view(session);
  return true;
}

/* Undo first cancels a token that is still being computed. */
bool do_undo(const CommandContext *context) {
  if (context->words->count == 1 && generation_cancel(context->session)) return true;
  return command_has(context, 0) && undo_move(context->session, -1, context->status);
}

bool do_redo(const CommandContext *context) {
  return command_has(context, 0) && undo_move(context->session, 1, context->status);
}
