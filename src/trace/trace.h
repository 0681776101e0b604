/* trace/trace.h -- every name, shape and number of one forward pass, or of a recording, sealed.
**
** A trace is made through trace_build.h and is const from then on. Whatever draws reads it here;
** nothing that draws can change a number.
**
** Shapes  T tokens, S keys (T in self-attention), D = d_head, H heads, E = d_model.
**   per trace   TOKEN_EMBEDDING, POSITION, SEGMENT [T,E]   EMBEDDED, their sum, before a norm
**               X [T,E], what the first layer receives
**   per layer   INPUT [T,E]   CONCAT [T, H·Dv]   JOINED = CONCAT · W_O + B_O
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
** Asking  A large trace keeps no [T,S] and no row of words: they are made when asked for, by the
**         functions that ran the model or from the file, and kept in a cache of a bounded size.
**         Such a matrix stays where it is until the next trace_frame_begin(), called where a frame
**         or one figure begins; afterwards it may be gone. What is stored stays as long as the
**         trace.
** Memory  One arena, owned by whoever made the trace. Weights are the model's own memory.
** Errors  A number that could not be had (a file cut short, memory out) is NaN, and trace_problem()
**         says why. NaN of a broken model is counted; statistics leave it out.
** Threads Several threads may read at once.
*/
#ifndef TRACE_TRACE_H
#define TRACE_TRACE_H

#include "base/arena.h"
#include "base/status.h"
#include "trace/attention_kind.h"
#include "trace/stages.h"
#include "trace/trace_mask.h"
#include "trace/trace_types.h"

uint64_t trace_serial(const Trace *trace); /* from 1; no two of a process have the same */

/* The sentence as it was read (bad bytes are U+FFFD) and its tokens, index from 0; an empty
** sentence has none. As long as the trace, like every Str and pointer here. */
Str trace_sentence(const Trace *trace);
int trace_token_count(const Trace *trace);
const TraceToken *trace_token(const Trace *trace, int index);

/* What the columns of a [T,S] matrix are: the tokens themselves, or in cross-attention others. */
int trace_key_count(const Trace *trace);
const TraceToken *trace_key(const Trace *trace, int index);
bool trace_is_cross(const Trace *trace); /* the keys are others than the tokens */
/* Self-attention all the same: the tokens are the newest keys; those before were kept. */
bool trace_keys_are_kept(const Trace *trace);
bool trace_is_recorded(const Trace *trace);   /* it ran elsewhere: nothing of it can be changed */
int trace_cut_count(const Trace *trace);      /* tokens that did not fit the model */
int trace_bad_byte_count(const Trace *trace); /* bytes that were not UTF-8 */

Str trace_model_name(const Trace *trace);  /* "hand-made" */
Str trace_model_label(const Trace *trace); /* "hand-made · written as rules, not trained" */
/* What was laid over the model; of a recording what its file says, own where it says nothing. */
const AttentionKind *trace_kind(const Trace *trace);
Str trace_mask_name(const Trace *trace); /* none, causal, padding:2, window:1, prefix:3, edited */

/* What it does by its measured score, or was built to do; empty: nothing is known. The note has
** the scores in a sentence, empty when nothing was measured. The first to ask waits while the
** measuring goes on. */
Str trace_head_role(const Trace *trace, int layer, int head);
Str trace_head_role_note(const Trace *trace, int layer, int head);
bool trace_roles_are_known(const Trace *trace); /* false: not measured, or not yet */

/* The measured score behind the role, 0 to 1; −1: it was built in, or there is none. */
float trace_head_role_score(const Trace *trace, int layer, int head);

bool trace_has_words(const Trace *trace); /* it can name; else LOGITS, PROBABILITIES are empty */
int trace_word_count(const Trace *trace);

/* The word of an id as a person reads it; where the id is that of an unknown word in this sentence,
** the token as typed. */
Str trace_word(const Trace *trace, int id);
int trace_token_id(const Trace *trace, int index); /* −1 without words */
/* The row of LOGITS or PROBABILITIES of one token, [V], made when asked for. NULL without words. */
const float *trace_logits_row(const Trace *trace, int token);
const float *trace_probabilities_row(const Trace *trace, int token);
/* Rows of first … end − 1 will be asked for next: together they take a fraction of the time. */
void trace_expect_words(const Trace *trace, int first, int end);
/* Rows of LOGITS from `first` on into to [n,V], for files; nothing of it is kept. */
void trace_logits_rows(const Trace *trace, int first, Mat to);

/* Was the model trained to name a word at such a token; at every one? False without words. */
bool trace_is_asked(const Trace *trace, int index);
bool trace_asks_all(const Trace *trace);
bool trace_asks_here(const Trace *trace); /* whether at a token of this sentence */

/* Whether the words of the last token are those that follow the sentence. */
bool trace_continues(const Trace *trace);
int trace_gap_id(const Trace *trace); /* the word that stands for a hidden one; −1: there is none */

/* The most probable words at a token, first the likeliest, ties by id; returns how many: the
** smallest of most, TRACE_CANDIDATES_MOST and the words there are; 0 where NaN among the logits
** leaves no probabilities. Computed when asked for. */
int trace_candidates(const Trace *trace, int token, TraceCandidate *candidates, int most);

/* Sizes; layers and heads from 0 below them. Every layer has as many heads. */
int trace_layer_count(const Trace *trace);
int trace_head_count(const Trace *trace, int layer);
int trace_key_head(const Trace *trace, int head); /* whose K and V it uses, from 0 */
int trace_d_model(const Trace *trace);
int trace_d_head(const Trace *trace);
NormPlace trace_norm_place(const Trace *trace);
TracePart
trace_projection_input(const Trace *trace); /* what Q, K, V are made from: INPUT or NORM_1 */

/* SCALED = SCORES / this: √D, and what else this model divides by. */
float trace_score_divisor(const Trace *trace, int layer);

/* False for parts this model or recording has not, such as MLP: their matrices are empty. */
bool trace_has_part(const Trace *trace, TracePart part);

/* NULL for a model without norms, or without words. */
const TraceBlockWeights *trace_block_weights(const Trace *trace, int layer);
const TraceWordWeights *trace_word_weights(const Trace *trace);

/* layer and head are ignored for parts that have none. Empty view when the sentence is empty. */
MatView trace_matrix(const Trace *trace, TracePart part, int layer, int head);
/* The same into to [rows, cols], for files: what has to be made for it is not kept. */
void trace_copy_matrix(const Trace *trace, TracePart part, int layer, int head, Mat to);

/* Rows and columns of that matrix, without making it. */
void trace_matrix_shape(const Trace *trace, TracePart part, int layer, int *rows, int *cols);

/* Largest finite |x| of that matrix. Of LOGITS made row by row: of the last token's. */
float trace_largest(const Trace *trace, TracePart part, int layer, int head);

float trace_largest_of_heads(const Trace *trace, TracePart part, int layer); /* of all of them */

/* Where a frame or one figure begins: matrices given before may go. */
void trace_frame_begin(const Trace *trace);
/* Another bound of their memory in bytes, from the next matrix or trace_frame_begin on; and which.
** */
void trace_limit_cache(const Trace *trace, size_t most_bytes);
size_t trace_cache_bound(const Trace *trace);
/* Another number whenever a matrix has gone: a picture made at the same number still stands. */
uint64_t trace_frame_count(const Trace *trace);

/* A matrix as at most TRACE_SMALL × TRACE_SMALL means, for thumbnails: cell (r, c) is the mean over
** rows r·R/n … and columns c·C/m … of the matrix, the numbers that are not finite left out; −∞
** where all are −∞, NaN where all are NaN. A matrix that is no larger is itself. Means stay as long
** as the trace. Empty when the time given is used up: ask again at the next frame. */
enum { TRACE_SMALL = 64 };
MatView trace_thumbnail(const Trace *trace, TracePart part, int layer, int head);
bool trace_thumbnail_ready(const Trace *trace, TracePart part, int layer, int head);
/* From now on trace_thumbnail makes nothing new after so many milliseconds; 0: no limit. */
void trace_thumbnail_limit(const Trace *trace, double most_ms);
bool trace_thumbnail_waits(const Trace *trace); /* was one asked for and not made since then? */

/* Why numbers are missing, in a sentence that never changes; "" while none are. Any thread. */
const char *trace_problem(const Trace *trace);
/* The same question for whoever writes numbers or pictures, asked after the last number was read
** and before anything is replaced: false when one could not be had, and status says why. */
bool trace_check(const Trace *trace, Status *status);
/* Numbers that are NaN or infinite and should not be, in what was stored or made so far. */
long trace_broken_count(const Trace *trace);

/* The stages this trace has, in order: index 0 … trace_stage_count − 1. Not every one has the norm
** before the heads, or words at the end. */
int trace_stage_count(const Trace *trace);
StageId trace_stage_at(const Trace *trace, int index);
bool trace_has_stage(const Trace *trace, StageId stage);
/* Of a stage it does not have: that of the nearest before. */
int trace_stage_index(const Trace *trace, StageId stage);

/* Of a recording: why this stage cannot be shown; empty: it can. */
Str trace_stage_missing(const Trace *trace, StageId stage);

/* "tokens, qkv, weights": the stages that can be shown, or those that cannot. */
Str trace_stage_names(const Trace *trace, bool missing, Arena *arena);

/* The parts a stage of this trace consists of, in drawing order: qkv gives Q, K, V. Returns how
** many (at most TRACE_STAGE_PARTS); tokens has none. The last one listed is the stage's result. */
int trace_stage_parts(const Trace *trace, StageId stage, TracePart parts[TRACE_STAGE_PARTS]);
TracePart trace_stage_result(StageId stage); /* TRACE_X of tokens */

/* The parts by pair of this trace in the order of the computation: those whose stage is there.
** Returns how many. A recording may lack the numbers of some (trace_has_part). */
int trace_pair_parts_of(const Trace *trace, TracePart parts[TRACE_PAIR_PARTS_MOST]);
/* The neighbours of a part by pair in that order; part itself where there is none. */
TracePart trace_pair_part_before(const Trace *trace, TracePart part);
TracePart trace_pair_part_after(const Trace *trace, TracePart part);

/* Rows and columns a learner steps through at a stage: the result's shape; T x 1 for tokens; at
** logits a column is a rank among the likeliest words, at most TRACE_CANDIDATES_SHOWN of them;
** nothing at a stage that is missing. */
void trace_stage_shape(const Trace *trace, StageId stage, int *rows, int *cols);

#endif
