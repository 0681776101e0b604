/* scene/unknown_words.c -- finds and counts tokens that the model has no word for. */
#include "scene/unknown_words.h"

#include <assert.h>

#include "base/i18n.h"
#include "text/character.h"
#include "text/utf8.h"

enum { LEAST_UNKNOWN = 3 };

static bool is_word(const TraceToken *token) { return token->bytes > 0 && !token->special; }

WordCount unknown_words_count(const Trace *trace) {
  WordCount count = {0, 0};
  for (int i = 0; i < trace_token_count(trace); i++) {
    const TraceToken *token = trace_token(trace, i);
    bool is_unknown = token->read_as.bytes > 0;
    count.words += is_unknown || is_word(token);
    count.unknown += is_unknown;
  }
  return count;
}

bool unknown_words_are_foreign(WordCount count) {
  assert(count.unknown <= count.words);
  bool is_all = count.unknown > 0 && count.unknown == count.words;
  return is_all || (count.unknown >= LEAST_UNKNOWN && 2 * count.unknown > count.words);
}

/* ---- how a token came about ---- */

/* Of scripts that have spaces between words. A mark belongs to the letter before it. */
static bool is_letter(uint32_t code) {
  return (utf8_is_letter_or_digit(code) || character_is_mark(code)) && !utf8_is_wide(code);
}

static uint32_t first_code(Str text) {
  uint32_t code = 0;
  return text.bytes > 0 && str_decode(text, 0, &code) > 0 ? code : 0;
}

static uint32_t last_code(Str text) {
  size_t at = text.bytes;
  while (at > 0 && ((unsigned char)text.at[--at] & 0xC0) == 0x80) continue;
  return first_code((Str){text.at + at, text.bytes - at});
}

static Str typed(const Trace *trace, int first, int last) {
  const TraceToken *from = trace_token(trace, first), *to = trace_token(trace, last);
  Str sentence = trace_sentence(trace), none = {"", 0};
  int end = to->first_byte + to->bytes;
  if (from->first_byte < 0 || end < from->first_byte || (size_t)end > sentence.bytes) return none;
  return (Str){sentence.at + from->first_byte, (size_t)(end - from->first_byte)};
}

/* Whether the token goes on where the one before ends, within a word or a character. */
static bool continues(const Trace *trace, int index) {
  if (index == 0) return false;
  const TraceToken *token = trace_token(trace, index), *before = trace_token(trace, index - 1);
  if (!is_word(token) || !is_word(before)) return false;
  if (token->group >= 0 && token->group == before->group) return true;
  return before->first_byte + before->bytes == token->first_byte &&
         is_letter(last_code(typed(trace, index - 1, index - 1))) &&
         is_letter(first_code(typed(trace, index, index)));
}

/* NULL: the token is a whole word. */
static const char *words_of_piece(Arena *arena, const Trace *trace, int index, const char *format) {
  int first = index, last = index, count = trace_token_count(trace);
  while (continues(trace, first)) first--;
  while (last + 1 < count && continues(trace, last + 1)) last++;
  if (first == last) return NULL;
  Str whole = i18n_isolated(arena, utf8_beginning(str_trim(typed(trace, first, last)), 60));
  return str_format(arena, format, index - first + 1, last - first + 1, (int)whole.bytes, whole.at);
}

static const char *words_of(Arena *arena, const Trace *trace, int index, const char *of_unknown,
                            const char *of_piece) {
  const TraceToken *token = trace_token(trace, index);
  if (token->read_as.bytes > 0)
    return str_format(arena, of_unknown, (int)token->read_as.bytes, token->read_as.at);
  return token->raw.bytes > 0 ? words_of_piece(arena, trace, index, of_piece) : NULL;
}

const char *unknown_words_tip(Arena *arena, const Trace *trace, int index) {
  return words_of(arena, trace, index,
                  _("the model does not know this word: it reads “%.*s” in its place"),
                  _("part %d of %d that the tokenizer cut “%.*s” into"));
}

const char *unknown_words_sentence(Arena *arena, const Trace *trace, int index) {
  return words_of(arena, trace, index,
                  _("The model does not know this word: it reads “%.*s” in its place."),
                  _("This is part %d of %d that the tokenizer cut “%.*s” into."));
}
