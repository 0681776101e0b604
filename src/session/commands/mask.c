/* session/commands/mask.c -- the command "mask": single cells and rows that are hidden or shown,
** and the parts that a mask is joined of. */

#include "base/i18n.h"
#include "session/session_internal.h"

/* ---- cells and rows ---- */

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

/* ---- presets ---- */

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

/* ---- the command ---- */

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
