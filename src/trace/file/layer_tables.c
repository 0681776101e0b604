/* trace/file/layer_tables.c -- the tables of step_tables.h that are of layers: heads together, and
** the answer layer by layer. */
#include "trace/file/file_text.h"
#include "trace/file/step_tables.h"

/* ---- arcs ---- */

static void add_pair(StrBuf *text, const Trace *trace, int query, int key) {
  bool is_mixture = trace_keys_are_mixtures(trace);
  strbuf_format(text, "%d,", query + 1);
  file_text_add_field(text, trace_token(trace, query)->text);
  strbuf_format(text, ",%d,", key + 1);
  file_text_add_field(text, is_mixture ? (Str){"", 0} : trace_key(trace, key)->text);
  strbuf_add_char(text, ',');
}

static void add_head(StrBuf *text, const Trace *trace, int layer, int head) {
  MatView weights = trace_matrix(trace, TRACE_WEIGHTS, layer, head);
  for (int query = 0; query < weights.rows; query++)
    for (int key = 0; key < weights.cols; key++) {
      strbuf_format(text, "%d,%d,", layer + 1, head + 1);
      add_pair(text, trace, query, key);
      file_text_add_number(text, mat_get(weights, query, key));
      strbuf_add(text, STR("\r\n"));
    }
}

bool arcs_to_csv(Arena *arena, const Trace *trace, HeadsOfLayer heads, Str *bytes, Status *status) {
  StrBuf text = strbuf_make(arena);
  strbuf_add(&text, STR("layer,head,query,query_token,key,key_token,weight\r\n"));
  for (int head = 0; head < trace_head_count(trace, heads.layer); head++) {
    bool is_left_out = head < 64 && (heads.left_out >> head & 1u);
    if (heads.one >= 0 ? head == heads.one : !is_left_out)
      add_head(&text, trace, heads.layer, head);
  }
  return file_text_finish(&text, bytes, status);
}

/* ---- heads together ---- */

static void add_number(StrBuf *text, float number) {
  strbuf_add_char(text, ',');
  file_text_add_number(text, number);
}

static void add_cell(StrBuf *text, const Trace *trace, const Together *made, int row, int col) {
  strbuf_format(text, "%d,", row + 1);
  file_text_add_field(text, trace_token(trace, row)->text);
  strbuf_format(text, ",%d,", col + 1);
  bool is_mixture = trace_keys_are_mixtures(trace);
  file_text_add_field(text, is_mixture ? (Str){"", 0} : trace_key(trace, col)->text);
  if (made->kind == TOGETHER_AVERAGE) add_number(text, mat_get(made->average, row, col));
}

/* The layer at that place, or of an average the one layer. */
static void add_layer(StrBuf *text, const Trace *trace, const Together *made, int layer,
                      int place) {
  for (int row = 0; row < made->average.rows; row++)
    for (int col = 0; col < made->average.cols; col++) {
      strbuf_format(text, "%d,", layer + 1);
      add_cell(text, trace, made, row, col);
      if (made->kind == TOGETHER_ROLLOUT) {
        add_number(text, mat_get(made->averages[place], row, col));
        add_number(text, mat_get(made->mixed[place], row, col));
        add_number(text, mat_get(made->rollouts[place], row, col));
      }
      strbuf_add(text, STR("\r\n"));
    }
}

bool together_to_csv(Arena *arena, const Trace *trace, const Together *made, Str *bytes,
                     Status *status) {
  StrBuf text = strbuf_make(arena);
  int place = 0;
  assert(made->refusal == TOGETHER_CAN);
  strbuf_add(&text, STR("layer,query,query_token,key,key_token,average"));
  if (made->kind == TOGETHER_ROLLOUT) strbuf_add(&text, STR(",mixed,rollout"));
  strbuf_add(&text, STR("\r\n"));
  int first = made->kind == TOGETHER_ROLLOUT ? made->first : made->layer;
  for (int layer = first; layer <= made->layer; layer++)
    if (trace_owns_layer(trace, layer)) add_layer(&text, trace, made, layer, place++);
  return file_text_finish(&text, bytes, status);
}

/* ---- the answer layer by layer ---- */

static void add_answer(StrBuf *text, const Trace *trace, const LayerAnswer *answer, int token,
                       const char *layer) {
  for (int rank = 0; rank < answer->best_count; rank++) {
    strbuf_format(text, "%d,", token + 1);
    file_text_add_field(text, trace_token(trace, token)->text);
    strbuf_format(text, ",%s,%d,%d,", layer, rank + 1, answer->best[rank].word);
    file_text_add_field(text, trace_word(trace, answer->best[rank].word));
    add_number(text, answer->best[rank].probability);
    add_number(text, answer->entropy_bits);
    add_number(text, answer->final_probability);
    strbuf_format(text, ",%d\r\n", answer->final_rank);
  }
}

bool answers_to_csv(Arena *arena, const Trace *trace, const LayerAnswers *made, Str *bytes,
                    Status *status) {
  StrBuf text = strbuf_make(arena);
  assert(made->refusal == LAYER_ANSWERS_CAN);
  strbuf_add(&text, STR("token,token_text,layer,rank,id,word,probability,entropy,final_probability,"
                        "final_rank\r\n"));
  for (int i = 0; i < made->token_count; i++) {
    int token = made->first_token + i;
    for (int point = 0; point < made->point_count; point++)
      add_answer(&text, trace, layer_answer_at(made, token, point), token,
                 str_format(arena, "%d", made->layers[point] + 1));
    if (made->unchanged) add_answer(&text, trace, &made->unchanged[i], token, "unchanged");
  }
  return file_text_finish(&text, bytes, status);
}
