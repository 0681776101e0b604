/* session/commands/typing.c -- the edit commands: what hands do to the sentence.
**
** Every change of the sentence makes a new trace at once. The caret works on the sentence as it is
** shown; the first change writes that back, bytes that were not UTF-8 replaced.
*/
#include <string.h>

#include "base/words.h"
#include "session/state.h"
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

static const EditWord *find(const EditWord *words, size_t count, const CommandCall *call) {
  for (size_t i = 0; i < count; i++)
    if (call_is(call, 1, words[i].word)) return &words[i];
  return NULL;
}

/* The text with U+FFFD for bad bytes: the caret counts in what is seen. */
static Str shown(const Session *session) {
  const History *history = &session->history;
  return history->states[history->at].shown;
}

/* Replaces the selection of edit and takes edit over. Nothing changes when that fails. */
static bool replace(const CommandCall *call, Edit edit, Str by, ChangeKind kind) {
  Session *session = call->session;
  Inputs next = *session_now(session);
  StrBuf text = strbuf_make(session->scratch);
  edit_replace(&edit, shown(session), by, &text);
  if (text.failed) return status_no_memory(call->status);
  if (!session_take_sentence(session, strbuf_str(&text), &next.sentence, call->status))
    return false;
  if (!history_change(session, &next, kind, call->status)) return false;
  session->edit.caret = session->edit.anchor = edit.caret;
  session->edit.composition[0] = 0;
  session->history.states[session->history.at].caret_after = edit.caret;
  return true;
}

/* A paste or an input method may bring bytes that are not UTF-8; here they are replaced at once,
** since they were never the learner's. */
static bool insert(const CommandCall *call, Str text, ChangeKind kind) {
  Str clean = utf8_clean(call->session->scratch, text, NULL);
  if (!clean.at) return status_no_memory(call->status);
  if (clean.bytes == 0 && call->session->edit.caret == call->session->edit.anchor) {
    call->session->edit.composition[0] = 0;
    return true;
  }
  return replace(call, call->session->edit, clean, kind);
}

/* Deleting is selecting up to where the caret would go, then replacing by nothing. */
static bool delete_towards(const CommandCall *call, const EditWord *how) {
  Edit edit = call->session->edit;
  if (edit.caret != edit.anchor) return replace(call, edit, STR(""), CHANGE_ALONE);
  edit_move(&edit, shown(call->session), how->move, true);
  return edit.caret == edit.anchor || replace(call, edit, STR(""), how->kind);
}

static bool copy_selection(const CommandCall *call) {
  Session *session = call->session;
  Str selected = edit_selected(&session->edit, shown(session));
  if (selected.bytes == 0 || !session->hooks.copy_text) return true;
  return session->hooks.copy_text(session->hooks.self, selected, call->status);
}

/* Whole lines are copied with the end of the last one, which nobody means. */
static Str without_last_line_end(Str text) {
  while (text.bytes > 0 && (text.at[text.bytes - 1] == '\n' || text.at[text.bytes - 1] == '\r'))
    text.bytes--;
  return text;
}

/* More than the sentence can hold is refused whole: half a text pasted in silence would be
** worse. */
static bool take_pasted(const CommandCall *call, PasteFrom from, Str *text) {
  Session *session = call->session;
  const SessionHooks *hooks = &session->hooks;
  *text = (Str){"", 0};
  if (!hooks->paste_text) return true;
  if (!hooks->paste_text(hooks->self, from, session->scratch, text, call->status)) return false;
  if (text->bytes > EDIT_PASTE_BYTES_MOST)
    return status_fail(call->status, STATUS_COULD_NOT,
                       P_("the clipboard holds %zu byte; at most %d can be pasted",
                          "the clipboard holds %zu bytes; at most %d can be pasted", text->bytes),
                       text->bytes, EDIT_PASTE_BYTES_MOST);
  *text = without_last_line_end(*text);
  return true;
}

static bool paste(const CommandCall *call) {
  bool selected = call_is(call, 2, "selected");
  Str text;
  if (!call_has(call, selected ? 2 : 1)) return false;
  if (!take_pasted(call, selected ? PASTE_SELECTED : PASTE_CLIPBOARD, &text)) return false;
  return text.bytes == 0 || insert(call, text, CHANGE_ALONE);
}

/* Outside the editor there is no caret to paste at: the text is the sentence, as one that is
** dropped. */
static bool replace_sentence(const CommandCall *call) {
  Session *session = call->session;
  Inputs next = *session_now(session);
  Str text;
  if (!call_has(call, 1) || !take_pasted(call, PASTE_CLIPBOARD, &text)) return false;
  text = str_trim(text);
  if (text.bytes == 0) return true;
  if (!session_take_sentence(session, text, &next.sentence, call->status) ||
      !history_change(session, &next, CHANGE_ALONE, call->status))
    return false;
  session->edit.composition[0] = 0;
  session->edit.caret = session->edit.anchor = session_sentence(session).bytes;
  session_tell(session, _("The sentence is what was on the clipboard; Ctrl-Z brings the former one "
                          "back."));
  return true;
}

/* ---- beginning and ending ---- */

/* What Esc takes back to is the sentence as it was when the caret came. */
static bool begin_editing(const CommandCall *call) {
  Session *session = call->session;
  if (session->edit.active) return true;
  if (!session->edit_arena) session->edit_arena = arena_make(0);
  if (!session->edit_arena) return status_no_memory(call->status);
  arena_reset(session->edit_arena);
  Str now = session_now(session)->sentence;
  const char *copy = str_copy(session->edit_arena, now);
  if (!copy) return status_no_memory(call->status);
  session->edit_before = (Str){copy, now.bytes};
  return session->edit.active = true;
}

bool typing_cancel(Session *session, Status *status) {
  Inputs next = *session_now(session);
  if (!session->edit.active) return true;
  next.sentence = session->edit_before;
  if (!history_change(session, &next, CHANGE_ALONE, status)) return false;
  session->edit.active = false;
  session->edit.composition[0] = 0;
  session->edit.caret = session->edit.anchor = session_sentence(session).bytes;
  return true;
}

static bool cancel(const CommandCall *call) {
  return call_has(call, 1) && typing_cancel(call->session, call->status);
}

/* ---- caret ---- */

static bool take_select(const CommandCall *call, int argument, bool *select) {
  *select = call_is(call, argument, "select");
  return call->words->count == argument + (*select ? 1 : 0) || call_wrong(call);
}

static bool take_byte(const CommandCall *call, int argument, size_t *byte) {
  long number;
  if (!str_to_long(call_text(call, argument), &number) || number < 0) return call_wrong(call);
  *byte = (size_t)number;
  return true;
}

static bool place(const CommandCall *call) {
  Edit *edit = &call->session->edit;
  size_t byte = 0;
  bool select;
  if (!take_byte(call, 2, &byte) || !take_select(call, 3, &select)) return false;
  if (!begin_editing(call)) return false;
  edit_place(edit, shown(call->session), byte, select);
  return true;
}

static bool select_word(const CommandCall *call) {
  size_t byte = 0;
  if (!call_has(call, 2) || !take_byte(call, 2, &byte)) return false;
  if (!begin_editing(call)) return false;
  edit_select_word(&call->session->edit, shown(call->session), byte);
  return true;
}

/* An input method sends its text again with each key; nothing of it is in the sentence yet. */
static bool compose(const CommandCall *call) {
  long caret;
  if (!call_has(call, 3) || !str_to_long(call_text(call, 3), &caret)) return call_wrong(call);
  int held = caret < 0 ? 0 : caret > EDIT_COMPOSITION_BYTES ? EDIT_COMPOSITION_BYTES : (int)caret;
  edit_compose(&call->session->edit, call_text(call, 2), held);
  return true;
}

/* Already editing it changes nothing, so a second click keeps the selection. */
static bool begin(const CommandCall *call) {
  Edit *edit = &call->session->edit;
  if (!call_has(call, 1)) return false;
  if (edit->active) return true;
  if (!begin_editing(call)) return false;
  *edit = (Edit){.active = true};
  edit_move(edit, shown(call->session), EDIT_END, false);
  return true;
}

/* What was being composed is dropped, as input methods do when the focus goes. */
static bool end(const CommandCall *call) {
  if (!call_has(call, 1)) return false;
  call->session->edit.active = false;
  call->session->edit.composition[0] = 0;
  return true;
}

static bool select_all(const CommandCall *call) {
  if (!call_has(call, 1)) return false;
  edit_select_all(&call->session->edit, shown(call->session));
  return true;
}

static bool insert_text(const CommandCall *call) {
  return call_has(call, 2) && insert(call, call_text(call, 2), CHANGE_TYPING);
}

static bool copy(const CommandCall *call) {
  Permit permit = permit_copy(call);
  return permit == PERMIT_YES ? copy_selection(call) : permit == PERMIT_PASSED_OVER;
}

static bool cut(const CommandCall *call) {
  return copy(call) && insert(call, STR(""), CHANGE_ALONE);
}

/* Copying from the sentence of a recording is allowed. */
static bool check_editable(const CommandCall *call) {
  bool only_looks =
      call_is(call, 1, "end") || call_is(call, 1, "cancel") || call_is(call, 1, "copy");
  if (only_looks || !session_is_recording(call->session)) return true;
  return status_fail(call->status, STATUS_COULD_NOT,
                     _("the sentence of a recording cannot be changed: its numbers were made "
                       "elsewhere"));
}

/* Three tables: moves and deletions share the words for where to, the rest have functions of their
** own. */
bool do_edit(const CommandCall *call) {
  static const struct {
    const char *word;
    CommandRun run;
  } others[] = {{"begin", begin},           {"end", end},       {"insert", insert_text},
                {"select-all", select_all}, {"cut", cut},       {"copy", copy},
                {"paste", paste},           {"place", place},   {"select-word", select_word},
                {"compose", compose},       {"cancel", cancel}, {"replace", replace_sentence}};
  const EditWord *how = find(moves, sizeof moves / sizeof moves[0], call);
  bool select, copies = call_is(call, 1, "copy") || call_is(call, 1, "cut");
  if (call->session->is_blind) return !copies || permit_copy(call) != PERMIT_NO;
  if (!check_editable(call)) return false;
  if (how) {
    if (!take_select(call, 2, &select)) return false;
    edit_move(&call->session->edit, shown(call->session), how->move, select);
    return true;
  }
  how = find(deletions, sizeof deletions / sizeof deletions[0], call);
  if (how) return call_has(call, 1) && delete_towards(call, how);
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
    if (call_is(call, 1, others[i].word)) return others[i].run(call);
  return call_wrong(call);
}
