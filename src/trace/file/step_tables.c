/* trace/file/step_tables.c -- the rows of both tables. */
#include "trace/file/step_tables.h"

#include "trace/file/file_text.h"

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
  return file_text_finish(&text, bytes, status);
}
