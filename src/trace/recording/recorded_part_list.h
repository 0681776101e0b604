/* trace/recording/recorded_part_list.h -- what an array of a recording may be, each named once.
**
** The order of the list means nothing (tests/trace/shuffled_parts.py); what is known of each stands
** in its row of recorded_parts.c.
*/
#ifndef TRACE_RECORDING_RECORDED_PART_LIST_H
#define TRACE_RECORDING_RECORDED_PART_LIST_H

#define RECORDED_PART_LIST(PART)                                                                   \
  PART(Q)                                                                                          \
  PART(K)                                                                                          \
  PART(V)                                                                                          \
  PART(Q_ROTATED)                                                                                  \
  PART(K_ROTATED)                                                                                  \
  PART(E)                                                                                          \
  PART(F)                                                                                          \
  PART(K_PROJECTED)                                                                                \
  PART(V_PROJECTED)                                                                                \
  PART(OMEGA)                                                                                      \
  PART(FEATURES_Q)                                                                                 \
  PART(FEATURES_K)                                                                                 \
  PART(SCORE_W)                                                                                    \
  PART(SCORE_U)                                                                                    \
  PART(SCORE_V)                                                                                    \
  PART(RELATIVE_KEY)                                                                               \
  PART(RELATIVE_VALUE)                                                                             \
  PART(SCORES)                                                                                     \
  PART(SCALED)                                                                                     \
  PART(BIAS)                                                                                       \
  PART(BIASED)                                                                                     \
  PART(MASKED)                                                                                     \
  PART(WEIGHTS)                                                                                    \
  PART(DROPPED)                                                                                    \
  PART(OUTPUT)                                                                                     \
  PART(MASK)                                                                                       \
  PART(JOINED)                                                                                     \
  PART(BLOCK)                                                                                      \
  PART(X)                                                                                          \
  PART(Y)                                                                                          \
  PART(LOGITS)                                                                                     \
  PART(TOKENS)                                                                                     \
  PART(KEY_TOKENS)                                                                                 \
  PART(IDS)

#endif
