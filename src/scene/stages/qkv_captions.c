/* scene/stages/qkv_captions.c -- the words above the picture of Q, K and V, and its formula. */
#include "base/i18n.h"
#include "scene/heads/key_groups.h"
#include "scene/layer_words.h"
#include "scene/stages/qkv.h"
#include "scene/views/amounts.h"

static const char *shapes(const Scene *scene) {
  Arena *arena = scene->pen.list->arena;
  const Trace *trace = scene->trace;
  int tokens = trace_token_count(trace), keys = trace_source_count(trace), rows, values;
  int width = trace_d_model(trace), head = trace_d_head(trace);
  trace_matrix_shape(trace, TRACE_V, scene->view->layer, &rows, &values);
  if (trace_is_recorded(trace))
    return str_format(arena, "Q %d × %d  ·  K %d × %d  ·  V %d × %d", tokens, head, keys, head,
                      keys, values);
  if (scene_has_other_sentence(scene))
    return str_format(arena,
                      _("queries: %d × %d times %d × %d → %d × %d; keys and values: %d × %d"),
                      tokens, width, width, head, tokens, head, keys, head);
  if (values != head)
    return str_format(arena, _("%d × %d times %d × %d → %d × %d, twice; values: %d × %d"), tokens,
                      width, width, head, tokens, head, tokens, values);
  return str_format(arena, _("%d × %d times %d × %d → %d × %d, three times"), tokens, width, width,
                    head, tokens, head);
}

/* What the keys and values of a token take in all layers, with so many heads of them. */
static const char *kept_bytes(const Scene *scene, int key_heads) {
  const Trace *trace = scene->trace;
  double numbers = 2.0 * trace_layer_count(trace) * key_heads * trace_d_head(trace);
  return amount_bytes(scene->pen.list->arena, numbers * (double)sizeof(float));
}

static const char *with_sentence(const Scene *scene, const char *first, const char *second) {
  StrBuf words = strbuf_make(scene->pen.list->arena);
  i18n_add_sentence(&words, first);
  i18n_add_sentence(&words, second);
  return words.failed ? first : words.at;
}

static const char *with_shared_heads(const Scene *scene, const char *words) {
  int layer = scene->view->layer, heads = trace_head_count(scene->trace, layer);
  Str group = key_groups_words(scene, layer, scene->view->head);
  const char *shared = str_format(
      scene->pen.list->arena, _("Here %.*s: in all layers those of a token take %s, not %s."),
      (int)group.bytes, group.at, kept_bytes(scene, trace_key_head_count(scene->trace)),
      kept_bytes(scene, heads));
  return with_sentence(scene, words, shared);
}

static const char *of_other_sentence(const Scene *scene) {
  const char *words =
      _("One map turns each row of this sentence into a query (what it asks). Two others turn "
        "each row of the other sentence into a key (what it is found by) and a value (what it "
        "hands on).");
  Str second = trace_second_sentence(scene->trace);
  if (!second.at || trace_is_recorded(scene->trace)) return words;
  return with_sentence(scene, words, _("It is laid over; this model was not trained with it."));
}

static const char *explanation(const Scene *scene) {
  if (scene_has_other_sentence(scene)) return of_other_sentence(scene);
  if (trace_keys_are_kept(scene->trace))
    return _(
        "Three maps turn each row into a query (what it asks), a key (what it is found by) and "
        "a value (what it hands on). Keys and values of the words before were kept from "
        "earlier runs; only the newest words ask.");
  const char *words =
      _("Three maps turn each row into a query (what it asks), a key (what it is found by) and a "
        "value (what it hands on). Every token goes through the same three.");
  return key_groups_are_shared(scene, scene->view->layer) ? with_shared_heads(scene, words) : words;
}

/* Head 2, or head 1 if head 2 is current: keys 1 to 9 are the quickest way to see a difference. */
static const char *hint(const Scene *scene) {
  int heads = trace_head_count(scene->trace, scene->view->layer), head = scene->view->head;
  int other = head == 1 ? 0 : 1;
  if (heads < 2)
    return trace_is_recorded(scene->trace)
               ? _("Try: click a row and compare what it asks with what it hands on.")
               : _("Try: press Enter and change a word; all three rows of it change.");
  bool shares = trace_key_head(scene->trace, head) == trace_key_head(scene->trace, other);
  return str_format(scene->pen.list->arena,
                    shares ? _("Try: press %d. That head asks its own questions of the same keys "
                               "and values.")
                           : _("Try: press %d. Another head has its own three maps of the same "
                               "tokens."),
                    other + 1);
}

void qkv_captions(const Scene *scene, Captions *out) {
  out->headline = scene_has_other_sentence(scene) ? _("One sentence asks, the other is asked.")
                                                  : _("One row in, three roles out.");
  out->shapes = shapes(scene);
  out->explanation = explanation(scene);
  int layer = scene->view->layer;
  if (layer_count_before(scene->trace, layer) > 0 && !trace_is_recorded(scene->trace))
    out->explanation = str_format(
        scene->pen.list->arena, _("%s is what %s hands on. %s"), captions_stream(scene, 'X', layer),
        layer_words(scene->pen.list->arena, scene->trace, layer - 1), out->explanation);
  out->hint = hint(scene);
}

const char *qkv_focus_line(const Scene *scene, int row, int col) {
  if (scene_has_other_sentence(scene))
    return str_format(scene->pen.list->arena, _("%s: query %s"), stage_place_words(scene, row, col),
                      stage_number(scene, TRACE_Q, row, col).at);
  return str_format(scene->pen.list->arena, _("%s: query %s, key %s, value %s"),
                    stage_place_words(scene, row, col), stage_number(scene, TRACE_Q, row, col).at,
                    stage_number(scene, TRACE_K, row, col).at,
                    stage_number(scene, TRACE_V, row, col).at);
}

static void add_projection(Formula *formula, const char *symbol, const char *map, TracePart role,
                           bool of_other, bool is_quiet) {
  formula_add_vectors(formula, symbol, role, STAGE_COUNT);
  formula_add_plain(formula, "=", 0.35f, 0.6f);
  FormulaPiece piece = {
      .symbol = map, .stage = STAGE_QKV, .role = role, .after = 1.1f, .is_quiet = is_quiet};
  piece.name = of_other ? _("each row of the other sentence times this head's map")
                        : _("each row of the layer's input times this head's map");
  formula_add(formula, piece);
}

void qkv_formula(const Scene *scene, Formula *out) {
  bool other = scene_has_other_sentence(scene);
  Arena *arena = scene->pen.list->arena;
  const char *input = captions_stream(scene, 'X', scene->view->layer);
  const char *source = other ? captions_stream(scene, 'Y', scene->view->layer) : input;
  int row, col;
  stage_focus(scene, &row, &col);
  ProjectionId chosen = qkv_projection(scene, NULL);
  bool has_number = col >= 0 && !trace_is_recorded(scene->trace);
  bool quiet[PROJECTION_COUNT];
  for (int i = 0; i < PROJECTION_COUNT; i++) quiet[i] = has_number && i != (int)chosen;
  const char *query = str_format(arena, "%s W_Q", input);
  add_projection(out, "Q", query, TRACE_Q, false, quiet[PROJECTION_Q]);
  add_projection(out, "K", str_format(arena, "%s W_K", source), TRACE_K, other,
                 quiet[PROJECTION_K]);
  add_projection(out, "V", str_format(arena, "%s W_V", source), TRACE_V, other,
                 quiet[PROJECTION_V]);
}
