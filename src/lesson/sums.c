/* lesson/sums.c -- several amounts with signs between them: 1 - weights it animal. */
#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "lesson/amount_internal.h"

static const char *const signs[] = {"+", "-", "−", "*", "·", "×", "/"};
static const char plain_signs[] = {'+', '-', '-', '*', '*', '*', '/'};

/* 0: the word is no sign. */
static char sign_of(Str word) {
  for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
    if (str_is(word, signs[i])) return plain_signs[i];
  return 0;
}

/* The words up to the next sign, taken off *rest; sign: that one, or 0 at the end. A sign in quotes
** is a token. */
static Str take_one(Str *rest, char *sign) {
  Str whole = str_trim(*rest), left = whole;
  *sign = 0;
  while (left.bytes > 0) {
    Str before = left;
    bool is_quoted = left.at[0] == '"';
    Str word = amount_take_word(&left);
    if (!is_quoted) *sign = sign_of(word);
    left = str_trim(left);
    *rest = left;
    if (*sign) return str_trim((Str){whole.at, (size_t)(before.at - whole.at)});
  }
  *rest = left;
  return whole;
}

static AmountFunction take_function(Str *words) {
  Str after = *words, word = amount_take_word(&after);
  AmountFunction function = str_is(word, "root")    ? FUNCTION_ROOT
                            : str_is(word, "power") ? FUNCTION_POWER
                                                    : FUNCTION_NONE;
  if (function != FUNCTION_NONE) *words = after;
  return function;
}

bool amount_read(Arena *arena, Str words, LessonAmount *amount, Status *status) {
  AmountTerm *first = NULL, **last = &first;
  char sign = '+', next_sign;
  Str rest = words;
  do {
    AmountTerm *term = arena_take(arena, 1, sizeof *term);
    if (!term) return status_no_memory(status);
    Str one = take_one(&rest, &next_sign);
    *term = (AmountTerm){.sign = sign, .function = take_function(&one)};
    if (!amount_read_one(one, &term->amount, status)) return false;
    *last = term;
    last = &term->next;
    sign = next_sign;
  } while (sign);
  bool is_one = !first->next && first->function == FUNCTION_NONE;
  *amount = is_one ? first->amount
                   : (LessonAmount){.kind = AMOUNT_SUMS, .layer = -1, .head = -1, .terms = first};
  return true;
}

static bool term_value(const LessonScene *scene, const AmountTerm *term, LessonValue *value,
                       Status *status) {
  if (!amount_value_one(scene, &term->amount, value, status)) return false;
  if (value->word.bytes > 0)
    return status_fail(status, STATUS_USAGE,
                       _("“%.*s” is a word, and with + - * / only numbers are combined"),
                       (int)value->word.bytes, value->word.at);
  if (term->function == FUNCTION_NONE) return true;
  value->number = term->function == FUNCTION_ROOT ? sqrt(value->number) : exp(value->number);
  value->is_share = false;
  return true;
}

/* Products first. What is added to or taken from shares is one, too. */
bool amount_value(const LessonScene *scene, const LessonAmount *amount, LessonValue *value,
                  Status *status) {
  if (amount->kind != AMOUNT_SUMS) return amount_value_one(scene, amount, value, status);
  double sum = 0, product = 0;
  bool is_share = true, has_share = false;
  assert(amount->terms && amount->terms->sign == '+');
  for (const AmountTerm *term = amount->terms; term; term = term->next) {
    LessonValue of;
    if (!term_value(scene, term, &of, status)) return false;
    bool is_sum = term->sign == '+' || term->sign == '-';
    has_share = has_share || of.is_share;
    is_share = is_share && is_sum && (of.is_share || term->amount.kind == AMOUNT_NUMBER);
    if (is_sum) sum += product;
    if (is_sum) product = term->sign == '-' ? -of.number : of.number;
    else product = term->sign == '*' ? product * of.number : product / of.number;
  }
  *value = (LessonValue){.number = sum + product, .is_share = is_share && has_share};
  return true;
}
