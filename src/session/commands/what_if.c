/* session/commands/what_if.c -- set, without, swap, whatif and head off: what a person changes of a
** run, with undo.
**
** A what-if is of the inputs, so everything behind it is computed anew. Numbers are those of the
** trace on show; "beyond" comes from a saved state, whose sentence may be a longer one or is not
** there yet. */
#include "session/commands/what_if.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "base/names.h"
#include "base/number.h"
#include "trace/workings/moved.h"

enum { INDEX_MOST = 1 << 16 }; /* of a place beyond the trace on show */

/* ---- changing the list ---- */

static bool may_change(const CommandContext *context) {
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
  i18n_add_sentence(&told, _("Ctrl-I leads there."));
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

/* What a drag or a slider sends for one number is one step of undo. */
static bool put(const CommandContext *context, const WhatIf *one, bool is_drag) {
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

static bool take(const CommandContext *context, const WhatIf *at) {
  Inputs next = *session_now(context->session);
  what_ifs_take(&next.what_ifs, at);
  shake_end(context->session);
  return undo_change(context->session, &next, CHANGE_ALONE, context->status);
}

static bool take_all(const CommandContext *context, WhatIfKind kind) {
  Inputs next = *session_now(context->session);
  what_ifs_take_all(&next.what_ifs, kind);
  return undo_change(context->session, &next, CHANGE_ALONE, context->status);
}

/* ---- the place of a number ---- */

/* Heads that share K and V share their numbers: the first of them stands for all. */
static int first_sharing(const Trace *trace, int head) {
  while (head > 0 && trace_key_head(trace, head - 1) == trace_key_head(trace, head)) head--;
  return head;
}

static void fit_head(const Trace *trace, WhatIf *at) {
  const TracePartInfo *info = trace_part_info(at->part);
  if (!info->per_head) at->head = 0;
  else if (info->per_key_head) at->head = first_sharing(trace, at->head);
}

/* Rows and columns of its matrix, 0 where the trace has no such. */
static void shape_at(const Trace *trace, const WhatIf *at, int *rows, int *cols) {
  const Trace *own = trace_of_layer(trace, at->layer);
  *rows = *cols = 0;
  if (!trace_has_part(own, at->part)) return;
  MatView lent = {0};
  if (!trace_part_info(at->part)->is_weights)
    trace_matrix_shape(own, at->part, at->layer, rows, cols);
  else lent = trace_matrix(own, at->part, at->layer, at->head);
  if (lent.at) *rows = lent.rows, *cols = lent.cols;
}

/* The part whose numbers the stage on show has, and the layer; TRACE_PART_COUNT: none. */
static TracePart part_on_show(const Session *session, int *layer) {
  TracePart part = view_number_part(&session->view);
  *layer = session->view.layer;
  if (part == TRACE_INPUT) *layer = view_input_layer(&session->view, session->trace);
  bool is_there = part != TRACE_PART_COUNT && *layer >= 0 && trace_has_part(session->trace, part);
  return is_there ? part : TRACE_PART_COUNT;
}

bool what_if_focus(const Session *session, WhatIf *at) {
  int query, key, layer, rows, cols, term;
  TracePart part = part_on_show(session, &layer);
  view_focus(&session->view, &query, &key);
  (void)view_projection(&session->view, &term);
  if (part == TRACE_PART_COUNT || query < 0 || key < 0 || session->pending.is_on) return false;
  *at =
      (WhatIf){.part = part, .layer = layer, .head = session->view.head, .row = query, .col = key};
  if (trace_part_info(part)->is_weights) at->row = term;
  fit_head(session->trace, at);
  shape_at(session->trace, at, &rows, &cols);
  at->value = at->row < rows && key < cols ? what_if_number_at(session->trace, at) : NAN;
  return at->row < rows && key < cols;
}

float what_if_number_at(const Trace *trace, const WhatIf *at) {
  const Trace *own = trace_of_layer(trace, at->layer);
  MatView numbers = trace_matrix(own, at->part, at->layer, at->head);
  assert(at->row < numbers.rows && at->col < numbers.cols);
  return mat_get(numbers, at->row, at->col);
}

/* The numbers of the run without changes, so that a slider keeps its ends while it is dragged. */
float what_if_reach(const Trace *trace, const WhatIf *at) {
  const Trace *without = trace_without(trace) ? trace_without(trace) : trace;
  float largest = trace_part_info(at->part)->is_weights
                      ? mat_largest(trace_matrix(without, at->part, at->layer, at->head))
                      : trace_largest(without, at->part, at->layer, at->head);
  if (trace_part_info(at->part)->scale == SCALE_SHARES) return 1;
  return largest > 0 ? 1.5f * largest : 1;
}

/* ---- set ---- */

static bool read_value(const CommandContext *context, Str word, float *value) {
  return what_if_read_number(word, value) ||
         status_fail(context->status, STATUS_USAGE,
                     _("“%.*s” is no number that can be set; a number, inf, -inf and nan can"),
                     (int)str_head(word, LINE_SHOWN_BYTES).bytes, word.at);
}

static bool read_part(const CommandContext *context, TracePart *part) {
  Str word = command_text(context, 1);
  const char *names = what_if_part_names(context->session->scratch);
  *part = what_if_part(word);
  if (!names) return status_no_memory(context->status);
  return *part != TRACE_PART_COUNT ||
         status_fail(context->status, STATUS_USAGE,
                     _("no number of “%.*s” can be set; those of these can: %s"),
                     (int)str_head(word, LINE_SHOWN_BYTES).bytes, word.at, names);
}

/* "layer 1 head 2 beyond", in this order. */
static bool read_where(const CommandContext *context, int argument, WhatIf *at, bool *is_beyond) {
  const Session *session = context->session;
  int layer_count = trace_layer_count(session->trace);
  *is_beyond = command_is(context, context->words->count - 1, "beyond");
  int end = context->words->count - *is_beyond;
  if (argument + 1 < end && command_is(context, argument, "layer")) {
    if (!line_index(command_text(context, argument + 1),
                    _("there is no layer “%.*s”; the numbers go from 1 to %d"),
                    *is_beyond ? INDEX_MOST : layer_count, &at->layer, context->status))
      return false;
    argument += 2;
  }
  if (argument + 1 < end && command_is(context, argument, "head")) {
    int heads = at->layer < layer_count ? trace_head_count(session->trace, at->layer) : 1;
    if (!line_index(command_text(context, argument + 1),
                    _("there is no head “%.*s”; the numbers go from 1 to %d"),
                    *is_beyond ? INDEX_MOST : heads, &at->head, context->status))
      return false;
    argument += 2;
  }
  return argument == end || command_wrong(context);
}

static bool read_cell(const CommandContext *context, bool is_beyond, WhatIf *at) {
  int rows, cols;
  shape_at(context->session->trace, at, &rows, &cols);
  if (!is_beyond && (rows == 0 || cols == 0))
    return status_fail(context->status, STATUS_COULD_NOT,
                       _("there is no matrix %s here, so no number of it can be set"),
                       trace_part_info(at->part)->name);
  return line_index(command_text(context, 2), _("there is no row “%.*s”; the rows go from 1 to %d"),
                    is_beyond ? INDEX_MOST : rows, &at->row, context->status) &&
         line_index(command_text(context, 3),
                    _("there is no column “%.*s”; the columns go from 1 to %d"),
                    is_beyond ? INDEX_MOST : cols, &at->col, context->status);
}

static bool set_number(const CommandContext *context) {
  const Session *session = context->session;
  WhatIf one = {.layer = session->view.layer, .head = session->view.head};
  bool is_beyond;
  int layer;
  if (!read_part(context, &one.part)) return false;
  if (context->words->count < 5) return command_wrong(context);
  if (!view_shows_next_input(&session->view) && one.part == part_on_show(session, &layer))
    one.layer = layer;
  if (!read_where(context, 5, &one, &is_beyond)) return false;
  if (!is_beyond) fit_head(session->trace, &one);
  if (!trace_part_info(one.part)->per_head) one.head = 0;
  if (!read_cell(context, is_beyond, &one)) return false;
  if (command_is(context, 4, "off")) return take(context, &one);
  return read_value(context, command_text(context, 4), &one.value) && may_change(context) &&
         put(context, &one, false);
}

static bool needs_focus(const CommandContext *context, WhatIf *at) {
  return what_if_focus(context->session, at) ||
         status_fail(context->status, STATUS_COULD_NOT,
                     _("no number is chosen that can be set: choose a cell of X, Q, K, V, the "
                       "scores or the weights, as in stage scores; cell 2 1"));
}

/* "set here 0.5", "set here at 0.25" of a slider; "drag" behind either joins what is one move. */
static bool set_here(const CommandContext *context) {
  WhatIf one;
  float share;
  bool is_at = command_is(context, 2, "at");
  int last = is_at ? 3 : 2;
  bool is_drag = command_is(context, last + 1, "drag");
  if (!command_has(context, is_drag ? last + 1 : last) || !needs_focus(context, &one)) return false;
  if (!is_at && command_is(context, 2, "off")) return take(context, &one);
  if (!is_at && !read_value(context, command_text(context, 2), &one.value)) return false;
  if (is_at && !command_number(context, 3, 0, 1, &share)) return false;
  float reach = is_at ? what_if_reach(context->session->trace, &one) : 0;
  bool is_share = trace_part_info(one.part)->scale == SCALE_SHARES;
  if (is_at) one.value = is_share ? share : float_lerp(-reach, reach, share);
  return may_change(context) && put(context, &one, is_drag);
}

/* ---- the field over the cell ---- */

static bool open_field(const CommandContext *context) {
  Session *session = context->session;
  WhatIf at;
  if (!command_has(context, 1) || !needs_focus(context, &at) || !may_change(context)) return false;
  view_focus(&session->view, &session->view.query, &session->view.key);
  session->view.locked = true;
  session->view.sets_number = true;
  session->view.number_typed[0] = 0;
  return true;
}

static bool close_field(const CommandContext *context) {
  if (!command_has(context, 1)) return false;
  context->session->view.sets_number = false;
  return true;
}

static bool needs_field(const CommandContext *context) {
  return context->session->view.sets_number ||
         status_fail(context->status, STATUS_COULD_NOT,
                     _("no field is open to type a number into; set field opens one"));
}

static bool type_number(const CommandContext *context) {
  char *typed = context->session->view.number_typed;
  Str text = command_text(context, 2);
  size_t bytes = strlen(typed);
  if (!command_has(context, 2) || !needs_field(context)) return false;
  for (size_t i = 0; i < text.bytes; i++) {
    char c = text.at[i];
    if (!strchr("0123456789+-.einfa", c) || c == 0) continue; /* of no number */
    if (bytes + 1 < VIEW_NUMBER_BYTES) typed[bytes++] = c;
  }
  typed[bytes] = 0;
  return true;
}

static bool erase_number(const CommandContext *context) {
  char *typed = context->session->view.number_typed;
  if (!command_has(context, 1) || !needs_field(context)) return false;
  if (typed[0]) typed[strlen(typed) - 1] = 0;
  return true;
}

/* A word that is no number stays, to be mended. */
static bool take_typed(const CommandContext *context) {
  Session *session = context->session;
  WhatIf one;
  if (!command_has(context, 1) || !needs_field(context) || !needs_focus(context, &one))
    return false;
  Str typed = str_from(session->view.number_typed);
  bool is_typed = typed.bytes > 0;
  if (is_typed && (!read_value(context, typed, &one.value) || !put(context, &one, false)))
    return false;
  session->view.sets_number = false;
  return true;
}

/* ---- the commands ---- */

static const struct {
  const char *name;
  CommandRun run;
} of_set[] = {{"here", set_here},    {"field", open_field},   {"leave", close_field},
              {"type", type_number}, {"erase", erase_number}, {"enter", take_typed}};

bool do_set(const CommandContext *context) {
  if (context->words->count == 2 && command_is(context, 1, "off"))
    return take_all(context, WHAT_IF_NUMBER);
  for (size_t i = 0; i < sizeof of_set / sizeof of_set[0]; i++)
    if (command_is(context, 1, of_set[i].name)) return of_set[i].run(context);
  return set_number(context);
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
    return read_chosen(context, !is_query, &one.row) && may_change(context) &&
           put(context, &one, false);
  if (!line_index(command_text(context, 2),
                  is_query ? _("there is no query “%.*s”; the numbers go from 1 to %d")
                           : _("there is no key “%.*s”; the numbers go from 1 to %d"),
                  is_beyond ? MODEL_TOKENS_MOST : count, &one.row, context->status))
    return false;
  return is_off ? take(context, &one) : may_change(context) && put(context, &one, false);
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
    return take_all(context, WHAT_IF_SWAP);
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
  if (is_off) return take(context, &one);
  return may_change(context) && (is_beyond || can_swap(context, one.row)) &&
         put(context, &one, false);
}

/* head off N, head on N, head on. */
bool what_if_head(const CommandContext *context) {
  const Session *session = context->session;
  bool is_on = command_is(context, 1, "on"), is_beyond;
  WhatIf one = {.kind = WHAT_IF_HEAD_OFF, .layer = session->view.layer};
  if (is_on && context->words->count == 2) return take_all(context, WHAT_IF_HEAD_OFF);
  if (context->words->count < 3) return command_wrong(context);
  if (!read_where(context, 3, &one, &is_beyond)) return false;
  int heads = is_beyond ? INDEX_MOST : trace_head_count(session->trace, one.layer);
  one.head = session->view.head;
  if (!command_is(context, 2, "chosen") &&
      !line_index(command_text(context, 2),
                  _("there is no head “%.*s”; the numbers go from 1 to %d"), heads, &one.head,
                  context->status))
    return false;
  return is_on ? take(context, &one) : may_change(context) && put(context, &one, false);
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
    shape_at(trace, one, &rows, &cols);
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

bool session_focused_number(const Session *session, float *number, float *reach) {
  WhatIf at;
  if (session_is_recording(session) || session_is_shuffled(session)) return false;
  if (!what_if_focus(session, &at)) return false;
  *number = at.value;
  *reach = what_if_reach(session->trace, &at);
  return true;
}
