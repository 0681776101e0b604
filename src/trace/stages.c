/* trace/stages.c -- the table of stages. N_ marks words for translation; names, aliases and
** symbols are what commands, files and formulas have in every language. */
#include "trace/stages.h"

#include <assert.h>
#include <stddef.h>

#include "base/i18n.h"

static const StageInfo stages[STAGE_COUNT] = {
    [STAGE_TOKENS] = {"tokens", NULL, N_("The sentence in tokens"), N_("Tokens"), "", false, false,
                      false},
    [STAGE_EMBED] = {"embed", NULL, N_("Each token becomes a row of numbers"), N_("Embed"), "X",
                     false, false, false},
    [STAGE_NORM] = {"norm", NULL, N_("Each row brought to one size"), N_("Norm"), "norm", true,
                    false, false},
    [STAGE_QKV] = {"qkv", NULL, N_("Queries, keys and values"), N_("Q · K · V"), "X W", true, true,
                   false},
    [STAGE_SCORES] = {"scores", NULL, N_("Every query meets every key"), N_("Scores"), "Q Kᵀ", true,
                      true, true},
    [STAGE_SCALED] = {"scaled", NULL, N_("Scores divided by √d"), N_("Scale"), "÷ √d", true, true,
                      true},
    [STAGE_MASKED] = {"masked", "mask", N_("Hidden pairs removed"), N_("Mask"), "+ M", true, true,
                      true},
    [STAGE_WEIGHTS] = {"weights", "softmax", N_("Attention weights"), N_("Softmax"), "softmax",
                       true, true, true},
    [STAGE_OUTPUT] = {"output", NULL, N_("Values mixed by weight"), N_("Weighted sum"), "A V", true,
                      true, false},
    [STAGE_JOINED] = {"joined", NULL, N_("All heads joined"), N_("Join heads"), "W_O", true, false,
                      false},
    [STAGE_BLOCK] = {"block", NULL, N_("What leaves the layer"), N_("Layer output"), "x + ·", true,
                     false, false},
    [STAGE_LOGITS] = {"logits", "prediction", N_("Which word the model would name"),
                      N_("Prediction"), "x Eᵀ", false, false, false},
};

/* The order a learner walks. It is not that of the numbers: norm was added last. */
static const StageId order[STAGE_COUNT] = {STAGE_TOKENS, STAGE_EMBED,  STAGE_NORM,   STAGE_QKV,
                                           STAGE_SCORES, STAGE_SCALED, STAGE_MASKED, STAGE_WEIGHTS,
                                           STAGE_OUTPUT, STAGE_JOINED, STAGE_BLOCK,  STAGE_LOGITS};

StageId stage_at(int index) {
  assert(index >= 0 && index < STAGE_COUNT);
  return order[index];
}

const StageInfo *stage_info(StageId stage) {
  assert(stage >= 0 && stage < STAGE_COUNT);
  return &stages[stage];
}

/* Chips, three matrices side by side and a list of words have no one matrix to show. */
bool stage_is_one_matrix(StageId stage) {
  return stage != STAGE_TOKENS && stage != STAGE_QKV && stage != STAGE_LOGITS;
}

bool stage_find(Str name, StageId *stage) {
  /* A dozen names: a table would be longer than the search. */
  for (int i = 0; i < STAGE_COUNT; i++)
    if (str_is(name, stages[i].name) || (stages[i].alias && str_is(name, stages[i].alias))) {
      *stage = (StageId)i;
      return true;
    }
  return false;
}
