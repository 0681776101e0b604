/* trace/stages.c -- the table of stages. N_ marks words for translation; names, aliases and symbols
** are the same in every language, for commands, files and formulas. */
#include "trace/stages.h"

#include <assert.h>
#include <stddef.h>

#include "base/i18n.h"
#include "trace/trace.h"

static bool has_norm_before(const Trace *trace) { return trace_norm_place(trace) == NORM_BEFORE; }

/* Made from the scores and V: a recording may lack one. */
static bool is_tiled(const Trace *trace) {
  return kind_is_tiled(trace_kind(trace)) && trace_has_part(trace, TRACE_MASKED) &&
         trace_has_part(trace, TRACE_V);
}

static const StageInfo stages[STAGE_COUNT] = {
    [STAGE_TOKENS] = {.name = "tokens",
                      .title = N_("The sentence in tokens"),
                      .rail = N_("Tokens"),
                      .noun = N_("The tokens of the sentence"),
                      .symbol = ""},
    [STAGE_EMBED] = {.name = "embed",
                     .title = N_("Each token becomes a row of numbers"),
                     .rail = N_("Embed"),
                     .symbol = "X",
                     .parts = {TRACE_TOKEN_EMBEDDING, TRACE_POSITION, TRACE_SEGMENT, TRACE_EMBEDDED,
                               TRACE_X},
                     .part_count = 5,
                     .result_count = 1},
    [STAGE_NORM] = {.name = "norm",
                    .title = N_("Each row brought to one size"),
                    .rail = N_("Norm"),
                    .symbol = "norm",
                    .parts = {TRACE_INPUT, TRACE_NORM_1},
                    .part_count = 2,
                    .result_count = 1,
                    .per_layer = true,
                    .is_there = has_norm_before,
                    .absent = N_("the model %.*s has no norm before its heads, so it has no "
                                 "stage %s")},
    [STAGE_QKV] = {.name = "qkv",
                   .title = N_("Queries, keys and values"),
                   .rail = N_("Q · K · V"),
                   .rail_short = N_("QKV"),
                   .noun = N_("Queries, keys and values"),
                   .symbol = "X W",
                   .parts = {TRACE_Q, TRACE_K, TRACE_V},
                   .part_count = 3,
                   .result_count = 3,
                   .maps = {TRACE_W_Q, TRACE_W_K, TRACE_W_V},
                   .map_count = 3,
                   .has_projections = true,
                   .per_layer = true,
                   .per_head = true,
                   .unrecorded = N_("Q, K and V were not recorded")},
    [STAGE_ROTATED] = {.name = "rotated",
                       .title = N_("Queries and keys turned by their place"),
                       .rail = N_("Rotate"),
                       .noun = N_("Rotated queries and keys"),
                       .symbol = "R Q, R K",
                       .parts = {TRACE_Q_ROTATED, TRACE_K_ROTATED},
                       .part_count = 2,
                       .result_count = 2,
                       .has_projections = true,
                       .per_layer = true,
                       .per_head = true,
                       .absent = N_("queries and keys of %.*s are not turned, so there is no stage "
                                    "%s; over a model positions rope turns them"),
                       .unrecorded = N_("rotated queries and keys were not recorded, nor Q and "
                                        "K")},
    [STAGE_PROJECTED] = {.name = "projected",
                         .title = N_("Keys and values mixed into fewer"),
                         .rail = N_("Mix keys"),
                         .rail_short = N_("Mix"),
                         .noun = N_("Mixed keys and values"),
                         .symbol = "E K, F V",
                         .parts = {TRACE_E, TRACE_F, TRACE_K_PROJECTED, TRACE_V_PROJECTED},
                         .part_count = 4,
                         .result_count = 2,
                         .by_key = true,
                         .per_layer = true,
                         .per_head = true,
                         .absent = N_("keys and values of %.*s are not mixed, so there is no stage "
                                      "%s; over a model approximate linformer 4 mixes them"),
                         .unrecorded = N_("mixed keys and values were not recorded, nor K and V")},
    [STAGE_FEATURES] = {.name = "features",
                        .title = N_("Queries and keys become features"),
                        .rail = N_("Features"),
                        .noun = N_("Features of queries and keys"),
                        .symbol = "φ(Q), φ(K)",
                        .parts = {TRACE_FEATURES_Q, TRACE_FEATURES_K},
                        .part_count = 2,
                        .result_count = 2,
                        .has_projections = true,
                        .per_layer = true,
                        .per_head = true,
                        .absent = N_("queries and keys of %.*s are not made into features, so "
                                     "there is no stage %s; over a model approximate performer 64 "
                                     "makes them"),
                        .unrecorded = N_("features were not recorded, nor Q and K")},
    [STAGE_SCORES] = {.name = "scores",
                      .title = N_("Every query meets every key"),
                      .rail = N_("Scores"),
                      .symbol = "Q Kᵀ",
                      .parts = {TRACE_SCORES},
                      .part_count = 1,
                      .result_count = 1,
                      .per_layer = true,
                      .per_head = true,
                      .by_pair = true},
    [STAGE_SCALED] = {.name = "scaled",
                      .title = N_("Scores divided by √d"),
                      .rail = N_("Scale"),
                      .symbol = "÷ √d",
                      .parts = {TRACE_SCALED},
                      .part_count = 1,
                      .result_count = 1,
                      .per_layer = true,
                      .per_head = true,
                      .by_pair = true},
    [STAGE_BIASED] = {.name = "biased",
                      .title = N_("Scores with a bias for distance"),
                      .rail = N_("Bias"),
                      .symbol = "+ B",
                      .parts = {TRACE_BIAS, TRACE_BIASED},
                      .part_count = 2,
                      .result_count = 1,
                      .per_layer = true,
                      .per_head = true,
                      .by_pair = true,
                      .absent =
                          N_("nothing is added to the scores of %.*s, so there is no stage %s; "
                             "over a model positions alibi lays linear biases, and "
                             "positions t5 buckets")},
    [STAGE_MASKED] = {.name = "masked",
                      .alias = "mask",
                      .title = N_("Hidden pairs removed"),
                      .rail = N_("Mask"),
                      .symbol = "+ M",
                      .parts = {TRACE_MASKED},
                      .part_count = 1,
                      .result_count = 1,
                      .per_layer = true,
                      .per_head = true,
                      .by_pair = true,
                      .shows_mask = true},
    [STAGE_WEIGHTS] = {.name = "weights",
                       .alias = "softmax",
                       .title = N_("Attention weights"),
                       .rail = N_("Softmax"),
                       .symbol = "softmax",
                       .parts = {TRACE_WEIGHTS},
                       .part_count = 1,
                       .result_count = 1,
                       .per_layer = true,
                       .per_head = true,
                       .by_pair = true,
                       .shows_mask = true},
    [STAGE_DROPPED] = {.name = "dropped",
                       .alias = "dropout",
                       .title = N_("Weights left out by chance"),
                       .rail = N_("Drop"),
                       .symbol = "D ⊙ A",
                       .parts = {TRACE_DROPPED},
                       .part_count = 1,
                       .result_count = 1,
                       .per_layer = true,
                       .per_head = true,
                       .by_pair = true,
                       .shows_mask = true,
                       .absent = N_("no weight of %.*s is left out, so there is no stage %s; over "
                                    "a model dropout 0.3 leaves some out, as in training")},
    [STAGE_TILES] = {.name = "tiles",
                     .title = N_("The same sum, tile by tile"),
                     .rail = N_("Tiles"),
                     .noun = N_("Attention tile by tile"),
                     .symbol = "m, ℓ, O",
                     .parts = {TRACE_MASKED},
                     .part_count = 1,
                     .result_count = 1,
                     .per_layer = true,
                     .per_head = true,
                     .by_pair = true,
                     .by_tile = true,
                     .shows_mask = true,
                     .is_there = is_tiled,
                     .absent = N_("%.*s works its scores out as a whole, so there is no stage %s; "
                                  "schedule flash 4 4 works them out tile by tile")},
    [STAGE_OUTPUT] = {.name = "output",
                      .title = N_("Values mixed by weight"),
                      .rail = N_("Weighted sum"),
                      .rail_short = N_("Sum"),
                      .symbol = "A V",
                      .parts = {TRACE_OUTPUT},
                      .part_count = 1,
                      .result_count = 1,
                      .per_layer = true,
                      .per_head = true},
    [STAGE_JOINED] = {.name = "joined",
                      .title = N_("All heads joined"),
                      .rail = N_("Join heads"),
                      .rail_short = N_("Join"),
                      .symbol = "W_O",
                      .parts = {TRACE_CONCAT, TRACE_ATTN_PROJ},
                      .part_count = 2,
                      .result_count = 1,
                      .maps = {TRACE_W_O},
                      .map_count = 1,
                      .one_scale = {TRACE_OUTPUT, TRACE_CONCAT, TRACE_ATTN_PROJ},
                      .one_scale_count = 3,
                      .per_layer = true},
    [STAGE_BLOCK] = {.name = "block",
                     .title = N_("What leaves the layer"),
                     .rail = N_("Layer output"),
                     .rail_short = N_("Layer"),
                     .symbol = "x + ·",
                     .parts = {TRACE_INPUT, TRACE_ATTN_PROJ, TRACE_BLOCK},
                     .part_count = 3,
                     .result_count = 1,
                     .one_scale = {TRACE_INPUT, TRACE_ATTN_PROJ, TRACE_RESIDUAL, TRACE_NORM_1,
                                   TRACE_MLP, TRACE_BLOCK},
                     .one_scale_count = 6,
                     .per_layer = true},
    [STAGE_LOGITS] = {.name = "logits",
                      .alias = "prediction",
                      .title = N_("Which word the model would name"),
                      .rail = N_("Prediction"),
                      .rail_short = N_("Word"),
                      .noun = N_("The likeliest words and their probabilities"),
                      .symbol = "x Eᵀ",
                      .parts = {TRACE_LOGITS, TRACE_PROBABILITIES},
                      .part_count = 2,
                      .result_count = 1,
                      .by_word = true,
                      .is_there = trace_has_words,
                      .absent = N_("the model %.*s names no words, so it has no stage %s; take one "
                                   "that does, such as reader")},
};

const StageInfo *stage_info(StageId stage) {
  assert(stage >= 0 && stage < STAGE_COUNT);
  return &stages[stage];
}

/* Does the stage show matrices, not tokens or a list of words? */
bool stage_has_cells(StageId stage) {
  return stage_info(stage)->result_count > 0 && !stage_info(stage)->by_word;
}

bool stage_is_one_matrix(StageId stage) {
  return stage_has_cells(stage) && stage_info(stage)->result_count == 1;
}

static bool consists_of(const StageInfo *info, TracePart part) {
  for (int i = 0; i < info->part_count; i++)
    if (info->parts[i] == part) return true;
  return false;
}

StageId stage_of_part(TracePart part) {
  StageId first = STAGE_COUNT;
  for (int i = 0; i < STAGE_COUNT; i++) {
    const StageInfo *info = &stages[i];
    if (info->part_count > 0 && info->parts[info->part_count - 1] == part) return (StageId)i;
    if (first == STAGE_COUNT && consists_of(info, part)) first = (StageId)i;
  }
  return first;
}

bool stage_find(Str name, StageId *stage) {
  /* A linear search suffices for a dozen names. */
  for (int i = 0; i < STAGE_COUNT; i++)
    if (str_is(name, stages[i].name) || (stages[i].alias && str_is(name, stages[i].alias))) {
      *stage = (StageId)i;
      return true;
    }
  return false;
}
