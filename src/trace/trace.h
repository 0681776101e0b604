/* trace/trace.h -- every name, shape and number of one forward pass, or of a recording, sealed.
**
** A trace is built through trace_build.h and const afterwards. Code that draws reads it through
** this header and cannot change a number.
**
** Shapes  T tokens, S keys (T in self-attention), D = d_head, H heads, E = d_model.
**   per trace   TOKEN_EMBEDDING, POSITION, SEGMENT [T,E]   EMBEDDED, their sum, before a norm
**               X [T,E], what the first layer receives   Y [S,E], the same of the second sentence
**   per layer   INPUT [T,E]   KEY_INPUT [S,E], what K and V of a second sentence are made from
**               CONCAT [T, H·Dv]   JOINED = CONCAT · W_O + B_O
**               RESIDUAL = INPUT + JOINED   BLOCK, what the next layer receives   W_O [H·Dv, E]
**   norm after  NORM_1 = norm_1(RESIDUAL)                                             (M-15)
**               MLP, what it adds to NORM_1   BLOCK = NORM_2 = norm_2(NORM_1 + MLP)   (M-16)
**               Without an MLP BLOCK is NORM_1.
**   norm before NORM_1 = norm_1(INPUT), what Q, K and V are made from
**               NORM_2 = norm_2(RESIDUAL), what the MLP reads   BLOCK = RESIDUAL + MLP
**   no norm     BLOCK is RESIDUAL
**   with words  FINAL, what the logits are made from: the last BLOCK, or its last norm
**               LOGITS [T,V] of FINAL and PROBABILITIES, their softmax by row         (M-17)
**   per head    Q [T,D]  K [S,D]  V [S,Dv]  SCORES SCALED MASKED WEIGHTS [T,S]  OUTPUT [T,Dv]
**               W_Q W_K W_V [E,D]   B_Q B_K B_V [1,D]; heads may share K and V (trace_key_head)
** Layer and head indices count from 0 here; people read them from 1.
**
** Lazy    A large trace stores no [T,S] and no row of words: they are computed on demand, by the
**         functions that ran the model or from the file, and kept in a cache of bounded size. Such
**         a matrix is valid until the next trace_frame_begin(), which is called at the start of a
**         frame or figure. Stored matrices are valid as long as the trace.
** Memory  One arena, owned by the maker of the trace. Weights belong to the model.
** Errors  A number that cannot be computed or read (truncated file, memory out) is NaN, and
**         trace_problem() says why. NaN of a broken model is counted; statistics leave it out.
** Threads Several threads may read at once.
*/
#ifndef TRACE_TRACE_H
#define TRACE_TRACE_H

#include "base/arena.h"
#include "base/status.h"
#include "core/sampling.h"
#include "trace/attention_kind.h"
#include "trace/stages.h"
#include "trace/trace_mask.h"
#include "trace/trace_types.h"
#include "trace/what_if.h"

uint64_t trace_serial(const Trace *trace); /* from 1, unique in the process */

/* The sentence (bad bytes are U+FFFD) and its tokens, index from 0; an empty sentence has none.
** Valid as long as the trace, like every Str and pointer here. */
Str trace_sentence(const Trace *trace);
int trace_token_count(const Trace *trace);
const TraceToken *trace_token(const Trace *trace, int index);

/* The keys, which are the columns of a [T,S] matrix: the tokens, or others in cross-attention. */
int trace_key_count(const Trace *trace);
const TraceToken *trace_key(const Trace *trace, int index);
bool trace_is_cross(const Trace *trace); /* the keys are others than the tokens */
/* The sentence that the keys are the tokens of, where it is another one; at NULL: there is none, or
** a recording does not say it. */
Str trace_second_sentence(const Trace *trace);
/* Self-attention all the same: the tokens are the newest keys; those before were kept. */
bool trace_keys_are_kept(const Trace *trace);
/* Mixtures of the keys instead (M-58). What was mixed are the sources: the tokens that the rows of
** K and V stand for. Where nothing is mixed these are the keys themselves. */
bool trace_keys_are_mixtures(const Trace *trace);
/* Tokens and keys have places in one sentence; two sentences have none relative to each other. */
bool trace_has_places(const Trace *trace);
/* The keys are words, and others than the tokens. */
bool trace_has_key_words(const Trace *trace);
int trace_source_count(const Trace *trace);
const TraceToken *trace_source(const Trace *trace, int index);
/* The place of the first query among the keys, from 0: S − T where keys are kept, else 0. */
int trace_first_place(const Trace *trace);
bool trace_is_recorded(const Trace *trace);   /* it ran elsewhere: nothing of it can be changed */
int trace_cut_count(const Trace *trace);      /* tokens that did not fit the model */
int trace_bad_byte_count(const Trace *trace); /* bytes that were not UTF-8 */

/* Of a sentence whose tokens were shuffled: the same run of the tokens in their own order, and the
** place of a token there, from 0. NULL: nothing was shuffled. */
const Trace *trace_in_order(const Trace *trace);
int trace_place_in_order(const Trace *trace, int token);

/* What a person changed of this run; NULL: nothing. The same run without that, of the same sizes
** unless a decoder said other words; NULL: there is none, as of a recording. And where the row of a
** token is in it, from 0: elsewhere only where tokens were swapped. */
const WhatIfs *trace_what_ifs(const Trace *trace);
const Trace *trace_without(const Trace *trace);
int trace_row_without(const Trace *trace, int token);
/* Whether a what-if sets a number of that matrix, which heads that share K and V have in common. */
bool trace_is_set_in(const Trace *trace, const WhatIf *one, TracePart part, int layer, int head);

Str trace_model_name(const Trace *trace); /* "hand-made" */
/* "hand-made · written as rules, not trained", translated. */
Str trace_model_label(Arena *arena, const Trace *trace);
/* How attention was done: what was laid over the model, else the model's own way, of which "own"
** says no more than that position vectors are added; of a recording what its file says. */
const AttentionKind *trace_kind(const Trace *trace);
/* The model's own way, which that of a recording does not say. */
const AttentionKind *trace_own_kind(const Trace *trace);
/* Whether a setting of it is laid over the model, which was made otherwise. */
bool trace_is_laid_over(const Trace *trace, KindSetting setting);
/* Whether the mask is another than the model's own; false of a recording, which does not say. */
bool trace_mask_is_laid_over(const Trace *trace);
/* The same of any of the three kinds of attention of an encoder and a decoder. */
bool trace_mask_is_laid_anywhere(const Trace *trace);
/* Whether anything is: the mask, or a setting of the kind. */
bool trace_has_laid_over(const Trace *trace);
Str trace_mask_name(const Trace *trace); /* none, causal, padding:2, window:1, prefix:3, edited */

/* The role of a head, by measured scores or by construction; empty: unknown. The note says in a
** sentence over what it was measured, empty when nothing was. Waits until the measurement is
** finished. */
Str trace_head_role(const Trace *trace, int layer, int head);
Str trace_head_role_note(Arena *arena, const Trace *trace, int layer, int head);
bool trace_roles_are_known(const Trace *trace); /* false: not measured, or not yet */

/* The measured score of the role, 0 to 1; −1: by construction, or there is no role. */
float trace_head_role_score(const Trace *trace, int layer, int head);
/* Over how many texts roles were measured; 0: none were. */
int trace_role_text_count(const Trace *trace);
/* Every measured score of a head; 0: nothing was measured. */
int trace_head_scores(const Trace *trace, int layer, int head, const TraceRoleScore **scores);
/* What the head's measured role would show at and the sentence has none of: a pronoun after its
** first token, a token that stands twice. Nothing for a role by construction. */
TraceRoleNeed trace_head_role_lacks(const Trace *trace, int layer, int head);

bool trace_has_words(const Trace *trace); /* it predicts words: has LOGITS and PROBABILITIES */
int trace_word_count(const Trace *trace);

/* The text of a word by its id; for the id of an unknown word of this sentence, the token as
** typed. */
Str trace_word(const Trace *trace, int id);
/* What a word means in the other language of the model's vocabulary: "garden" of 花园; empty: that is
** not known. */
Str trace_word_gloss(const Trace *trace, int id);
/* Whether words have such meanings: they are of two languages, English and Chinese. */
bool trace_has_glosses(const Trace *trace);
/* Whether an id stands for an unknown word, of which the sentence has none with that id. */
bool trace_is_unknown_word(const Trace *trace, int id);
int trace_token_id(const Trace *trace, int index); /* −1 without words */
/* The row [V] of LOGITS or PROBABILITIES of one token, computed on demand. NULL without words. */
const float *trace_logits_row(const Trace *trace, int token);
const float *trace_probabilities_row(const Trace *trace, int token);
/* Computes the rows of tokens first … end − 1 together, before they are read one by one: that is
** several times faster. */
void trace_expect_words(const Trace *trace, int first, int end);
/* Copies rows of LOGITS from `first` on to [n,V] without caching them: for files. */
void trace_logits_rows(const Trace *trace, int first, Mat to);

/* Whether the model was trained to predict a word at this token; at every token; at a token of this
** sentence. False without words. */
bool trace_is_asked(const Trace *trace, int index);
bool trace_asks_all(const Trace *trace);
bool trace_asks_here(const Trace *trace);
/* The token whose answer is shown where none is chosen: the first that is hidden or asked, or the
** last where all are asked; −1: none is. */
int trace_asked_token(const Trace *trace);

/* Whether the token is a pronoun of the sentences that roles are measured over, in any form. */
bool trace_is_pronoun(const Trace *trace, int index);

/* Whether it is a language model, whose last token predicts the next word of the sentence. */
bool trace_continues(const Trace *trace);
int trace_gap_id(const Trace *trace); /* the id of the mask word ([MASK]); −1: there is none */

/* The most probable words at a token, the likeliest first, ties by id; returns how many: the
** smallest of most, TRACE_CANDIDATES_MOST and the number of words; 0 when a logit is NaN. Computed
** on demand. */
int trace_candidates(const Trace *trace, int token, TraceCandidate *candidates, int most);
/* Σ of a token's row of PROBABILITIES in double, 1 but for rounding; 0 without words. */
double trace_probabilities_sum(const Trace *trace, int token);
/* Which words sampling keeps at a token (M-40). Of a large vocabulary this and the sum are worked
** out once for each token. False: there are no words, or memory is out. */
bool trace_sampled_set(const Trace *trace, int token, const Sampling *sampling, SampledSet *set);

/* An encoder and a decoder are three traces of the same layers, each of which has the tokens, the
** keys and the mask of its own layers, and reads the matrices of all. This is the one that a layer
** is read with; the trace itself where there is one sentence. */
const Trace *trace_of_layer(const Trace *trace, int layer);
/* The same by half: where the tokens of the source are, and where the words are said. */
const Trace *trace_of_half(const Trace *trace, TraceHalf half);
/* What a layer is, and its number among those of its half, from 1; HALF_NONE: the whole stack. */
TraceHalf trace_layer_half(const Trace *trace, int layer, int *number);
/* By which layer dropout draws, from a number from 0: each kind of layer of an encoder and a
** decoder is counted by itself, as in files. */
int trace_drawn_layer(TraceHalf half, int number);
TraceHalf trace_half(const Trace *trace);  /* what its own layers are */
int trace_home_layer(const Trace *trace);  /* the first of its own layers, from 0 */
int trace_first_layer(const Trace *trace); /* the one that receives X */
/* The one that receives what leaves this one; −1: none does, as of the last of an encoder. */
int trace_layer_after(const Trace *trace, int layer);
bool trace_owns_layer(const Trace *trace, int layer);
/* The sentence that was typed: of an encoder and a decoder the source, in every half. */
Str trace_typed_sentence(const Trace *trace);
/* What the decoder said of it, or was told to have said; at NULL: the model is of one stack. */
Str trace_said(const Trace *trace);

/* Sizes. Every layer has the same number of heads. */
int trace_layer_count(const Trace *trace);
int trace_head_count(const Trace *trace, int layer);
int trace_key_head(const Trace *trace, int head); /* whose K and V it uses, from 0 */
int trace_key_head_count(const Trace *trace);     /* heads of K and V */
int trace_d_model(const Trace *trace);
int trace_d_head(const Trace *trace);
NormPlace trace_norm_place(const Trace *trace);
TracePart
trace_projection_input(const Trace *trace); /* what Q, K, V are made from: INPUT or NORM_1 */
/* What K and V are made from: the same, or KEY_INPUT where they are of another sentence. */
TracePart trace_key_input(const Trace *trace);

/* What a query and a key of a score are: Q and K, or those turned by their place, or mixed; and
** what the weights multiply: V, or mixed ones. */
TracePart trace_score_queries(const Trace *trace);
TracePart trace_score_keys(const Trace *trace);
TracePart trace_values(const Trace *trace);
/* What keys are mixed from: K, or K turned by its place. */
TracePart trace_placed_keys(const Trace *trace);

/* What V is multiplied by: the weights, or what dropout left of them. */
TracePart trace_output_weights(const Trace *trace);

/* SCALED = SCORES / divisor: √D, times other factors of the model. */
float trace_score_divisor(const Trace *trace, int layer);

/* False for parts that this model or recording lacks, such as MLP: their matrices are empty. */
bool trace_has_part(const Trace *trace, TracePart part);

/* NULL for a model without norms, or without words. */
const TraceBlockWeights *trace_block_weights(const Trace *trace, int layer);
const TraceWordWeights *trace_word_weights(const Trace *trace);

/* Which matrix of a trace; layer and head from 0, ignored for parts without them. */
typedef struct TraceMatrixId {
  TracePart part;
  int layer, head;
} TraceMatrixId;

/* The matrix of a part. layer and head are ignored for parts without them. The view is empty when
** the sentence is empty. */
MatView trace_matrix(const Trace *trace, TracePart part, int layer, int head);
/* Copies it to `to` [rows, cols] without caching a lazy matrix: for files. */
void trace_copy_matrix(const Trace *trace, TracePart part, int layer, int head, Mat to);

/* Rows and columns of that matrix, without computing it. */
void trace_matrix_shape(const Trace *trace, TracePart part, int layer, int *rows, int *cols);

/* The largest finite |x| of that matrix; for LOGITS computed row by row, of the last token's row.
** */
float trace_largest(const Trace *trace, TracePart part, int layer, int head);

float trace_largest_of_heads(const Trace *trace, TracePart part, int layer); /* of all of them */

/* Begins a frame or figure: lazy matrices returned before may be freed from now on. */
void trace_frame_begin(const Trace *trace);
/* Sets the size limit of the cache in bytes, from the next matrix or trace_frame_begin on; and the
** current limit. */
void trace_limit_cache(const Trace *trace, size_t most_bytes);
size_t trace_cache_bound(const Trace *trace);
/* Changes whenever a lazy matrix was freed: a picture made at the same number is still valid. */
uint64_t trace_frame_count(const Trace *trace);

/* A matrix downsampled to at most TRACE_SMALL × TRACE_SMALL, for thumbnails: cell (r, c) is the
** mean over rows r·R/n … and columns c·C/m … of its finite numbers; −∞ where all are −∞, NaN where
** all are NaN. A matrix that is not larger is returned as it is. Valid as long as the trace. Empty
** when the time limit is reached: try again in the next frame. */
enum { TRACE_SMALL = 64 };
MatView trace_thumbnail(const Trace *trace, TracePart part, int layer, int head);
bool trace_thumbnail_ready(const Trace *trace, TracePart part, int layer, int head);
/* trace_thumbnail computes nothing new after most_ms milliseconds from now; 0: no limit. */
void trace_thumbnail_limit(const Trace *trace, double most_ms);
bool trace_thumbnail_waits(const Trace *trace); /* one was requested and not computed since then */

/* The sentence of the first failure to compute or read numbers, which then never changes; "" while
** there is none. Any thread. */
const char *trace_problem(const Trace *trace);
/* The same as a status, for code that writes files: call it after the last number was read and
** before a file is replaced. */
bool trace_check(const Trace *trace, Status *status);
/* The count of NaN and infinities that should not be there, in all numbers stored or computed so
** far. */
long trace_broken_count(const Trace *trace);

/* The stages of this trace in order: index 0 … trace_stage_count − 1. Not every trace has norm and
** logits. */
int trace_stage_count(const Trace *trace);
StageId trace_stage_at(const Trace *trace, int index);
bool trace_has_stage(const Trace *trace, StageId stage);
/* It is not there only because its result is made of places (trace_has_places). */
bool trace_stage_lacks_places(const Trace *trace, StageId stage);
/* For a stage it does not have: the index of the nearest stage before. */
int trace_stage_index(const Trace *trace, StageId stage);

/* For a recording: why this stage cannot be shown; empty: it can. */
Str trace_stage_missing(const Trace *trace, StageId stage);

/* "tokens, qkv, weights": the stages that can be shown, or those that cannot. */
Str trace_stage_names(const Trace *trace, bool missing, Arena *arena);

/* The parts a stage of this trace consists of, in drawing order: qkv gives Q, K, V. Returns how
** many (at most TRACE_STAGE_PARTS); tokens has none. The last one listed is the stage's result. */
int trace_stage_parts(const Trace *trace, StageId stage, TracePart parts[TRACE_STAGE_PARTS]);
TracePart trace_stage_result(StageId stage); /* TRACE_X of tokens */
/* What stands beside another run of the same tokens: the result, or what tiles end in, OUTPUT. */
TracePart trace_stage_compared(StageId stage);

/* The parts by pair of this trace in the order of the computation: those whose stage is there.
** Returns how many. A recording may lack the numbers of some (trace_has_part). */
int trace_pair_parts_of(const Trace *trace, TracePart parts[TRACE_PAIR_PARTS_MOST]);
/* The neighbours of a part by pair in that order; part itself where there is none. */
TracePart trace_pair_part_before(const Trace *trace, TracePart part);
TracePart trace_pair_part_after(const Trace *trace, TracePart part);

/* The rows and columns of the cursor at a stage: the result's shape; T × 1 at tokens; at logits a
** column is a rank among the likeliest words, at most TRACE_CANDIDATES_SHOWN; 0 × 0 at a stage that
** cannot be shown. */
void trace_stage_shape(const Trace *trace, StageId stage, int *rows, int *cols);

#endif
