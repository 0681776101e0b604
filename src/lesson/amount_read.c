/* lesson/amount_read.c -- reads the words of an amount. */
#include "lesson/amount_internal.h"

#include "base/i18n.h"
#include "trace/workings/lookup.h"

/* What takes a matrix and a row, or a cell; refs: how many rows and columns it names. */
static const struct {
  const char *name;
  AmountKind kind;
  int refs;
} forms[] = {{"sum", AMOUNT_SUM, 1},
             {"largest", AMOUNT_LARGEST, 1},
             {"least", AMOUNT_LEAST, 1},
             {"most", AMOUNT_MOST, 1},
             {"exp", AMOUNT_EXP, 2},
             {"product", AMOUNT_PRODUCT, 2},
             {"probability", AMOUNT_PROBABILITY, 2},
             {"seen", AMOUNT_SEEN, 1},
             {"turn", AMOUNT_TURN, 2}};
enum { FORM_COUNT = sizeof forms / sizeof forms[0] };

static const char *const size_names[AMOUNT_OF_COUNT] = {"divisor", "d_head", "d_model", "tokens",
                                                        "keys",    "layers", "heads"};

static const char *const lookup_names[AMOUNT_LOOKUP_COUNT] = {"scores", "scaled", "exp", "weights"};

static int name_index(const char *const *names, int count, Str word) {
  for (int i = 0; i < count; i++)
    if (str_is(word, names[i])) return i;
  return -1;
}

Str amount_take_word(Str *rest) {
  Str left = str_trim(*rest);
  size_t end = 0;
  bool is_quoted = left.bytes > 0 && left.at[0] == '"';
  if (is_quoted) left.at++, left.bytes--;
  while (end < left.bytes && (is_quoted ? left.at[end] != '"' : left.at[end] != ' ')) end++;
  Str word = {left.at, end};
  size_t passed = end < left.bytes ? end + 1 : end;
  *rest = (Str){left.at + passed, left.bytes - passed};
  return word;
}

bool amount_part_find(Str name, TracePart *part, Status *status) {
  const char *names[TRACE_PART_COUNT];
  for (int i = 0; i < TRACE_PART_COUNT; i++) {
    names[i] = trace_part_info((TracePart)i)->name;
    if (str_is(name, names[i])) return *part = (TracePart)i, true;
  }
  int near = str_nearest(name, names, TRACE_PART_COUNT);
  if (near < 0)
    return status_fail(status, STATUS_USAGE,
                       _("there is no matrix “%.*s”; matrices are called as in trace files: q, k, "
                         "v, scores, scaled, masked, weights, output …"),
                       amount_shown_bytes(name), name.at);
  return status_fail(status, STATUS_USAGE, _("there is no matrix “%.*s”; did you mean “%s”?"),
                     amount_shown_bytes(name), name.at, names[near]);
}

static bool fail_refs(int refs, Status *status) {
  if (refs == 1)
    return status_fail(status, STATUS_USAGE,
                       _("a row is missing or there is too much: expected one token or number, as "
                         "in “sum weights it”"));
  return status_fail(status, STATUS_USAGE,
                     _("a row and a column are expected, two tokens or numbers, as in “weights it "
                       "animal” or “q it 3”"));
}

/* "layer 2", "head 1" behind the name of a matrix. */
static bool read_head(Str *rest, LessonAmount *amount, Status *status) {
  while (true) {
    Str after = *rest, word = amount_take_word(&after);
    bool is_layer = str_is(word, "layer"), is_head = str_is(word, "head");
    long number;
    if (!is_layer && !is_head) return true;
    Str count = amount_take_word(&after);
    if (!str_to_long(count, &number) || number < 1 || number > 10000)
      return status_fail(status, STATUS_USAGE,
                         _("behind “layer” or “head” a number from 1 on is expected, not “%.*s”"),
                         amount_shown_bytes(count), count.at);
    *(is_layer ? &amount->layer : &amount->head) = (int)number - 1;
    *rest = after;
  }
}

static bool read_refs(Str *rest, int refs, LessonAmount *amount, Status *status) {
  amount->row = amount_take_word(rest);
  if (refs == 2) amount->col = amount_take_word(rest);
  bool is_whole = amount->row.bytes > 0 && (refs == 1 || amount->col.bytes > 0);
  return (is_whole && str_trim(*rest).bytes == 0) || fail_refs(refs, status);
}

static bool read_lookup(Str *rest, LessonAmount *amount, Status *status) {
  Str what = amount_take_word(rest), book = amount_take_word(rest);
  long number = 0;
  amount->kind = AMOUNT_LOOKUP;
  amount->size = name_index(lookup_names, AMOUNT_LOOKUP_COUNT, what);
  if (amount->size < 0 || !str_to_long(book, &number) || number < 1 || number > LOOKUP_BOOKS ||
      str_trim(*rest).bytes > 0)
    return status_fail(
        status, STATUS_USAGE,
        _("of books: lookup scores, scaled, exp or weights, and a book from 1 to %d"),
        LOOKUP_BOOKS);
  amount->number = (double)number;
  return true;
}

/* Whether its words name a matrix. */
static bool has_part(AmountKind kind) {
  return kind != AMOUNT_PRODUCT && kind != AMOUNT_PROBABILITY && kind != AMOUNT_SEEN &&
         kind != AMOUNT_TURN;
}

bool amount_read_one(Str words, LessonAmount *amount, Status *status) {
  Str rest = words, word = amount_take_word(&rest);
  *amount = (LessonAmount){.kind = AMOUNT_CELL, .layer = -1, .head = -1};
  int refs = 2;
  if (word.bytes == 0)
    return status_fail(
        status, STATUS_USAGE,
        _("an amount is empty; expected a matrix, a row and a column, as in “weights "
          "it animal”"));
  if (str_is(word, "lookup")) return read_lookup(&rest, amount, status);
  amount->size = name_index(size_names, AMOUNT_OF_COUNT, word);
  bool is_number = str_to_double(word, &amount->number);
  if (amount->size >= 0 || is_number) {
    amount->kind = is_number ? AMOUNT_NUMBER : AMOUNT_SIZE;
    return str_trim(rest).bytes == 0 ||
           status_fail(status, STATUS_USAGE, _("nothing is expected behind “%.*s”"),
                       amount_shown_bytes(word), word.at);
  }
  for (int i = 0; i < FORM_COUNT; i++) {
    if (!str_is(word, forms[i].name)) continue;
    amount->kind = forms[i].kind;
    refs = forms[i].refs;
    if (has_part(amount->kind)) word = amount_take_word(&rest);
  }
  if (has_part(amount->kind) && !amount_part_find(word, &amount->part, status)) return false;
  return read_head(&rest, amount, status) && read_refs(&rest, refs, amount, status);
}
