/* session/commands/change.c -- the commands that change numbers: sentence, model, mask, undo. */
#include <stdio.h>
#include <string.h>

#include "base/os.h"
#include "base/words.h"
#include "session/making/focus.h"
#include "session/state.h"

bool do_sentence(const CommandCall *call) {
  Session *session = call->session;
  Inputs next = *session_now(session);
  if (!call_has(call, 1)) return false;
  if (!session_take_sentence(session, call_text(call, 1), &next.sentence, call->status))
    return false;
  if (!history_change(session, &next, CHANGE_ALONE, call->status)) return false;
  session->edit.composition[0] = 0;
  session->edit.caret = session->edit.anchor = session_sentence(session).bytes;
  return true;
}

bool do_example(const CommandCall *call) {
  Session *session = call->session;
  Inputs next = *session_now(session);
  int index;
  if (!call_has(call, 1)) return false;
  if (!line_index(call_text(call, 1), _("there is no example “%.*s”; the numbers go from 1 to %d"),
                  session_example_count(), &index, call->status))
    return false;
  next.sentence = str_from(session_example(index));
  if (!history_change(session, &next, CHANGE_ALONE, call->status)) return false;
  session->edit.caret = session->edit.anchor = next.sentence.bytes;
  return true;
}

/* A path is kept from the root: the program may be started elsewhere the next time. */
bool session_find_model(const Session *session, char model[INPUTS_MODEL_BYTES], Status *status) {
  if (!making_is_outside(model) || os_kind(model) == OS_MISSING) return true;
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

/* A name is only compared and opened when the trace is made: the sentence about a wrong one comes
** from there. */
bool do_model(const CommandCall *call) {
  Inputs next = *session_now(call->session);
  if (!call_has(call, call->words->count == 3 ? 2 : 1)) return false;
  Str name = call_text(call, 1), reading = call_text(call, 2);
  if (memchr(reading.at, 0, reading.bytes) || memchr(name.at, 0, name.bytes))
    return call_wrong(call);
  if (reading.bytes >= sizeof next.reading || name.bytes >= sizeof next.model)
    return status_fail(
        call->status, STATUS_USAGE,
        P_("model takes a name of at most %d byte and a reading of at most %d, not %zu and %zu",
           "model takes a name of at most %d bytes and a reading of at most %d, not %zu and %zu",
           INPUTS_MODEL_BYTES - 1),
        INPUTS_MODEL_BYTES - 1, INPUTS_READING_BYTES - 1, name.bytes, reading.bytes);
  bool is_training = str_is(name, TRAINING_MODEL), is_blind = call->session->is_blind;
  if (is_training) return is_blind || training_enter(call->session, call->status);
  memset(next.model, 0, sizeof next.model);
  memcpy(next.model, name.at, name.bytes);
  memset(next.reading, 0, sizeof next.reading);
  memcpy(next.reading, reading.at, reading.bytes);
  Permit permit = permit_open(call, next.model);
  if (permit != PERMIT_YES || is_blind) return permit != PERMIT_NO;
  if (!session_find_model(call->session, next.model, call->status) ||
      !making_check_reading(&next, call->status))
    return false;
  training_give_words_back(call->session, &next);
  making_fit_sentence(call->session, &next);
  return history_change(call->session, &next, CHANGE_ALONE, call->status);
}

/* ---- mask ---- */

static bool covers(const MaskEdit *edit, const MaskEdit *older) {
  return edit->query == older->query && (edit->key < 0 || edit->key == older->key);
}

/* The edits with one more; those it replaces go, so that no cell is told twice. */
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

static bool take_hide(const CommandCall *call, int argument, bool hidden_now, bool *hide) {
  if (call_is(call, argument, "hide")) *hide = true;
  else if (call_is(call, argument, "show")) *hide = false;
  else if (call_is(call, argument, "toggle")) *hide = !hidden_now;
  else return call_wrong(call);
  return true;
}

static bool edit_mask(const CommandCall *call, MaskEdit edit, ChangeKind kind) {
  Inputs next = *session_now(call->session);
  return add_edit(call->session, &next, edit, call->status) &&
         history_change(call->session, &next, kind, call->status);
}

/* A stroke over the matrix makes every cell what it made the first, all in one step of undo. */
static bool stroke_on(const CommandCall *call, MaskEdit edit, bool hidden_now) {
  const MaskSpec *mask = &session_now(call->session)->mask;
  if (mask->edit_count == 0) return edit.hide = !hidden_now, edit_mask(call, edit, CHANGE_CELL);
  edit.hide = mask->edits[mask->edit_count - 1].hide;
  return edit.hide == hidden_now || edit_mask(call, edit, CHANGE_STROKE);
}

/* How many rows and columns may be named: "beyond" keeps what was said of a longer sentence. */
static int mask_reach(const CommandCall *call, int *tokens) {
  *tokens = trace_token_count(call->session->trace);
  return call_is(call, 4, "beyond") ? MODEL_TOKENS_MOST : *tokens;
}

/* As wanted: an edit may be newer than the trace on show. */
static bool is_hidden(const Session *session, int query, int key) {
  const MaskSpec *mask = &session_now(session)->mask;
  for (int i = mask->edit_count - 1; session->pending.is_on && i >= 0; i--) {
    const MaskEdit *edit = &mask->edits[i];
    if (edit->query == query && (edit->key < 0 || edit->key == key)) return edit->hide;
  }
  return trace_hidden(session->trace, query, key);
}

static bool is_row_hidden(const Session *session, int query) {
  if (!session->pending.is_on) return trace_row_hidden(session->trace, query);
  for (int key = 0; key < trace_token_count(session->trace); key++)
    if (!is_hidden(session, query, key)) return false;
  return true;
}

/* A row's edit replaces those of its cells, so the list does not grow with each press. */
static bool edit_mask_row(const CommandCall *call) {
  MaskEdit edit = {.key = -1};
  int tokens, reach = mask_reach(call, &tokens);
  if (!call_has(call, call_is(call, 4, "beyond") ? 4 : 3)) return false;
  if (!line_index(call_text(call, 2), _("there is no query “%.*s”; the numbers go from 1 to %d"),
                  reach, &edit.query, call->status))
    return false;
  bool hidden = edit.query < tokens && is_row_hidden(call->session, edit.query);
  return take_hide(call, 3, hidden, &edit.hide) && edit_mask(call, edit, CHANGE_ALONE);
}

/* "beyond" comes from a saved state: the cell may lie outside the sentence of now and is kept for a
** longer one. */
static bool edit_mask_cell(const CommandCall *call) {
  MaskEdit edit = {0};
  int tokens, reach = mask_reach(call, &tokens);
  if (!line_index(call_text(call, 1), _("there is no query “%.*s”; the numbers go from 1 to %d"),
                  reach, &edit.query, call->status) ||
      !line_index(call_text(call, 2), _("there is no key “%.*s”; the numbers go from 1 to %d"),
                  reach, &edit.key, call->status))
    return false;
  bool within = edit.query < tokens && edit.key < tokens;
  bool hidden = within && is_hidden(call->session, edit.query, edit.key);
  if (within && call_is(call, 3, "stroke")) return stroke_on(call, edit, hidden);
  return take_hide(call, 3, hidden, &edit.hide) && edit_mask(call, edit, CHANGE_CELL);
}

static bool show_mask_editor(const CommandCall *call) {
  View *view = &call->session->view;
  bool toggle = call_is(call, 2, "toggle"), on = call_is(call, 2, "on");
  if (!call_has(call, 2) || (!toggle && !on && !call_is(call, 2, "off"))) return call_wrong(call);
  /* "on" is not refused: it stands in states that were saved from a recording. */
  if (toggle && !view->mask_editor && !history_may_edit(call->session, call->status)) return false;
  view->mask_editor = toggle ? !view->mask_editor : on;
  if (!view->mask_editor) return true;
  /* Only these two show what is hidden: a click elsewhere would seem to do nothing. */
  bool shows_mask = view->stage == STAGE_MASKED || view->stage == STAGE_WEIGHTS;
  if (!shows_mask) steps_go(call->session, STAGE_MASKED);
  else if (view->kind != VIEW_STAGE) steps_begin_transition(call->session);
  view->kind = VIEW_STAGE;
  return true;
}

static bool no_such_mask(const CommandCall *call, Str word) {
  static const char *const others[] = {"none", "own", "row", "editor"};
  enum { OTHERS = sizeof others / sizeof others[0] };
  const char *names[MASK_PART_COUNT + OTHERS];
  for (int i = 0; i < MASK_PART_COUNT; i++) names[i] = mask_part_name((MaskPart)i);
  for (int i = 0; i < OTHERS; i++) names[MASK_PART_COUNT + i] = others[i];
  return names_refuse(&(Names){_("there is no mask “%.*s”; it is one of: %s"),
                               _("there is no mask “%.*s”; did you mean “%s”? It is one of: %s"),
                               names, MASK_PART_COUNT + OTHERS},
                      word, call->status);
}

/* The sentence of a command, whose words a person typed one by one. */
static bool wrong_mask(const CommandCall *call, Str text, const MaskNameWrong *wrong) {
  if (wrong->fault == MASK_NAME_UNKNOWN) return no_such_mask(call, wrong->word);
  if (wrong->fault == MASK_NAME_SIZE && wrong->word.bytes == 0) return call_wrong(call);
  if (wrong->fault != MASK_NAME_SIZE) return mask_spec_fail(text, wrong, call->status);
  return status_fail(call->status, STATUS_USAGE, _("mask %s takes a number of tokens from 0 to %d"),
                     mask_part_name(wrong->part), MASK_SPEC_SIZE_MOST);
}

/* The words behind the command, as one text. */
static bool take_parts(const CommandCall *call, MaskParts *parts) {
  StrBuf text = strbuf_make(call->session->scratch);
  MaskNameWrong wrong;
  for (int i = 1; i < call->words->count; i++) {
    if (i > 1) strbuf_add_char(&text, ' ');
    strbuf_add(&text, call_text(call, i));
  }
  if (text.failed) return status_no_memory(call->status);
  return mask_name_read(strbuf_str(&text), MASK_SPEC_SIZE_MOST, parts, &wrong) ||
         wrong_mask(call, strbuf_str(&text), &wrong);
}

/* A preset drops the single cells: they were changes to the preset before. */
static bool mask_preset(const CommandCall *call) {
  Inputs next = *session_now(call->session);
  next.mask = (MaskSpec){.model_own = call_is(call, 1, "own")};
  if (call->words->count == 1) return call_wrong(call);
  bool taken = next.mask.model_own ? call_has(call, 1) : take_parts(call, &next.mask.parts);
  return taken && history_change(call->session, &next, CHANGE_ALONE, call->status);
}

/* "mask 2 5 hide" has as many words as "mask window 3 causal": a cell begins with a number. */
static bool is_cell(const CommandCall *call) {
  MaskPart part;
  bool beyond = call->words->count == 5 && call_is(call, 4, "beyond");
  return (call->words->count == 4 || beyond) && !call_is(call, 1, "none") &&
         !mask_part_named(call_text(call, 1), &part);
}

bool do_mask(const CommandCall *call) {
  if (call_is(call, 1, "editor")) return show_mask_editor(call);
  if (call_is(call, 1, "row")) return edit_mask_row(call);
  return is_cell(call) ? edit_mask_cell(call) : mask_preset(call);
}

/* ---- what takes long ---- */

bool do_cancel(const CommandCall *call) {
  if (!call_has(call, 0)) return false;
  if (making_cancel(call->session)) return true;
  return status_fail(call->status, STATUS_COULD_NOT, _("nothing is being opened or worked out"));
}

/* A session that lends its trace to this one keeps its own limit. */
bool do_cache(const CommandCall *call) {
  long mb;
  if (!call_has(call, 1)) return false;
  if (!str_to_long(call_text(call, 1), &mb) || mb < SESSION_CACHE_MB_LEAST ||
      mb > SESSION_CACHE_MB_MOST)
    return status_fail(call->status, STATUS_USAGE, _("cache takes megabytes from %d to %d"),
                       SESSION_CACHE_MB_LEAST, SESSION_CACHE_MB_MOST);
  call->session->cache_mb = (int)mb;
  if (!call->session->is_lent && call->session->trace) making_limit_cache(call->session);
  return true;
}

/* ---- whole states ---- */

/* One step of undo brings the inputs back; how things looked is not part of it. */
bool do_reset(const CommandCall *call) {
  Session *session = call->session;
  Inputs first = session_default_inputs();
  if (!call_has(call, 0)) return false;
  if (!history_change(session, &first, CHANGE_ALONE, call->status)) return false;
  session->view = view_default();
  focus_begin_at_first_place(session);
  session->edit = (Edit){0};
  session_fit_view(session);
  return true;
}

/* A token on its way is what is taken back. */
bool do_undo(const CommandCall *call) {
  if (call->words->count == 1 && answer_cancel(call->session)) return true;
  return call_has(call, 0) && history_move(call->session, -1, call->status);
}

bool do_redo(const CommandCall *call) {
  return call_has(call, 0) && history_move(call->session, 1, call->status);
}
