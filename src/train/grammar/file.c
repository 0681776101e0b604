/* train/grammar/file.c -- reads a grammar, line by line, in four walks.
**
** A file may include a built-in grammar (with english): each walk reads the lines of that grammar
** first, then the file's own.
*/
#include <string.h>

#include "assets/assets.h"
#include "base/i18n.h"
#include "train/grammar/reading.h"

/* ---- built-in grammars ---- */

static const char folder[] = "grammar/", ending[] = ".txt";

bool grammar_find_builtin(Arena *arena, const char *name, GrammarFile *file) {
  const char *asset = str_format(arena, "%s%s%s", folder, name, ending);
  if (!asset || !assets_find(asset, &file->text)) return false;
  file->path = asset;
  return true;
}

const char *grammar_builtin_list(Arena *arena) {
  StrBuf list = strbuf_make(arena);
  size_t before = strlen(folder), behind = strlen(ending);
  for (int i = 0; i < assets_count(); i++) {
    Str name = str_from(assets_name(i));
    if (!str_starts(name, folder) || name.bytes < before + behind) continue;
    strbuf_format(&list, "%s%.*s", list.bytes ? ", " : "", (int)(name.bytes - before - behind),
                  name.at + before);
  }
  return list.failed || !list.bytes ? "" : list.at;
}

/* ---- walks ---- */

static bool walk_lines(GrammarReading *reading, const GrammarFile *file, int walk) {
  Str text = file->text;
  reading->path = file->path;
  reading->line = 0;
  while (text.bytes > 0) {
    reading->line++;
    if (!grammar_read_line(reading, str_take_line(&text), walk)) return false;
  }
  return true;
}

/* No table can have more rows than there are lines, so the tables never grow. */
static bool take_tables(GrammarReading *reading, size_t lines) {
  Grammar *grammar = reading->grammar;
  Arena *arena = reading->arena;
  grammar->nouns = arena_take(arena, lines, sizeof *grammar->nouns);
  grammar->adjectives = arena_take(arena, lines, sizeof *grammar->adjectives);
  grammar->verbs = arena_take(arena, lines, sizeof *grammar->verbs);
  grammar->pronouns = arena_take(arena, lines, sizeof *grammar->pronouns);
  grammar->rules = arena_take(arena, lines, sizeof *grammar->rules);
  grammar->phrases = arena_take(arena, lines, sizeof *grammar->phrases);
  grammar->patterns = arena_take(arena, lines, sizeof *grammar->patterns);
  grammar->nodes = arena_take(arena, NODES_MOST, sizeof *grammar->nodes);
  reading->rules = token_table_make(arena, lines);
  reading->adjectives = token_table_make(arena, lines);
  return reading->rules && reading->adjectives && grammar->nouns && grammar->adjectives &&
         grammar->verbs && grammar->pronouns && grammar->rules && grammar->phrases &&
         grammar->patterns && grammar->nodes;
}

static bool check_whole(const GrammarReading *reading) {
  const Grammar *grammar = reading->grammar;
  const char *missing = !grammar->noun_count        ? "noun"
                        : !grammar->adjective_count ? "adjective"
                        : !grammar->verb_count      ? "verb"
                        : !grammar->pronoun_count   ? "pronoun"
                        : !grammar->phrase_count    ? "phrase"
                        : !grammar->pattern_count   ? "sentence"
                                                    : NULL;
  if (!missing) return true;
  char place[SOURCE_LOCATION_BYTES];
  source_location_write(reading->path, 0, place);
  return status_fail(reading->status, STATUS_USAGE,
                     _("%s: there is no line that begins with %s; to add words to a grammar of "
                       "this program (%s), begin with a line such as: with english"),
                     place, missing, grammar_builtin_list(reading->arena));
}

/* Refuses a noun whose classes no verb, adjective or slot names: no sentence could contain it. */
static bool check_nouns(const GrammarReading *reading) {
  const Grammar *grammar = reading->grammar;
  ClassSet spoken = 0;
  for (int i = 0; i < grammar->verb_count; i++)
    spoken |= grammar->verbs[i].subjects | grammar->verbs[i].objects;
  for (int i = 0; i < grammar->adjective_count; i++)
    if (!grammar->adjectives[i].only_before) spoken |= grammar->adjectives[i].fits;
  for (int i = 0; i < grammar->node_count; i++) spoken |= grammar->nodes[i].classes;
  for (int i = 0; i < grammar->noun_count; i++)
    if (!grammar_noun_is(&grammar->nouns[i], spoken))
      return status_fail(
          reading->status, STATUS_USAGE,
          _("%s: no verb takes a noun of these classes and no adjective fits one, so it "
            "would stand in no sentence; name one of them there, or another class here"),
          grammar->nouns[i].place);
  return true;
}

static size_t count_lines(Str text) {
  size_t lines = 1;
  for (size_t i = 0; i < text.bytes; i++) lines += text.at[i] == '\n';
  return lines;
}

/* Walk 0 over the file's own lines finds “with”; walk 0 over the included grammar refuses a second
** “with” there. */
static bool read_walks(GrammarReading *reading, const GrammarFile *file) {
  const GrammarFile *base = &reading->base;
  if (!walk_lines(reading, file, 0)) return false;
  if (base->path && !walk_lines(reading, base, 0)) return false;
  if (!take_tables(reading, count_lines(file->text) + count_lines(base->text)))
    return status_no_memory(reading->status);
  for (int walk = 1; walk < GRAMMAR_WALKS; walk++) {
    if (base->path && !walk_lines(reading, base, walk)) return false;
    if (!walk_lines(reading, file, walk)) return false;
  }
  return true;
}

bool grammar_read(Arena *arena, const GrammarFile *file, GrammarWords *words,
                  const Grammar **grammar, Status *status) {
  GrammarFile plain = {file->path, str_without_mark(file->text)};
  GrammarReading reading = {.arena = arena, .words = words, .status = status};
  reading.grammar = arena_take(arena, 1, sizeof *reading.grammar);
  if (!reading.grammar) return status_no_memory(status);
  reading.grammar->words = words;
  reading.grammar->end_word = -1;
  if (!read_walks(&reading, &plain)) return false;
  *grammar = reading.grammar;
  return check_whole(&reading) && check_nouns(&reading);
}
