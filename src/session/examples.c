/* session/examples.c -- example sentences by model, and words that have a partner. */
#include "session/examples.h"

#include <assert.h>
#include <string.h>

#include "base/i18n.h"
#include "model/board/board.h"
#include "model/demo_model.h"
#include "session/session_internal.h"
#include "text/utf8.h"

typedef struct Example {
  const char *sentence, *shows;
} Example;

static const Example for_reader[] = {
    {"The animal didn't cross the street because it was too tired", N_("an animal can be tired")},
    {"The animal didn't cross the street because it was too wide", N_("a street can be wide")},
    {"The trophy didn't fit into the suitcase because it was too big", N_("what does not fit")},
    {"The trophy didn't fit into the suitcase because it was too small", N_("what it goes into")},
    {"The students didn't read the book because they were too sleepy", N_("they are many")},
    {"The girl couldn't open the cupboard because she was too tired", N_("she, not it")},
    {"The wombat didn't cross the bridge because it was too tired", N_("a noun it never met")},
    {"动物没有过马路，因为它太累了", N_("Chinese: an animal can be tired")},
    {"动物没有过马路，因为它太宽了", N_("Chinese: a street can be wide")},
    {"妈妈没有买小提琴，因为它太贵了", N_("Chinese: what is bought")},
};

static const Example for_writer[] = {
    {"that animal didn't leave the station because it was too hungry . that animal didn't",
     N_("what comes a second time")},
    {"doctors could fast slow trucks apple doctors could fast slow", N_("words without a sense")},
    {"the quimble saw the zorp . the quimble saw the", N_("words it never met")},
    {"The animal didn't cross the street because it was too", N_("many words would do")},
    {"the girl laughed because the stubborn", N_("the beginning of a sentence")},
};

static const Example for_cache_demo[] = {
    {"<SOS> 你 好 世界 我 爱 北京", N_("a prompt of four tokens, then three more: view cache")},
    {"<SOS> 我 爱 你", N_("a prompt of three tokens, then one more")},
};

static const Example for_any[] = {
    {"The animal didn't cross the street because it was too tired", N_("a pronoun")},
    {"The animal didn't cross the street because it was too wide",
     N_("the same, one word changed")},
    {"the cat sat on the mat", N_("six words")},
    {"a rose is a rose is a rose", N_("the same words again")},
    {"She said she saw the saw he saw", N_("one word, two meanings")},
    {"time flies like an arrow; fruit flies like a banana", N_("two readings")},
    {"我爱北京天安门", N_("Chinese, without spaces")},
    {"GPT 用 attention 看 the 世界", N_("two scripts")},
    {"سلام دنیا", N_("from right to left")},
    {"hello", N_("one word")},
};

typedef struct Examples {
  const char *model;
  const Example *list;
  int count;
} Examples;

#define LIST(list) list, sizeof list / sizeof list[0]
static const Examples by_model[] = {{"reader", LIST(for_reader)},
                                    {"writer", LIST(for_writer)},
                                    {DEMO_MODEL_NAME, LIST(for_cache_demo)}};
static const Examples of_others = {"", LIST(for_any)};

static const Examples *examples_of(const Session *session) {
  for (size_t i = 0; i < sizeof by_model / sizeof by_model[0]; i++)
    if (strcmp(session_now(session)->model, by_model[i].model) == 0) return &by_model[i];
  return &of_others;
}

/* A board knows the words of its own sentence. NULL: another model is on show. */
static const char *of_board(const Session *session) {
  const Board *board = session->model ? model_board(session->model) : NULL;
  return board ? board->first_sentence : NULL;
}

static const Example *example_at(const Session *session, int index) {
  const Examples *examples = examples_of(session);
  assert(index >= 0 && index < examples->count);
  return &examples->list[index];
}

int session_example_count(const Session *session) {
  return of_board(session) ? 1 : examples_of(session)->count;
}

const char *session_example(const Session *session, int index) {
  const char *own = of_board(session);
  return own ? own : example_at(session, index)->sentence;
}

const char *session_example_note(const Session *session, int index) {
  return of_board(session) ? N_("the sentence of the board") : example_at(session, index)->shows;
}

const char *example_instead(Arena *arena, const char *model, Str sentence) {
  if (strcmp(model, DEMO_MODEL_NAME) != 0) return NULL;
  const Vocab *tokens = demo_model_tokens(arena);
  Str folded = utf8_fold(arena, sentence);
  if (!tokens || !folded.at) return NULL;
  for (size_t at = 0; at < folded.bytes; at++)
    if (vocab_longest_match(tokens, (Str){folded.at + at, folded.bytes - at}) > 0) return NULL;
  return for_cache_demo[0].sentence;
}

/* ---- partners ---- */

/* A word of the sentence that is the first of a pair becomes the second, and the other way round;
** where several pairs have a word in common the first counts. */
static const char *const pairs[][2] = {
    {"tired", "wide"}, {"big", "small"}, {"sleepy", "boring"}, {"累", "宽"},
    {"累", "寬"},      {"大", "小"},     {"hot", "scared"},
};

static bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '\'';
}

/* A word in Latin letters stands between others than letters. Returns the place of the last one,
** or −1. */
static long last_place(Str sentence, Str word) {
  bool is_latin = is_letter(word.at[0]);
  for (long at = (long)sentence.bytes - (long)word.bytes; at >= 0; at--) {
    size_t end = (size_t)at + word.bytes;
    if (memcmp(sentence.at + at, word.at, word.bytes) != 0) continue;
    bool cut = (at > 0 && is_letter(sentence.at[at - 1])) ||
               (end < sentence.bytes && is_letter(sentence.at[end]));
    if (!is_latin || !cut) return at;
  }
  return -1;
}

bool example_partner(Arena *arena, Str sentence, Str *partner, Status *status) {
  long found = -1;
  const char *word = NULL, *other = NULL;
  for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
    for (int side = 0; side < 2; side++) {
      long place = last_place(sentence, str_from(pairs[i][side]));
      if (place <= found) continue;
      found = place;
      word = pairs[i][side];
      other = pairs[i][1 - side];
    }
  if (!word)
    return status_fail(status, STATUS_COULD_NOT,
                       _("no word of this sentence has a partner; tired and wide are partners, big "
                         "and small, 累 and 宽"));
  size_t after = (size_t)found + strlen(word);
  const char *changed = str_format(arena, "%.*s%s%.*s", (int)found, sentence.at, other,
                                   (int)(sentence.bytes - after), sentence.at + after);
  if (!changed) return status_no_memory(status);
  *partner = str_from(changed);
  return true;
}
