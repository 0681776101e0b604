/* model/tokenizer/merges.c -- reads merges from merges.txt or tokenizer.json.
**
** The line is the rank. Both halves and their merge must be tokens. A wrong merge is an error with
** its line; skipping it would change ids without notice. */
#include <assert.h>
#include <string.h>

#include "base/i18n.h"
#include "model/tokenizer/tokenizer_internal.h"

/* The state of reading one file; `joined` is a buffer for both halves of a merge. */
typedef struct MergesReading {
  TokenizerReading *reading;
  BpeMerge *merges;
  int count;
  char *joined;
  size_t joined_bytes;
  int line; /* of merges.txt, or the number of the merge in tokenizer.json, from 1 */
} MergesReading;

/* The error begins with "merges.txt:12" or "tokenizer.json: merge 12". */
static bool fail_merge(const MergesReading *merges, const char *what, Str token) {
  const TokenizerReading *reading = merges->reading;
  bool has_lines = strstr(reading->path, "merges.txt") != NULL;
  if (has_lines)
    return status_fail(reading->status, STATUS_COULD_NOT, "%s:%d: %s “%.*s”", reading->path,
                       merges->line, what, CLIPPED(token));
  return status_fail(reading->status, STATUS_COULD_NOT, "%s: %s %d: %s “%.*s”", reading->path,
                     _("merge"), merges->line, what, CLIPPED(token));
}

static bool find_token(const MergesReading *merges, Str token, int *id) {
  *id = token_table_find(merges->reading->made->names, token);
  return *id >= 0 || fail_merge(merges, _("the vocabulary has no token"), token);
}

static bool take_joined(MergesReading *merges, size_t bytes) {
  if (merges->joined_bytes >= bytes) return true;
  /* Twice as much as needed, so that it seldom grows. */
  merges->joined = arena_take(merges->reading->arena, 2 * bytes, 1);
  merges->joined_bytes = merges->joined ? 2 * bytes : 0;
  return merges->joined || status_no_memory(merges->reading->status);
}

static bool add_merge(MergesReading *merges, Str left, Str right) {
  BpeMerge merge;
  if (!tokenizer_goes_on(merges->reading)) return false;
  if (!find_token(merges, left, &merge.left) || !find_token(merges, right, &merge.right) ||
      !take_joined(merges, left.bytes + right.bytes))
    return false;
  memcpy(merges->joined, left.at, left.bytes);
  memcpy(merges->joined + left.bytes, right.at, right.bytes);
  if (!find_token(merges, (Str){merges->joined, left.bytes + right.bytes}, &merge.made))
    return false;
  merges->merges[merges->count++] = merge;
  return true;
}

/* A line is two texts that are not empty, with one space between them. */
static bool add_line(MergesReading *merges, Str line) {
  const char *space = line.bytes ? memchr(line.at, ' ', line.bytes) : NULL;
  Str left = {line.at, space ? (size_t)(space - line.at) : 0};
  Str right = space ? (Str){space + 1, line.bytes - left.bytes - 1} : (Str){NULL, 0};
  if (left.bytes == 0 || right.bytes == 0 || memchr(right.at, ' ', right.bytes))
    return fail_merge(merges, _("a merge is two tokens with one space between them, not"), line);
  return add_merge(merges, left, right);
}

static bool seal(const MergesReading *merges) {
  const TokenizerReading *reading = merges->reading;
  return bpe_make(reading->arena, merges->merges, merges->count, &reading->made->bpe,
                  reading->status);
}

static bool take_merges(MergesReading *merges, size_t count) {
  merges->merges = arena_take(merges->reading->arena, count, sizeof *merges->merges);
  return merges->merges || status_no_memory(merges->reading->status);
}

/* ---- merges.txt ---- */

static Str next_line(Str *rest) {
  Str line = str_take_line(rest);
  if (line.bytes > 0 && line.at[line.bytes - 1] == '\r') line.bytes--;
  return line;
}

/* Only the first line may be a comment: “# #” is a merge like any other. */
bool tokenizer_read_merges_txt(TokenizerReading *reading) {
  assert(reading->made->names && !reading->made->bpe);
  MergesReading merges = {.reading = reading};
  Str rest;
  size_t lines = 1;
  if (!tokenizer_read_bytes(reading, &rest)) return false;
  rest = str_without_mark(rest);
  for (size_t i = 0; i < rest.bytes; i++) lines += rest.at[i] == '\n';
  if (lines > INT32_MAX / 4)
    return status_fail(reading->status, STATUS_COULD_NOT, _("%s has too many lines"),
                       reading->path);
  if (!take_merges(&merges, lines)) return false;
  while (rest.bytes > 0) {
    Str line = next_line(&rest);
    merges.line++;
    if (merges.line == 1 && str_starts(line, "#version")) continue;
    if (line.bytes == 0 && rest.bytes == 0) break;
    if (!add_line(&merges, line)) return false;
  }
  return seal(&merges);
}

/* ---- tokenizer.json ---- */

/* "a b" in old files, ["a", "b"] in newer ones. */
static bool add_json(MergesReading *merges, const json_t *merge) {
  Str line = tokenizer_json_text(merge);
  if (line.at) return add_line(merges, line);
  Str left = tokenizer_json_text(json_array_get(merge, 0));
  Str right = tokenizer_json_text(json_array_get(merge, 1));
  if (json_array_size(merge) != 2 || left.bytes == 0 || right.bytes == 0)
    return fail_merge(merges, _("a merge is two tokens, as “a b” or as a list"), STR(""));
  return add_merge(merges, left, right);
}

bool tokenizer_read_merges_json(TokenizerReading *reading, const json_t *list) {
  assert(reading->made->names && !reading->made->bpe);
  MergesReading merges = {.reading = reading};
  size_t count = json_array_size(list);
  if (!json_is_array(list) || count > INT32_MAX / 4)
    return status_fail(reading->status, STATUS_COULD_NOT, _("%s: model.merges must be a list"),
                       reading->path);
  if (!take_merges(&merges, count)) return false;
  for (size_t i = 0; i < count; i++) {
    merges.line = (int)i + 1;
    if (!add_json(&merges, json_array_get(list, i))) return false;
  }
  return seal(&merges);
}
