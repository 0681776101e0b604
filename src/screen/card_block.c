/* screen/card_block.c -- the picture of a layer on the card of a model, and as a figure. */
#include <inttypes.h>

#include "base/i18n.h"
#include "scene/number.h"
#include "screen/card_rows.h"

/* " · attention 32 768": a part that has numbers. */
static void add_part(StrBuf *words, const char *name, uint64_t count) {
  const char *before = words->bytes > 0 ? " · " : "";
  if (count > 0) strbuf_format(words, "%s%s %s", before, name, card_grouped(words->arena, count));
}

const char *card_part_words(Arena *arena, const ModelFacts *facts) {
  const ModelParameters *count = &facts->by_part;
  StrBuf parts = strbuf_make(arena);
  add_part(&parts, _("embedding"), count->embedding);
  add_part(&parts, _("attention"), count->attention);
  add_part(&parts, _("MLP"), count->mlp);
  add_part(&parts, _("norms"), count->norms);
  add_part(&parts, _("output"), count->output);
  return parts.failed || !parts.at ? "" : parts.at;
}

static const char *head_words(Arena *arena, const ModelFacts *facts) {
  const char *heads = str_format(arena, P_("%d head", "%d heads", facts->heads), facts->heads);
  if (facts->key_heads == facts->heads) return heads;
  return str_format(arena, P_("%s, %d of K, V", "%s, %d of K, V", facts->key_heads), heads,
                    facts->key_heads);
}

/* Behind the lines that a box has; NULL and "" are left out. */
static void add_line(const char *lines[BLOCK_LINES_MOST], const char *line) {
  int count = 0;
  while (count < BLOCK_LINES_MOST && lines[count] && *lines[count]) count++;
  if (count < BLOCK_LINES_MOST && line && *line) lines[count] = line;
}

BlockDiagram *card_block(const ModelFacts *facts, Arena *arena) {
  BlockDiagram *block = arena_take(arena, 1, sizeof *block);
  if (!block) return NULL;
  *block = (BlockDiagram){
      .norm_place = facts->norm_place,
      .has_mlp = facts->d_ff > 0,
      .has_embedding_norm = facts->has_embedding_norm,
      .has_last_norm = facts->has_last_norm,
      .names_words = facts->words > 0,
      .layer_count = facts->layers,
      .norm = {facts->norm_method == NORM_RMS ? "RMS" : "LN"},
      .input = {_("words")},
      .attention = {_("attention"), head_words(arena, facts)},
      .mlp = {_("MLP"),
              number_grouped(
                  arena, str_format(arena, P_("%d unit", "%d units", facts->d_ff), facts->d_ff)),
              facts->is_gated ? str_format(arena, _("%s gate"), facts->activation)
                              : facts->activation},
      .output = {_("words")}};
  if (facts->adds_positions) add_line(block->input, _("+ places"));
  if (facts->has_segments) add_line(block->input, _("+ sentences"));
  if (facts->own_kind.of[KIND_POSITIONS] != POSITIONS_NONE)
    add_line(block->attention, kind_words(arena, &facts->own_kind, KIND_POSITIONS, true));
  add_line(block->attention, facts->mask_name);
  return block;
}

/* ---- as a figure ---- */

static const char *parameter_words(Arena *arena, uint64_t count) {
  if (count == 0) return NULL;
  return str_format(arena, P_("%s parameter", "%s parameters", count), card_grouped(arena, count));
}

static const char *map_words(Arena *arena, const char *names, int rows, int cols) {
  return number_grouped(arena, str_format(arena, "%s %d × %d", names, rows, cols));
}

static void add_maps(const ModelFacts *facts, Arena *arena, BlockDiagram *block) {
  int width = facts->d_model, inner = facts->heads * facts->d_head,
      shared = facts->key_heads * facts->d_head;
  if (inner == width && shared == width)
    add_line(block->attention, map_words(arena, "W_Q  W_K  W_V  W_O", width, width));
  else {
    add_line(block->attention, map_words(arena, "W_Q", width, inner));
    add_line(block->attention, map_words(arena, "W_K  W_V", width, shared));
    add_line(block->attention, map_words(arena, "W_O", inner, width));
  }
  add_line(block->attention, parameter_words(arena, facts->of_layer.attention));
  add_line(block->mlp,
           number_grouped(arena, str_format(arena, "%d → %d → %d", width, facts->d_ff, width)));
  add_line(block->mlp, parameter_words(arena, facts->of_layer.mlp));
  add_line(block->norm, parameter_words(arena, facts->of_norm));
  add_line(block->input, parameter_words(arena, facts->by_part.embedding));
  if (facts->words > 0)
    add_line(block->output,
             number_grouped(
                 arena, str_format(arena, P_("%d word", "%d words", facts->words), facts->words)));
  if (facts->words > 0 && facts->has_own_words) add_line(block->output, _("by the same table"));
  add_line(block->output, parameter_words(arena, facts->by_part.output));
  block->shape = number_grouped(arena, str_format(arena, "T × %d", width));
}

static const char *below_words(Arena *arena, const ModelFacts *facts) {
  uint64_t count = facts->parameters;
  return str_format(arena, P_("%s parameter in all: %s", "%s parameters in all: %s", count),
                    card_grouped(arena, count), card_part_words(arena, facts));
}

static const char *caption_words(Arena *arena, const ModelFacts *facts, Str model) {
  StrBuf words = strbuf_make(arena);
  i18n_add_sentence(
      &words, str_format(arena,
                         P_("What the model %.*s is made of: %d layer, its size and parameters.",
                            "What the model %.*s is made of: one of its %d layers, with sizes and "
                            "parameters.",
                            facts->layers),
                         (int)model.bytes, model.at, facts->layers));
  const char *purpose = readme_purpose(arena, facts->readme);
  if (!purpose && facts->explanation) purpose = _(facts->explanation);
  if (purpose) i18n_add_sentence(&words, purpose);
  i18n_add_sentence(&words, _("The line beside boxes is what goes on past them and is added again; "
                              "T is the number of tokens."));
  i18n_add_sentence(&words, str_format(arena, _("%s."), below_words(arena, facts)));
  return words.failed ? "" : words.at;
}

const BlockFigure *card_block_figure(const Session *session, Arena *arena) {
  const Model *model = session_model(session);
  const Trace *trace = session_trace(session);
  BlockFigure *figure = model ? arena_take(arena, 1, sizeof *figure) : NULL;
  if (!figure) return NULL;
  ModelFacts facts = model_facts(model, arena);
  BlockDiagram *block = card_block(&facts, arena);
  const char *title = str_copy(arena, trace_model_label(arena, trace));
  if (!block || !title) return NULL;
  add_maps(&facts, arena, block);
  *figure = (BlockFigure){.diagram = *block,
                          .title = card_line(arena, title).at,
                          .below = below_words(arena, &facts),
                          .caption = caption_words(arena, &facts, trace_model_name(trace))};
  return figure->title && figure->below && figure->caption ? figure : NULL;
}
