/* export/page_layers.c -- names, words and matrices of a layer and its heads. */
#include "export/page_layers.h"

#include "base/i18n.h"
#include "scene/heads/role_lines.h"
#include "scene/layer_words.h"
#include "scene/mask_words.h"
#include "scene/score_scale.h"

void page_text(StrBuf *out, const char *name, Str text) {
  strbuf_format(out, "\"%s\":", name);
  page_json(out, text);
}

bool page_has_matrix(const Trace *trace, TracePart part, int layer, int *rows, int *cols) {
  *rows = *cols = 0;
  if (trace_part_info(part)->is_of_words || !trace_has_part(trace, part)) return false;
  trace_matrix_shape(trace, part, layer, rows, cols);
  return *rows > 0 && *cols > 0 && (long)*rows * *cols <= PAGE_CELLS_MOST;
}

/* {"q":3,"k":4}: the matrices of a head, or those of the layer and of the whole trace. */
static void write_matrices(PageTables *tables, const Trace *trace, int layer, int head,
                           StrBuf *out) {
  const char *between = "";
  strbuf_add_char(out, '{');
  for (int i = 0; i < TRACE_PART_COUNT; i++) {
    TracePart part = (TracePart)i;
    const TracePartInfo *info = trace_part_info(part);
    bool of_head = info->per_head || info->per_key_head;
    int rows, cols;
    if (of_head != (head >= 0) || !page_has_matrix(trace, part, layer, &rows, &cols)) continue;
    MatView values = trace_matrix(trace, part, layer, head < 0 ? 0 : head);
    if (!values.at || values.rows <= 0 || values.cols <= 0) continue;
    strbuf_format(out, "%s\"%s\":%d", between, info->name, page_matrix(tables, values));
    between = ",";
  }
  strbuf_add_char(out, '}');
}

static void write_labels(StrBuf *out, const char *name, const Trace *trace, int count,
                         const TraceToken *(*token)(const Trace *trace, int index)) {
  strbuf_format(out, "\"%s\":[", name);
  for (int i = 0; i < count; i++) {
    if (i > 0) strbuf_add_char(out, ',');
    page_json(out, token(trace, i)->label);
  }
  strbuf_add(out, STR("],"));
}

static void write_heads(PageTables *tables, const Trace *trace, int layer, StrBuf *out) {
  strbuf_add(out, STR("\"heads\":["));
  for (int head = 0; head < trace_head_count(trace, layer); head++) {
    trace_frame_begin(trace);
    strbuf_add(out, head > 0 ? STR(",\n{") : STR("{"));
    page_text(out, "title", str_from(layer_head_title(out->arena, trace, layer, head)));
    strbuf_add_char(out, ',');
    page_text(out, "role", i18n_translated(out->arena, trace_head_role(trace, layer, head)));
    strbuf_add(out, STR(",\"m\":"));
    write_matrices(tables, trace, layer, head, out);
    strbuf_add_char(out, '}');
  }
  strbuf_add_char(out, ']');
}

void page_layer(PageTables *tables, const Trace *trace, int layer, StrBuf *out) {
  strbuf_format(out, "{\"number\":%d,", layer + 1);
  page_text(out, "title", str_from(layer_title(out->arena, trace, layer)));
  strbuf_add_char(out, ',');
  page_text(out, "mark", str_from(layer_mark(out->arena, trace, layer)));
  strbuf_add_char(out, ',');
  page_text(out, "attention", str_from(mask_attention_words(out->arena, trace, layer)));
  strbuf_format(out, ",\"divisor\":%.9g,", (double)trace_score_divisor(trace, layer));
  page_text(out, "divided", str_from(score_scale_done(out->arena, trace, layer)));
  strbuf_add_char(out, ',');
  write_labels(out, "tokens", trace, trace_token_count(trace), trace_token);
  write_labels(out, "keys", trace, trace_key_count(trace), trace_key);
  write_labels(out, "sources", trace, trace_source_count(trace), trace_source);
  strbuf_add(out, STR("\"m\":"));
  write_matrices(tables, trace, layer, -1, out);
  strbuf_add_char(out, ',');
  write_heads(tables, trace, layer, out);
  strbuf_add_char(out, '}');
}
