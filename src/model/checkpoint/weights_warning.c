/* model/checkpoint/weights_warning.c -- a sentence about suspicious numbers of a checkpoint.
**
** Only the worst is told: a warning has one line of the card. */
#include <assert.h>

#include "base/i18n.h"
#include "model/checkpoint/weights.h"

enum { TINY_SHARE = 100 }; /* one number in this many may be tiny without a warning */

/* "[3, 5]": the indices of one number in its tensor. */
static const char *place_text(Arena *arena, const SafetensorsTensor *tensor, int64_t at) {
  assert(at >= 0 && at < tensor->count);
  StrBuf text = strbuf_make(arena);
  int64_t below = tensor->count;
  strbuf_add_char(&text, '[');
  for (int i = 0; i < tensor->rank; i++) {
    /* Row-major: the index on this axis, then the rest. */
    below /= tensor->shape[i];
    strbuf_format(&text, i > 0 ? ", %lld" : "%lld", (long long)(at / below));
    at %= below;
  }
  strbuf_add_char(&text, ']');
  return text.failed ? NULL : text.at;
}

static const char *broken_text(Arena *arena, const WeightOrder *orders, int order_count) {
  const WeightOrder *first = NULL;
  int64_t count = 0;
  for (int i = 0; i < order_count; i++) {
    if (!first && orders[i].condition.broken_count > 0) first = &orders[i];
    count += orders[i].condition.broken_count;
  }
  if (!first) return "";
  const char *place = place_text(arena, first->from->tensor, first->condition.first_broken);
  if (!place) return NULL;
  const char *number = str_format(arena, "%.100s%s", first->from->tensor->name, place);
  return str_format(arena,
                    P_("%lld number is NaN or infinite, %s in %s",
                       "%lld numbers are NaN or infinite, the first one %s in %s", count),
                    (long long)count, number ? number : "", first->from->file_name);
}

static bool is_matrix(const WeightOrder *order) { return order->from->tensor->rank > 1; }

/* A matrix of zeros is suspicious; biases that are all zeros are usual. */
static const char *odd_text(Arena *arena, const WeightOrder *orders, int order_count) {
  for (int i = 0; i < order_count; i++)
    if (is_matrix(&orders[i]) && orders[i].condition.all_zero)
      return str_format(arena, _("%.100s in %s is all zeros"), orders[i].from->tensor->name,
                        orders[i].from->file_name);
  for (int i = 0; i < order_count; i++)
    if (orders[i].condition.tiny_count > orders[i].from->tensor->count / TINY_SHARE)
      return str_format(arena,
                        P_("%.100s in %s has %lld of its %lld number nearer to 0 than 1.2e-38",
                           "%.100s in %s has %lld of its %lld numbers nearer to 0 than 1.2e-38",
                           orders[i].from->tensor->count),
                        orders[i].from->tensor->name, orders[i].from->file_name,
                        (long long)orders[i].condition.tiny_count,
                        (long long)orders[i].from->tensor->count);
  return "";
}

/* Names come from a file; status_fail escapes control characters that could affect a terminal. */
const char *weights_warning(Arena *arena, const WeightOrder *orders, int order_count) {
  Status shown;
  const char *text = broken_text(arena, orders, order_count);
  if (text && !*text) text = odd_text(arena, orders, order_count);
  if (!text || !*text) return text;
  status_fail(&shown, STATUS_COULD_NOT, "%s", text);
  return str_copy(arena, str_from(shown.sentence));
}
