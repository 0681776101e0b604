/* trace/part_list.h -- the parts of a trace, each named once.
**
** TRACE_PART_LIST(PART) generates the enum TracePart. The order of the list has no meaning: no code
** may compare or add values of the enum (tests/trace/shuffled_parts.py). Properties of a part are
** in its row of trace/parts.c, which also has the order of computation.
**
** Shapes  T tokens, S keys, D and Dv columns of one head, H heads, E = d_model, V words. Where keys
**         are mixed (M-58) K and V have N rows, as many as were mixed, and S = R mixtures.
*/
#ifndef TRACE_PART_LIST_H
#define TRACE_PART_LIST_H

#define TRACE_PART_LIST(PART)                                                                      \
  /* Of the whole trace: what is added up to the input of the first layer. */                      \
  PART(TOKEN_EMBEDDING) /* [T,E] rows of the table, or by rule */                                  \
  PART(POSITION)        /* [T,E] what tells places apart (M-01) */                                 \
  PART(SEGMENT)         /* [T,E] first or second sentence (M-46) */                                \
  PART(EMBEDDED)        /* [T,E] their sum, before its norm */                                     \
  PART(X)               /* [T,E] what the first layer receives */                                  \
  PART(Y)               /* [S,E] the same of the second sentence, in cross-attention */            \
  /* Of every layer, those from Q to OUTPUT of every head. */                                      \
  PART(INPUT)          /* [T,E] X, or the BLOCK before */                                          \
  PART(KEY_INPUT)      /* [S,E] what K and V are made from, of another sentence */                 \
  PART(Q)              /* [T,D] */                                                                 \
  PART(K)              /* [S,D] */                                                                 \
  PART(V)              /* [S,Dv] */                                                                \
  PART(Q_ROTATED)      /* [T,D] M-50 */                                                            \
  PART(K_ROTATED)      /* [S,D] M-50 */                                                            \
  PART(E)              /* [R,N] M-58 */                                                            \
  PART(F)              /* [R,N] M-58 */                                                            \
  PART(K_PROJECTED)    /* [R,D] M-58 */                                                            \
  PART(V_PROJECTED)    /* [R,Dv] M-58 */                                                           \
  PART(OMEGA)          /* [M,D] M-59 */                                                            \
  PART(FEATURES_Q)     /* [T,M] M-59 */                                                            \
  PART(ERROR_CURVE)    /* [P,2] a number of mixtures or features, and the error of the output */   \
  PART(FEATURES_K)     /* [S,M] M-59 */                                                            \
  PART(SCORE_W)        /* [D,D] of general scores (M-60), [D,a] of additive ones (M-62) */         \
  PART(SCORE_U)        /* [D,a] M-62 */                                                            \
  PART(SCORE_V)        /* [H,a] M-62, a row for each head */                                       \
  PART(RELATIVE_KEY)   /* [2K+1,D] M-63, one for all heads */                                      \
  PART(RELATIVE_VALUE) /* [2K+1,Dv] */                                                             \
  PART(SCORES)         /* [T,S] M-03 */                                                            \
  PART(SCALED)         /* [T,S] M-04 */                                                            \
  PART(BIAS)           /* [T,S] M-47 */                                                            \
  PART(BIASED)         /* [T,S] M-47 */                                                            \
  PART(MASKED)         /* [T,S] M-05 */                                                            \
  PART(WEIGHTS)        /* [T,S] M-06 */                                                            \
  PART(DROPPED)        /* [T,S] M-64 */                                                            \
  PART(OUTPUT)         /* [T,Dv] M-07 */                                                           \
  /* From the heads to what leaves the layer. */                                                   \
  PART(CONCAT)    /* [T,H·Dv] the outputs side by side */                                         \
  PART(ATTN_PROJ) /* [T,E] CONCAT · W_O (M-09) */                                                 \
  PART(RESIDUAL)  /* [T,E] INPUT + ATTN_PROJ */                                                    \
  PART(NORM_1)    /* [T,E] of the sum, or before the heads */                                      \
  PART(NORM_2)    /* [T,E] */                                                                      \
  PART(MLP)       /* [T,E] what it adds */                                                         \
  PART(BLOCK)     /* [T,E] what leaves the layer */                                                \
  /* Of the whole trace again: from the last layer to the words. */                                \
  PART(FINAL)         /* [T,E] what the logits are made from */                                    \
  PART(LOGITS)        /* [T,V] M-17 */                                                             \
  PART(PROBABILITIES) /* [T,V] their softmax by row */                                             \
  /* The model's own weights, only lent. */                                                        \
  PART(W_Q) /* [E,D] */                                                                            \
  PART(W_K) /* [E,D] */                                                                            \
  PART(W_V) /* [E,Dv] */                                                                           \
  PART(W_O) /* [H·Dv,E] */                                                                        \
  PART(B_Q) /* [1,D] */                                                                            \
  PART(B_K) /* [1,D] */                                                                            \
  PART(B_V) /* [1,Dv] */                                                                           \
  PART(B_O) /* [1,E] */

#endif
