/* scene/inspector/token.c -- before attention: a token, its row of X, its query, key and value. */
#include "scene/inspector/panel_sections.h"

#include <math.h>
#include <stdio.h>

#include "base/i18n.h"
#include "scene/grapheme_breaks.h"

enum { CHARACTERS_MOST = 48, PLACES_SHOWN = 6 };

static float number_at(const Panel *panel, TracePart part, int column) {
  return mat_get(panel_matrix(panel, part), panel->query, column);
}

/* -- a token ----------------------------------------------------------------------------------- */

/* Where the n-th character of a token begins, and its bytes; 0 bytes past the end. */
static Str character_at(Str text, int index) {
  size_t at = 0, bytes = 0;
  for (int i = 0; at < text.bytes; i++, at += bytes) {
    uint32_t code;
    bytes = grapheme_bytes(text, at, &code);
    if (i == index) return (Str){text.at + at, bytes};
  }
  return (Str){text.at, 0};
}

/* At most 48, which is more rows than any panel shows. */
static int character_count(Str text) {
  int count = 0;
  while (count < CHARACTERS_MOST && character_at(text, count).bytes > 0) count++;
  return count;
}

/* As typed: the label would show a space as a sign. */
static Str token_text(const Panel *panel) {
  return trace_token(panel->scene->trace, panel->query)->text;
}

typedef struct CodeRange {
  uint32_t first, last;
} CodeRange;

static bool is_among(uint32_t code, const CodeRange *ranges, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (code >= ranges[i].first && code <= ranges[i].last) return true;
  return false;
}

/* A mark stands on a dotted circle; what cannot be seen at all is a dash. */
static Str character_label(const Panel *panel, int item) {
  static const CodeRange unseen[] = {{0x200B, 0x200F}, {0x2028, 0x202E}, {0x2060, 0x206F},
                                     {0xFE00, 0xFE0F}, {0xFEFF, 0xFEFF}, {0xE0000, 0xE01EF}};
  Str character = character_at(token_text(panel), item);
  uint32_t code = 0;
  str_decode(character, 0, &code);
  if (is_among(code, unseen, sizeof unseen / sizeof unseen[0])) return STR("–");
  if (!grapheme_is_mark(code)) return character;
  return panel_words(panel, "◌%.*s", (int)character.bytes, character.at);
}

/* Its code point, and the bytes that stand for it. */
static Number character_number(const Panel *panel, int item, int column) {
  Str character = character_at(token_text(panel), item);
  Number number = {""};
  uint32_t code = 0;
  if (column == 0) {
    bool is_valid = str_decode(character, 0, &code) > 0;
    snprintf(number.at, NUMBER_BYTES, "U+%04X", is_valid ? (unsigned)code : 0xFFFDu);
    return number;
  }
  for (size_t i = 0; i < character.bytes; i++)
    snprintf(number.at + i * 3, NUMBER_BYTES - i * 3, "%02X ", (unsigned char)character.at[i]);
  if (character.bytes > 0) number.at[character.bytes * 3 - 1] = 0;
  return number;
}

/* One row a code point: that is what bytes of UTF-8 stand for. */
static void add_characters(Panel *panel) {
  PanelTable table = {.label_head = _("character"),
                      .label = character_label,
                      .number_heads = {_("code point"), _("bytes in UTF-8")},
                      .number_count = 2,
                      .number = character_number,
                      .item_count = character_count(token_text(panel)),
                      .focus = -1};
  panel_add_table(panel, &table);
}

/* "1, 5": only where the spelling is the same at all of them. */
static Str places_words(const Panel *panel, const TraceToken *token) {
  const Trace *trace = panel->scene->trace;
  StrBuf words = strbuf_make(panel_arena(panel));
  int found = 0;
  for (int i = 0; i < trace_token_count(trace); i++) {
    if (!str_equal(trace_token(trace, i)->text, token->text)) continue;
    if (++found <= PLACES_SHOWN) strbuf_format(&words, "%s%d", found > 1 ? ", " : "", i + 1);
  }
  if (found > PLACES_SHOWN) strbuf_add(&words, STR(", …"));
  return found == token->occurrences ? strbuf_str(&words) : (Str){"", 0};
}

/* Once needs no places. */
static void add_occurrences(Panel *panel, const TraceToken *token) {
  Str places = places_words(panel, token);
  int count = token->occurrences;
  Str words = count == 1 ? str_from(_("once"))
                         : panel_words(panel, P_("%d time", "%d times", count), count);
  panel_add_fact(panel, str_from(_("how often it occurs")), words, RANK_BODY);
  if (token->occurrences > 1 && places.bytes)
    panel_add_fact(panel, str_from(_("at the places")), places, RANK_BODY);
}

/* What a tokenizer made of it: the id, its own bytes, and whether it is a part of a character. */
static void add_id(Panel *panel, const TraceToken *token) {
  enum { BYTES_SHOWN = 8 };
  if (token->id < 0) return;
  panel_add_fact(panel, str_from(_("id in the model's table")), panel_words(panel, "%d", token->id),
                 RANK_RESULT);
  if (token->raw.bytes == 0) return;
  StrBuf bytes = strbuf_make(panel_arena(panel));
  for (size_t i = 0; i < token->raw.bytes && i < BYTES_SHOWN; i++)
    strbuf_format(&bytes, i > 0 ? " %02X" : "%02X", (unsigned)(unsigned char)token->raw.at[i]);
  if (token->raw.bytes > BYTES_SHOWN) strbuf_add(&bytes, STR(" …"));
  panel_add_fact(panel, str_from(_("its own bytes")), strbuf_str(&bytes), RANK_BODY);
  if (token->special)
    panel_add_note(panel, str_from(_("A mark of the tokenizer, not a word.")), RANK_BODY);
  if (token->group >= 0)
    panel_add_note(panel,
                   str_from(_("A part of one character: its bytes are spread over several "
                              "tokens.")),
                   RANK_BODY);
}

/* Before the model there is nothing but text: places, bytes and code points. */
void inspect_token(Panel *panel) {
  const Trace *trace = panel->scene->trace;
  const TraceToken *token = trace_token(trace, panel->query);
  panel_add_title(panel,
                  (PanelTitle){.kicker = _("One token"),
                               .subject = token->raw.bytes > 0 ? panel_label(panel, panel->query)
                                                               : panel_text(panel, panel->query),
                               .subject_color = panel->pen->theme->ink});
  panel_add_fact(panel, str_from(_("place in the sentence")),
                 panel_count(panel, _("%d of %d"), panel->query + 1, trace_token_count(trace)),
                 RANK_RESULT);
  add_occurrences(panel, token);
  panel_add_fact(
      panel, str_from(_("bytes of the sentence")),
      panel_words(panel, "%d … %d", token->first_byte + 1, token->first_byte + token->bytes),
      RANK_DETAIL);
  add_id(panel, token);
  if (token->group < 0) add_characters(panel);
  panel_add_note(panel,
                 panel_words(panel,
                             P_("Next: a row of %d number stands for it.",
                                "Next: a row of %d numbers stands for it.", trace_d_model(trace)),
                             trace_d_model(trace)),
                 RANK_NEXT);
  panel_add_words(panel);
}

/* -- its row of X ------------------------------------------------------------------------------ */

/* What is summed, and the sum last: token, place, in BERT the sentence, then x or the sum. */
typedef struct Summed {
  TracePart parts[TABLE_NUMBERS_MOST];
  int count;
  bool is_normed; /* x is the norm of the sum */
} Summed;

/* M-14 has two summands, BERT has three (M-46). */
static Summed summed_parts(const Panel *panel) {
  const Trace *trace = panel->scene->trace;
  Summed summed = {.parts = {TRACE_TOKEN_EMBEDDING, TRACE_POSITION}, .count = 2};
  summed.is_normed = trace_has_part(trace, TRACE_EMBEDDED);
  if (trace_has_part(trace, TRACE_SEGMENT)) summed.parts[summed.count++] = TRACE_SEGMENT;
  summed.parts[summed.count++] = summed.is_normed ? TRACE_EMBEDDED : TRACE_X;
  return summed;
}

static Number embedding_numbers(const Panel *panel, int item, int column) {
  return panel_number(number_at(panel, summed_parts(panel).parts[column], item));
}

static TracePart sum_part(const Panel *panel) {
  Summed summed = summed_parts(panel);
  return summed.parts[summed.count - 1];
}

static float embedding_bar(const Panel *panel, int item) {
  return number_at(panel, sum_part(panel), item);
}

/* Bars of one scale about 0, so that columns can be compared. */
static void add_embedding_table(Panel *panel) {
  const Theme *theme = panel->pen->theme;
  Summed summed = summed_parts(panel);
  int columns = panel_matrix(panel, TRACE_X).cols;
  float largest = trace_largest(panel->scene->trace, sum_part(panel), 0, 0);
  PanelTable table = {.label_head = _("col."),
                      .label = panel_column_label,
                      .number_heads = {_("token"), _("+ place"), "= x"},
                      .number_count = summed.count,
                      .number = embedding_numbers,
                      .bar = embedding_bar,
                      .bar_low = -largest,
                      .bar_high = largest,
                      .bar_color = theme->positive,
                      .bar_negative = theme->negative,
                      .item_count = columns,
                      .focus = panel->key,
                      .focus_color = theme->ink};
  if (summed.count == 4) table.number_heads[2] = _("+ sent.");
  table.number_heads[summed.count - 1] = summed.is_normed ? _("= sum") : "= x";
  panel_add_table(panel, &table);
}

static const char *embedding_label(TracePart part, bool is_normed) {
  switch (part) {
  case TRACE_TOKEN_EMBEDDING:
    return _("token: what it is");
  case TRACE_POSITION:
    return _("place: where it stands");
  case TRACE_SEGMENT:
    return _("sentence: the first or the second");
  case TRACE_EMBEDDED:
    return _("their sum");
  default:
    return is_normed ? _("x: the sum normed") : _("x: the sum");
  }
}

static void add_embedding_strip(Panel *panel, TracePart part, bool is_normed) {
  const Theme *theme = panel->pen->theme;
  bool is_sum = part == TRACE_X || part == TRACE_EMBEDDED;
  panel_add_strip(panel,
                  (PanelStrip){str_from(embedding_label(part, is_normed)),
                               is_sum ? theme->ink : theme->muted,
                               panel_row(panel, part, panel->query), part, panel->key},
                  part == TRACE_X ? RANK_BODY : RANK_STEPS);
}

/* "-0.02 + 0.03 + (-0.8) =" and the sum. Negative summands stand in brackets, so that + and − do
** not meet. */
static void add_embedding_sum(Panel *panel, const Summed *summed) {
  StrBuf words = strbuf_make(panel_arena(panel));
  Number first = embedding_numbers(panel, panel->key, 0);
  strbuf_format(&words, "%s", first.at);
  for (int i = 1; i + 1 < summed->count; i++) {
    Str next = panel_summand(panel, number_at(panel, summed->parts[i], panel->key));
    strbuf_format(&words, " + %.*s", (int)next.bytes, next.at);
  }
  bool is_long = summed->count > 3; /* too long for the box: it stands above */
  if (is_long) panel_add_equation(panel, strbuf_str(&words), RANK_STEPS);
  strbuf_format(&words, " =");
  Number sum = embedding_numbers(panel, panel->key, summed->count - 1);
  panel_add_result(panel, is_long ? str_from(_("their sum =")) : strbuf_str(&words),
                   panel_words(panel, "%s", sum.at));
  if (!summed->is_normed) return;
  Number x = number_full(number_at(panel, TRACE_X, panel->key));
  panel_add_fact(panel, str_from(_("after the norm: x")), panel_words(panel, "%s", x.at),
                 RANK_RESULT);
}

static void add_row_title(Panel *panel, const char *kicker) {
  PanelTitle title = {.kicker = kicker,
                      .subject = panel_label(panel, panel->query),
                      .words = panel_words(panel, _("at place %d"), panel->query + 1),
                      .subject_color = panel->pen->theme->ink,
                      .object_color = panel->pen->theme->ink};
  if (panel->key >= 0) title.words = panel_words(panel, _("· column %d"), panel->key + 1);
  panel_add_title(panel, title);
}

void inspect_embedding(Panel *panel) {
  Summed summed = summed_parts(panel);
  add_row_title(panel, _("One row of X"));
  for (int i = 0; i < summed.count; i++)
    add_embedding_strip(panel, summed.parts[i], summed.is_normed);
  if (summed.is_normed) add_embedding_strip(panel, TRACE_X, true);
  if (panel->key >= 0) add_embedding_sum(panel, &summed);
  add_embedding_table(panel);
  panel_add_rounded(panel);
  panel_add_words(panel);
}

/* -- the norm before the heads ----------------------------------------------------------------- */

static void add_norm_strip(Panel *panel, const char *label, TracePart part, Rank rank) {
  panel_add_strip(panel,
                  (PanelStrip){str_from(label), panel->pen->theme->ink,
                               panel_row(panel, part, panel->query), part, panel->key},
                  rank);
}

/* M-10 for this row: mean and spread belong to the row, gain and bias to the column. */
void inspect_norm(Panel *panel) {
  add_row_title(panel, _("One row before the heads"));
  add_norm_strip(panel, _("what came in"), TRACE_INPUT, RANK_STEPS);
  add_norm_strip(panel, _("normed"), TRACE_NORM_1, RANK_BODY);
  WorkedNorm norm =
      worked_first_norm(panel->scene->trace, panel->scene->view->layer, panel->query, panel->key);
  Number mean = number_full(norm.mean), deviation = number_full(norm.deviation);
  panel_add_fact(panel, str_from(_("the row's mean")), panel_words(panel, "%s", mean.at),
                 RANK_FACTS);
  panel_add_fact(panel, str_from(_("its spread σ")), panel_words(panel, "%s", deviation.at),
                 RANK_FACTS);
  if (panel->key >= 0) panel_add_norm(panel, &norm, RANK_STEPS);
  if (panel->key >= 0)
    panel_add_result(panel, str_from(_("after the norm")),
                     panel_words(panel, "%s", number_full(norm.result).at));
  panel_add_rounded(panel);
  panel_add_words(panel);
}

/* -- query, key and value ---------------------------------------------------------------------- */

static TracePart read_part(const Panel *panel) {
  return trace_projection_input(panel->scene->trace);
}

static float input_at(const Panel *panel, int item) {
  return number_at(panel, read_part(panel), item);
}

static Number projection_numbers(const Panel *panel, int item, int column) {
  if (column == 0) return panel_number(input_at(panel, item));
  if (column == 1) return panel_number(mat_get(panel_matrix(panel, TRACE_W_Q), item, panel->key));
  return panel_number(panel->numbers[item]);
}

static float projection_bar(const Panel *panel, int item) { return panel->numbers[item]; }

static Number projection_rest(const Panel *panel, const int *items, int count, int column) {
  double sum = 0;
  if (column != 2) return (Number){""};
  for (int i = 0; i < count; i++) sum += (double)panel->numbers[items[i]];
  return panel_number((float)sum);
}

/* x_i W_ic for every i, and their sum. NULL when the map is not part of the trace. In double, as
** the sum is compared with what the model computed in float. */
static float *projection_terms(const Panel *panel, double *sum) {
  MatView map = panel_matrix(panel, TRACE_W_Q), input = panel_matrix(panel, read_part(panel));
  if (!map.at || !input.at || map.rows != input.cols || panel->key >= map.cols) return NULL;
  float *terms = panel_take(panel, (size_t)map.rows, sizeof *terms);
  *sum = 0;
  for (int i = 0; terms && i < map.rows; i++) {
    double term = (double)input_at(panel, i) * (double)mat_get(map, i, panel->key);
    terms[i] = (float)term;
    *sum += term;
  }
  return terms;
}

/* Terms that are 0 are counted, not listed. */
static void add_projection_table(Panel *panel, int rows) {
  const Theme *theme = panel->pen->theme;
  int zeros = 0;
  for (int i = 0; i < rows; i++) zeros += panel->numbers[i] == 0;
  PanelTable table = {.label_head = _("col."),
                      .label = panel_column_label,
                      .number_heads = {"x", "× W_Q", _("= term")},
                      .number_count = 3,
                      .number = projection_numbers,
                      .bar = projection_bar,
                      .bar_color = theme->positive,
                      .bar_negative = theme->negative,
                      .item_count = rows - zeros,
                      .order = panel_order(panel, panel->numbers, rows, true),
                      .focus = -1,
                      .rest = projection_rest};
  for (int i = 0; i < rows; i++) {
    table.bar_low = fminf(table.bar_low, panel->numbers[i]);
    table.bar_high = fmaxf(table.bar_high, panel->numbers[i]);
  }
  panel_add_table(panel, &table);
  if (zeros > 0)
    panel_add_note(panel,
                   panel_words(panel,
                               zeros == rows ? P_("The %d term is 0.", "All %d terms are 0.", zeros)
                                             : _("The other terms (%d) are 0."),
                               zeros),
                   RANK_FACTS);
}

/* Values may be wider than queries and keys: then a column is theirs alone. */
static bool is_of_values_alone(const Panel *panel) {
  return panel->key >= panel_matrix(panel, TRACE_Q).cols;
}

static void add_value_column(Panel *panel) {
  Number value = number_full(number_at(panel, TRACE_V, panel->key));
  panel_add_result(panel, panel_words(panel, _("value, column %d ="), panel->key + 1),
                   panel_words(panel, "%s", value.at));
  panel_add_note(
      panel,
      panel_words(panel,
                  P_("Queries and keys have %d column.", "Queries and keys have %d columns.",
                     panel_matrix(panel, TRACE_Q).cols),
                  panel_matrix(panel, TRACE_Q).cols),
      RANK_NEXT);
}

/* The column of q is worked out; those of k and v are made in the same way by their own maps. M-02
** for one number of the query. */
static void add_column(Panel *panel) {
  double sum = 0;
  float query = number_at(panel, TRACE_Q, panel->key);
  panel->numbers = projection_terms(panel, &sum);
  if (panel->numbers) add_projection_table(panel, panel_matrix(panel, TRACE_W_Q).rows);
  if (trace_has_part(panel->scene->trace, TRACE_B_Q)) {
    Number terms = number_full((float)sum);
    Str bias = panel_summand(panel, mat_get(panel_matrix(panel, TRACE_B_Q), 0, panel->key));
    panel_add_fact(panel, str_from(_("terms + bias")),
                   panel_words(panel, "%s + %.*s", terms.at, (int)bias.bytes, bias.at), RANK_STEPS);
  }
  Number q = number_full(query), k = number_full(number_at(panel, TRACE_K, panel->key));
  panel_add_result(panel, panel_words(panel, _("query, column %d ="), panel->key + 1),
                   panel_words(panel, "%s", q.at));
  bool has_value = panel->key < panel_matrix(panel, TRACE_V).cols;
  Number v = has_value ? number_full(number_at(panel, TRACE_V, panel->key)) : (Number){""};
  panel_add_note(panel,
                 has_value
                     ? panel_words(panel, _("In the same way, by their own maps: key %s, value %s"),
                                   k.at, v.at)
                     : panel_words(panel, _("In the same way, by their own maps: key %s"), k.at),
                 RANK_NEXT);
}

/* Without a column, the vectors as bars: what is large in them is seen at a glance. */
static void add_vector_bars(Panel *panel) {
  const TracePart parts[] = {TRACE_Q, TRACE_K, TRACE_V};
  const char *labels[] = {_("query, as bars"), _("key, as bars"), _("value, as bars")};
  for (int i = 0; i < 3; i++) {
    MatView row = panel_row(panel, parts[i], panel->query);
    panel_add_bars(
        panel,
        (PanelBars){
            .label = labels[i], .values = row.at, .count = row.cols, .name = _("column %d: %s")},
        48, RANK_BODY);
  }
}

static void add_three_strips(Panel *panel) {
  const Theme *theme = panel->pen->theme;
  const TracePart parts[] = {TRACE_Q, TRACE_K, TRACE_V};
  const char *labels[] = {_("query: what it asks"), _("key: what it is found by"),
                          _("value: what it hands on")};
  for (int i = 0; i < 3; i++)
    panel_add_strip(panel,
                    (PanelStrip){str_from(labels[i]), scene_part_color(theme, parts[i]),
                                 panel_row(panel, parts[i], panel->query), parts[i], panel->key},
                    RANK_STEPS);
}

/* M-02 three times, for one token. */
void inspect_vectors(Panel *panel) {
  PanelTitle title = {.kicker = _("One token, three vectors"),
                      .subject = panel_label(panel, panel->query),
                      .words = str_from(_("asks, is found, hands on")),
                      .subject_color = panel->pen->theme->ink};
  if (panel->key >= 0) {
    title.kicker = is_of_values_alone(panel) ? _("One number of a value")
                                             : _("One number of a query, worked out");
    title.words = panel_words(panel, _("· column %d"), panel->key + 1);
  }
  panel_add_title(panel, title);
  if (panel->key < 0)
    panel_add_strip(
        panel,
        (PanelStrip){str_from(read_part(panel) == TRACE_NORM_1 ? _("the row that came in, normed")
                                                               : _("the row that came in")),
                     panel->pen->theme->ink, panel_row(panel, read_part(panel), panel->query),
                     read_part(panel), -1},
        RANK_DETAIL);
  add_three_strips(panel);
  if (panel->key < 0) add_vector_bars(panel);
  else if (is_of_values_alone(panel)) add_value_column(panel);
  else add_column(panel);
  if (panel->key < 0)
    panel_add_note(panel, str_from(_("Next: every query is multiplied with every key.")),
                   RANK_NEXT);
  else panel_add_rounded(panel);
  panel_add_words(panel);
}
