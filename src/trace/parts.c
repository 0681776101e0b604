/* trace/parts.c -- the table of parts, indexed by name. */
#include "trace/parts.h"

#include <assert.h>

#include "base/i18n.h"

#define HEAD .per_layer = true, .per_head = true
#define KEY_HEAD HEAD, .per_key_head = true
#define PAIR HEAD, .by_pair = true, .rows = SIZE_TOKENS, .cols = SIZE_KEYS
#define RECIPES                                                                                    \
  .per_layer = true, .rows = SIZE_KEYS, .cols = SIZE_SOURCES, .need = NEED_KIND, .is_lent = true,  \
  .is_in_file = true
#define LAYER_ROWS .per_layer = true, .rows = SIZE_TOKENS, .cols = SIZE_D_MODEL
#define TRACE_ROWS .rows = SIZE_TOKENS, .cols = SIZE_D_MODEL
#define WORDS                                                                                      \
  .rows = SIZE_TOKENS, .cols = SIZE_WORDS, .need = NEED_WORDS, .is_of_words = true,                \
  .ends_trace = true, .role = ROLE_OUTPUT

static const TracePartInfo parts[TRACE_PART_COUNT] = {
    [TRACE_TOKEN_EMBEDDING] = {"token_embedding", N_("Token embedding"), TRACE_ROWS,
                               .is_summand = true},
    [TRACE_POSITION] = {"position", N_("Position"), TRACE_ROWS, .is_summand = true},
    [TRACE_SEGMENT] = {"segment", N_("Sentence"), TRACE_ROWS, .is_summand = true,
                       .need = NEED_SEGMENTS},
    [TRACE_EMBEDDED] = {"embedded", N_("Sum"), TRACE_ROWS, .need = NEED_EMBEDDING_NORM},
    [TRACE_X] = {"x", N_("Input X"), .noun = N_("Input rows X"), TRACE_ROWS},
    [TRACE_Y] = {"y", N_("Input Y"), .noun = N_("Input rows Y of the second sentence"),
                 .rows = SIZE_KEYS, .cols = SIZE_D_MODEL, .need = NEED_CROSS},
    [TRACE_INPUT] = {"input", N_("Input"), LAYER_ROWS},
    [TRACE_KEY_INPUT] = {"key_input", N_("Input of the second sentence"), .per_layer = true,
                         .rows = SIZE_KEYS, .cols = SIZE_D_MODEL, .need = NEED_CROSS},
    [TRACE_Q] = {"q", N_("Queries"), .many = N_("queries"), HEAD, .rows = SIZE_TOKENS,
                 .cols = SIZE_D_HEAD, .role = ROLE_QUERY, .is_in_file = true},
    [TRACE_K] = {"k", N_("Keys"), .many = N_("keys"), KEY_HEAD, .rows = SIZE_SOURCES,
                 .cols = SIZE_D_HEAD, .role = ROLE_KEY, .is_in_file = true},
    [TRACE_V] = {"v", N_("Values"), .many = N_("values"), KEY_HEAD, .rows = SIZE_SOURCES,
                 .cols = SIZE_D_VALUE, .role = ROLE_VALUE, .is_in_file = true},
    [TRACE_Q_ROTATED] = {"q_rotated", N_("Rotated queries"), .many = N_("rotated queries"), HEAD,
                         .rows = SIZE_TOKENS, .cols = SIZE_D_HEAD, .role = ROLE_QUERY,
                         .need = NEED_KIND, .is_in_file = true},
    [TRACE_K_ROTATED] = {"k_rotated", N_("Rotated keys"), .many = N_("rotated keys"), KEY_HEAD,
                         .rows = SIZE_SOURCES, .cols = SIZE_D_HEAD, .role = ROLE_KEY,
                         .need = NEED_KIND, .is_in_file = true},
    [TRACE_E] = {"e", N_("Recipes of the keys"), RECIPES, .role = ROLE_KEY},
    [TRACE_F] = {"f", N_("Recipes of the values"), RECIPES, .role = ROLE_VALUE},
    [TRACE_K_PROJECTED] = {"k_projected", N_("Mixed keys"), .many = N_("mixed keys"), KEY_HEAD,
                           .rows = SIZE_KEYS, .cols = SIZE_D_HEAD, .role = ROLE_KEY,
                           .need = NEED_KIND, .is_in_file = true},
    [TRACE_V_PROJECTED] = {"v_projected", N_("Mixed values"), .many = N_("mixed values"), KEY_HEAD,
                           .rows = SIZE_KEYS, .cols = SIZE_D_VALUE, .role = ROLE_VALUE,
                           .need = NEED_KIND, .is_in_file = true},
    [TRACE_OMEGA] = {"omega", N_("Directions of the features"), .per_layer = true,
                     .rows = SIZE_FEATURES, .cols = SIZE_D_HEAD, .need = NEED_KIND, .is_lent = true,
                     .is_in_file = true},
    [TRACE_FEATURES_Q] = {"features_q", N_("Features of queries"),
                          .many = N_("features of queries"), HEAD, .rows = SIZE_TOKENS,
                          .cols = SIZE_FEATURES, .role = ROLE_QUERY, .need = NEED_KIND,
                          .scale = SCALE_FROM_ZERO, .is_in_file = true},
    [TRACE_FEATURES_K] = {"features_k", N_("Features of keys"), .many = N_("features of keys"),
                          KEY_HEAD, .rows = SIZE_SOURCES, .cols = SIZE_FEATURES, .role = ROLE_KEY,
                          .scale = SCALE_FROM_ZERO, .need = NEED_KIND, .is_in_file = true},
    [TRACE_ERROR_CURVE] = {"error_curve", N_("Error of the output"), HEAD, .rows = SIZE_POINTS,
                           .cols = SIZE_TWO, .need = NEED_KIND},
    [TRACE_SCORE_W] = {"score_w", N_("Map W of the scores"), HEAD, .rows = SIZE_D_HEAD,
                       .cols = SIZE_D_SCORE, .role = ROLE_QUERY, .need = NEED_KIND,
                       .is_in_file = true},
    [TRACE_SCORE_U] = {"score_u", N_("Map U of the scores"), HEAD, .rows = SIZE_D_HEAD,
                       .cols = SIZE_D_SCORE, .role = ROLE_KEY, .need = NEED_KIND,
                       .is_in_file = true},
    [TRACE_SCORE_V] = {"score_v", N_("Vectors v of the scores"), .per_layer = true,
                       .rows = SIZE_HEADS, .cols = SIZE_D_SCORE, .need = NEED_KIND,
                       .is_in_file = true},
    [TRACE_RELATIVE_KEY] = {"relative_key", N_("Relative keys"), .per_layer = true,
                            .rows = SIZE_DISTANCES, .cols = SIZE_D_HEAD, .role = ROLE_KEY,
                            .need = NEED_KIND, .is_in_file = true},
    [TRACE_RELATIVE_VALUE] = {"relative_value", N_("Relative values"), .per_layer = true,
                              .rows = SIZE_DISTANCES, .cols = SIZE_D_VALUE, .role = ROLE_VALUE,
                              .need = NEED_KIND, .is_in_file = true},
    [TRACE_SCORES] = {"scores", N_("Scores"), .many = N_("scores"), PAIR, .is_in_file = true},
    [TRACE_SCALED] = {"scaled", N_("Scaled"), .noun = N_("Scaled scores"), .many = N_("scaled"),
                      PAIR, .is_in_file = true},
    [TRACE_BIAS] = {"bias", N_("Bias"), .noun = N_("Biases of the scores"), .many = N_("biases"),
                    PAIR, .need = NEED_KIND, .is_in_file = true},
    [TRACE_BIASED] = {"biased", N_("Biased"), .noun = N_("Biased scores"), .many = N_("biased"),
                      PAIR, .need = NEED_KIND, .is_in_file = true},
    [TRACE_MASKED] = {"masked", N_("Masked"), .noun = N_("Masked scores"), .many = N_("masked"),
                      PAIR, .is_hatched = true, .keeps_scale = true, .is_in_file = true},
    [TRACE_WEIGHTS] = {"weights", N_("Weights"), .noun = N_("Attention weights"),
                       .many = N_("weights"), PAIR, .is_hatched = true, .scale = SCALE_SHARES,
                       .role = ROLE_WEIGHTS, .is_in_file = true},
    [TRACE_DROPPED] = {"dropped", N_("Dropped"), .noun = N_("Attention weights after dropout"),
                       .many = N_("dropped"), PAIR, .is_hatched = true, .scale = SCALE_SHARES,
                       .role = ROLE_WEIGHTS, .need = NEED_KIND, .is_in_file = true},
    [TRACE_OUTPUT] = {"output", N_("Output"), .noun = N_("Outputs"), .many = N_("outputs"), HEAD,
                      .rows = SIZE_TOKENS, .cols = SIZE_D_VALUE, .role = ROLE_OUTPUT,
                      .is_in_file = true},
    [TRACE_CONCAT] = {"concat", N_("Heads side by side"),
                      .noun = N_("Outputs of the heads side by side"), .per_layer = true,
                      .rows = SIZE_TOKENS, .cols = SIZE_ALL_HEADS, .role = ROLE_OUTPUT},
    [TRACE_ATTN_PROJ] = {"joined", N_("Joined"), .noun = N_("Joined outputs of the heads"),
                         LAYER_ROWS, .role = ROLE_OUTPUT, .is_in_file = true},
    [TRACE_RESIDUAL] = {"residual", N_("Input + joined"), LAYER_ROWS},
    [TRACE_NORM_1] = {"norm_1", N_("After the norm"), LAYER_ROWS, .need = NEED_NORM},
    [TRACE_NORM_2] = {"norm_2", N_("After the second norm"), LAYER_ROWS, .need = NEED_NORM_AND_MLP},
    [TRACE_MLP] = {"mlp", N_("MLP"), .noun = N_("Output of the MLP"), LAYER_ROWS, .need = NEED_MLP},
    [TRACE_BLOCK] = {"block", N_("Layer output"), LAYER_ROWS, .is_in_file = true},
    [TRACE_FINAL] = {"final", N_("After the last norm"), TRACE_ROWS, .need = NEED_WORDS,
                     .ends_trace = true},
    [TRACE_LOGITS] = {"logits", N_("Logits"), WORDS},
    [TRACE_PROBABILITIES] = {"probabilities", N_("Probabilities"), WORDS, .scale = SCALE_SHARES},
    [TRACE_W_Q] = {"w_q", N_("Query weights"), HEAD, .is_weights = true, .role = ROLE_QUERY},
    [TRACE_W_K] = {"w_k", N_("Key weights"), KEY_HEAD, .is_weights = true, .role = ROLE_KEY},
    [TRACE_W_V] = {"w_v", N_("Value weights"), KEY_HEAD, .is_weights = true, .role = ROLE_VALUE},
    [TRACE_W_O] = {"w_o", N_("Output weights"), .per_layer = true, .is_weights = true,
                   .role = ROLE_OUTPUT},
    [TRACE_B_Q] = {"b_q", N_("Query biases"), HEAD, .is_weights = true, .need = NEED_LENT},
    [TRACE_B_K] = {"b_k", N_("Key biases"), KEY_HEAD, .is_weights = true, .need = NEED_LENT},
    [TRACE_B_V] = {"b_v", N_("Value biases"), KEY_HEAD, .is_weights = true, .need = NEED_LENT},
    [TRACE_B_O] = {"b_o", N_("Output biases"), .per_layer = true, .is_weights = true,
                   .need = NEED_LENT},
};

const TracePart trace_part_order[] = {TRACE_TOKEN_EMBEDDING,
                                      TRACE_POSITION,
                                      TRACE_SEGMENT,
                                      TRACE_EMBEDDED,
                                      TRACE_X,
                                      TRACE_Y,
                                      TRACE_INPUT,
                                      TRACE_KEY_INPUT,
                                      TRACE_Q,
                                      TRACE_K,
                                      TRACE_V,
                                      TRACE_Q_ROTATED,
                                      TRACE_K_ROTATED,
                                      TRACE_E,
                                      TRACE_F,
                                      TRACE_K_PROJECTED,
                                      TRACE_V_PROJECTED,
                                      TRACE_OMEGA,
                                      TRACE_FEATURES_Q,
                                      TRACE_FEATURES_K,
                                      TRACE_SCORE_W,
                                      TRACE_SCORE_U,
                                      TRACE_SCORE_V,
                                      TRACE_RELATIVE_KEY,
                                      TRACE_RELATIVE_VALUE,
                                      TRACE_SCORES,
                                      TRACE_SCALED,
                                      TRACE_BIAS,
                                      TRACE_BIASED,
                                      TRACE_MASKED,
                                      TRACE_WEIGHTS,
                                      TRACE_DROPPED,
                                      TRACE_OUTPUT,
                                      TRACE_ERROR_CURVE,
                                      TRACE_CONCAT,
                                      TRACE_ATTN_PROJ,
                                      TRACE_RESIDUAL,
                                      TRACE_NORM_1,
                                      TRACE_NORM_2,
                                      TRACE_MLP,
                                      TRACE_BLOCK,
                                      TRACE_FINAL,
                                      TRACE_LOGITS,
                                      TRACE_PROBABILITIES,
                                      TRACE_W_Q,
                                      TRACE_W_K,
                                      TRACE_W_V,
                                      TRACE_W_O,
                                      TRACE_B_Q,
                                      TRACE_B_K,
                                      TRACE_B_V,
                                      TRACE_B_O};

_Static_assert(sizeof trace_part_order / sizeof *trace_part_order == TRACE_PART_COUNT,
               "every part has its place in the order");

const TracePart trace_pair_parts[] = {TRACE_SCORES, TRACE_SCALED,  TRACE_BIASED,
                                      TRACE_MASKED, TRACE_WEIGHTS, TRACE_DROPPED};
const int trace_pair_part_count = sizeof trace_pair_parts / sizeof *trace_pair_parts;
_Static_assert(sizeof trace_pair_parts / sizeof *trace_pair_parts <= TRACE_PAIR_PARTS_MOST,
               "room for all parts by pair");

const TracePartInfo *trace_part_info(TracePart part) {
  assert((int)part >= 0 && part < TRACE_PART_COUNT);
  return &parts[part];
}

int trace_pair_place(TracePart part) {
  int place = 0;
  while (place < trace_pair_part_count && trace_pair_parts[place] != part) place++;
  assert(place < trace_pair_part_count);
  return place;
}
