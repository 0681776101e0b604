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

static void add_cell(StrBuf *csv, const TwoRuns *beside, int row, int col) {
  Match at = beside->rows.at[row], across = beside->cols.at[col];
  bool has_now = at.a >= 0 && across.a >= 0, has_kept = at.b >= 0 && across.b >= 0;
  add_token(csv, at, beside_row_token(beside, row));
  if (trace_part_info(beside->part)->by_pair) add_token(csv, across, beside_col_token(beside, col));
  else strbuf_format(csv, "%d,", col + 1);
  if (has_now) file_text_add_number(csv, mat_get(beside->now, row, col));
  strbuf_add_char(csv, ',');
  if (has_kept) file_text_add_number(csv, mat_get(beside->kept, row, col));
  strbuf_add_char(csv, ',');
  if (has_now && has_kept) file_text_add_number(csv, mat_get(beside->difference, row, col));
  strbuf_add(csv, str_from(line_end));
}

static void add_measure(StrBuf *csv, const TwoRuns *beside, const char *name, float number) {
  strbuf_add(csv, str_from(name));
  for (int i = trace_part_info(beside->part)->by_pair ? 8 : 6; i > 0; i--)
    strbuf_add_char(csv, ',');
  file_text_add_number(csv, number);
  strbuf_add(csv, str_from(line_end));
}

bool beside_to_csv(Arena *arena, const TwoRuns *beside, Str *bytes, Status *status) {
  StrBuf csv = strbuf_make(arena);
  const BesideErrors *errors = &beside->errors;
  bool by_pair = trace_part_info(beside->part)->by_pair;
  strbuf_add(&csv, by_pair ? STR("place_now,place_kept,query,place_now,place_kept,key")
                           : STR("place_now,place_kept,token,column"));
  strbuf_format(&csv, ",now,kept,difference%s", line_end);
  for (int row = 0; row < beside->rows.count; row++)
    for (int col = 0; col < beside->cols.count && !csv.failed; col++)
      add_cell(&csv, beside, row, col);
  add_measure(&csv, beside, "largest", errors->largest);
  add_measure(&csv, beside, "mean", errors->mean);
  if (beside->has_weights) {
    add_measure(&csv, beside, "kl_bits_mean", errors->divergence_mean);
    add_measure(&csv, beside, "kl_rows", (float)errors->divergence_rows);
    add_measure(&csv, beside, "kl_infinite_rows", (float)errors->infinite_rows);
  }
  return file_text_finish(&csv, bytes, status);
}
