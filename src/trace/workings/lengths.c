/* trace/workings/lengths.c -- see lengths.h. */
#include "trace/workings/lengths.h"

#include <assert.h>
#include <stddef.h>

double length_words_share(const LengthPoint *point) {
  assert(point->words > 0);
  return (double)point->right / point->words;
}

double length_whole_share(const LengthPoint *point) {
  assert(point->sentences > 0);
  return (double)point->whole / point->sentences;
}

const LengthPoint *length_point(const LengthCurve *curve, int tokens) {
  for (int i = 0; i < curve->count; i++)
    if (curve->at[i].tokens == tokens) return &curve->at[i];
  return NULL;
}

/* left[i][j]: the longest of what is behind the first i wanted and the first j said words. */
int length_match(const int *wanted, int wanted_count, const int *said, int said_count,
                 bool is_right[LENGTH_WORDS_MOST]) {
  int left[LENGTH_WORDS_MOST + 1][LENGTH_WORDS_MOST + 1] = {{0}}, i = 0, j = 0;
  assert(wanted_count <= LENGTH_WORDS_MOST && said_count <= LENGTH_WORDS_MOST);
  for (i = wanted_count; i-- > 0;)
    for (j = said_count; j-- > 0;) {
      int without = left[i + 1][j] > left[i][j + 1] ? left[i + 1][j] : left[i][j + 1];
      left[i][j] = wanted[i] == said[j] ? left[i + 1][j + 1] + 1 : without;
    }
  for (i = j = 0; j < said_count;) {
    bool ends = i == wanted_count;
    is_right[j] = !ends && wanted[i] == said[j];
    if (is_right[j]) i++, j++;
    else if (!ends && left[i + 1][j] == left[i][j]) i++;
    else is_right[j++] = false;
  }
  return left[0][0];
}
