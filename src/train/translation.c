/* train/translation.c -- says a sentence word by word, and writes the attention as a recording. */
#include "train/translation.h"

#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "core/heads.h"
#include "trace/file/tensor_file.h"

/* ---- the source ---- */

static int full_stop_id(const Vocabulary *vocabulary) {
  return vocabulary_find(vocabulary, STR("."));
}

static bool refuse_words(Str sentence, int count, Status *status) {
  enum { SHOWN_BYTES = 40 };
  int most = TRANSLATION_WORDS_MOST - 1;
  Str shown = str_head(sentence, SHOWN_BYTES);
  if (count == 0) return status_fail(status, STATUS_USAGE, _("there is no sentence to translate"));
  return status_fail(status, STATUS_USAGE,
                     P_("“%.*s…” has more than %d word, which is the most",
                        "“%.*s…” has more than %d words, which is the most", most),
                     (int)shown.bytes, shown.at, most);
}

/* With a full stop at the end, as all sentences of training have one. */
static bool read_source(Arena *arena, Str english, Translation *made, Status *status) {
  const Vocabulary *vocabulary = made->checkpoint->vocabulary;
  Tokens tokens;
  const int *ids;
  if (!vocabulary_split(vocabulary, arena, english, TRANSLATION_WORDS_MOST, &tokens, &ids, status))
    return false;
  if (tokens.count == 0 || tokens.cut_count > 0 || tokens.count == TRANSLATION_WORDS_MOST)
    return refuse_words(english, tokens.count, status);
  for (int i = 0; i < tokens.count; i++) {
    Str word = tokens.at[i].text;
    if (vocabulary_find(vocabulary, tokens.at[i].match) < 0)
      return status_fail(status, STATUS_USAGE, _("%s does not know the word “%.*s”"),
                         made->checkpoint->name, (int)word.bytes, word.at);
    made->source[made->source_count++] = ids[i];
  }
  int stop = full_stop_id(vocabulary);
  if (stop < 0)
    return status_fail(status, STATUS_COULD_NOT,
                       _("%s has no full stop among its words, with which every sentence of its "
                         "training ended"),
                       made->checkpoint->name);
  if (made->source[made->source_count - 1] != stop) made->source[made->source_count++] = stop;
  return true;
}

/* ---- saying it ---- */

bool translation_make(Arena *arena, const Checkpoint *checkpoint, Str english, Translation *made,
                      Status *status) {
  Saying saying;
  *made = (Translation){.checkpoint = checkpoint};
  if (checkpoint->shape.encoder_layers == 0)
    return status_fail(status, STATUS_COULD_NOT,
                       _("%s has no encoder and no decoder; headsup train translator makes a model "
                         "that translates"),
                       checkpoint->name);
  if (!read_source(arena, english, made, status)) return false;
  SayingModel model = {&checkpoint->shape, checkpoint->numbers, checkpoint->vocabulary};
  if (!saying_make(arena, &model, TRANSLATION_WORDS_MOST, &saying, status)) return false;
  made->workspace = saying.workspace;
  made->target_count = saying_go_on(&saying, made->source, made->source_count, made->target, 0);
  return true;
}

Str translation_text(const Translation *translation, Arena *arena) {
  StrBuf text = strbuf_make(arena);
  for (int i = 0; i < translation->target_count; i++)
    strbuf_add(&text, translation->checkpoint->vocabulary->shown[translation->target[i]]);
  return text.failed ? (Str){NULL, 0} : strbuf_str(&text);
}

/* ---- as a recording ---- */

enum { PART_COUNT = 5, GROUP_COUNT = 3, PAIRS_MOST = 7 + NETWORK_LAYERS_MOST };

/* In the order of their names, as the file has them. */
static const char *const part_names[PART_COUNT] = {"k", "output", "q", "v", "weights"};
static const struct {
  const char *name;
  NetworkLayerKind kind;
} groups[GROUP_COUNT] = {
    {"cross", LAYER_CROSS}, {"encoder", LAYER_ENCODER}, {"layers", LAYER_DECODER}};

typedef struct Content {
  const Translation *translation;
  Arena *arena;
  TensorFileEntry entries[NETWORK_STACK_MOST * PART_COUNT];
  int entry_count;
  TensorFilePair pairs[PAIRS_MOST];
  int pair_count;
} Content;

static StepRows rows_of(const Translation *translation, bool of_source) {
  int source = translation->source_count;
  return of_source ? (StepRows){0, source} : (StepRows){source, translation->target_count};
}

/* Which rows a layer asks with, and which it asks. */
static StepRows rows_of_layer(const Translation *translation, int layer, bool of_keys) {
  NetworkLayerKind kind = network_layer_kind(&translation->checkpoint->shape, layer);
  return rows_of(translation, kind == LAYER_ENCODER || (of_keys && kind == LAYER_CROSS));
}

static Mat weights_of(const Translation *translation, int layer, int head) {
  int source = translation->source_count, target = translation->target_count;
  size_t side = (size_t)(source > target ? source : target);
  float *at = translation->workspace->layers[layer].weights + (size_t)head * side * side;
  int rows = rows_of_layer(translation, layer, false).count;
  int cols = rows_of_layer(translation, layer, true).count;
  return (Mat){at, rows, cols, cols};
}

static bool copy_entry(void *self, const TensorFileEntry *entry, int head, Mat to, Status *status) {
  const Content *content = self;
  const Translation *translation = content->translation;
  const StepLayer *at = &translation->workspace->layers[entry->layer];
  const Mat wide[PART_COUNT] = {at->k, at->concat, at->q, at->v, {0}};
  int heads = translation->checkpoint->shape.head_count;
  char part = part_names[entry->part][0];
  StepRows rows = rows_of_layer(translation, entry->layer, part == 'k' || part == 'v');
  (void)status;
  if (part == 'w') mat_copy(mat_view(weights_of(translation, entry->layer, head)), to);
  else mat_copy(heads_view(step_view(rows, wide[entry->part]), head, heads), to);
  return true;
}

static bool add_layer(Content *content, const char *group, int number, int layer) {
  const Translation *translation = content->translation;
  const NetworkShape *shape = &translation->checkpoint->shape;
  for (int part = 0; part < PART_COUNT; part++) {
    char first = part_names[part][0];
    bool of_keys = first == 'k' || first == 'v', is_pair = first == 'w';
    StepRows rows = rows_of_layer(translation, layer, of_keys);
    StepRows keys = rows_of_layer(translation, layer, true);
    const char *name = str_format(content->arena, "%s.%d.%s", group, number, part_names[part]);
    if (!name) return false;
    content->entries[content->entry_count++] =
        (TensorFileEntry){.name = name,
                          .head_count = shape->head_count,
                          .rows = rows.count,
                          .cols = is_pair ? keys.count : shape->d_model / shape->head_count,
                          .part = part,
                          .layer = layer};
  }
  return true;
}

static bool list_entries(Content *content) {
  const NetworkShape *shape = &content->translation->checkpoint->shape;
  for (int group = 0; group < GROUP_COUNT; group++) {
    int number = 0;
    for (int layer = 0; layer < network_stack_count(shape); layer++)
      if (network_layer_kind(shape, layer) == groups[group].kind &&
          !add_layer(content, groups[group].name, number++, layer))
        return false;
  }
  return true;
}

static Str words_as_json(const Content *content, const int *ids, int count) {
  const Vocabulary *vocabulary = content->translation->checkpoint->vocabulary;
  StrBuf list = strbuf_make(content->arena);
  strbuf_add_char(&list, '[');
  for (int i = 0; i < count; i++) {
    if (i > 0) strbuf_add_char(&list, ',');
    strbuf_add_json(&list, ids[i] == VOCABULARY_HIDDEN_ID ? STR("___") : vocabulary->shown[ids[i]]);
  }
  strbuf_add_char(&list, ']');
  return list.failed ? (Str){NULL, 0} : strbuf_str(&list);
}

static void add_pair(Content *content, const char *key, Str value) {
  content->pairs[content->pair_count++] = (TensorFilePair){key, value};
}

/* The rows of the target are the hidden word and all that was said but the last. */
static bool list_pairs(Content *content, const char *version) {
  const Translation *translation = content->translation;
  const NetworkShape *shape = &translation->checkpoint->shape;
  int rows[TRANSLATION_WORDS_MOST] = {VOCABULARY_HIDDEN_ID};
  memcpy(rows + 1, translation->target, sizeof rows - sizeof rows[0]);
  const char *width = str_format(content->arena, "%d", shape->d_model / shape->head_count);
  Str keys = words_as_json(content, translation->source, translation->source_count);
  Str tokens = words_as_json(content, rows, translation->target_count);
  if (!width || !keys.at || !tokens.at) return false;
  add_pair(content, "format", STR("heads-up-trace-1"));
  add_pair(content, "d_head", str_from(width));
  add_pair(content, "key_tokens", keys);
  for (int layer = 0; layer < shape->layer_count; layer++) {
    const char *key = str_format(content->arena, "layers.%d.mask", layer);
    if (!key) return false;
    add_pair(content, key, STR("causal"));
  }
  add_pair(content, "mask", STR("none"));
  add_pair(content, "model", str_from(translation->checkpoint->name));
  add_pair(content, "tokens", tokens);
  add_pair(content, "version", str_from(version));
  return true;
}

bool translation_save(const Translation *translation, const char *path, const char *version,
                      Status *status) {
  if (translation->checkpoint->shape.source == SOURCE_VECTOR)
    return status_fail(status, STATUS_COULD_NOT,
                       _("%s squeezes the sentence into one vector, so there is no attention "
                         "between its halves to write; leave --out away"),
                       translation->checkpoint->name);
  Arena *arena = arena_make(0);
  Content *content = arena ? arena_take(arena, 1, sizeof *content) : NULL;
  if (content) *content = (Content){.translation = translation, .arena = arena};
  bool done = content && list_entries(content) && list_pairs(content, version);
  if (!done) status_no_memory(status);
  if (done) {
    TensorFile file = {.entries = content->entries,
                       .entry_count = content->entry_count,
                       .pairs = content->pairs,
                       .pair_count = content->pair_count,
                       .fill = copy_entry,
                       .self = content};
    done = tensor_file_save(path, &file, status);
  }
  arena_free(arena);
  return done;
}
