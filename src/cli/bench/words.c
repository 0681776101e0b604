/* cli/bench/words.c -- links, and the two files of a vocabulary of bytes. */
#include "cli/bench/words.h"

#include <string.h>
#include <unistd.h>

#include "base/os.h"
#include "base/str.h"
#include "base/words.h"
#include "text/byte_alphabet.h"

typedef struct Folder {
  Arena *arena;
  const char *from, *to; /* from is absolute: a link is read from where it lies */
  bool has_words, failed;
} Folder;

static bool names_words(const char *name) {
  return strcmp(name, "tokenizer.json") == 0 || strcmp(name, "vocab.json") == 0 ||
         strcmp(name, "vocab.txt") == 0;
}

static void look_for_words(void *self, const char *name) {
  Folder *folder = self;
  if (names_words(name)) folder->has_words = true;
}

static const char *path_in(const Folder *folder, const char *in, const char *name) {
  return str_format(folder->arena, "%s/%s", in, name);
}

static void link_entry(void *self, const char *name) {
  Folder *folder = self;
  const char *from = path_in(folder, folder->from, name), *to = path_in(folder, folder->to, name);
  if (!from || !to || symlink(from, to) != 0) folder->failed = true;
}

static void remove_entry(void *self, const char *name) {
  const Folder *folder = self;
  const char *path = path_in(folder, folder->to, name);
  if (path) os_remove_file(path);
}

/* A token for every byte. The ids are the bytes, which are rows of any table of 256 words. */
static Str vocabulary_text(Arena *arena) {
  StrBuf json = strbuf_make(arena);
  for (int byte = 0; byte < 256; byte++)
    strbuf_format(&json, "%s\"\\u%04x\": %d", byte ? ", " : "{",
                  (unsigned)byte_alphabet_character((unsigned char)byte), byte);
  strbuf_format(&json, "}\n");
  return json.failed ? (Str){NULL, 0} : strbuf_str(&json);
}

/* Either file may be there already, as a link of no use without the other. */
static bool write_file(const Folder *folder, const char *name, Str text, Status *status) {
  const char *path = path_in(folder, folder->to, name);
  if (!path || !text.at) return status_no_memory(status);
  os_remove_file(path);
  return os_save_file(path, text.at, text.bytes, status);
}

static bool fill(Folder *folder, Status *status) {
  os_list_folder(folder->arena, folder->from, link_entry, folder);
  if (folder->failed)
    return status_fail(status, STATUS_COULD_NOT, _("%s: its files could not be linked in %s"),
                       folder->from, folder->to);
  return write_file(folder, "vocab.json", vocabulary_text(folder->arena), status) &&
         write_file(folder, "merges.txt", STR("#version: 0.2\n"), status);
}

bool bench_words_begin(Arena *arena, const char *folder, BenchWords *words, Status *status) {
  Folder made = {.arena = arena, .from = os_absolute_path(arena, folder)};
  if (!made.from) return status_no_memory(status);
  *words = (BenchWords){.folder = folder};
  bool is_folder = os_list_folder(arena, made.from, look_for_words, &made);
  if (!is_folder || made.has_words) return true;
  made.to = os_make_private_folder(arena, status);
  if (!made.to) return false;
  *words = (BenchWords){.folder = made.to, .made = true};
  if (fill(&made, status)) return true;
  bench_words_end(arena, words);
  return false;
}

void bench_words_end(Arena *arena, const BenchWords *words) {
  Folder made = {.arena = arena, .to = words->folder};
  if (!words->made) return;
  os_list_folder(arena, made.to, remove_entry, &made);
  os_remove_empty_folder(made.to);
}
