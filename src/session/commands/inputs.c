/* session/commands/inputs.c -- commands that change what is computed: sentence, model, kind of
** attention, order of tokens, undo. Those of the mask are in mask.c. */
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

/* One step of undo restores the inputs, the place and how it looked. */
bool do_reset(const CommandContext *context) {
  Session *session = context->session;
  Inputs first = session_default_inputs();
  if (!command_has(context, 0)) return false;
  if (!undo_change(session, &first, CHANGE_RESET, context->status)) return false;
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
