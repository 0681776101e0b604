/* text/added_tokens.c -- contents in order; a match narrows a range of them byte by byte. */
#include "text/added_tokens.h"

#include <stdlib.h>
#include <string.h>

#include "text/character.h"
#include "text/utf8.h"

/* The cost of two binary searches, in units of the budget (examining one character). */
enum { SEARCH_WORK = 8 };

struct AddedTokens {
  const AddedToken *at;
  int count;
  bool begins[256]; /* whether a token begins with this byte */
};

static int compare_contents(const void *a, const void *b) {
  const AddedToken *left = a, *right = b;
  size_t left_bytes = left->content.bytes, right_bytes = right->content.bytes;
  size_t shared = left_bytes < right_bytes ? left_bytes : right_bytes;
  int order = memcmp(left->content.at, right->content.at, shared);
  if (order) return order;
  if (left_bytes != right_bytes) return left_bytes < right_bytes ? -1 : 1;
  return left->place - right->place; /* qsort is not stable */
}

/* Of tokens with the same content only the last one given is kept. */
static int drop_doubles(AddedToken *tokens, int count) {
  int kept = 0;
  for (int i = 0; i < count; i++) {
    bool again = i + 1 < count && str_equal(tokens[i].content, tokens[i + 1].content);
    if (!again) tokens[kept++] = tokens[i];
  }
  return kept;
}

/* Notes the first bytes of all tokens, so that other bytes of a text are skipped quickly. */
bool added_tokens_make(Arena *arena, AddedToken *tokens, int count, const AddedTokens **made,
                       Status *status) {
  AddedTokens *set = arena_take(arena, 1, sizeof *set);
  if (!set) return status_no_memory(status);
  for (int i = 0; i < count; i++) tokens[i].place = i;
  if (count > 0) qsort(tokens, (size_t)count, sizeof *tokens, compare_contents);
  set->at = tokens;
  set->count = drop_doubles(tokens, count);
  for (int i = 0; i < set->count; i++) set->begins[(unsigned char)tokens[i].content.at[0]] = true;
  *made = set;
  return true;
}

/* ---- the longest at one place ---- */

/* The byte of a content at a depth, −1 beyond its end, so that shorter contents come first. */
static int byte_at(const AddedToken *token, size_t depth) {
  return depth < token->content.bytes ? (unsigned char)token->content.at[depth] : -1;
}

/* The first in [low, high) whose byte at the depth is at least `byte`. */
static int lower_bound(const AddedTokens *tokens, int low, int high, size_t depth, int byte) {
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (byte_at(&tokens->at[middle], depth) < byte) low = middle + 1;
    else high = middle;
  }
  return low;
}

/* Narrows a range of the sorted tokens byte by byte: all tokens in it begin with the bytes so far,
** and one that ends here is the first of the range. */
static const AddedToken *longest_at(const AddedTokens *tokens, Str text, size_t first,
                                    WorkBudget *budget) {
  int low = 0, high = tokens->count;
  const AddedToken *longest = NULL;
  for (size_t depth = 0; low < high; depth++) {
    if (depth > 0 && tokens->at[low].content.bytes == depth) longest = &tokens->at[low];
    if (first + depth == text.bytes || !work_budget_take(budget, SEARCH_WORK)) break;
    int byte = (unsigned char)text.at[first + depth];
    low = lower_bound(tokens, low, high, depth, byte);
    high = lower_bound(tokens, low, high, depth, byte + 1);
  }
  return longest;
}

/* ---- the characters around a match ---- */

static uint32_t character_before(Str text, size_t at, size_t *start) {
  int bytes;
  for (*start = at - 1; *start > 0 && ((unsigned char)text.at[*start] & 0xC0) == 0x80;) --*start;
  return utf8_get(text, *start, &bytes);
}

/* Only for single_word: “cat” is not found in “cats”. */
static bool touches_a_word(Str text, size_t first, size_t end) {
  size_t start;
  int bytes;
  if (first > 0 && character_is_word(character_before(text, first, &start))) return true;
  return end < text.bytes && character_is_word(utf8_get(text, end, &bytes));
}

/* Never before `least`, where an earlier token ends. */
static size_t skip_space_before(Str text, size_t first, size_t least) {
  size_t start;
  while (first > least && character_is_white_space(character_before(text, first, &start)))
    first = start;
  return first;
}

static size_t skip_space_behind(Str text, size_t end) {
  int bytes;
  while (end < text.bytes && character_is_white_space(utf8_get(text, end, &bytes)))
    end += (size_t)bytes;
  return end;
}

/* A match that is not allowed there is skipped as a whole, without searching inside it, as in the
** tokenizers library. */
const AddedToken *added_tokens_next(const AddedTokens *tokens, Str text, size_t from,
                                    WorkBudget *budget, size_t *first, size_t *end) {
  for (size_t at = from; tokens->count > 0 && at < text.bytes;) {
    if (!work_budget_take(budget, 1)) return NULL;
    const AddedToken *found =
        tokens->begins[(unsigned char)text.at[at]] ? longest_at(tokens, text, at, budget) : NULL;
    size_t behind = at + (found ? found->content.bytes : 1);
    if (found && !(found->single_word && touches_a_word(text, at, behind))) {
      *first = found->lstrip ? skip_space_before(text, at, from) : at;
      *end = found->rstrip ? skip_space_behind(text, behind) : behind;
      return found;
    }
    at = behind;
  }
  return NULL;
}
