/* model/kind_picture.h -- the small picture of a mask, or of a value of a kind, for a menu.
**
**   mask         which of 8 keys each of 8 queries sees
**   positions    what the value adds or does for 8 places: waves (M-01), pairs turned (M-50),
**                biases (M-47, M-48), the row of relative vectors (M-63)
**   approximate  how much of each of 8 keys is in 4 mixtures, or 8 features of 8 numbers (M-58,
**                M-59)
**   score        scores of vectors around a circle, each longer than the one before (M-60, M-61),
**                or of steps along a line (M-62)
**   dropout      which of even weights stay (M-64)
**   schedule     tiles, of which the first is there
**   cross        weights between sentences of 8 and 5 words
**   kv_heads     row h is a query head, column g a head of K and V: 1 where h uses g (M-49)
**
** The numbers come from the same functions of core/ that run the model.
**
** Shapes  cells [rows, cols], at most KIND_PICTURE_SIDE of each.
** Memory  The caller's.
** Errors  None. False: the value has no picture, as one that changes nothing.
*/
#ifndef MODEL_KIND_PICTURE_H
#define MODEL_KIND_PICTURE_H

#include "core/mask.h"
#include "trace/attention_kind.h"

enum { KIND_PICTURE_SIDE = 8, KIND_PICTURE_CELLS = KIND_PICTURE_SIDE * KIND_PICTURE_SIDE };

typedef struct KindPicture {
  float cells[KIND_PICTURE_CELLS]; /* row after row, −1 … 1 */
  int rows, cols;
  bool is_signed; /* false: shares, 0 … 1 */
} KindPicture;

void mask_picture(const MaskParts *parts, KindPicture *picture);

/* Of two sentences: 8 queries that look at 5 keys one after the other. */
void cross_picture(KindPicture *picture);

/* How many pairs the mask lets see, of queries at the places from first and keys from 0; keys at
** most MASK_PAIRS_TOKENS_MOST. */
enum { MASK_PAIRS_TOKENS_MOST = 256 };
long mask_pair_count(const MaskParts *parts, int first, int query_count, int key_count);

/* The picture of the value that a setting has in *kind. */
bool kind_picture(const AttentionKind *kind, KindSetting setting, KindPicture *picture);

#endif
