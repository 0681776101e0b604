/* text/tokens.c -- the words tokenizer.
**
** One walk over the grapheme clusters, classified by their first code point: white space ends a
** word; an emoji or a Han or kana character is a token by itself; so is punctuation, unless it
** joins two word clusters; everything else belongs to a word.
*/
#include "text/tokens.h"

#include <limits.h>

#include "base/i18n.h"
#include "text/utf8.h"

typedef enum ClusterKind { CLUSTER_SPACE, CLUSTER_WORD, CLUSTER_JOINER, CLUSTER_ALONE } ClusterKind;

typedef struct Cluster {
  ClusterKind kind;
  size_t end;
  bool ignorable; /* invisible: a direction mark or joiner without a letter */
} Cluster;

/* Apostrophes, hyphens, and the two Hebrew marks of abbreviations. */
static bool joins_words(uint32_t code_point) {
  return code_point == '\'' || code_point == 0x2019 || code_point == '-' || code_point == 0x2010 ||
         code_point == 0x2011 || code_point == 0x05F3 || code_point == 0x05F4;
}

static ClusterKind kind_of(uint32_t first, uint32_t last) {
  if (utf8_is_emoji(first) || last == 0x20E3) return CLUSTER_ALONE; /* U+20E3 makes a keycap */
  if (utf8_is_han_or_kana(first)) return CLUSTER_ALONE;
  if (joins_words(first)) return CLUSTER_JOINER;
  return utf8_is_punctuation(first) ? CLUSTER_ALONE : CLUSTER_WORD;
}

/* Examines no more bytes than a token may have, so that a very long cluster costs linear time. */
static Cluster cluster_at(Str text, size_t offset) {
  if (text.bytes - offset > TOKEN_BYTES_MOST + 4) text.bytes = offset + TOKEN_BYTES_MOST + 4;
  int bytes;
  uint32_t first = utf8_get(text, offset, &bytes);
  /* By UAX 29 a mark after a space belongs to the space; here it becomes a token. */
  if (utf8_is_space(first)) return (Cluster){CLUSTER_SPACE, offset + (size_t)bytes, true};
  size_t end = utf8_next_grapheme(text, offset);
  uint32_t last = first;
  bool ignorable = utf8_is_ignorable(first);
  for (size_t at = offset + (size_t)bytes; at < end; at += (size_t)bytes) {
    last = utf8_get(text, at, &bytes);
    ignorable = ignorable && utf8_is_ignorable(last);
  }
  return (Cluster){kind_of(first, last), end, ignorable};
}

/* Where to cut a cluster that is too long for a token: between two code points. */
static size_t cut_between_code_points(Str text, size_t offset) {
  size_t end = offset;
  int bytes;
  for (;;) {
    utf8_get(text, end, &bytes);
    if (end + (size_t)bytes - offset > TOKEN_BYTES_MOST) return end;
    end += (size_t)bytes;
  }
}

/* The end of the word that begins with the cluster `first` at offset. */
static size_t word_end(Str text, size_t offset, Cluster first, bool *ignorable) {
  size_t end = first.end;
  while (end < text.bytes) {
    Cluster next = cluster_at(text, end);
    if (next.kind == CLUSTER_JOINER && next.end < text.bytes) {
      Cluster after = cluster_at(text, next.end);
      if (after.kind == CLUSTER_WORD && !after.ignorable) next = after;
    }
    if (next.kind != CLUSTER_WORD || next.end - offset > TOKEN_BYTES_MOST) return end;
    *ignorable = *ignorable && next.ignorable;
    end = next.end;
  }
  return end;
}

/* Words of a vocabulary are folded, the text is not. For Han and kana that makes no difference;
** text that begins with ASCII, such as [MASK], is compared in lower case. */
static size_t longest_in_vocab(Str text, size_t offset, const Vocab *vocab) {
  char small[TOKEN_BYTES_MOST];
  Str rest = {text.at + offset, text.bytes - offset};
  if (!vocab) return 0;
  if ((unsigned char)rest.at[0] < 0x80) {
    if (rest.bytes > sizeof small) rest.bytes = sizeof small;
    for (size_t i = 0; i < rest.bytes; i++)
      small[i] =
          (char)(rest.at[i] >= 'A' && rest.at[i] <= 'Z' ? rest.at[i] + ('a' - 'A') : rest.at[i]);
    rest.at = small;
  }
  int bytes = vocab_longest_match(vocab, rest);
  return bytes > 0 ? offset + (size_t)bytes : 0;
}

/* Finds the next token at or after *offset: [*offset, end). False at the end of the text. */
static bool next_token(Str text, const Vocab *vocab, size_t *offset, size_t *end) {
  while (*offset < text.bytes) {
    Cluster cluster = cluster_at(text, *offset);
    bool ignorable = cluster.ignorable;
    *end = cluster.end;
    if (cluster.end - *offset > TOKEN_BYTES_MOST && cluster.kind != CLUSTER_SPACE)
      *end = cut_between_code_points(text, *offset);
    else if (cluster.kind == CLUSTER_WORD) *end = word_end(text, *offset, cluster, &ignorable);
    else if (cluster.kind == CLUSTER_ALONE) {
      size_t longer = longest_in_vocab(text, *offset, vocab);
      if (longer > *end) *end = longer;
    }
    if (!ignorable) return true;
    *offset = *end;
  }
  return false;
}

/* Counts first, since an array on the arena cannot grow. */
static int count_tokens(Str text, const Vocab *vocab) {
  int count = 0;
  size_t offset = 0, end;
  while (next_token(text, vocab, &offset, &end)) {
    count++;
    offset = end;
  }
  return count;
}

/* `text` is shown, as typed; `match`, the folded text, is looked up. */
static void fill_token(Arena *arena, Str sentence, size_t first, size_t end, Token *token) {
  token->text = (Str){sentence.at + first, end - first};
  token->match = utf8_fold(arena, token->text);
  token->first_byte = (int)first;
  token->bytes = (int)(end - first);
}

bool tokens_split(Arena *arena, Str sentence, const Vocab *vocab, int limit, Tokens *tokens,
                  Status *status) {
  if (sentence.bytes > INT_MAX / 4)
    return status_fail(status, STATUS_COULD_NOT,
                       P_("the text has %zu byte; at most %d can be read at once",
                          "the text has %zu bytes; at most %d can be read at once", sentence.bytes),
                       sentence.bytes, INT_MAX / 4);
  *tokens = (Tokens){0};
  tokens->sentence = utf8_clean(arena, sentence, &tokens->bad_byte_count);
  if (!tokens->sentence.at) return status_no_memory(status);
  int count = count_tokens(tokens->sentence, vocab);
  tokens->count = count < limit ? count : limit;
  tokens->cut_count = count - tokens->count;
  Token *at = arena_take(arena, (size_t)tokens->count, sizeof *at);
  if (!at) return status_no_memory(status);
  tokens->at = at;
  size_t offset = 0, end = 0;
  for (int i = 0; i < tokens->count; i++, offset = end) {
    next_token(tokens->sentence, vocab, &offset, &end);
    fill_token(arena, tokens->sentence, offset, end, &at[i]);
    at[i].id = vocab ? vocab_find(vocab, at[i].match) : -1;
  }
  return true;
}
