/* cli/file_words.c -- recognises paths among the words, decodes and checks them. */
#include "cli/file_words.h"

#include <assert.h>
#include <string.h>

#include "base/i18n.h"
#include "base/os.h"
#include "cli/setup.h"
#include "files/provenance.h"
#include "model/board/board.h"
#include "session/lesson/on_show.h"
#include "session/open_path.h"

static const char uri_begins[] = "file:";

/* ---- which words are files ---- */

static bool is_uri(Str word) {
  return str_starts(word, uri_begins) && word.at[sizeof uri_begins - 1] == '/';
}

/* A bare name such as "x.npz" is a word of a sentence, unless such a file is there. */
static bool names_a_file(const char *word) {
  static const char *const endings[] = {".safetensors", ".npz", ".npy", LESSON_ENDING};
  for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
    if (str_ends(str_from(word), endings[i])) return os_kind(word) == OS_FILE;
  return board_is_file(word);
}

static bool is_path(const char *word) {
  static const char *const begins[] = {"/", "./", "../", "~/"};
  Str text = str_from(word);
  for (size_t i = 0; i < sizeof begins / sizeof begins[0]; i++)
    if (str_starts(text, begins[i])) return true;
  if (is_uri(text) || str_ends(text, STATE_ENDING)) return true;
  return names_a_file(word) || (strchr(word, '/') && os_kind(word) != OS_MISSING);
}

static bool are_files(const Args *args) {
  if (args->is_ended) return false;
  for (int i = 0; i < args->word_count; i++)
    if (!is_path(args->words[i])) return false;
  return args->word_count > 0;
}

/* ---- paths ---- */

/* The value of a hexadecimal digit; −1: it is none. */
static int digit_of(char c) {
  static const char digits[] = "0123456789abcdef";
  const char *at = memchr(digits, c >= 'A' && c <= 'F' ? c - 'A' + 'a' : c, 16);
  return at ? (int)(at - digits) : -1;
}

/* %20 is a space. A % without two digits stands for itself, as %00 does, which no path holds. */
static void decode(char *text) {
  char *to = text;
  for (const char *from = text; *from; from++) {
    int high = *from == '%' ? digit_of(from[1]) : -1, low = high < 0 ? -1 : digit_of(from[2]);
    bool is_byte = low >= 0 && high + low > 0;
    *to++ = (char)(is_byte ? high * 16 + low : *from);
    if (is_byte) from += 2;
  }
  *to = 0;
}

/* file:///path, file://localhost/path and file:/path (RFC 8089). */
static const char *path_of_uri(Arena *arena, const char *uri, Status *status) {
  const char *at = uri + sizeof uri_begins - 1;
  if (strncmp(at, "//", 2) == 0) {
    Str host = {at + 2, strcspn(at + 2, "/")};
    if (host.bytes > 0 && !str_is(host, "localhost")) {
      status_fail(status, STATUS_COULD_NOT,
                  _("%s is on another computer; only files of this one can be opened"), uri);
      return NULL;
    }
    at = host.at + host.bytes;
  }
  char *path = str_copy(arena, str_from(at));
  if (!path) return status_no_memory(status), NULL;
  decode(path);
  return path;
}

/* A folder is named without a slash at its end, which names of its files would double. */
static const char *without_last_slash(Arena *arena, const char *path) {
  size_t bytes = strlen(path);
  if (os_kind(path) != OS_FOLDER) return path;
  while (bytes > 1 && path[bytes - 1] == '/') bytes--;
  return str_copy(arena, (Str){path, bytes});
}

static const char *path_of(Arena *arena, const char *word, Status *status) {
  bool uri = is_uri(str_from(word));
  const char *path =
      uri ? path_of_uri(arena, word, status) : os_path_from_home(arena, str_from(word));
  const char *whole = path ? os_absolute_path(arena, path) : NULL;
  if (whole) whole = without_last_slash(arena, whole);
  if (!whole && (path || !uri)) status_no_memory(status);
  return whole;
}

/* A state and a folder bring their own model; only a text can be shown by that of --model. */
static bool check_model_option(const Args *args, const char *path, Status *status) {
  bool is_missing = os_kind(path) == OS_MISSING; /* which is found later */
  if (!args->values[OPTION_MODEL] || is_missing || path_kind(path) == PATH_TEXT) return true;
  return status_fail(
      status, STATUS_USAGE,
      _("--model %s and %s both say what to open: give one of them, or put -- before "
        "the words of a sentence"),
      args->values[OPTION_MODEL], path);
}

bool file_words_read(Arena *arena, const Args *args, FileWords *files, Status *status) {
  *files = (FileWords){NULL, 0};
  if (!are_files(args)) return true;
  const char **paths = arena_take(arena, (size_t)args->word_count, sizeof *paths);
  if (!paths) return status_no_memory(status);
  Status why = {STATUS_OK, ""}; /* of the first without a path */
  int count = 0;
  for (int i = 0; i < args->word_count; i++) {
    const char *path = path_of(arena, args->words[i], status);
    if (!path && why.kind == STATUS_OK) why = *status;
    if (path && !check_model_option(args, path, status)) return false;
    if (path) paths[count++] = path;
  }
  *files = (FileWords){paths, count};
  if (why.kind != STATUS_OK) *status = why;
  return why.kind == STATUS_OK;
}

bool file_words_state(Arena *arena, const Args *args, const char **path, Status *status) {
  *path = NULL;
  if (args->word_count != 1 || !are_files(args)) return true;
  const char *whole = path_of(arena, args->words[0], status);
  if (!whole) return false;
  if (path_kind(whole) != PATH_STATE) return true;
  *path = whole;
  return check_model_option(args, whole, status);
}

/* ---- sub-commands that take a text ---- */

static bool refuse_word(SubId sub, const char *path, Status *status) {
  const char *name = args_sub_name(sub);
  bool is_folder = os_kind(path) == OS_FOLDER;
  bool takes_recording = sub == SUB_EXPORT || sub == SUB_TRACE;
  switch (path_kind(path)) {
  case PATH_STATE:
    return status_fail(
        status, STATUS_USAGE,
        _("%s is a saved state, which headsup FILE and headsup export FILE open, one "
          "and without a text; a text that looks like a path stands behind --"),
        path);
  case PATH_LESSON:
    return status_fail(status, STATUS_USAGE, _("%s is a lesson, which headsup lesson FILE opens"),
                       path);
  case PATH_TEXT:
    return status_fail(status, STATUS_USAGE,
                       _("%s is a file and no text; headsup %s - reads a text from standard input, "
                         "and a text that looks like a path stands behind --"),
                       path, name);
  case PATH_MODEL:
    break;
  }
  if (is_folder || takes_recording)
    return status_fail(status, STATUS_USAGE,
                       _("%s is no text; headsup %s --%s %s opens a model or a recording, and a "
                         "text that looks like a path stands behind --"),
                       path, name, sub == SUB_TRACE && !is_folder ? "from" : "model", path);
  return status_fail(status, STATUS_USAGE,
                     _("%s is no text, and headsup %s runs a model, such as --model FOLDER; a text "
                       "that looks like a path stands behind --"),
                     path, name);
}

bool file_words_refuse(Arena *arena, const Args *args, Status *status) {
  if (!are_files(args)) return true;
  for (int i = 0; i < args->word_count; i++) {
    const char *path = path_of(arena, args->words[i], status);
    if (!path) return false;
    if (os_kind(path) != OS_MISSING || str_ends(str_from(path), STATE_ENDING))
      return refuse_word(args->sub, path, status);
  }
  return true;
}

/* ---- checking ---- */

/* The reason is that of the system: not there, or in a folder that must not be read. */
static bool check_exists(const char *path, Status *status) {
  Status why;
  OsFile file;
  if (os_kind(path) != OS_MISSING) return true;
  if (os_open_file(path, &file, &why)) return os_close_file(file), true;
  return status_fail(status, STATUS_COULD_NOT,
                     _("%s A sentence that looks like a path stands behind --: headsup -- TEXT"),
                     why.sentence);
}

/* As it is checked when a person opens it in the window. A wrong line is the file's and no wrong
** usage. */
static bool check_state(Arena *arena, const char *path, const Session *session, Status *status) {
  Script state = {.path = path, .asks = true, .is_opened = true, .opens_nothing = true};
  if (!script_read_file(arena, path, &state.text, status)) return false;
  if (session_check_script(session, &state, status)) return true;
  if (status->kind == STATUS_USAGE) status->kind = STATUS_COULD_NOT;
  return false;
}

static bool check_file(Arena *arena, const char *path, const Session *session, Status *status) {
  Str text;
  LessonOnShow lesson;
  if (!check_exists(path, status)) return false;
  switch (path_kind(path)) {
  case PATH_STATE:
    return check_state(arena, path, session, status);
  case PATH_LESSON:
    if (!lesson_make(session, path, &lesson, status)) return false;
    lesson_free(&lesson);
    return true;
  case PATH_TEXT:
    return path_read_text(arena, path, &text, status);
  default:
    path = path_of_model(arena, path);
    return path ? setup_check_name(path, NULL, status) : status_no_memory(status);
  }
}

bool file_words_check(Arena *arena, const FileWords *files, const Session *session,
                      Status *status) {
  assert(files->count > 0);
  for (int i = 0; i < files->count; i++) {
    ArenaMark mark = arena_mark(arena);
    bool right = check_file(arena, files->paths[i], session, status);
    arena_rewind(arena, mark);
    if (!right) return false;
  }
  return true;
}
