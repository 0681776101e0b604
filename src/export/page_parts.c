/* export/page_parts.c -- names and colours of parts, and the rules by which a page works a number
** out. */
#include "export/page_parts.h"

#include "base/i18n.h"
#include "export/page_store.h"
#include "scene/stages/pair_stage.h"

const char *page_color_class(TracePart role) {
  static const char *const names[] = {
      [ROLE_NONE] = "ink",    [ROLE_QUERY] = "query",     [ROLE_KEY] = "key",
      [ROLE_VALUE] = "value", [ROLE_WEIGHTS] = "weights", [ROLE_OUTPUT] = "output"};
  return role == TRACE_PART_COUNT ? "muted" : names[trace_part_info(role)->role];
}

/* What the rows or columns of a part are: tokens, keys, what was mixed into keys, or numbers. */
static char size_letter(TraceSize size) {
  return size == SIZE_TOKENS ? 't' : size == SIZE_KEYS ? 'k' : size == SIZE_SOURCES ? 's' : 'n';
}

/* [name, title, colour, what rows and columns are, whether it has shares] */
static void write_part_names(StrBuf *out) {
  strbuf_add(out, STR("\"parts\":["));
  for (int i = 0; i < TRACE_PART_COUNT; i++) {
    const TracePartInfo *info = trace_part_info((TracePart)i);
    strbuf_format(out, "%s[\"%s\",", i > 0 ? "," : "", info->name);
    page_json(out, str_from(_(info->title)));
    strbuf_format(out, ",\"%s\",\"%c%c\",%d]", page_color_class((TracePart)i),
                  size_letter(info->rows), size_letter(info->cols), info->scale == SCALE_SHARES);
  }
  strbuf_add_char(out, ']');
}

static const char *name_of(TracePart part) { return trace_part_info(part)->name; }

static void write_pair_parts(StrBuf *out, const Trace *trace) {
  TracePart parts[TRACE_PAIR_PARTS_MOST];
  int count = trace_pair_parts_of(trace, parts);
  strbuf_add(out, STR("\"pairs\":["));
  for (int i = 0; i < count; i++)
    strbuf_format(out, "%s\"%s\"", i > 0 ? "," : "", name_of(parts[i]));
  strbuf_add_char(out, ']');
}

/* ---- how a number is made ---- */

/* "q":["map","input","w_q","b_q"], of parts that the trace has. */
static void write_rule(StrBuf *out, const Trace *trace, TracePart part, const char *how,
                       const TracePart from[3]) {
  if (!trace_has_part(trace, part)) return;
  strbuf_format(out, "\"%s\":[\"%s\"", name_of(part), how);
  for (int i = 0; i < 3 && from[i] != TRACE_PART_COUNT; i++)
    strbuf_format(out, ",\"%s\"", name_of(from[i]));
  strbuf_add(out, STR("],"));
}

#define FROM(...) ((const TracePart[3]){__VA_ARGS__})
#define NO_PART TRACE_PART_COUNT

static void write_pair_rule(StrBuf *out, const Trace *trace, TracePart part) {
  static const char *const names[] = {[PAIR_RULE_PRODUCT] = "dot",
                                      [PAIR_RULE_DIVIDED] = "divide",
                                      [PAIR_RULE_ADDED] = "add",
                                      [PAIR_RULE_MASKED] = "mask",
                                      [PAIR_RULE_SOFTMAX] = "softmax"};
  const PairStage *pair = pair_stage_of(part);
  TracePart before = trace_pair_part_before(trace, part);
  if (pair->rule == PAIR_RULE_OWN || !trace_has_part(trace, part)) return;
  if (pair->rule == PAIR_RULE_PRODUCT)
    write_rule(out, trace, part, names[pair->rule],
               FROM(trace_score_queries(trace), trace_score_keys(trace), NO_PART));
  else
    write_rule(out, trace, part, names[pair->rule],
               FROM(before, pair->rule == PAIR_RULE_ADDED ? pair->added : NO_PART, NO_PART));
}

static void write_pair_rules(StrBuf *out, const Trace *trace) {
  TracePart parts[TRACE_PAIR_PARTS_MOST];
  int count = trace_pair_parts_of(trace, parts);
  for (int i = 0; i < count; i++) write_pair_rule(out, trace, parts[i]);
}

/* The page works a number out by its rule, and shows it only where that gives the number of the
** trace: other kinds of scores, and vectors that were turned or mixed, are told as they are. */
static void write_rules(StrBuf *out, const Trace *trace) {
  TracePart input = trace_projection_input(trace), keys = trace_key_input(trace);
  strbuf_add(out, STR("\"rules\":{"));
  write_rule(out, trace, TRACE_Q, "map", FROM(input, TRACE_W_Q, TRACE_B_Q));
  write_rule(out, trace, TRACE_K, "map", FROM(keys, TRACE_W_K, TRACE_B_K));
  write_rule(out, trace, TRACE_V, "map", FROM(keys, TRACE_W_V, TRACE_B_V));
  write_pair_rules(out, trace);
  write_rule(out, trace, TRACE_OUTPUT, "blend",
             FROM(trace_output_weights(trace), trace_values(trace), NO_PART));
  write_rule(out, trace, TRACE_ATTN_PROJ, "map", FROM(TRACE_CONCAT, TRACE_W_O, TRACE_B_O));
  write_rule(out, trace, TRACE_RESIDUAL, "add", FROM(TRACE_INPUT, TRACE_ATTN_PROJ, NO_PART));
  strbuf_add(out, STR("\"\":[]}"));
}

void page_parts_write(StrBuf *out, const Trace *trace) {
  write_part_names(out);
  strbuf_add_char(out, ',');
  write_pair_parts(out, trace);
  strbuf_add_char(out, ',');
  write_rules(out, trace);
}

#undef FROM
#undef NO_PART
