/* trace/workings/cost.h -- what one head costs, by the number of tokens n.
**
**   method     multiplications                  numbers held at once
**   exact      n² (D + Dv)                      n²            the scores, then the weights
**   window     n w (D + Dv)                     n w           w = min(n, 2 W + 1)
**   linformer  2 n k (D + Dv)                   n k + k (D + Dv)          K' = E K, V' = F V
**   performer  2 n m (D + Dv + 1)               2 n m + m (Dv + 1)        features of Q and K
**   flash      n² (D + Dv)                      min(n, r) min(n, c) + 2 n     one tile, m and l
**
** Beside Q, K, V and the output, which all of them have. w is what the local parts of a mask let a
** query see whatever the length: 2 W + 1 of window and dilated, W + 1 of them under a causal mask,
** n of blocks and random, and 2 g of g global tokens, since each sees n keys and is seen by n
** queries. Of several parts it is their sum, which counts a pair twice that two of them show.
**
** What else is laid over costs more (M-51): so much for each pair that is multiplied, and so much
** for each token, of the way that the trace uses.
**
**   alibi, dropout   1 a pair             rope      4 D a token      cosine    2 D a token
**   shaw             D + Dv a pair        general   D² a token       additive  2 D² a token
**
** What a token keeps is 4 (D + Dv) bytes, and G/H of that for each head where H share G.
**
** Hidden cells count where a matrix is multiplied as a whole (M-52).
**
** Units   Bytes of 32-bit floats.   Memory  None.   Errors  None.
** Sources Vaswani et al. 2017, table 1; Beltagy et al. 2020; Wang et al. 2020; Choromanski et al.
**         2020; Dao et al. 2022.
*/
#ifndef TRACE_WORKINGS_COST_H
#define TRACE_WORKINGS_COST_H

#include "core/mask.h"
#include "trace/trace.h"

typedef enum CostMethod {
  COST_EXACT,
  COST_WINDOW,
  COST_LINFORMER,
  COST_PERFORMER,
  COST_FLASH,
  COST_METHOD_COUNT
} CostMethod;

typedef enum CostQuantity { COST_MULTIPLICATIONS, COST_BYTES, COST_QUANTITY_COUNT } CostQuantity;

/* The sizes of the formulas, and which method the trace uses. */
typedef struct CostSizes {
  int token_count; /* of the sentence; 0: there is none */
  int d_query, d_value;
  int local;                        /* w, keys for a query, on average at most */
  int window;                       /* W of a band as wide as that, which is what is measured */
  bool is_causal, has_parts;        /* has_parts: w is of other parts than a window */
  int keys, features;               /* k of linformer, m of performer */
  int tile_rows, tile_cols;         /* r and c of flash */
  double more_a_pair, more_a_token; /* multiplications of what else is laid over */
  int heads, key_heads;             /* H and G of the first layer; 0 of no trace */
  CostMethod now;
} CostSizes;

/* One point that was measured on this machine: one head, one thread, the least of several runs. */
typedef struct CostTime {
  CostMethod method;
  int token_count;
  double ms;
} CostTime;

/* Of each method at most the powers of two from the least to the most tokens. */
enum { COST_TIMES_MOST = COST_METHOD_COUNT * 11 };
enum { COST_TOKENS_LEAST = 16, COST_TOKENS_MOST = 16384 };

typedef struct CostTimes {
  CostTime at[COST_TIMES_MOST];
  int count;
  bool is_finished; /* no point is to come */
} CostTimes;

/* D and Dv of the trace, the numbers of the kind and the mask laid over it, and usual ones for
** what it has none of: W = 16, k = 128, m = 4 D, which is near the D ln D that features need at
** D = 64, and r = c = 64. An empty trace has usual ones everywhere. */
CostSizes cost_sizes_of(const Trace *trace);

/* w of a mask; 0: it has no local part, so that keys for a query grow with the text. */
int cost_local_keys(const MaskParts *parts);

/* For n tokens, n at least 1. */
double cost_of(CostMethod method, CostQuantity quantity, const CostSizes *sizes, double n);

/* The same of the way that the trace uses, with all that is laid over it. */
double cost_of_own(CostQuantity quantity, const CostSizes *sizes, double n);
/* Whether that is more than the way alone; whether heads share keys and values. */
bool cost_has_more(const CostSizes *sizes);
bool cost_shares_keys(const CostSizes *sizes);
/* Bytes of K and V that n tokens keep for a head, by itself or with its share of a shared head. */
double cost_of_kept(const CostSizes *sizes, bool is_shared, double n);

/* "exact", "window" …: in CSV; constant. */
const char *cost_method_name(CostMethod method);

#endif
