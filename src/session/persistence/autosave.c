/* session/persistence/autosave.c -- saves the state to disk after every change, so that a crash
** loses none of it.
**
** state_folder/journal-PID holds the state as a script. It is replaced by a rename, at most five
** times a second, always including the last change; an orderly end removes it. If it cannot be
** written (a full disk) it is tried again: with the next change, after pauses that double up to ten
** seconds, and at an end by a signal.
**
** At an ordinary end of the window the state goes to state_folder/last, where the next start goes
** on. Of several windows the one closed last counts.
**
** An autosave whose process has ended is offered at the next start. Before that it is renamed to
** journal-PID.offered, which only one process can do: another window neither offers nor removes it
** while that process lives. A file of either kind that cannot be played is renamed to .bad.
*/
#define _GNU_SOURCE /* for memmem */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/os.h"
#include "base/i18n.h"
#include "session/session_internal.h"

enum { AUTOSAVE_BYTES_MOST = 4 << 20, PID_MOST = 1 << 22, LEFT_TRIES = 1000 };
static const double write_every_ms = 200.0, pause_most_ms = 10000.0;
static const char saved_mark[] = "# saved ", offered[] = ".offered";

/* ---- writing ---- */

/* os_save_draft renames without waiting for the disk, so that no key press waits: a power cut may
** lose the last moment, a crash of the program loses nothing. */
static bool write_now(const Session *session, const char *path, Status *status) {
  assert(path[0]);
  ArenaMark mark = arena_mark(session->scratch);
  Str script = session_script(session, session->scratch);
  StrBuf text = strbuf_make(session->scratch);
  strbuf_format(&text, "%s%lld\n", saved_mark, (long long)time(NULL));
  strbuf_add(&text, script);
  bool done = script.at && !text.failed ? os_save_draft(path, text.at, text.bytes, status)
                                        : status_no_memory(status);
  arena_rewind(session->scratch, mark);
  return done;
}

static void remove_left(Autosave *autosave) {
  assert(autosave->left[0]);
  os_remove_file(autosave->left);
  autosave->left[0] = 0;
  autosave->left_is_taken = false;
}

static void write_autosave(Session *session) {
  Autosave *autosave = &session->autosave;
  Status status;
  autosave->tried_ms = session_now_ms(session);
  autosave->pending = !write_now(session, autosave->path, &status);
  if (!autosave->pending) {
    autosave->written = true;
    autosave->failed = false;
    autosave->pause_ms = write_every_ms;
    if (autosave->left_is_taken) remove_left(autosave);
    return;
  }
  autosave->pause_ms = fmin(2 * autosave->pause_ms, pause_most_ms);
  if (!autosave->failed) session_tell(session, status.sentence); /* told once; the work goes on */
  autosave->failed = true;
}

static double due_in_ms(const Session *session, double pause_ms) {
  return session->autosave.tried_ms + pause_ms - session_now_ms(session);
}

void autosave_note(Session *session) {
  Autosave *autosave = &session->autosave;
  const Arena *inputs = session->undo.states[session->undo.at].arena;
  if (!autosave->path[0]) return;
  bool same_cache = autosave->cache_mb == session->cache_mb;
  if (autosave->inputs == inputs && same_cache &&
      session_same_view(&autosave->view, &session->view))
    return;
  autosave->inputs = inputs;
  autosave->cache_mb = session->cache_mb;
  autosave->view = session->view;
  autosave->pending = true;
  if (due_in_ms(session, write_every_ms) <= 0) write_autosave(session);
}

double autosave_tick(Session *session) {
  const Autosave *autosave = &session->autosave;
  if (!autosave->pending) return -1;
  if (due_in_ms(session, autosave->pause_ms) <= 0) write_autosave(session);
  return autosave->pending ? due_in_ms(session, autosave->pause_ms) : -1;
}

void session_keep_autosave(Session *session) {
  if (!session->autosave.path[0]) return;
  if (session->autosave.pending) write_autosave(session);
  session->autosave.keep = true;
}

/* A full disk is no reason to keep a window open: the next start then goes on where the one before
** was left. */
void session_keep_last(const Session *session) {
  Status status;
  if (session->autosave.last[0]) write_now(session, session->autosave.last, &status);
}

void autosave_close(Session *session) {
  Autosave *autosave = &session->autosave;
  if (autosave->keep) return;
  if (autosave->written) os_remove_file(autosave->path);
  if (autosave->left_is_taken) remove_left(autosave);
}

/* ---- autosaves of other processes ---- */

typedef struct Search {
  Session *session;
  const char *folder;
  char best[STATE_PATH_BYTES]; /* the path; "": none was found */
  bool trains;                 /* the best one has a training with steps */
  long long newest;
} Search;

static bool set_path(char path[STATE_PATH_BYTES], const char *folder, int process_id) {
  assert(process_id > 0);
  int bytes = snprintf(path, STATE_PATH_BYTES, "%s/journal-%d", folder, process_id);
  return bytes > 0 && bytes < STATE_PATH_BYTES;
}

/* The process number in a name such as journal-123; 0 if anything but a plain number follows the
** prefix, so that other files of the folder stay untouched. */
int autosave_process_of(const char *name, const char *prefix) {
  long number;
  size_t bytes = strlen(prefix);
  if (strncmp(name, prefix, bytes) != 0) return 0;
  Str digits = str_from(name + bytes);
  bool plain = digits.bytes > 0 && digits.at[0] >= '1' && digits.at[0] <= '9';
  return plain && str_to_long(digits, &number) && number <= PID_MOST + LEFT_TRIES ? (int)number : 0;
}

/* 123 for journal-123 and journal-123.offered. */
static int owner_of(const char *name) {
  char plain[64];
  Str text = str_from(name);
  size_t bytes = str_ends(text, offered) ? text.bytes - (sizeof offered - 1) : text.bytes;
  if (bytes >= sizeof plain) return 0;
  memcpy(plain, name, bytes);
  plain[bytes] = 0;
  return autosave_process_of(plain, "journal-");
}

/* The file is kept, because it is a person's work, which a newer program may be able to read. */
static void move_aside(Session *session, const char *path) {
  char bad[STATE_PATH_BYTES + 8];
  Status told;
  snprintf(bad, sizeof bad, "%s.bad", path);
  if (!os_move_file(path, bad)) return;
  status_fail(&told, STATUS_OK,
              _("The state of a former session cannot be read; it is kept as %s."), bad);
  session_tell(session, told.sentence);
}

static long saved_at(Str text) {
  const size_t before = sizeof saved_mark - 1;
  long seconds = 0;
  if (str_starts(text, saved_mark))
    str_leading_number((Str){text.at + before, text.bytes - before}, &seconds);
  return seconds;
}

static bool has_training(Str text) {
  static const char line[] = "\ntrain until ";
  return memmem(text.at, text.bytes, line, sizeof line - 1) != NULL;
}

/* One with a training is preferred, because a training takes longer to repeat than a
** view; then the newest. */
static bool is_better(const Search *search, Str text) {
  bool trains = has_training(text);
  if (trains != search->trains) return trains;
  return saved_at(text) >= search->newest;
}

/* It may open what was open, and must not write. */
static Script script_of(const char *path, Str text) {
  return (Script){.path = path, .text = text, .rights = SCRIPT_OPENS};
}

/* Whether the file is an autosave of this program that can be played. False: it is not, as the
** status says, or disk or memory failed. */
static bool check_autosave(const Session *session, const char *path, Str *text, Status *status) {
  if (!os_read_file(session->scratch, path, AUTOSAVE_BYTES_MOST, text, status)) return false;
  Script script = script_of(path, *text);
  script.opens_nothing = true;
  return text->bytes > 0 && session_check_script(session, &script, status);
}

/* Whether the file can be played; else the person is told why not. After a failure of disk or
** memory the file stays, because the next start may be able to read it. */
static bool read_or_move_aside(Session *session, const char *path, Str *text) {
  Status status = {STATUS_OK, ""};
  *text = (Str){NULL, 0};
  if (check_autosave(session, path, text, &status)) return true;
  bool is_unread = !text->at && !os_is_larger(path, AUTOSAVE_BYTES_MOST);
  if (is_unread || status_is_no_memory(&status)) session_tell(session, status.sentence);
  else move_aside(session, path);
  return false;
}

static void examine(Search *search, const char *path) {
  Session *session = search->session;
  ArenaMark mark = arena_mark(session->scratch);
  Str text;
  if (read_or_move_aside(session, path, &text) && is_better(search, text)) {
    search->newest = saved_at(text);
    search->trains = has_training(text);
    snprintf(search->best, STATE_PATH_BYTES, "%s", path);
  }
  arena_rewind(session->scratch, mark);
}

/* An autosave with this process's own number comes from an earlier one: it gets a number
** that no process has. */
static bool rename_to_free_number(const char *folder, char path[STATE_PATH_BYTES]) {
  char other[STATE_PATH_BYTES];
  for (int i = 1; i <= LEFT_TRIES; i++) {
    if (!set_path(other, folder, PID_MOST + i)) return false;
    if (os_kind(other) != OS_MISSING) continue;
    bool moved = os_move_file(path, other);
    memcpy(path, other, STATE_PATH_BYTES);
    return moved;
  }
  return false;
}

/* The autosave of a running process is left alone. If another program has its number by now, the
** autosave waits for the next start. */
static void visit_file(void *self, const char *name) {
  Search *search = self;
  char path[STATE_PATH_BYTES];
  int process_id = owner_of(name),
      bytes = snprintf(path, sizeof path, "%s/%s", search->folder, name);
  if (process_id == 0 || bytes < 0 || bytes >= STATE_PATH_BYTES) return;
  if (process_id == os_process_id()) {
    if (!rename_to_free_number(search->folder, path)) return;
  } else if (process_id <= PID_MOST && os_process_alive(process_id)) return;
  examine(search, path);
}

/* Renames it, which only one process can do. In a folder that cannot be written to it is offered
** where it is. False: another process was quicker. */
static bool claim_left(Autosave *autosave, const char *path) {
  assert(path[0] && autosave->path[0]);
  char own[STATE_PATH_BYTES];
  int bytes = snprintf(own, sizeof own, "%s%s", autosave->path, offered);
  bool moved = bytes > 0 && bytes < STATE_PATH_BYTES && os_move_file(path, own);
  if (!moved && os_kind(path) == OS_MISSING) return false;
  memcpy(autosave->left, moved ? own : path, STATE_PATH_BYTES);
  return true;
}

/* The beginning of the sentence that an autosave has, for the question about it. */
static void read_left_sentence(Session *session) {
  Autosave *autosave = &session->autosave;
  ArenaMark mark = arena_mark(session->scratch);
  Str text, sentence = {"", 0};
  bool is_read = os_read_file(session->scratch, autosave->left, AUTOSAVE_BYTES_MOST, &text, NULL);
  while (is_read && text.bytes > 0) {
    Str line = str_take_line(&text);
    CommandWords words;
    if (str_starts(line, "sentence ") && line_next(session->scratch, &line, &words, NULL) &&
        words.count == 2)
      sentence = words.at[1].text;
  }
  Str shown = str_head(sentence, sizeof autosave->left_sentence - 4);
  snprintf(autosave->left_sentence, sizeof autosave->left_sentence, "%.*s%s", (int)shown.bytes,
           shown.at, shown.bytes < sentence.bytes ? "…" : "");
  arena_rewind(session->scratch, mark);
}

static void find_left(Session *session, const char *state_folder) {
  for (int i = 0; i < LEFT_TRIES; i++) {
    Search search = {.session = session, .folder = state_folder, .newest = -1};
    Arena *names = arena_make(0);
    if (names) os_list_folder(names, state_folder, visit_file, &search);
    arena_free(names);
    if (!search.best[0] || claim_left(&session->autosave, search.best)) return;
  }
}

/* Where nothing is offered, an earlier autosave with this process's own number is not lost. */
static void spare_own_number(const Autosave *autosave, const char *state_folder) {
  char path[STATE_PATH_BYTES];
  memcpy(path, autosave->path, sizeof path);
  if (os_kind(path) != OS_MISSING) rename_to_free_number(state_folder, path);
}

/* The first write may come at once, so the time of the last try is set one interval back. */
void autosave_open(Session *session, const char *state_folder, bool offers) {
  Autosave *autosave = &session->autosave;
  if (!set_path(autosave->path, state_folder, os_process_id())) autosave->path[0] = 0;
  else if (offers) find_left(session, state_folder);
  else spare_own_number(autosave, state_folder);
  int bytes = snprintf(autosave->last, STATE_PATH_BYTES, "%s/last", state_folder);
  if (bytes < 0 || bytes >= STATE_PATH_BYTES) autosave->last[0] = 0;
  if (autosave->left[0]) read_left_sentence(session);
  if (autosave->left[0]) session->view.menu = MENU_RESTORE;
  autosave->view = session->view;
  autosave->cache_mb = session->cache_mb;
  autosave->inputs = session->undo.states[session->undo.at].arena;
  autosave->pause_ms = write_every_ms;
  autosave->tried_ms = session_now_ms(session) - write_every_ms;
}

/* ---- restoring ---- */

bool session_has_left_autosave(const Session *session) {
  return session->autosave.left[0] != 0 && !session->autosave.left_is_taken;
}

Str session_left_sentence(const Session *session) {
  return str_from(session->autosave.left_sentence);
}

/* The part of the sentence after "path:line: ". */
static const char *reason_of(const Status *status, const char *path) {
  const char *sentence = status->sentence;
  if (!str_starts(str_from(sentence), path)) return sentence;
  const char *reason = strstr(sentence + strlen(path), ": ");
  return reason ? reason + 2 : sentence;
}

/* Whether the line names a model of the disk; then model is its name. */
static bool names_model_of_disk(const Session *session, Str line, char model[INPUTS_MODEL_BYTES]) {
  CommandWords words;
  if (!line_next(session->scratch, &line, &words, NULL)) return false;
  if (words.count < 2 || !str_is(words.at[0].text, "model")) return false;
  if (words.at[1].text.bytes >= INPUTS_MODEL_BYTES) return false;
  snprintf(model, INPUTS_MODEL_BYTES, "%.*s", (int)words.at[1].text.bytes, words.at[1].text.at);
  return compute_is_outside(model);
}

/* Plays each line on its own, because layers, heads and cells of the missing model may not exist in
** this one. False: no model of the disk is named, so something else is wrong. */
static bool play_with_stand_in(Session *session, Str text, char model[INPUTS_MODEL_BYTES]) {
  char name[INPUTS_MODEL_BYTES], stand_in[INPUTS_MODEL_BYTES + 16];
  bool found = false;
  snprintf(stand_in, sizeof stand_in, "model %s", session_default_inputs().model);
  settings_hold(session, true);
  while (text.bytes > 0) {
    Str line = str_take_line(&text);
    bool is_outside = names_model_of_disk(session, line, name);
    if (is_outside) memcpy(model, name, INPUTS_MODEL_BYTES);
    session_do_text(session, is_outside ? str_from(stand_in) : line, NULL);
    found = found || is_outside;
  }
  settings_hold(session, false);
  return found;
}

/* Restores the sentence with the default model. The model may be on a disk that is not mounted, and
** can be opened later. */
static bool restore_sentence(Session *session, const Script *script, const char *reason) {
  char model[INPUTS_MODEL_BYTES];
  Status told;
  Guard guard, *outer = session->guard;
  if (!guard_begin(session, script, session->scratch, &guard)) return false;
  session->guard = &guard;
  bool played = play_with_stand_in(session, script->text, model);
  session->guard = outer;
  if (!played) return false;
  status_fail(&told, STATUS_OK,
              _("The model did not open: %s. Your sentence is back, with %s in its place; when the "
                "model is there again: headsup --model '%s'"),
              reason, session_now(session)->model, model);
  session_tell(session, told.sentence);
  return true;
}

/* Not done for a model that a person stopped, or that asks how it is to be read. The offered
** autosave is removed once its state is in this session's own autosave. */
static bool restore_ended(void *self, const Script *script, bool done, Status *status) {
  Session *session = self;
  session->group_started = false; /* the failed changes were undone */
  if (!done && status->kind != STATUS_STOPPED && status->kind != STATUS_ASK)
    done = restore_sentence(session, script, reason_of(status, script->path));
  if (!done) return false;
  session->autosave.left_is_taken = true;
  autosave_note(session);
  if (session->autosave.pending) write_autosave(session);
  return true;
}

/* All changes form one step of undo. */
static bool restore_left(Session *session, Status *status) {
  assert(session_has_left_autosave(session));
  Str text;
  const char *path = session->autosave.left;
  if (!os_read_file(session->scratch, path, AUTOSAVE_BYTES_MOST, &text, status)) return false;
  Script script = script_of(path, text);
  script.takes_back = true;
  script.ended = restore_ended;
  script.ended_self = session;
  return script_begin(session, &script, &(ScriptAnswer){0}, status);
}

static bool return_ended(void *self, const Script *script, bool done, Status *status) {
  Session *session = self;
  session->group_started = false;
  if (done || status->kind == STATUS_STOPPED || status->kind == STATUS_ASK) return done;
  return restore_sentence(session, script, reason_of(status, script->path));
}

/* Without a file that can be played the session begins as at the first start. */
bool session_return_to_last(Session *session, Status *status) {
  Str text;
  const char *path = session->autosave.last;
  if (!path[0] || os_kind(path) == OS_MISSING) return true;
  if (!read_or_move_aside(session, path, &text)) return true;
  Script script = script_of(path, text);
  script.takes_back = true;
  script.ended = return_ended;
  script.ended_self = session;
  return script_begin(session, &script, &(ScriptAnswer){0}, status);
}

bool do_restore(const CommandContext *context) {
  Session *session = context->session;
  bool yes = command_is(context, 1, "yes");
  if (!command_has(context, 1) || (!yes && !command_is(context, 1, "no")))
    return command_wrong(context);
  if (!permit_person(context)) return false;
  session->view.menu = MENU_NONE;
  if (!session_has_left_autosave(session) || session->dry) return true;
  if (yes) return restore_left(session, context->status);
  remove_left(&session->autosave);
  return true;
}
