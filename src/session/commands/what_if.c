/* session/commands/what_if.c -- set, without, swap, whatif and head off: what a person changes of a
** run, with undo.
**
** A what-if is of the inputs, so everything behind it is computed anew. Numbers are those of the
** trace on show; "beyond" comes from a saved state, whose sentence may be a longer one or is not
** there yet. */
#include "session/commands/what_if_internal.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "base/names.h"
#include "base/number.h"
#include "trace/workings/moved.h"

/* ---- changing the list ---- */

bool what_if_may_change(const CommandContext *context) {
  const Session *session = context->session;
  if (session->trace && session_is_recording(session) && !session->pending.is_on)
    return status_fail(context->status, STATUS_COULD_NOT,
                       _("the numbers of a recording are its own, so nothing of it can be set or "
                         "taken away; open a model for that"));
  return !session_is_shuffled(session) ||
         status_fail(context->status, STATUS_COULD_NOT,
                     _("the tokens are shuffled, and a number has its place in their own order: "
                       "first shuffle off"));
}

static bool find_broken(const Session *session, BrokenPlace *place) {
  return !session->pending.is_on && trace_broken_count(session->trace) > 0 &&
         broken_first(session->trace, place);
}

static void tell_broken(Session *session) {
  BrokenPlace place;
  StrBuf told = strbuf_make(session->scratch);
  if (session->dry || !find_broken(session, &place)) return;
  const char *words = broken_words(session->scratch, &place);
  if (!words) return;
  i18n_add_sentence(&told, words);
  if (broken_command(session->scratch, &place)) i18n_add_sentence(&told, _("Ctrl-I leads there."));
  if (!told.failed) session_tell(session, told.at);
}

static bool go_to_broken(const CommandContext *context) {
  Session *session = context->session;
  BrokenPlace place;
  if (!find_broken(session, &place))
    return status_fail(context->status, STATUS_COULD_NOT,
                       _("every number of this run is a number: none is NaN or infinite"));
  /* It may be in a part that no stage shows, as what a norm makes: then it is only told. */
  const char *command = broken_command(session->scratch, &place);
  if (command) session_do(session, command, NULL);
  const char *words = broken_words(session->scratch, &place);
  if (words && !session->dry) session_tell(session, words);
  return true;
}

bool what_if_put(const CommandContext *context, const WhatIf *one, bool is_drag) {
  Session *session = context->session;
  Inputs next = *session_now(session);
  bool goes_on = is_drag && what_if_same_place(&session->bent, one);
  shake_end(session);
  if (!what_ifs_put(&next.what_ifs, one))
    return status_fail(context->status, STATUS_COULD_NOT,
                       P_("%d change is the most that a run can have; whatif off takes it away",
                          "%d changes are the most that a run can have; whatif off takes all away",
                          WHAT_IFS_MOST),
                       WHAT_IFS_MOST);
  if (!undo_change(session, &next, goes_on ? CHANGE_NUMBER : CHANGE_ALONE, context->status))
    return false;
  session->bent = *one;
  tell_broken(session);
  if (is_drag) session->last_change = CHANGE_NUMBER;
  return true;
}

bool what_if_take(const CommandContext *context, const WhatIf *at) {
  Inputs next = *session_now(context->session);
  what_ifs_take(&next.what_ifs, at);
  shake_end(context->session);
  return undo_change(context->session, &next, CHANGE_ALONE, context->status);
}

bool what_if_take_all(const CommandContext *context, WhatIfKind kind) {
  Inputs next = *session_now(context->session);
  what_ifs_take_all(&next.what_ifs, kind);
  return undo_change(context->session, &next, CHANGE_ALONE, context->status);
}

/* ---- the commands ---- */

bool what_if_read_where(const CommandContext *context, int argument, WhatIf *at, bool *is_beyond) {
  const Session *session = context->session;
  int layer_count = trace_layer_count(session->trace);
  *is_beyond = command_is(context, context->words->count - 1, "beyond");
  int end = context->words->count - *is_beyond;
  if (argument + 1 < end && command_is(context, argument, "layer")) {
    if (!line_index(command_text(context, argument + 1),
                    _("there is no layer “%.*s”; the numbers go from 1 to %d"),
                    *is_beyond ? WHAT_IF_INDEX_MOST : layer_count, &at->layer, context->status))
      return false;
    argument += 2;
  }
  if (argument + 1 < end && command_is(context, argument, "head")) {
    int heads = at->layer < layer_count ? trace_head_count(session->trace, at->layer) : 1;
    if (!line_index(command_text(context, argument + 1),
                    _("there is no head “%.*s”; the numbers go from 1 to %d"),
                    *is_beyond ? WHAT_IF_INDEX_MOST : heads, &at->head, context->status))
      return false;
    argument += 2;
  }
  return argument == end || command_wrong(context);
}

/* The key or the query in focus; of a token without columns the query. */
static bool read_chosen(const CommandContext *context, bool is_key, int *index) {
  const View *view = &context->session->view;
  int query, key, alone = view_focus_key_alone(view);
  view_focus(view, &query, &key);
  bool by_key = stage_info(view->stage)->by_pair || view->kind == VIEW_OVERVIEW;
  *index = !is_key ? query : alone >= 0 ? alone : by_key ? key : -1;
  if (is_key && *index < 0 && !by_key) *index = query; /* a row of Q, K and V is a token */
  return *index >= 0 ||
         status_fail(context->status, STATUS_COULD_NOT,
                     is_key ? _("no key is chosen: choose a cell of the scores or the weights, as "
                                "in cell 2 1, or name one, as in without key 2")
                            : _("no token is chosen: choose a row, as in cell 2 row, or name one, "
                                "as in without query 2 or swap 2"));
}

/* "without key 3 off" brings it back. */
bool do_without(const CommandContext *context) {
  const Trace *trace = context->session->trace;
  bool is_query = command_is(context, 1, "query"), is_off = command_is(context, 3, "off");
  WhatIf one = {.kind = is_query ? WHAT_IF_NO_QUERY : WHAT_IF_NO_KEY};
  if (context->words->count == 2 && command_is(context, 1, "off")) {
    Inputs next = *session_now(context->session);
    what_ifs_take_all(&next.what_ifs, WHAT_IF_NO_KEY);
    what_ifs_take_all(&next.what_ifs, WHAT_IF_NO_QUERY);
    return undo_change(context->session, &next, CHANGE_ALONE, context->status);
  }
  if (!is_query && !command_is(context, 1, "key")) return command_wrong(context);
  bool is_beyond = command_is(context, 3, "beyond");
  if (!command_has(context, is_off || is_beyond ? 3 : 2)) return false;
  int count = is_query ? trace_token_count(trace) : trace_source_count(trace);
  if (command_is(context, 2, "chosen"))
    return read_chosen(context, !is_query, &one.row) && what_if_may_change(context) &&
           what_if_put(context, &one, false);
  if (!line_index(command_text(context, 2),
                  is_query ? _("there is no query “%.*s”; the numbers go from 1 to %d")
                           : _("there is no key “%.*s”; the numbers go from 1 to %d"),
                  is_beyond ? MODEL_TOKENS_MOST : count, &one.row, context->status))
    return false;
  return is_off ? what_if_take(context, &one)
                : what_if_may_change(context) && what_if_put(context, &one, false);
}

static bool can_swap(const CommandContext *context, int first) {
  const Trace *trace = context->session->trace;
  const TraceToken *a = trace_token(trace, first), *b = trace_token(trace, first + 1);
  if (trace_half(trace) != HALF_NONE)
    return status_fail(context->status, STATUS_COULD_NOT,
                       _("%.*s says one sentence in the words of another; it takes their order as "
                         "it is typed"),
                       (int)trace_model_name(trace).bytes, trace_model_name(trace).at);
  return (!a->special && !b->special && a->group < 0 && b->group < 0) ||
         status_fail(context->status, STATUS_COULD_NOT,
                     _("tokens %d and %d cannot be swapped: special tokens, and the pieces of one "
                       "character, stay where they are"),
                     first + 1, first + 2);
}

bool do_swap(const CommandContext *context) {
  WhatIf one = {.kind = WHAT_IF_SWAP};
  int tokens = trace_token_count(context->session->trace);
  bool is_off = command_is(context, 2, "off"), is_beyond = command_is(context, 2, "beyond");
  if (context->words->count == 2 && command_is(context, 1, "off"))
    return what_if_take_all(context, WHAT_IF_SWAP);
  if (!command_has(context, is_off || is_beyond ? 2 : 1)) return false;
  if (!is_beyond && tokens < 2)
    return status_fail(context->status, STATUS_COULD_NOT,
                       _("a token is swapped with its neighbour, and this sentence has none"));
  bool is_chosen = command_is(context, 1, "chosen");
  if (is_chosen && !read_chosen(context, false, &one.row)) return false;
  if (is_chosen && one.row == tokens - 1) one.row--; /* the last one has a neighbour before it */
  if (!is_chosen &&
      !line_index(command_text(context, 1),
                  _("there is no token “%.*s” with a neighbour behind it; the numbers go from 1 to "
                    "%d"),
                  is_beyond ? MODEL_TOKENS_MOST : tokens - 1, &one.row, context->status))
    return false;
  if (is_off) return what_if_take(context, &one);
  return what_if_may_change(context) && (is_beyond || can_swap(context, one.row)) &&
         what_if_put(context, &one, false);
}

/* head off N, head on N, head on. */
bool what_if_head(const CommandContext *context) {
  const Session *session = context->session;
  bool is_on = command_is(context, 1, "on"), is_beyond;
  WhatIf one = {.kind = WHAT_IF_HEAD_OFF, .layer = session->view.layer};
  if (is_on && context->words->count == 2) return what_if_take_all(context, WHAT_IF_HEAD_OFF);
  if (context->words->count < 3) return command_wrong(context);
  if (!what_if_read_where(context, 3, &one, &is_beyond)) return false;
  int heads = is_beyond ? WHAT_IF_INDEX_MOST : trace_head_count(session->trace, one.layer);
  one.head = session->view.head;
  if (!command_is(context, 2, "chosen") &&
      !line_index(command_text(context, 2),
                  _("there is no head “%.*s”; the numbers go from 1 to %d"), heads, &one.head,
                  context->status))
    return false;
  return is_on ? what_if_take(context, &one)
               : what_if_may_change(context) && what_if_put(context, &one, false);
}

bool do_whatif(const CommandContext *context) {
  Inputs next = *session_now(context->session);
  if (!command_has(context, 1)) return false;
  if (command_is(context, 1, "broken")) return go_to_broken(context);
  if (!command_is(context, 1, "off")) return command_wrong(context);
  next.what_ifs = (WhatIfs){.count = 0};
  return undo_change(context->session, &next, CHANGE_ALONE, context->status);
}

/* "at" holds the number at a place between both ends, as a slider does. */
bool do_shake(const CommandContext *context) {
  Session *session = context->session;
  float place;
  if (command_is(context, 1, "at"))
    return command_has(context, 2) && command_number(context, 2, 0, 1, &place) &&
           shake_hold(session, place, context->status);
  bool is_on = session->shake.is_on;
  if (!command_has(context, 1) || !command_switch(context, "off", "on", &is_on)) return false;
  if (is_on) return shake_begin(session, context->status);
  return shake_end(session), true;
}

/* Whether the sentence on show lacks the place. */
static bool is_out(const Trace *trace, const WhatIf *one) {
  int rows = trace_token_count(trace), cols = trace_source_count(trace);
  switch (one->kind) {
  case WHAT_IF_NUMBER:
    what_if_shape(trace, one, &rows, &cols);
    return one->row >= rows || one->col >= cols;
  case WHAT_IF_NO_KEY:
    return one->row >= cols;
  case WHAT_IF_HEAD_OFF:
    return false;
  default:
    return one->row + (one->kind == WHAT_IF_SWAP) >= rows;
  }
}

void what_if_add_script(StrBuf *text, const Trace *trace, const WhatIfs *ifs) {
  strbuf_add(text, STR("whatif off\n"));
  for (int i = 0; i < ifs->count; i++) {
    const char *line = what_if_write(text->arena, &ifs->of[i]);
    bool is_beyond = !trace || is_out(trace, &ifs->of[i]);
    if (line) strbuf_format(text, "%s%s\n", line, is_beyond ? " beyond" : "");
    else text->failed = true;
  }
}
