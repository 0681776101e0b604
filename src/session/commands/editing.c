/* session/commands/editing.c -- the edit commands, which change the sentence, or the second one.
**
** Every change of the sentence makes a new trace at once. The caret counts in the sentence as
** shown, with U+FFFD for bytes that are not UTF-8; the first change writes these replacements back.
*/
#include <assert.h>
#include <string.h>

#include "base/i18n.h"
#include "session/session_internal.h"
#include "text/utf8.h"

typedef struct EditWord {
  const char *word;
  EditMove move;
  ChangeKind kind; /* of the deletions */
} EditWord;

static const EditWord moves[] = {
    {"left", EDIT_LEFT, CHANGE_ALONE},           {"right", EDIT_RIGHT, CHANGE_ALONE},
    {"word-left", EDIT_WORD_LEFT, CHANGE_ALONE}, {"word-right", EDIT_WORD_RIGHT, CHANGE_ALONE},
    {"home", EDIT_HOME, CHANGE_ALONE},           {"end-of-line", EDIT_END, CHANGE_ALONE}};

static const EditWord deletions[] = {{"backspace", EDIT_LEFT, CHANGE_BACKSPACE},
                                     {"delete", EDIT_RIGHT, CHANGE_DELETE},
                                     {"word-backspace", EDIT_WORD_LEFT, CHANGE_BACKSPACE},
                                     {"word-delete", EDIT_WORD_RIGHT, CHANGE_DELETE}};

static const EditWord *find_edit_word(const EditWord *words, size_t count,
                                      const CommandContext *context) {
  for (size_t i = 0; i < count; i++)
    if (command_is(context, 1, words[i].word)) return &words[i];
  return NULL;
}

/* The text as shown, with U+FFFD for bytes that are not UTF-8. Undo may take a second one away. */
static Str shown_text(const Session *session) {
  const UndoHistory *undo = &session->undo;
  assert(undo->at >= 0 && undo->at < undo->count);
  Str shown = undo->states[undo->at].shown[session->edit.stream];
  return shown.at ? shown : (Str){"", 0};
}

/* Replaces the selection of edit by text, and makes edit the session's.
** Nothing changes on failure. */
static bool replace_selection(const CommandContext *context, Edit edit, Str by, ChangeKind kind) {
  Session *session = context->session;
  Inputs next = *session_now(session);
  StrBuf text = strbuf_make(session->scratch);
  edit_replace(&edit, shown_text(session), by, &text);
  if (text.failed) return status_no_memory(context->status);
  if (!session_take_sentence(session, strbuf_str(&text), &next.streams[edit.stream],
                             context->status) ||
      !undo_change(session, &next, kind, context->status))
    return false;
  session->edit.caret = session->edit.anchor = edit.caret;
  session->edit.composition[0] = 0;
  session->undo.states[session->undo.at].caret_after = edit.caret;
  return true;
}

/* A paste or an input method may bring bytes that are not UTF-8; they are replaced at once, since
** the learner did not type them. */
static bool insert_clean(const CommandContext *context, Str text, ChangeKind kind) {
  Str clean = utf8_clean(context->session->scratch, text, NULL);
  if (!clean.at) return status_no_memory(context->status);
  if (clean.bytes == 0 && context->session->edit.caret == context->session->edit.anchor) {
    context->session->edit.composition[0] = 0;
    return true;
  }
  return replace_selection(context, context->session->edit, clean, kind);
}

/* Selects up to where the move would bring the caret, then replaces by nothing. */
static bool delete_towards(const CommandContext *context, const EditWord *how) {
  assert(how->kind != CHANGE_ALONE);
  Edit edit = context->session->edit;
  if (edit.caret != edit.anchor) return replace_selection(context, edit, STR(""), CHANGE_ALONE);
  edit_move(&edit, shown_text(context->session), how->move, true);
  return edit.caret == edit.anchor || replace_selection(context, edit, STR(""), how->kind);
}

static bool copy_selection(const CommandContext *context) {
  const Session *session = context->session;
  Str selected = edit_selected(&session->edit, shown_text(session));
  if (selected.bytes == 0 || !session->hooks.copy_text) return true;
  return session->hooks.copy_text(session->hooks.self, selected, context->status);
}

/* Whole copied lines end in a line end that is not meant. */
static Str without_last_line_end(Str text) {
  while (text.bytes > 0 && (text.at[text.bytes - 1] == '\n' || text.at[text.bytes - 1] == '\r'))
    text.bytes--;
  return text;
}

/* A text that the sentence cannot hold is refused, rather than cut silently. */
static bool read_paste(const CommandContext *context, PasteFrom from, Str *text) {
  const Session *session = context->session;
  const SessionHooks *hooks = &session->hooks;
  *text = (Str){"", 0};
  if (!hooks->paste_text) return true;
  if (!hooks->paste_text(hooks->self, from, session->scratch, text, context->status)) return false;
  if (text->bytes > EDIT_PASTE_BYTES_MOST)
    return status_fail(context->status, STATUS_COULD_NOT,
                       P_("the clipboard holds %zu byte; at most %d can be pasted",
                          "the clipboard holds %zu bytes; at most %d can be pasted", text->bytes),
                       text->bytes, EDIT_PASTE_BYTES_MOST);
  *text = without_last_line_end(*text);
  return true;
}

static bool paste(const CommandContext *context) {
  bool selected = command_is(context, 2, "selected");
  Str text;
  if (!command_has(context, selected ? 2 : 1)) return false;
  if (!read_paste(context, selected ? PASTE_SELECTED : PASTE_CLIPBOARD, &text)) return false;
  return text.bytes == 0 || insert_clean(context, text, CHANGE_ALONE);
}

/* Outside the editor there is no caret, so the pasted text becomes the sentence, as
** a dropped text does. */
static bool replace_sentence(const CommandContext *context) {
  Session *session = context->session;
  Inputs next = *session_now(session);
  Str text;
  if (!command_has(context, 1) || !read_paste(context, PASTE_CLIPBOARD, &text)) return false;
  text = str_trim(text);
  if (text.bytes == 0) return true;
  if (!session_take_sentence(session, text, &next.streams[0], context->status) ||
      !undo_change(session, &next, CHANGE_ALONE, context->status))
    return false;
  session_caret_to_end(session);
  session_tell(session, _("The sentence is what was on the clipboard; Ctrl-Z brings the former one "
                          "back."));
  return true;
}

/* ---- beginning and ending ---- */

/* Keeps the sentence as it was when editing began, for Esc. */
static bool begin_editing(const CommandContext *context, int stream) {
  Session *session = context->session;
  if (session->edit.active) return true;
  session->edit.stream = stream;
  if (!session->edit_arena) session->edit_arena = arena_make(0);
  if (!session->edit_arena) return status_no_memory(context->status);
  arena_reset(session->edit_arena);
  Str now = session_now(session)->streams[session->edit.stream];
  const char *copy = str_copy(session->edit_arena, now);
  if (!copy) return status_no_memory(context->status);
  session->edit_before = (Str){copy, now.bytes};
  session->edit_place = session->view;
  session->edit_state = session->undo.states[session->undo.at].arena;
  session->last_change = CHANGE_ALONE; /* what is typed now extends no former step */
  return session->edit.active = true;
}

/* No text is another one than an empty text. */
static bool is_same_text(Str a, Str b) {
  return (a.at == NULL) == (b.at == NULL) && str_equal(a, b);
}

/* The state in which editing began, if only the sentence was changed since; −1: it is gone, or
** something else was changed. */
static int state_before(const Session *session) {
  const UndoHistory *undo = &session->undo;
  int stream = session->edit.stream;
  Inputs now = undo->states[undo->at].inputs;
  for (int i = undo->at; i >= 0; i--) {
    Inputs then = undo->states[i].inputs;
    bool is_same = is_same_text(then.streams[stream], session->edit_before);
    then.streams[stream] = now.streams[stream];
    if (!inputs_equal(&then, &now)) return -1;
    if (undo->states[i].arena == session->edit_state) return is_same ? i : -1;
  }
  return -1;
}

/* No step of what was typed stays. */
bool editing_cancel(Session *session, Status *status) {
  Inputs next = *session_now(session);
  if (!session->edit.active) return true;
  int before = state_before(session);
  next.streams[session->edit.stream] = session->edit_before;
  bool is_typed = before >= 0 && before < session->undo.at;
  if (is_typed && !undo_forget_after(session, before, status)) return false;
  if (!is_typed && !undo_change(session, &next, CHANGE_ALONE, status)) return false;
  if (is_typed) undo_go_to_when_made(session, &session->edit_place);
  session->edit = (Edit){0};
  session_caret_to_end(session);
  return true;
}

static bool cancel(const CommandContext *context) {
  return command_has(context, 1) && editing_cancel(context->session, context->status);
}

/* ---- caret ---- */

static bool read_select_word(const CommandContext *context, int argument, bool *select) {
  *select = command_is(context, argument, "select");
  return context->words->count == argument + (*select ? 1 : 0) || command_wrong(context);
}

static bool read_byte(const CommandContext *context, int argument, size_t *byte) {
  long number;
  if (!str_to_long(command_text(context, argument), &number) || number < 0)
    return command_wrong(context);
  *byte = (size_t)number;
  return true;
}

static bool place_caret(const CommandContext *context) {
  Edit *edit = &context->session->edit;
  size_t byte = 0;
  bool select;
  if (!read_byte(context, 2, &byte) || !read_select_word(context, 3, &select)) return false;
  if (!begin_editing(context, 0)) return false;
  edit_place(edit, shown_text(context->session), byte, select);
  return true;
}

static bool select_word(const CommandContext *context) {
  size_t byte = 0;
  if (!command_has(context, 2) || !read_byte(context, 2, &byte)) return false;
  if (!begin_editing(context, 0)) return false;
  edit_select_word(&context->session->edit, shown_text(context->session), byte);
  return true;
}

/* An input method sends its whole text again with each key; none of it is in the sentence yet. */
static bool compose(const CommandContext *context) {
  long caret;
  if (!command_has(context, 3) || !str_to_long(command_text(context, 3), &caret))
    return command_wrong(context);
  int held = caret < 0 ? 0 : caret > EDIT_COMPOSITION_BYTES ? EDIT_COMPOSITION_BYTES : (int)caret;
  edit_compose(&context->session->edit, command_text(context, 2), held);
  return true;
}

/* Does nothing while editing, so that a second click keeps the selection. */
static bool start_editing(const CommandContext *context) {
  Edit *edit = &context->session->edit;
  if (!command_has(context, 1)) return false;
  if (edit->active) return true;
  if (!begin_editing(context, 0)) return false;
  *edit = (Edit){.active = true};
  edit_move(edit, shown_text(context->session), EDIT_END, false);
  return true;
}

/* Begins with the words of the sentence, to be typed over; Esc takes them away again. */
static bool begin_second(const CommandContext *context) {
  Session *session = context->session;
  Inputs next = *session_now(session);
  bool is_new = next.streams[1].at == NULL;
  if (is_new && next.streams[0].bytes == 0)
    return status_fail(context->status, STATUS_COULD_NOT,
                       _("there is no sentence yet that could ask a second one"));
  /* What a decoder said is corrected, not typed over. */
  Str said = trace_said(session->trace);
  if (is_new) next.streams[1] = said.at ? said : next.streams[0];
  next.is_shuffled = false, next.shuffle_seed = 0;
  const Arena *state = session->undo.states[session->undo.at].arena;
  if (!undo_change(session, &next, CHANGE_ALONE, context->status)) return false;
  if (!begin_editing(context, 1)) return false;
  if (is_new) session->edit_before = (Str){NULL, 0}, session->edit_state = state;
  if (is_new && !said.at) edit_select_all(&session->edit, shown_text(session));
  else edit_move(&session->edit, shown_text(session), EDIT_END, false);
  return true;
}

/* Goes on in one of the two sentences, whichever is edited now. */
static bool choose_sentence(const CommandContext *context) {
  Session *session = context->session;
  int stream = command_is(context, 1, "second");
  if (!command_has(context, 1)) return false;
  if (session->edit.active && session->edit.stream == stream) return true;
  session->edit = (Edit){0};
  return stream == 1 ? begin_second(context) : start_editing(context);
}

/* The unfinished composition is dropped, as input methods do when they lose the focus. */
static bool stop_editing(const CommandContext *context) {
  if (!command_has(context, 1)) return false;
  context->session->edit.active = false;
  context->session->edit.stream = 0;
  context->session->edit.composition[0] = 0;
  return true;
}

static bool select_all(const CommandContext *context) {
  if (!command_has(context, 1)) return false;
  edit_select_all(&context->session->edit, shown_text(context->session));
  return true;
}

static bool insert_text(const CommandContext *context) {
  return command_has(context, 2) && insert_clean(context, command_text(context, 2), CHANGE_TYPING);
}

static bool copy(const CommandContext *context) {
  Permit permit = permit_copy(context);
  return permit == PERMIT_YES ? copy_selection(context) : permit == PERMIT_PASSED_OVER;
}

static bool cut(const CommandContext *context) {
  return copy(context) && insert_clean(context, STR(""), CHANGE_ALONE);
}

/* Copying from the sentence of a recording is allowed. */
static bool check_editable(const CommandContext *context) {
  bool only_looks = command_is(context, 1, "end") || command_is(context, 1, "cancel") ||
                    command_is(context, 1, "copy");
  if (only_looks || !session_is_recording(context->session)) return true;
  return status_fail(context->status, STATUS_COULD_NOT,
                     _("the sentence of a recording cannot be changed: its numbers were made "
                       "elsewhere"));
}

/* Moves, deletions, and other words with functions of their own. */
bool do_edit(const CommandContext *context) {
  static const struct {
    const char *word;
    CommandRun run;
  } others[] = {{"begin", start_editing},
                {"end", stop_editing},
                {"insert", insert_text},
                {"select-all", select_all},
                {"cut", cut},
                {"copy", copy},
                {"paste", paste},
                {"place", place_caret},
                {"select-word", select_word},
                {"compose", compose},
                {"cancel", cancel},
                {"replace", replace_sentence},
                {"first", choose_sentence},
                {"second", choose_sentence}};
  const EditWord *how = find_edit_word(moves, sizeof moves / sizeof moves[0], context);
  bool select, copies = command_is(context, 1, "copy") || command_is(context, 1, "cut");
  if (context->session->is_blind) return !copies || permit_copy(context) != PERMIT_NO;
  if (!check_editable(context)) return false;
  if (how) {
    if (!read_select_word(context, 2, &select)) return false;
    edit_move(&context->session->edit, shown_text(context->session), how->move, select);
    return true;
  }
  how = find_edit_word(deletions, sizeof deletions / sizeof deletions[0], context);
  if (how) return command_has(context, 1) && delete_towards(context, how);
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
    if (command_is(context, 1, others[i].word)) return others[i].run(context);
  return command_wrong(context);
}
