/* model/glosses.c -- looks the words of the dictionary up in a vocabulary. */
#include "model/glosses.h"

#include <string.h>

#include "assets/assets.h"

typedef struct Glosses {
  Arena *arena;
  const Vocabulary *vocabulary;
  Str *of; /* [count] */
  int found;
} Glosses;

/* Takes what comes before the sign off the front of rest; all of it without one. */
static Str take_until(Str *rest, char sign) {
  const char *at = rest->bytes > 0 ? memchr(rest->at, sign, rest->bytes) : NULL;
  size_t bytes = at ? (size_t)(at - rest->at) : rest->bytes;
  Str taken = {rest->at, bytes};
  size_t used = at ? bytes + 1 : bytes;
  *rest = (Str){rest->at + used, rest->bytes - used};
  return str_trim(taken);
}

/* "fit_into" is written with a space. */
static Str spaced(Arena *arena, Str word) {
  char *text = arena_take(arena, word.bytes + 1, 1);
  if (!text) return (Str){"", 0};
  for (size_t i = 0; i < word.bytes; i++) text[i] = word.at[i] == '_' ? ' ' : word.at[i];
  text[word.bytes] = 0;
  return (Str){text, word.bytes};
}

static void set(Glosses *glosses, int id, Str gloss) {
  if (id < 0 || glosses->of[id].bytes > 0 || gloss.bytes == 0) return;
  glosses->of[id] = gloss;
  glosses->found++;
}

/* "garden gardens : 花园" */
static void read_line(Glosses *glosses, Str line) {
  Str english = take_until(&line, ':'), chinese = str_trim(line);
  int id = vocabulary_find(glosses->vocabulary, chinese);
  if (english.bytes == 0 || english.at[0] == '#' || chinese.bytes == 0 || id < 0) return;
  while (english.bytes > 0) {
    Str word = take_until(&english, ' '), rest = word, first = take_until(&rest, '_');
    int own = vocabulary_find(glosses->vocabulary, first);
    if (own < 0) continue;
    set(glosses, id, spaced(glosses->arena, word));
    if (rest.bytes == 0) set(glosses, own, glosses->vocabulary->shown[id]);
  }
}

const Str *glosses_of(Arena *arena, const Vocabulary *vocabulary) {
  Str text;
  Glosses glosses = {.arena = arena, .vocabulary = vocabulary};
  if (!assets_find("dictionary/english-chinese.txt", &text)) return NULL;
  glosses.of = arena_take(arena, (size_t)vocabulary->count, sizeof *glosses.of);
  if (!glosses.of) return NULL;
  for (int id = 0; id < vocabulary->count; id++) glosses.of[id] = (Str){"", 0};
  while (text.bytes > 0) read_line(&glosses, take_until(&text, '\n'));
  return glosses.found > 0 ? glosses.of : NULL;
}
