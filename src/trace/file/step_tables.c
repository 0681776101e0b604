/* trace/file/step_tables.c -- the rows of the tables. */
#include "trace/file/step_tables.h"

#include <math.h>

#include "trace/file/file_text.h"
#include "trace/workings/lookup.h"
#include "trace/workings/memory_layout.h"

/* ---- kept keys ---- */

static void add_work(StrBuf *text, const CacheWork *work) {
  strbuf_format(text, ",%.0f,%.0f,%.0f", work->kept, work->anew, work->bytes);
}

bool cache_to_csv(Arena *arena, const Trace *trace, CachePlace place, Str *bytes, Status *status) {
  StrBuf text = strbuf_make(arena);
  int prompt = cache_prompt(trace, place.prompt), keys = trace_key_count(trace);
  strbuf_add(&text, STR("step,token,kept,computed,multiplications_kept,multiplications_anew,bytes,"
                        "model_multiplications_kept,model_multiplications_anew,model_bytes\r\n"));
  for (int i = 0; prompt > 0 && i <= keys - prompt; i++) {
    CacheStep step = cache_step_at(trace, prompt, i);
    CacheWork head = cache_work(trace, place.layer, CACHE_OF_HEAD, &step);
    CacheWork model = cache_work(trace, place.layer, CACHE_OF_MODEL, &step);
    strbuf_format(&text, "%d,", i + 1);
    file_text_add_field(&text, trace_key(trace, step.row_count - 1)->label);
    int made = step.row_count - step.first_new;
    int kept = i > 0 ? cache_rows(trace, place.layer, &step).there - made : 0;
    strbuf_format(&text, ",%d,%d", kept, made);
    add_work(&text, &head);
    add_work(&text, &model);
    strbuf_add(&text, STR("\r\n"));
  }
  return file_text_finish(&text, bytes, status);
}

/* ---- costs ---- */

static void add_time(StrBuf *text, const CostTimes *times, CostMethod method, int tokens) {
  for (int i = 0; times && i < times->count; i++)
    if (times->at[i].method == method && times->at[i].token_count == tokens)
      file_text_add_number(text, (float)times->at[i].ms);
}

static void add_cost(StrBuf *text, const CostSizes *sizes, const CostTimes *times,
                     CostMethod method, int tokens) {
  strbuf_format(text, "%s,%d,%.0f,%.0f,", cost_method_name(method), tokens,
                cost_of(method, COST_MULTIPLICATIONS, sizes, tokens),
                cost_of(method, COST_BYTES, sizes, tokens));
  add_time(text, times, method, tokens);
  strbuf_add(text, STR("\r\n"));
}

/* What the way on show multiplies with all that is laid over it, and what K and V keep. */
static void add_own(StrBuf *text, const CostSizes *sizes, int tokens) {
  if (cost_has_more(sizes))
    strbuf_format(text, "own,%d,%.0f,%.0f,\r\n", tokens,
                  cost_of_own(COST_MULTIPLICATIONS, sizes, tokens),
                  cost_of_own(COST_BYTES, sizes, tokens));
  if (!cost_shares_keys(sizes)) return;
  strbuf_format(text, "kept,%d,,%.0f,\r\n", tokens, cost_of_kept(sizes, false, tokens));
  strbuf_format(text, "kept shared,%d,,%.0f,\r\n", tokens, cost_of_kept(sizes, true, tokens));
}

bool cost_to_csv(Arena *arena, const Trace *trace, const CostTimes *times, Str *bytes,
                 Status *status) {
  StrBuf text = strbuf_make(arena);
  CostSizes sizes = cost_sizes_of(trace);
  strbuf_add(&text, STR("method,tokens,multiplications,bytes,ms\r\n"));
  for (int method = 0; method < COST_METHOD_COUNT; method++) {
    int before = 0;
    for (int tokens = 1; tokens <= COST_TOKENS_MOST; tokens *= 2) {
      bool is_between = sizes.token_count > before && sizes.token_count < tokens;
      if (is_between) add_cost(&text, &sizes, times, (CostMethod)method, sizes.token_count);
      add_cost(&text, &sizes, times, (CostMethod)method, tokens);
      before = tokens;
    }
  }
  for (int tokens = 1; tokens <= COST_TOKENS_MOST; tokens *= 2) {
    bool is_between = sizes.token_count > tokens / 2 && sizes.token_count < tokens;
    if (is_between) add_own(&text, &sizes, sizes.token_count);
    add_own(&text, &sizes, tokens);
  }
  return file_text_finish(&text, bytes, status);
}

/* ---- lengths ---- */

bool lengths_to_csv(Arena *arena, const Lengths *lengths, Str *bytes, Status *status) {
  StrBuf text = strbuf_make(arena);
  if (lengths->problem) return status_fail(status, STATUS_COULD_NOT, "%s", lengths->problem);
  strbuf_add(&text, STR("model,tokens,trained,sentences,sentences_right,words,words_right\r\n"));
  for (int model = 0; model < LENGTH_MODEL_COUNT; model++) {
    const LengthCurve *curve = &lengths->curves[model];
    for (int i = 0; i < curve->count; i++) {
      const LengthPoint *point = &curve->at[i];
      strbuf_format(&text, "%s,%d,%d,%d,%d,%d,%d\r\n", lengths->names[model], point->tokens,
                    point->is_trained, point->sentences, point->whole, point->words, point->right);
    }
  }
  return file_text_finish(&text, bytes, status);
}

bool curves_to_csv(Arena *arena, const char *heading, MatView curves, Str *bytes, Status *status) {
  StrBuf text = strbuf_make(arena);
  strbuf_format(&text, "%s\r\n", heading);
  for (int row = 0; row < curves.rows; row++) {
    for (int col = 0; col < curves.cols; col++) {
      if (col > 0) strbuf_add_char(&text, ',');
      if (!isnan(mat_get(curves, row, col))) file_text_add_number(&text, mat_get(curves, row, col));
    }
    strbuf_add(&text, STR("\r\n"));
  }
  return file_text_finish(&text, bytes, status);
}

/* ---- experiments ---- */

static void add_shares(StrBuf *text, const SaturationShares *shares) {
  strbuf_add_char(text, ',');
  file_text_add_number(text, (float)shares->largest);
  strbuf_add_char(text, ',');
  file_text_add_number(text, (float)shares->entropy);
  strbuf_add_char(text, ',');
  file_text_add_number(text, (float)shares->gradient);
}

bool saturation_to_csv(Arena *arena, const Saturation *made, Str *bytes, Status *status) {
  StrBuf text = strbuf_make(arena);
  strbuf_add(&text, STR("d,expected,measured,largest_unscaled,entropy_unscaled,gradient_unscaled,"
                        "largest_scaled,entropy_scaled,gradient_scaled\r\n"));
  for (int i = 0; i < made->count; i++) {
    const SaturationWidth *at = &made->at[i];
    strbuf_format(&text, "%d,", at->width);
    file_text_add_number(&text, (float)at->expected);
    strbuf_add_char(&text, ',');
    file_text_add_number(&text, (float)at->measured);
    add_shares(&text, &at->of[SATURATION_UNSCALED]);
    add_shares(&text, &at->of[SATURATION_SCALED]);
    strbuf_add(&text, STR("\r\n"));
  }
  return file_text_finish(&text, bytes, status);
}

bool lookup_to_csv(Arena *arena, const Experiments *asked, Str *bytes, Status *status) {
  StrBuf text = strbuf_make(arena);
  Lookup made = lookup_of(asked);
  strbuf_add(&text, STR("book,cooking,travel,score,scaled,exponential,weight,recipes,maps\r\n"));
  for (int j = 0; j < LOOKUP_BOOKS; j++) {
    const float row[] = {made.keys[j][0],   made.keys[j][1],      made.scores[j],
                         made.scaled[j],    made.exponentials[j], made.weights[j],
                         made.values[j][0], made.values[j][1]};
    strbuf_format(&text, "%d", j + 1);
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
      strbuf_add_char(&text, ',');
      file_text_add_number(&text, row[i]);
    }
    strbuf_add(&text, STR("\r\n"));
  }
  strbuf_add(&text, STR("answer,,,,,,,"));
  file_text_add_number(&text, made.answer[0]);
  strbuf_add_char(&text, ',');
  file_text_add_number(&text, made.answer[1]);
  strbuf_add(&text, STR("\r\n"));
  return file_text_finish(&text, bytes, status);
}

/* "2 3 4": a field without a comma. */
static void add_whole_numbers(StrBuf *text, const int *numbers, int count) {
  strbuf_add_char(text, ',');
  for (int i = 0; i < count; i++) strbuf_format(text, i > 0 ? " %d" : "%d", numbers[i]);
}

bool memory_layout_to_csv(Arena *arena, const Experiments *asked, Str *bytes, Status *status) {
  static const char *const names[] = {[LAYOUT_START] = "start",
                                      [LAYOUT_TRANSPOSE] = "transpose",
                                      [LAYOUT_VIEW] = "view",
                                      [LAYOUT_CONTIGUOUS] = "contiguous",
                                      [LAYOUT_RESHAPE] = "reshape"};
  StrBuf text = strbuf_make(arena);
  MemoryLayout *made = arena_take(arena, 1, sizeof *made);
  if (!made) return status_no_memory(status);
  memory_layout_of(asked, made);
  strbuf_add(&text, STR("step,operation,shape,strides,contiguous,copied,memory\r\n"));
  for (int i = 0; i < made->step_count; i++) {
    const LayoutStep *step = &made->steps[i];
    strbuf_format(&text, "%d,%s", i + 1, names[step->operation]);
    add_whole_numbers(&text, step->tensor.shape, step->tensor.axes);
    add_whole_numbers(&text, step->tensor.stride, step->tensor.axes);
    strbuf_format(&text, ",%d,%d", step->is_contiguous, step->is_copied);
    add_whole_numbers(&text, step->memory, made->number_count);
    strbuf_add(&text, STR("\r\n"));
  }
  return file_text_finish(&text, bytes, status);
}
