/* train/length_file.c -- see length_file.h. */
#include "train/length_file.h"

#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "base/os.h"
#include "train/source_location.h"

static const char first_line[] =
    "tokens,trained,sentences,sentences_right,words,words_right,english,chinese";

/* ---- writing ---- */

/* No word of the vocabulary has a quotation mark: a grammar refuses them as words. */
static void add_words(StrBuf *text, const Vocabulary *vocabulary, const int *ids, int count) {
  strbuf_add_char(text, '"');
  for (int i = 0; i < count; i++) {
    if (i > 0) strbuf_add_char(text, ' ');
    strbuf_add(text, vocabulary->shown[ids[i]]);
  }
  strbuf_add_char(text, '"');
}

bool length_file_save(const ByLength *measured, const Vocabulary *vocabulary, const char *path,
                      Status *status) {
  Arena *arena = arena_make(0);
  if (!arena) return status_no_memory(status);
  StrBuf text = strbuf_make(arena);
  strbuf_format(&text, "%s\n", first_line);
  for (int i = 0; i < measured->curve.count; i++) {
    const LengthPoint *point = &measured->curve.at[i];
    const LengthExample *example = &measured->examples[i];
    strbuf_format(&text, "%d,%d,%d,%d,%d,%d,", point->tokens, point->is_trained, point->sentences,
                  point->whole, point->words, point->right);
    add_words(&text, vocabulary, example->source, example->source_count);
    strbuf_add_char(&text, ',');
    add_words(&text, vocabulary, example->target, example->target_count);
    strbuf_add_char(&text, '\n');
  }
  Str all = strbuf_str(&text);
  bool saved =
      text.failed ? status_no_memory(status) : os_save_file(path, all.at, all.bytes, status);
  arena_free(arena);
  return saved;
}

/* ---- reading ---- */

typedef struct Line {
  Str rest;
  bool failed;
} Line;

static long take_number(Line *line, long most) {
  const char *comma = line->rest.bytes ? memchr(line->rest.at, ',', line->rest.bytes) : NULL;
  long number = 0;
  size_t bytes = comma ? (size_t)(comma - line->rest.at) : 0;
  if (!comma || !str_to_long((Str){line->rest.at, bytes}, &number) || number < 0 || number > most)
    line->failed = true;
  if (line->failed) return 0;
  line->rest = (Str){comma + 1, line->rest.bytes - bytes - 1};
  return number;
}

/* In quotation marks, with `behind` behind them, or 0 for the end of the line. */
static Str take_words(Line *line, char behind) {
  Str rest = line->rest;
  const char *end =
      rest.bytes > 1 && rest.at[0] == '"' ? memchr(rest.at + 1, '"', rest.bytes - 1) : NULL;
  if (!end || end == rest.at + 1) line->failed = true;
  if (line->failed) return (Str){NULL, 0};
  Str words = {rest.at + 1, (size_t)(end - rest.at) - 1};
  rest = (Str){end + 1, rest.bytes - words.bytes - 2};
  bool is_right = behind ? rest.bytes > 0 && rest.at[0] == behind : rest.bytes == 0;
  if (!is_right) line->failed = true;
  else if (behind) rest = (Str){rest.at + 1, rest.bytes - 1};
  line->rest = rest;
  return words;
}

enum { SENTENCES_MOST = 1000000, WORDS_MOST = 100000000 };

static bool read_line(Line line, LengthPoint *point, LengthSentence *sentence) {
  *point = (LengthPoint){.tokens = (int)take_number(&line, LENGTH_WORDS_MOST),
                         .is_trained = take_number(&line, 1) == 1};
  point->sentences = (int)take_number(&line, SENTENCES_MOST);
  point->whole = (int)take_number(&line, point->sentences);
  point->words = (int)take_number(&line, WORDS_MOST);
  point->right = (int)take_number(&line, point->words);
  sentence->english = take_words(&line, ',');
  sentence->chinese = take_words(&line, 0);
  return !line.failed && point->tokens > 0 && point->sentences > 0 && point->words > 0;
}

static bool fail_line(const char *path, int number, Status *status) {
  char place[SOURCE_LOCATION_BYTES];
  source_location_write(path, number, place);
  return status_fail(status, STATUS_COULD_NOT,
                     _("%s: the first line is “%s”, and each other one has the next length, up to "
                       "%d, five counts and two sentences in quotation marks"),
                     place, first_line, LENGTH_WORDS_MOST);
}

bool length_file_parse(Arena *arena, const char *path, Str text, LengthFile *file, Status *status) {
  const char *copy = str_copy(arena, text);
  if (!copy) return status_no_memory(status);
  text.at = copy;
  *file = (LengthFile){.curve = {.count = 0}};
  if (!str_is(str_trim(str_take_line(&text)), first_line)) return fail_line(path, 1, status);
  for (int number = 2; text.bytes > 0; number++) {
    int count = file->curve.count, before = count > 0 ? file->curve.at[count - 1].tokens : 0;
    if (count == LENGTHS_MOST ||
        !read_line((Line){str_trim(str_take_line(&text)), false}, &file->curve.at[count],
                   &file->sentences[count]) ||
        file->curve.at[count].tokens <= before)
      return fail_line(path, number, status);
    file->curve.count++;
  }
  return true;
}
