/* trace/file/beside_file.c -- cells of two runs, their difference and its measures as CSV. */
#include "trace/file/beside_file.h"

#include "trace/file/file_text.h"

static const char line_end[] = "\r\n";

static void add_place(StrBuf *csv, int index) {
  if (index >= 0) strbuf_format(csv, "%d", index + 1);
  strbuf_add_char(csv, ',');
}

static void add_token(StrBuf *csv, Match line, const TraceToken *token) {
  add_place(csv, line.a);
  add_place(csv, line.b);
  file_text_add_field(csv, token->text);
  strbuf_add_char(csv, ',');
}

/* In front of each line where there are several matrices. */
static void add_tensor(StrBuf *csv, const TwoRuns *beside, bool is_one) {
  if (!is_one) strbuf_format(csv, "%s,", trace_part_info(beside->part)->name);
}

static void add_cell(StrBuf *csv, const TwoRuns *beside, int row, int col) {
  Match at = beside->rows.at[row], across = beside->cols.at[col];
  bool has_now = at.a >= 0 && across.a >= 0, has_kept = at.b >= 0 && across.b >= 0;
  add_token(csv, at, beside_row_token(beside, row));
  if (beside_names_cols(beside)) add_token(csv, across, beside_col_token(beside, col));
  else strbuf_format(csv, "%d,", col + 1);
  if (has_now) file_text_add_number(csv, mat_get(beside->now, row, col));
  strbuf_add_char(csv, ',');
  if (has_kept) file_text_add_number(csv, mat_get(beside->kept, row, col));
  strbuf_add_char(csv, ',');
  if (has_now && has_kept) file_text_add_number(csv, mat_get(beside->difference, row, col));
  strbuf_add(csv, str_from(line_end));
}

typedef struct Measure {
  const char *name;
  float number;
} Measure;

static void add_measures(StrBuf *csv, const TwoRuns *beside, bool is_one) {
  const BesideErrors *errors = &beside->errors;
  const Measure measures[] = {{"largest", errors->largest},
                              {"mean", errors->mean},
                              {"kl_bits_mean", errors->divergence_mean},
                              {"kl_rows", (float)errors->divergence_rows},
                              {"kl_infinite_rows", (float)errors->infinite_rows}};
  int count = beside->has_weights ? 5 : 2, commas = beside_names_cols(beside) ? 8 : 6;
  for (int i = 0; i < count; i++) {
    add_tensor(csv, beside, is_one);
    strbuf_add(csv, str_from(measures[i].name));
    for (int comma = 0; comma < commas; comma++) strbuf_add_char(csv, ',');
    file_text_add_number(csv, measures[i].number);
    strbuf_add(csv, str_from(line_end));
  }
}

static Str header_of(const TwoRuns *beside) {
  if (beside->words) return STR("place_now,place_kept,token,word_now,word_kept,word");
  return beside_names_cols(beside) ? STR("place_now,place_kept,query,place_now,place_kept,key")
                                   : STR("place_now,place_kept,token,column");
}

bool beside_to_csv(Arena *arena, const TwoRuns *beside, Str *bytes, Status *status) {
  StrBuf csv = strbuf_make(arena);
  bool is_one = !beside->next;
  if (!is_one) strbuf_add(&csv, STR("tensor,"));
  strbuf_add(&csv, header_of(beside));
  strbuf_format(&csv, ",now,kept,difference%s", line_end);
  for (; beside; beside = beside->next) {
    for (int row = 0; row < beside->rows.count; row++)
      for (int col = 0; col < beside->cols.count && !csv.failed; col++) {
        add_tensor(&csv, beside, is_one);
        add_cell(&csv, beside, row, col);
      }
    add_measures(&csv, beside, is_one);
  }
  return file_text_finish(&csv, bytes, status);
}
