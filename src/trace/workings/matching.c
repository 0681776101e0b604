/* trace/workings/matching.c -- the longest common subsequence of tokens. */
#include "trace/workings/matching.h"

#include <assert.h>

static bool is_same(const TokenList *a, int i, const TokenList *b, int j) {
  return str_equal(a->token(a->trace, i)->text, b->token(b->trace, j)->text);
}

/* What both begin and end with. */
typedef struct Edges {
  int before, after;
} Edges;

static Edges edges_of(const TokenList *a, const TokenList *b) {
  int least = a->count < b->count ? a->count : b->count;
  Edges edges = {0, 0};
  while (edges.before < least && is_same(a, edges.before, b, edges.before)) edges.before++;
  while (edges.before + edges.after < least &&
         is_same(a, a->count - 1 - edges.after, b, b->count - 1 - edges.after))
    edges.after++;
  return edges;
}

/* The lengths L of what follows i and j, with a row and a column of 0 at the end. */
typedef struct Lengths {
  uint16_t *at;
  int rows, cols; /* of tokens between the edges */
} Lengths;

static uint16_t *length_at(const Lengths *lengths, int i, int j) {
  return &lengths->at[(size_t)i * (size_t)(lengths->cols + 1) + (size_t)j];
}

static void fill_lengths(const TokenList *a, const TokenList *b, int first, Lengths *lengths) {
  for (int i = lengths->rows - 1; i >= 0; i--)
    for (int j = lengths->cols - 1; j >= 0; j--) {
      uint16_t down = *length_at(lengths, i + 1, j), right = *length_at(lengths, i, j + 1);
      bool same = is_same(a, first + i, b, first + j);
      *length_at(lengths, i, j) = same           ? (uint16_t)(*length_at(lengths, i + 1, j + 1) + 1)
                                  : down > right ? down
                                                 : right;
    }
}

typedef struct Lines {
  Match *at;
  int count, pair_count;
} Lines;

static void add(Lines *lines, int a, int b) {
  lines->at[lines->count++] = (Match){a, b};
  lines->pair_count += a >= 0 && b >= 0;
}

static Matching matching_of(const Lines *lines) {
  return (Matching){lines->at, lines->count, lines->pair_count};
}

/* What is between the edges; lengths->at NULL: nothing of it is matched. */
static void walk(const TokenList *a, const TokenList *b, const Lengths *lengths, int first,
                 Lines *lines) {
  for (int i = 0, j = 0; i < lengths->rows || j < lengths->cols;) {
    bool has_a = i < lengths->rows, has_b = j < lengths->cols, has_both = has_a && has_b;
    if (lengths->at && has_both && is_same(a, first + i, b, first + j)) {
      add(lines, first + i++, first + j++);
      continue;
    }
    bool takes_b = has_b && (!has_a || !lengths->at ||
                             *length_at(lengths, i, j + 1) >= *length_at(lengths, i + 1, j));
    if (takes_b) add(lines, -1, first + j++);
    else add(lines, first + i++, -1);
  }
}

bool matching_of_tokens(Arena *arena, TokenList a, TokenList b, Matching *made) {
  assert(a.count >= 0 && b.count >= 0);
  Edges edges = edges_of(&a, &b);
  Lengths lengths = {.rows = a.count - edges.before - edges.after,
                     .cols = b.count - edges.before - edges.after};
  Lines lines = {.at = arena_take(arena, (size_t)a.count + (size_t)b.count, sizeof *lines.at)};
  size_t cells = (size_t)(lengths.rows + 1) * (size_t)(lengths.cols + 1);
  bool is_long = cells > MATCHING_CELLS_MOST || lengths.rows > UINT16_MAX;
  ArenaMark mark = arena_mark(arena);
  lengths.at = is_long ? NULL : arena_take(arena, cells, sizeof *lengths.at);
  if (!lines.at || (!is_long && !lengths.at)) return false;
  if (lengths.at) fill_lengths(&a, &b, edges.before, &lengths);
  for (int i = 0; i < edges.before; i++) add(&lines, i, i);
  walk(&a, &b, &lengths, edges.before, &lines);
  for (int i = edges.after; i > 0; i--) add(&lines, a.count - i, b.count - i);
  arena_rewind(arena, mark);
  *made = matching_of(&lines);
  return true;
}

bool matching_by_place(Arena *arena, int a_count, int b_count, Matching *made) {
  int most = a_count > b_count ? a_count : b_count;
  Lines lines = {.at = arena_take(arena, (size_t)most, sizeof *lines.at)};
  for (int i = 0; lines.at && i < most; i++)
    add(&lines, i < a_count ? i : -1, i < b_count ? i : -1);
  *made = matching_of(&lines);
  return lines.at != NULL;
}

int matching_line_of_a(const Matching *matching, int a) {
  for (int line = 0; a >= 0 && line < matching->count; line++)
    if (matching->at[line].a == a) return line;
  return -1;
}
