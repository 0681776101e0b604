/* model/model.c -- opens models by name, and answers questions about an open one.
**
** A name is tried as a built-in model, then as a folder, then as a name in HuggingFace's cache; a
** folder named like a built-in model is opened as ./reader. */
#include "model/model.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "assets/assets.h"
#include "base/os.h"
#include "base/serial.h"
#include "base/i18n.h"
#include "core/linear.h"
#include "model/checkpoint/cache_folder.h"
#include "model/board/board.h"
#include "model/demo_model.h"
#include "model/model_weights.h"
#include "model/checkpoint/hf_model.h"
#include "model/random_shape.h"

typedef struct Builtin Builtin;
typedef bool (*OpenBuiltin)(const Builtin *builtin, const char *name, Model **model,
                            Status *status);

struct Builtin {
  ModelInfo info;
  OpenBuiltin open; /* NULL: a trained one in assets/models */
  int layer, head;  /* from 0: shown first */
};

static bool open_rules(const Builtin *builtin, const char *name, Model **model, Status *status);

static bool open_random(const Builtin *builtin, const char *name, Model **model, Status *status) {
  return random_model_open(name, &builtin->info, model, status);
}

static bool open_demo(const Builtin *builtin, const char *name, Model **model, Status *status) {
  (void)name;
  return demo_model_open(&builtin->info, model, status);
}

/* The text is part of the program; a test reads each. */
static bool open_board(const Builtin *builtin, const char *name, Model **model, Status *status) {
  Str text = {NULL, 0};
  bool is_there = board_builtin(name, &text);
  assert(is_there);
  return is_there && board_open(&(BoardSource){.name = name, .text = text, .info = &builtin->info},
                                model, status);
}

static const Builtin builtins[] = {
    {{"reader", N_("TRAINED HERE"), N_("reader · trained here to say what a pronoun stands for"),
      N_("Trained by this program on English and Chinese sentences of its own grammar: it names "
         "the noun a pronoun means. Some heads were told where to look. It knows a few hundred "
         "words and nothing of the world.")},
     NULL,
     1,
     1},
    {{"writer", N_("TRAINED HERE"), N_("writer · trained here to say the next word"),
      N_("Trained by this program to name the next word of English sentences that repeat "
         "themselves. One head was told to look at the word before.")},
     NULL,
     0,
     0},
    {{"translator", N_("TRAINED HERE"), N_("translator · trained here to say English in Chinese"),
      N_("An encoder reads an English sentence, and a decoder says it in Chinese, word by word. "
         "Which word is said for which it was never told: it comes from training on the words "
         "alone. It knows the sentences of two small grammars.")},
     NULL,
     0,
     0},
    {{"hand-made", N_("BY RULES, BY CHANCE, BY HAND"),
      N_("hand-made · written as rules, not trained"),
      N_("Every head was given one rule by hand, such as looking back one word. Nothing was "
         "learned from text, so it knows no meanings; the rules work through queries, keys and "
         "softmax like any head.")},
     open_rules,
     0,
     0},
    {{"random", N_("BY RULES, BY CHANCE, BY HAND"),
      N_("random · untrained numbers that mean nothing"),
      N_("All weights are random numbers from a fixed seed. The arithmetic is the same, but where "
         "it looks means nothing: what attention attends to has to be learned.")},
     open_random,
     0,
     0},
    {{DEMO_MODEL_NAME, N_("BY RULES, BY CHANCE, BY HAND"),
      N_("cache-demo · nine tokens, one head, to see kept keys and values"),
      N_("Nothing was trained: the numbers of nine tokens and three small maps were chosen so that "
         "every product can be checked on paper. Places add nothing, and no map joins heads.")},
     open_demo,
     0,
     0},
    {{"on-paper", N_("TYPED IN: SMALL ENOUGH FOR PAPER"),
      N_("on-paper · typed in: three words and whole numbers, done by hand"),
      N_("A model typed in: small whole numbers, so that every product can be checked on paper. "
         "View board shows its matrices as tables and changes them.")},
     open_board,
     0,
     0},
    {{"look-back", N_("TYPED IN: SMALL ENOUGH FOR PAPER"),
      N_("look-back · typed in: a head that finds the word before"),
      N_("A model typed in: its queries ask for the place before their own, so each word attends "
         "to the one before it. View board shows its matrices as tables and changes them.")},
     open_board,
     0,
     0},
    {{"look-up", N_("TYPED IN: SMALL ENOUGH FOR PAPER"),
      N_("look-up · typed in: questions that lie between two entries"),
      N_("A model typed in: two words have a key and a value in degrees, and the others ask; what "
         "they get is a mean of the values, by how near they are. View board shows its matrices "
         "as tables and changes them.")},
     open_board,
     0,
     0},
};

enum { BUILTIN_ROWS = sizeof builtins / sizeof builtins[0] };

/* Trained models are files in assets/, which a build may leave out. */
static bool is_there(const Builtin *builtin) {
  char config[64];
  Str bytes;
  snprintf(config, sizeof config, "models/%s/config.json", builtin->info.name);
  return builtin->open || assets_find(config, &bytes);
}

int model_builtin_count(void) {
  int count = 0;
  for (int i = 0; i < BUILTIN_ROWS; i++) count += is_there(&builtins[i]);
  return count;
}

static const Builtin *builtin_at(int index) {
  for (int i = 0; i < BUILTIN_ROWS; i++)
    if (is_there(&builtins[i]) && index-- == 0) return &builtins[i];
  assert(false);
  return NULL;
}

const ModelInfo *model_builtin(int index) { return &builtin_at(index)->info; }

/* Of random any words may follow. */
static bool is_called(const Builtin *builtin, const char *name) {
  return strcmp(builtin->info.name, name) == 0 ||
         (builtin->open == open_random && random_shape_is(str_from(name)));
}

bool model_is_builtin(const char *name) {
  for (int i = 0; i < model_builtin_count(); i++)
    if (is_called(builtin_at(i), name)) return true;
  return false;
}

static Mat take_weights(Arena *arena, int rows, int cols) {
  float *at = arena_take(arena, (size_t)rows * (size_t)cols, sizeof *at);
  return (Mat){at, rows, cols, cols};
}

/* rules[] (writable) and layers[] (read by all others) share their memory. */
static bool take_layer(Model *model, int index) {
  int wide = model->head_count * model->d_head;
  RuleWeights *layer = &model->rules[index];
  layer->w_q = take_weights(model->arena, model->d_model, wide);
  layer->w_k = take_weights(model->arena, model->d_model, wide);
  layer->w_v = take_weights(model->arena, model->d_model, wide);
  layer->w_o = take_weights(model->arena, wide, model->d_model);
  model->layers[index] = (LayerWeights){.w_q = mat_view(layer->w_q),
                                        .w_k = mat_view(layer->w_k),
                                        .w_v = mat_view(layer->w_v),
                                        .w_o = mat_view(layer->w_o)};
  return layer->w_q.at && layer->w_k.at && layer->w_v.at && layer->w_o.at;
}

/* An empty model of the built-in shape with zero weights, on an arena of its own; NULL when
** memory is out. */
static Model *model_make(const ModelInfo *info) {
  Arena *arena = arena_make(0);
  Model *model = arena ? arena_take(arena, 1, sizeof *model) : NULL;
  LayerWeights *layers = model ? arena_take(arena, BUILTIN_LAYERS, sizeof *layers) : NULL;
  RuleWeights *rules = layers ? arena_take(arena, BUILTIN_LAYERS, sizeof *rules) : NULL;
  bool ok = rules != NULL;
  if (ok)
    *model = (Model){.info = info,
                     .arena = arena,
                     .serial = serial_next(),
                     .layer_count = BUILTIN_LAYERS,
                     .head_count = BUILTIN_HEADS,
                     .d_model = BUILTIN_D_MODEL,
                     .d_head = BUILTIN_D_HEAD,
                     .layers = layers,
                     .rules = rules};
  for (int i = 0; ok && i < BUILTIN_LAYERS; i++) ok = take_layer(model, i);
  if (ok) return model;
  arena_free(arena);
  return NULL;
}

Mat model_head_columns(Mat weights, int head) {
  return mat_cols(weights, head * BUILTIN_D_HEAD, BUILTIN_D_HEAD);
}

Mat model_head_rows(Mat weights, int head) {
  return (Mat){mat_row_of(weights, head * BUILTIN_D_HEAD), BUILTIN_D_HEAD, weights.cols,
               weights.stride};
}

static bool check_tensor(const Model *model, int layer, const char *name, MatView weights,
                         Status *status) {
  int row, col;
  if (!mat_first_not_finite(weights, &row, &col)) return true;
  float x = mat_get(weights, row, col);
  return status_fail(status, STATUS_COULD_NOT,
                     _("the model %s cannot be used: layers.%d.%s[%d, %d] is %s"),
                     model->info->name, layer, name, row, col, isnan(x) ? "NaN" : "infinite");
}

/* Checks only the projections: rule and random models fill nothing else. */
bool model_check_finite(const Model *model, Status *status) {
  for (int i = 0; i < model->layer_count; i++) {
    const LayerWeights *layer = &model->layers[i];
    if (!check_tensor(model, i, "w_q", layer->w_q, status) ||
        !check_tensor(model, i, "w_k", layer->w_k, status) ||
        !check_tensor(model, i, "w_v", layer->w_v, status) ||
        !check_tensor(model, i, "w_o", layer->w_o, status))
      return false;
  }
  return true;
}

/* "reader, hand-made, random" on the arena; "" when memory is out. */
static const char *all_names(Arena *arena) {
  StrBuf names = strbuf_make(arena);
  for (int i = 0; i < model_builtin_count(); i++)
    strbuf_format(&names, i > 0 ? ", %s" : "%s", model_builtin(i)->name);
  return names.failed ? "" : names.at;
}

/* The error lists all names, since there are few. */
static bool fail_name(const char *name, Status *status) {
  const char *names[BUILTIN_ROWS];
  int count = model_builtin_count();
  for (int i = 0; i < count; i++) names[i] = model_builtin(i)->name;
  /* Suggest the nearest name: most wrong names are typing errors. */
  int nearest = str_nearest(str_from(name), names, count);
  Arena *arena = arena_make(0);
  if (!arena) return status_no_memory(status);
  if (nearest < 0)
    status_fail(status, STATUS_USAGE,
                _("there is no model, folder or file “%s”; the models are: %s"), name,
                all_names(arena));
  else
    status_fail(status, STATUS_USAGE,
                _("there is no model “%s”; did you mean %s? The models are: %s"), name,
                names[nearest], all_names(arena));
  arena_free(arena);
  return false;
}

static bool open_rules(const Builtin *builtin, const char *name, Model **model, Status *status) {
  (void)name;
  Model *made = model_make(&builtin->info);
  if (!made) return status_no_memory(status);
  rule_model_fill(made);
  if (!model_check_finite(made, status)) {
    model_free(made);
    return false;
  }
  made->role_work = role_work_make(made);
  *model = made;
  return true;
}

/* builtin NULL: a folder on disk. */
static bool open_trained(const char *name, const Builtin *builtin, Model **model, Status *status) {
  Arena *arena = arena_make(0);
  Checkpoint checkpoint;
  if (!arena) return status_no_memory(status);
  bool read = builtin ? checkpoint_read_builtin(arena, name, &checkpoint, status)
                      : checkpoint_read(arena, name, &checkpoint, status);
  if (read && checkpoint.shape.source == SOURCE_VECTOR)
    read = status_fail(status, STATUS_COULD_NOT,
                       _("%s squeezes a sentence into one vector, so there is no attention between "
                         "its halves to show; headsup translate runs it, and view length shows "
                         "what it says"),
                       name);
  Model *made = read ? trained_make(arena, &checkpoint, builtin ? &builtin->info : NULL) : NULL;
  if (read && !made) status_no_memory(status);
  if (made) *model = made;
  else arena_free(arena);
  return made != NULL;
}

/* Opens a folder as a model of this program or of another, by its config.json, which is read here
** and again by the function that opens the folder. */
static bool open_folder(const HfModelOrder *order, Model **model, Status *status) {
  ModelFamily family;
  Arena *scratch = arena_make(0);
  if (!scratch) return status_no_memory(status);
  bool known = hf_model_family(scratch, order->folder, &family, status);
  arena_free(scratch);
  if (!known) return false;
  return family == FAMILY_OWN ? open_trained(order->folder, NULL, model, status)
                              : hf_model_open(order, model, status);
}

/* A name that is neither built in nor a folder may be one of the HuggingFace cache. */
static bool open_cached(HfModelOrder *order, const char *name, Model **model, Status *status) {
  Arena *scratch = arena_make(0);
  bool opened = false;
  if (!scratch) return status_no_memory(status);
  if (cache_folder_find(scratch, name, &order->folder, status)) {
    if (order->folder) opened = open_folder(order, model, status);
    /* With a / the name was meant as a path or as org/name, so the error does not list models. */
    else if (strchr(name, '/'))
      status_fail(status, STATUS_COULD_NOT, _("there is no folder %s"), name);
    else fail_name(name, status);
  }
  arena_free(scratch);
  return opened;
}

bool model_open(const char *name, Model **model, Status *status) {
  return model_open_with(name, NULL, NULL, model, status);
}

static bool open_board_file(const char *path, Model **model, Status *status) {
  Arena *scratch = arena_make(0);
  Str text;
  bool opened = scratch ? board_read_file(scratch, path, &text, status) &&
                              board_open(&(BoardSource){.name = path, .text = text}, model, status)
                        : status_no_memory(status);
  arena_free(scratch);
  return opened;
}

static bool open_any(HfModelOrder *order, Model **model, Status *status) {
  const char *name = order->folder;
  for (int i = 0; i < model_builtin_count(); i++) {
    const Builtin *builtin = builtin_at(i);
    if (!is_called(builtin, name)) continue;
    return builtin->open ? builtin->open(builtin, name, model, status)
                         : open_trained(name, builtin, model, status);
  }
  if (board_is_file(name)) return open_board_file(name, model, status);
  if (os_kind(name) != OS_MISSING) return open_folder(order, model, status);
  return os_check_usable(name, status) && open_cached(order, name, model, status);
}

bool model_open_with(const char *name, Pool *pool, const Progress *progress, Model **model,
                     Status *status) {
  HfModelOrder order = {.folder = name, .pool = pool, .progress = progress};
  /* Must come before the first product. */
  linear_use_one_thread();
  return open_any(&order, model, status);
}

void model_free(Model *model) {
  if (!model || model->more_holders-- > 0) return;
  role_work_free(model->role_work);
  arena_free(model->arena);
}

Model *model_hold(Model *model) {
  if (model) model->more_holders++;
  return model;
}

const ModelInfo *model_info(const Model *model) { return model->info; }
int model_layer_count(const Model *model) { return model->layer_count; }
int model_head_count(const Model *model) { return model->head_count; }
int model_key_head_count(const Model *model) { return model_key_heads(model); }
MaskParts model_own_mask(const Model *model) { return model->own_mask; }

bool model_has_halves(const Model *model) { return model->encoder_layers > 0; }

/* The head whose alignment the card tells to be best; without a card the first of the last layer,
** which asks the source. */
static void best_aligned(const Model *model, int *layer, int *head) {
  const Readme *readme = &model->readme;
  double best = -1;
  *layer = model->layer_count - 1;
  for (int row = 0; row < readme->alignment_rows; row++)
    for (int i = 0; i < readme->alignment_heads && i < model->head_count; i++) {
      int of_layer = model->encoder_layers + 2 * row + 1;
      if (of_layer >= model->layer_count || readme->alignment[row][i] <= best) continue;
      best = readme->alignment[row][i];
      *layer = of_layer;
      *head = i;
    }
}

void model_first_place(const Model *model, int *layer, int *head) {
  *layer = *head = 0;
  if (model->halves[HALF_CROSS]) best_aligned(model, layer, head);
  else
    for (int i = 0; i < BUILTIN_ROWS; i++)
      if (model->info == &builtins[i].info) *layer = builtins[i].layer, *head = builtins[i].head;
}

const char *model_head_role(const Model *model, int layer, int head) {
  assert(layer >= 0 && layer < model->layer_count && head >= 0 && head < model->head_count);
  return model->roles ? model->roles[layer * model->head_count + head] : "";
}

Str model_head_note(Arena *arena, const Model *model, int layer, int head) {
  assert(layer >= 0 && layer < model->layer_count && head >= 0 && head < model->head_count);
  const TraceRoles *roles = model->role_notes;
  return roles ? roles->note(roles->note_self, arena, layer, head) : (Str){"", 0};
}

const ModelCard *model_card(const Model *model) { return model->card; }

int model_token_limit(const Model *model) {
  return model->position_count > 0 ? model->position_count : MODEL_TOKENS_MOST;
}

int model_hidden_word_id(const Model *model) {
  return model->tokenizer ? tokenizer_mask_id(model->tokenizer) : -1;
}
