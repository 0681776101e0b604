/* scene/captions.c -- the sentences beside a stage. They are true of any head and any model: what a
** sentence claims about this sentence or this head is read from the trace where it stands. */
#include "scene/scene.h"

#include <math.h>
#include <stdio.h>

#include "base/i18n.h"
#include "scene/score_scale.h"
#include "scene/mask_words.h"
#include "scene/number.h"

/* -- what the sentences ask of a scene --------------------------------------------------------- */

typedef struct Sizes {
  int tokens, d_model, d_head, heads, layers, keys;
} Sizes;

/* d_head is that of Q and K; values may be wider and are asked for themselves. */
static Sizes sizes_of(const Scene *scene) {
  return (Sizes){
      trace_token_count(scene->trace), trace_d_model(scene->trace),
      trace_d_head(scene->trace),      trace_head_count(scene->trace, scene->view->layer),
      trace_layer_count(scene->trace), trace_key_count(scene->trace)};
}

static Arena *arena_of(const Scene *scene) { return scene->pen.list->arena; }

static bool some_row_is_hidden(const Scene *scene) {
  for (int query = 0; query < trace_token_count(scene->trace); query++)
    if (scene_row_hidden(scene, query)) return true;
  return false;
}

static bool has_positions(const Scene *scene) {
  return trace_largest(scene->trace, TRACE_POSITION, 0, 0) > 0;
}

/* -- the headline ------------------------------------------------------------------------------ */

/* The table of stages names what a mask does; with nothing hidden that would be untrue. */
Str captions_title(const Scene *scene) {
  StageId stage = scene->view->stage;
  if (stage == STAGE_MASKED && !scene_hides_something(scene))
    return str_from(_("A mask that hides nothing"));
  return str_from(_(stage_info(stage)->title));
}

Str captions_symbol(const Trace *trace, StageId stage) {
  bool norms = stage == STAGE_BLOCK && trace_has_part(trace, TRACE_NORM_1);
  const char *symbol = trace_norm_place(trace) == NORM_BEFORE ? "x + MLP" : "LN(x + ·)";
  if (stage == STAGE_BLOCK && trace_is_recorded(trace)) return str_from(_("layer(x)"));
  return str_from(norms ? symbol : stage_info(stage)->symbol);
}

static const char *masked_headline(const Scene *scene) {
  if (!scene_hides_something(scene)) return _("Nothing is hidden.");
  return mask_headline(scene->trace, scene->view->layer);
}

Str captions_headline(const Scene *scene) {
  if (trace_token_count(scene->trace) == 0) return str_from(_("Type a sentence."));
  if (scene->view->kind == VIEW_OVERVIEW) return str_from(_("How one head attends"));
  switch (scene->view->stage) {
  case STAGE_TOKENS:
    return str_from(_("The sentence becomes tokens."));
  case STAGE_EMBED:
    return str_from(_("Each token becomes a row of numbers."));
  case STAGE_NORM:
    return str_from(_("Each row is brought to one size before the heads read it."));
  case STAGE_QKV:
    return str_from(scene_has_other_sentence(scene) ? _("One sentence asks, the other is asked.")
                                                    : _("One row in, three roles out."));
  case STAGE_SCORES:
    return str_from(_("Every query meets every key."));
  case STAGE_SCALED:
    return str_from(score_scale_headline(arena_of(scene), scene->trace, scene->view->layer));
  case STAGE_MASKED:
    return str_from(masked_headline(scene));
  case STAGE_WEIGHTS:
    return str_from(_("Each row becomes shares of 1."));
  case STAGE_OUTPUT:
    return str_from(_("Each row blends the values."));
  case STAGE_BLOCK:
    return str_from(trace_is_recorded(scene->trace)
                        ? _("What leaves the layer, as it was recorded.")
                        : _("What was heard is added to what was there."));
  case STAGE_LOGITS:
    return str_from(_("Every word of the vocabulary gets a share of 1."));
  default:
    return str_from(_("All heads, side by side, become one row."));
  }
}

/* What a layer of a model that ran elsewhere does besides the sum is not known. */
const char *captions_layer(const Scene *scene) {
  return trace_is_recorded(scene->trace) ? _("layer(x)") : _("x + joined");
}

/* -- the line of shapes ------------------------------------------------------------------------ */

/* A role the model states of a head, as "looks back one word (hand-made)", or "". */
static const char *stated_role(const Scene *scene) {
  Str role = i18n_translated(arena_of(scene),
                             trace_head_role(scene->trace, scene->view->layer, scene->view->head));
  Str model = trace_model_name(scene->trace);
  if (role.bytes == 0) return "";
  return str_format(arena_of(scene), C_("a role and the model that states it", "%.*s (%.*s)"),
                    (int)role.bytes, role.at, (int)model.bytes, model.at);
}

/* The role is the model's own statement and carries its name. */
static const char *overview_line(const Scene *scene) {
  Arena *arena = arena_of(scene);
  StrBuf words = strbuf_make(arena);
  int layer = scene->view->layer;
  i18n_add_phrase(&words, _("layer %d · head %d"), layer + 1, scene->view->head + 1);
  i18n_add_phrase(&words, "%s", stated_role(scene));
  i18n_add_phrase(&words, "%s", mask_words(arena, scene->trace, layer));
  i18n_add_phrase(&words, "softmax(QKᵀ/%s + M) V", score_scale_of(scene->trace, layer).symbol);
  return words.at;
}

static const char *pair_shapes(const Scene *scene, Sizes n) {
  Arena *arena = arena_of(scene);
  switch (scene->view->stage) {
  case STAGE_SCORES:
    if (!trace_has_part(scene->trace, TRACE_Q) || !trace_has_part(scene->trace, TRACE_K))
      return str_format(arena, _("%d × %d scores, as recorded"), n.tokens, n.keys);
    return str_format(arena, _("%d × %d times %d × %d → %d × %d scores"), n.tokens, n.d_head,
                      n.d_head, n.keys, n.tokens, n.keys);
  case STAGE_SCALED:
    return str_format(arena, _("%d × %d scores → %d × %d scaled"), n.tokens, n.keys, n.tokens,
                      n.keys);
  case STAGE_MASKED:
    return str_format(arena,
                      P_("%d × %d, %ld of %ld cell hidden", "%d × %d, %ld of %ld cells hidden",
                         (long)n.tokens * n.keys),
                      n.tokens, n.keys, trace_layer_hidden_count(scene->trace, scene->view->layer),
                      (long)n.tokens * n.keys);
  default:
    if (!trace_has_part(scene->trace, TRACE_MASKED))
      return str_format(arena, _("%d × %d weights, as recorded"), n.tokens, n.keys);
    return str_format(arena, _("%d × %d scores → %d × %d weights"), n.tokens, n.keys, n.tokens,
                      n.keys);
  }
}

static const char *block_shapes(const Scene *scene, Sizes n) {
  Arena *arena = arena_of(scene);
  const TraceBlockWeights *weights = trace_block_weights(scene->trace, scene->view->layer);
  if (trace_is_recorded(scene->trace))
    return str_format(arena, _("%d × %d, as recorded"), n.tokens, n.d_model);
  if (!weights || !weights->w_1.at)
    return str_format(arena, _("%d × %d plus %d × %d → %d × %d"), n.tokens, n.d_model, n.tokens,
                      n.d_model, n.tokens, n.d_model);
  return str_format(
      arena,
      P_("%d × %d plus %d × %d → %d × %d, through %d hidden unit",
         "%d × %d plus %d × %d → %d × %d, through %d hidden units", weights->w_1.cols),
      n.tokens, n.d_model, n.tokens, n.d_model, n.tokens, n.d_model, weights->w_1.cols);
}

/* Without the maps they came from: Q, K and V as they were recorded. */
static const char *recorded_vectors(const Scene *scene, Sizes n, int values) {
  return str_format(arena_of(scene), "Q %d × %d  ·  K %d × %d  ·  V %d × %d", n.tokens, n.d_head,
                    n.keys, n.d_head, n.keys, values);
}

/* Sizes are read from the trace, never from the model's description. */
static const char *stage_shapes(const Scene *scene, Sizes n) {
  Arena *arena = arena_of(scene);
  const StageId stage = scene->view->stage;
  MatView values = trace_matrix(scene->trace, TRACE_V, scene->view->layer, scene->view->head);
  MatView concat = trace_matrix(scene->trace, TRACE_CONCAT, scene->view->layer, 0);
  switch (stage) {
  case STAGE_TOKENS:
    return str_format(arena, P_("%d token", "%d tokens", n.tokens), n.tokens);
  case STAGE_EMBED:
    if (trace_is_recorded(scene->trace))
      return str_format(arena, _("%d × %d, as recorded"), n.tokens, n.d_model);
    return str_format(arena, "%d × %d + %d × %d → %d × %d", n.tokens, n.d_model, n.tokens,
                      n.d_model, n.tokens, n.d_model);
  case STAGE_NORM:
    return str_format(arena, "%d × %d → %d × %d", n.tokens, n.d_model, n.tokens, n.d_model);
  case STAGE_QKV:
    if (trace_is_recorded(scene->trace)) return recorded_vectors(scene, n, values.cols);
    if (values.cols != n.d_head)
      return str_format(arena, _("%d × %d times %d × %d → %d × %d, twice; values: %d × %d"),
                        n.tokens, n.d_model, n.d_model, n.d_head, n.tokens, n.d_head, n.tokens,
                        values.cols);
    return str_format(arena, _("%d × %d times %d × %d → %d × %d, three times"), n.tokens, n.d_model,
                      n.d_model, n.d_head, n.tokens, n.d_head);
  case STAGE_OUTPUT:
    return str_format(arena, _("%d × %d times %d × %d → %d × %d"), n.tokens, n.keys, n.keys,
                      values.cols, n.tokens, values.cols);
  case STAGE_JOINED:
    return str_format(arena, _("%d × %d times %d × %d → %d × %d"), n.tokens, concat.cols,
                      concat.cols, n.d_model, n.tokens, n.d_model);
  case STAGE_BLOCK:
    return block_shapes(scene, n);
  case STAGE_LOGITS:
    if (trace_is_recorded(scene->trace))
      return str_format(arena, _("%d × %d logits → %d × %d probabilities"), n.tokens,
                        trace_word_count(scene->trace), n.tokens, trace_word_count(scene->trace));
    return str_format(arena, _("%d × %d times %d × %d → %d × %d probabilities"), n.tokens,
                      n.d_model, n.d_model, trace_word_count(scene->trace), n.tokens,
                      trace_word_count(scene->trace));
  default:
    return pair_shapes(scene, n);
  }
}

Str captions_shapes(const Scene *scene) {
  if (trace_token_count(scene->trace) == 0) return (Str){"", 0};
  if (scene->view->kind == VIEW_OVERVIEW) return str_from(overview_line(scene));
  if (trace_stage_missing(scene->trace, scene->view->stage).bytes > 0)
    return str_from(_("not in this recording"));
  return str_from(number_grouped(arena_of(scene), stage_shapes(scene, sizes_of(scene))));
}

/* -- one or two sentences ---------------------------------------------------------------------- */

static const char *embed_explanation(const Scene *scene) {
  if (trace_is_recorded(scene->trace))
    return _("What the first layer received: a row of numbers for every token.");
  if (!has_positions(scene))
    return _("Every token is looked up in a table of vectors. Nothing is added for its place.");
  return _("Every token is looked up in a table of vectors, and a vector for its place is added: "
           "so the same word at two places is two different rows.");
}

/* The plain rule, and where a cell is in focus what its own products show. */
static const char *scores_explanation(const Scene *scene) {
  const char *rule = _("A dot product is large when two vectors are long and point the same way. "
                       "Each score is one query times one key.");
  const Workings *w = scene->workings;
  if (!w || w->key < 0 || !w->products) return rule;
  int positive = 0;
  for (int c = 0; c < w->d_head; c++) positive += w->products[c] > 0;
  StrBuf words = strbuf_make(arena_of(scene));
  i18n_add_sentence(&words, rule);
  i18n_add_sentence(&words, str_format(arena_of(scene),
                                       P_("Here %d of %d product is above zero.",
                                          "Here %d of %d products are above zero.", w->d_head),
                                       positive, w->d_head));
  return words.at;
}

static const char *masked_explanation(const Scene *scene) {
  if (!scene_hides_something(scene))
    return _("The mask adds 0 where a query may look and −∞ where it may not. Here it hides "
             "nothing, so the numbers stay as they are.");
  return _("The mask adds 0 where a query may look and −∞ where it may not. Softmax then makes "
           "of −∞ a weight of exactly 0.");
}

static const char *weights_explanation(const Scene *scene) {
  if (some_row_is_hidden(scene))
    return _("Softmax keeps the order and turns scores into shares that add up to 1 by row. A row "
             "whose keys are all hidden attends to nothing: its weights are 0.");
  return _("Softmax keeps the order and turns scores into shares: never negative, adding up to 1 "
           "by row. One key can take nearly all of it.");
}

static const char *block_explanation(const Scene *scene) {
  if (trace_has_part(scene->trace, TRACE_MLP))
    return _("The layer adds what its heads found to what came in. An MLP, two maps with a bend "
             "between them, works on each row alone, and its answer is added too. Norms bring "
             "every row to the same spread on the way. The rows mix in the heads only.");
  if (trace_is_recorded(scene->trace))
    return _("What the layer hands on to the next one, as it was recorded: what came in, what its "
             "heads found, and what else this model does to each row.");
  if (trace_has_part(scene->trace, TRACE_NORM_1))
    return _("The layer adds what its heads found to what came in, and a norm brings every row to "
             "the same spread.");
  return _("The layer adds what its heads found to what came in: nothing is lost, something is "
           "written beside it. This model has no norm and no MLP, so the sum is all.");
}

static const char *logits_explanation(const Scene *scene) {
  if (trace_is_recorded(scene->trace))
    return _("The model's last rows gave every word of its vocabulary a number, the logit, as it "
             "was recorded. Softmax turns the logits of a row into probabilities.");
  if (trace_asks_all(scene->trace))
    return _("The last layer's row is compared with the embedding of every word: the more they "
             "agree, the larger the logit. Softmax turns the logits into probabilities. This "
             "model was trained to name a word at every token.");
  if (!trace_asks_here(scene->trace))
    return _("The last layer's row is compared with the embedding of every word: the more they "
             "agree, the larger the logit. Softmax turns the logits into probabilities. This "
             "model was trained to answer at certain tokens alone, and none of them is here.");
  return _("The last layer's row is compared with the embedding of every word: the more they "
           "agree, the larger the logit. Softmax turns the logits into probabilities. This model "
           "was trained to answer at the marked tokens alone.");
}

static const char *tokens_explanation(const Scene *scene) {
  if (scene_has_other_sentence(scene))
    return _("Tokens are the pieces the model works on. Each of these becomes a row that asks; the "
             "keys, which are asked, are tokens of another sentence.");
  return _("Tokens are the pieces the model works on. Each one becomes a row of every matrix that "
           "follows: as a query it asks, as a key it is asked.");
}

static const char *vectors_explanation(const Scene *scene) {
  if (scene_has_other_sentence(scene))
    return _("One map turns each row of this sentence into a query (what it asks). Two others turn "
             "each row of the other sentence into a key (what it is found by) and a value (what it "
             "hands on).");
  if (trace_keys_are_kept(scene->trace))
    return _(
        "Three maps turn each row into a query (what it asks), a key (what it is found by) and "
        "a value (what it hands on). Keys and values of the words before were kept from "
        "earlier runs; only the newest words ask.");
  return _(
      "Three maps turn each row into a query (what it asks), a key (what it is found by) and a "
      "value (what it hands on). Every token goes through the same three.");
}

Str captions_explanation(const Scene *scene) {
  if (trace_token_count(scene->trace) == 0)
    return str_from(_("Attention works on the tokens of a sentence. There are none yet."));
  switch (scene->view->stage) {
  case STAGE_TOKENS:
    return str_from(tokens_explanation(scene));
  case STAGE_EMBED:
    return str_from(embed_explanation(scene));
  case STAGE_NORM:
    return str_from(
        _("From every number its row's mean is taken, and the rest divided by the row's "
          "spread; then each column has a gain and a bias of its own. The row as it was "
          "goes on beside it."));
  case STAGE_QKV:
    return str_from(vectors_explanation(scene));
  case STAGE_SCORES:
    return str_from(scores_explanation(scene));
  case STAGE_SCALED:
    return str_from(score_scale_explanation(scene->trace, scene->view->layer));
  case STAGE_MASKED:
    return str_from(masked_explanation(scene));
  case STAGE_WEIGHTS:
    return str_from(weights_explanation(scene));
  case STAGE_OUTPUT:
    return str_from(_("Each value is multiplied by its weight, and all are added up. A weight of 1 "
                      "hands a value on unchanged; a weight of 0 adds nothing of it."));
  case STAGE_BLOCK:
    return str_from(block_explanation(scene));
  case STAGE_LOGITS:
    return str_from(logits_explanation(scene));
  default:
    return str_from(_("The outputs of all heads stand side by side as one long row. One more map "
                      "mixes them into a row as wide as the model."));
  }
}
