/* session/lesson/shelf.c -- the shipped lessons, found among the program's files, and progress. */
#include "session/lesson/shelf.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "assets/assets.h"
#include "base/i18n.h"
#include "base/os.h"
#include "lesson/lesson.h"
#include "session/session_internal.h"

_Static_assert(LESSON_QUESTIONS_MOST <= 64, "a bit of LessonProgress.done for each question");

static const char folder[] = "lessons/";
enum { NUMBER_BYTES = 3 /* "08-" */, FILE_BYTES_MOST = 64 << 10 };
static const double patience_ms = 100;

/* ---- the files ---- */

/* Those in English; the other languages have folders there. */
static bool is_lesson(const char *file) {
  Str name = str_from(file);
  return str_starts(name, folder) && str_ends(name, LESSON_ENDING) &&
         !strchr(file + sizeof folder - 1, '/') &&
         name.bytes > sizeof folder - 1 + NUMBER_BYTES + sizeof LESSON_ENDING - 1;
}

/* The index among all assets of the lesson at index; −1: there are no more. */
static int asset_of(int index) {
  for (int i = 0; i < assets_count(); i++)
    if (is_lesson(assets_name(i)) && index-- == 0) return i;
  return -1;
}

int shelf_count(void) {
  int count = 0;
  for (int i = 0; i < assets_count(); i++) count += is_lesson(assets_name(i));
  return count;
}

/* In the language that is spoken; in English where it is not there in that. */
static bool find_text(int index, Str *text) {
  char path[PROGRESS_NAME_BYTES];
  const char *name = assets_name(asset_of(index));
  snprintf(path, sizeof path, "%s%s/%s", folder, i18n_language_name(i18n_spoken()),
           name + sizeof folder - 1);
  return assets_find(path, text) || assets_find(name, text);
}

void shelf_name(int index, char name[SHELF_NAME_BYTES]) {
  int asset = asset_of(index);
  assert(asset >= 0);
  Str file = str_from(assets_name(asset) + sizeof folder - 1 + NUMBER_BYTES);
  file.bytes -= sizeof LESSON_ENDING - 1;
  snprintf(name, SHELF_NAME_BYTES, "%.*s", (int)file.bytes, file.at);
}

bool shelf_find(const char *name, Str *text, int *index) {
  char of[SHELF_NAME_BYTES];
  long number;
  int count = shelf_count(), found = -1;
  for (int i = 0; i < count && found < 0; i++) {
    shelf_name(i, of);
    if (strcmp(of, name) == 0) found = i;
  }
  if (found < 0 && str_to_long(str_from(name), &number) && number >= 1 && number <= count)
    found = (int)number - 1;
  if (found < 0) return false;
  if (index) *index = found;
  return find_text(found, text);
}

/* Its head is short, so the lines are looked at and the lesson is not read. */
void shelf_words(int index, Str *title, Str *level, int *minutes) {
  Str text;
  long number = 0;
  *title = *level = (Str){"", 0};
  *minutes = 0;
  if (!find_text(index, &text)) return;
  while (text.bytes > 0) {
    Str line = str_take_line(&text);
    if (str_starts(line, "## ")) return;
    if (str_starts(line, "# ")) *title = str_trim((Str){line.at + 2, line.bytes - 2});
    if (str_starts(line, "level:")) *level = str_trim((Str){line.at + 6, line.bytes - 6});
    if (str_starts(line, "minutes:") &&
        str_to_long(str_trim((Str){line.at + 8, line.bytes - 8}), &number))
      *minutes = (int)number;
  }
}

/* ---- progress ---- */

/* Lines that are wrong or too long are passed over. */
static void add_line(LessonShelf *shelf, Str line) {
  LessonProgress made = {0};
  unsigned long long done;
  int used = 0;
  char text[PROGRESS_NAME_BYTES + 64];
  if (shelf->count == PROGRESS_MOST || line.bytes >= sizeof text) return;
  snprintf(text, sizeof text, "%.*s", (int)line.bytes, line.at);
  if (sscanf(text, "%d %llx %d %d %n", &made.page, &done, &made.pages, &made.questions, &used) <
          4 ||
      used == 0 || strlen(text + used) >= sizeof made.name || text[used] == 0 || made.page < 0 ||
      made.page >= LESSON_PAGES_MOST || made.questions < 0 ||
      made.questions > LESSON_QUESTIONS_MOST)
    return;
  made.done = done;
  memcpy(made.name, text + used, strlen(text + used) + 1);
  shelf->at[shelf->count++] = made;
}

static void read_file(Session *session) {
  LessonShelf *shelf = &session->shelf;
  Str text;
  ArenaMark mark = arena_mark(session->scratch);
  shelf->count = 0;
  if (os_kind(shelf->path) == OS_FILE &&
      os_read_file(session->scratch, shelf->path, FILE_BYTES_MOST, &text, NULL))
    while (text.bytes > 0) add_line(shelf, str_take_line(&text));
  arena_rewind(session->scratch, mark);
}

void shelf_open(Session *session, const char *state_folder) {
  LessonShelf *shelf = &session->shelf;
  int bytes = snprintf(shelf->path, sizeof shelf->path, "%s/lessons", state_folder);
  snprintf(shelf->folder, sizeof shelf->folder, "%s", state_folder);
  if (bytes < 0 || bytes >= (int)sizeof shelf->path) shelf->path[0] = 0;
  if (shelf->path[0]) read_file(session);
}

/* count: it is not there. */
static int place_of(const LessonShelf *shelf, const char *name) {
  int place = 0;
  while (place < shelf->count && strcmp(shelf->at[place].name, name) != 0) place++;
  return place;
}

const LessonProgress *session_lesson_progress(const Session *session, const char *name) {
  const LessonShelf *shelf = &session->shelf;
  int place = place_of(shelf, name);
  return place < shelf->count ? &shelf->at[place] : NULL;
}

int shelf_done_count(const LessonProgress *progress) {
  int count = 0;
  for (int i = 0; i < progress->questions; i++) count += (int)(progress->done >> i & 1);
  return count;
}

int shelf_next(const Session *session) {
  const LessonShelf *shelf = &session->shelf;
  Str text;
  int index;
  if (shelf->count == 0) return 0;
  const LessonProgress *last = &shelf->at[shelf->count - 1];
  if (!shelf_find(last->name, &text, &index)) return 0;
  bool is_read = last->page + 1 >= last->pages;
  return is_read && index + 1 < shelf_count() ? index + 1 : index;
}

/* The last line is the lesson read last. */
static void move_to_end(LessonShelf *shelf, int place) {
  LessonProgress moved = shelf->at[place];
  memmove(&shelf->at[place], &shelf->at[place + 1],
          (size_t)(shelf->count - 1 - place) * sizeof moved);
  shelf->at[shelf->count - 1] = moved;
}

static void write_file(Session *session) {
  const LessonShelf *shelf = &session->shelf;
  ArenaMark mark = arena_mark(session->scratch);
  StrBuf text = strbuf_make(session->scratch);
  for (int i = 0; i < shelf->count; i++) {
    const LessonProgress *at = &shelf->at[i];
    strbuf_format(&text, "%d %llx %d %d %s\n", at->page, (unsigned long long)at->done, at->pages,
                  at->questions, at->name);
  }
  if (!text.failed) os_save_draft(shelf->path, text.at, text.bytes, NULL);
  arena_rewind(session->scratch, mark);
}

/* Other windows write the same file: it is read again under the lock, and one line replaced. An
** answer once given stays, also where the lesson was begun anew. */
void shelf_note(Session *session) {
  LessonShelf *shelf = &session->shelf;
  const LessonOnShow *on_show = &session->lesson;
  int lock = -1;
  if (!on_show->arena || session->dry || strlen(on_show->name) >= PROGRESS_NAME_BYTES) return;
  bool is_kept = shelf->path[0] && os_lock_folder(shelf->folder, patience_ms, &lock);
  if (is_kept) read_file(session);
  int place = place_of(shelf, on_show->name);
  bool is_new = place == shelf->count;
  LessonProgress *own = place < PROGRESS_MOST ? &shelf->at[place] : NULL;
  if (own && is_new) {
    *own = (LessonProgress){0};
    memcpy(own->name, on_show->name, strlen(on_show->name) + 1); /* it has room, see above */
    shelf->count++;
  }
  if (own) {
    own->page = on_show->page;
    own->pages = on_show->lesson->page_count;
    own->questions = on_show->lesson->question_count;
    for (int i = 0; i < own->questions; i++)
      if (on_show->answers[i].state == ANSWER_RIGHT) own->done |= (uint64_t)1 << i;
    move_to_end(shelf, place);
  }
  if (is_kept && own) write_file(session);
  if (is_kept) os_unlock_folder(lock);
}
