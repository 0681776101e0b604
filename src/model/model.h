/* model/model.h -- opens models and runs them; the arithmetic is in core/.
**
**   x = token + position (+ sentence), BERT: its norm                         (M-01)
**   per layer, by the place of the norms
**     none     x ← x + heads(x)                    by rules                   (M-18)
**     after    h = LN(x + heads(x))    x ← LN(h + MLP(h))     trained here, BERT
**     before   h = x + heads(LN(x))    x ← h + MLP(LN(h))     GPT-2
**     heads(x) = concat of the five stages of each head, Q, K, V = x W + b, · W_O + b_O
**     MLP(h)   = f(h W_1 + b_1) W_2 + b_2
**   logits = y · tableᵀ + bias at every token                                 (M-17)
**     y is the last x, its norm (GPT-2) or its transform (BERT)
**
** Models  hand-made  two layers of four heads, d_head 16, weights written from rules, any word in
**                    any script
**         random     the same shape with seeded random weights: attention that means nothing; words
**                    behind it give another shape (model/random_shape.h), "random like llama"
**         reader, writer   trained here, from assets/models; listed when they are built in
**         cache-demo   one head over nine tokens, to see kept keys and values (demo_model.h)
**         a board    typed in, a text file with small matrices (board/board.h); three are built in
**         a folder   any path with a / or the name of a folder: model/checkpoint/checkpoint.h
**
** Memory  A model owns one arena. A trace keeps pointing at the weights: free the trace first.
** Errors  An unknown name (the nearest one is named); NaN or infinity in weights (tensor and
**         index); what is wrong with a folder (file, field, value).
*/
#ifndef MODEL_MODEL_H
#define MODEL_MODEL_H

#include "base/arena.h"
#include "base/pool.h"
#include "base/progress.h"
#include "base/status.h"
#include "base/str.h"
#include "model/checkpoint/card.h"
#include "model/mask_spec.h"
#include "trace/mistakes.h"
#include "trace/trace.h"

enum { MODEL_TOKENS_MOST = 1024 }; /* of a model without a table of positions */
/* Of an encoder and a decoder: tokens of either sentence, and words that it says by itself. */
enum { MODEL_HALF_TOKENS_MOST = 64, MODEL_SAID_MOST = 24 };

/* Const once it is open: several threads may run it at once, each on its own arena. Only the roles
** of its heads may still be measured in the background (model/roles/roles.h). */
typedef struct Model Model;

/* What a model is called; the texts live as long as it does. */
typedef struct ModelInfo {
  const char *name;  /* "hand-made" */
  const char *group; /* marked for translation: the heading that it is offered under, with others */
  /* Marked for translation: what it is, in a few words. %s in it stands for the name. */
  const char *label;
  const char *explanation; /* marked for translation: one or two sentences */
} ModelInfo;

/* The models inside the program, in the order in which they are offered; index from 0. */
int model_builtin_count(void);
const ModelInfo *model_builtin(int index);

/* Whether a name is one of a model inside the program, or of random with words behind it. */
bool model_is_builtin(const char *name);

/* name: one of the built-in models, a path to a folder, or "org/name" of the cache of downloads
** (model/checkpoint/cache_folder.h). Reading a large one takes seconds. False: status names what is
** wrong. The model is the caller's, to be freed. */
bool model_open(const char *name, Model **model, Status *status);

/* The same with all threads of the pool and with progress reports; both may be NULL. */
bool model_open_with(const char *name, Pool *pool, const Progress *progress, Model **model,
                     Status *status);

/* Stops the measuring of its roles, waits for that, and frees the model. NULL is allowed. No trace
** of the model may be read afterwards. */
void model_free(Model *model);

/* Adds a holder and returns the model; it is freed when every holder has called model_free. For one
** thread. NULL is allowed. */
Model *model_hold(Model *model);
const ModelInfo *model_info(const Model *model);

/* Sizes that never change, and the mask it was made with. */
int model_layer_count(const Model *model);
int model_head_count(const Model *model);
int model_key_head_count(const Model *model); /* heads of K and V that it was made with */
MaskParts model_own_mask(const Model *model);

/* Whether it has an encoder and a decoder: it says a sentence in other words. */
bool model_has_halves(const Model *model);

/* The layer and head to show first, from 0: in a translator the head that was measured to align
** best, in reader the head of the second objective, else the
** first. */
void model_first_place(const Model *model, int *layer, int *head);

/* What a head was built to do, such as "looks back one word", marked for translation; "" if
** unknown. Where a head that attends by distance has no key at that distance (back from the first
** word, ahead from the last), it attends to the nearest key, usually the word itself. */
const char *model_head_role(const Model *model, int layer, int head);

/* What is said of a head where no roles are measured: how it aligns, in a translator; "" if
** nothing. */
Str model_head_note(Arena *arena, const Model *model, int layer, int head);

/* Facts from the checkpoint folder of another program; NULL for the program's own models. */
const ModelCard *model_card(const Model *model);

/* The id of [MASK]; −1: it has none. */
int model_hidden_word_id(const Model *model);

/* The longest sentence it takes, in tokens; further tokens are cut off and counted. */
int model_token_limit(const Model *model);

/* How much of the [T,S] matrices and of the logits a trace stores. */
typedef enum KeepKind {
  KEEP_BY_SIZE, /* all of a small trace; a large one computes parts on demand, with a cache */
  KEEP_ALL,
  KEEP_LITTLE
} KeepKind;

/* What to run; 0 is the default of every field. */
typedef struct RunOrder {
  Str sentence;
  const int *ids; /* instead of the sentence; NULL: none */
  int id_count;
  const MaskSpec *mask;
  const AttentionKind *kind; /* replaces the model's own; NULL: its own */
  /* Cross-attention: a second sentence, which is run first, by itself and with the model's own
  ** mask. at NULL: there is none. Of an encoder and a decoder: what the decoder is told to have
  ** said; at NULL it says it by itself, the likeliest word each time. */
  Str second;
  /* The same with a trace of the same model instead: K and V of each layer are computed from the
  ** input rows of that layer in it. It is only read during the run. NULL: there is none. */
  const Trace *keys;
  /* Without a second sentence: runs the tokens in another order, that of shuffle_seed, beside the
  ** run in their own order, which the trace then holds (trace_in_order). Special tokens stay where
  ** they are. */
  bool shuffles;
  uint64_t shuffle_seed;
  MistakeQuiz quiz; /* whose mistake is in the kind; the trace hides it while the quiz asks */
  /* What a person changed of the run; NULL: nothing. The run without it is made first, and the
  ** trace then holds it (trace_without); of ids, which are tokens to come, it is not. Not together
  ** with shuffles. */
  const WhatIfs *what_ifs;
  /* `before` is of the same order but for what_ifs, so that the run without them that it holds is
  ** this one's, and is not made again. */
  bool bends_before;
  const Trace *without; /* these two are set by model_run */
  struct SharedTrace *shared_without;
  Pool *pool;
  const Trace *before; /* of this model: rows that cannot have changed are copied from it */
  const Progress *progress;
  size_t cache_bytes; /* for parts computed on demand; 0: TRACE_CACHE_BYTES */
  KeepKind keep;
} RunOrder;

/* Runs one forward pass into a trace on `arena`, which has every stage of every head. `before` is
** only read during the run; if its model, mask, kind or keys differ, nothing is copied from it. The
** numbers are the same with and without `before`, to the bit. False: a sentence or the mask is not
** possible (a second sentence needs tokens, and all of it must fit the model), a number is NaN,
** memory is out, or progress stopped it; what is on the arena is then of no use. The model must
** outlive the trace. */
bool model_run(const Model *model, const RunOrder *order, Arena *arena, const Trace **trace,
               Status *status);

/* The next seed of shuffle_seed that gives the tokens of a trace another order than `seed`; where
** two tokens have no third order, the next of all. scratch is as before. */
uint64_t model_next_order(const Trace *trace, uint64_t seed, Arena *scratch);

/* Whether model_run would take the mask and the kind of an order with so many tokens, without
** running anything. False: status says why not, or memory is out. scratch is as before. */
bool model_takes_kind(const Model *model, const RunOrder *order, int queries, int keys,
                      Arena *scratch, Status *status);

#endif
