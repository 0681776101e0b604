/* scene/figure_caption_internal.h -- a caption while it is worded. For figure_caption*.c only.
**
**   figure_caption.c           the sentences in their order; comparison, focus, what has no number
**   figure_caption_shown.c     what is shown: of which head, layer, model and sentence
**   figure_caption_reading.c   how to read it: rows and columns, colours, hatching, mask, scale
**
** Memory  On the caption's arena.   Errors  Without memory words are missing.
*/
#ifndef SCENE_FIGURE_CAPTION_INTERNAL_H
#define SCENE_FIGURE_CAPTION_INTERNAL_H

#include "scene/figure_view.h"
#include "scene/scene.h"

enum { CAPTION_SENTENCE_BYTES_MOST = 600 };

/* What the words are made from. Its scene has a view and a list of its own and draws nothing. */
typedef struct Caption {
  Scene scene;
  View view;
  DrawList unused;
  const Figure *figure;
  Arena *arena;
  TracePart part;
  bool by_pair; /* rows are queries and columns keys */
} Caption;

/* Whether two runs, or two kinds of attention, stand beside each other; whether with the difference
** of their numbers: where mixtures stand for the keys no number of a pair has one beside it. */
bool caption_compares(const Caption *caption);
bool caption_has_difference(const Caption *caption);

/* Whether the figure is that of a stage of several matrices, such as qkv. */
bool caption_shows_several(const Caption *caption);

/* What is shown, and of which sentence; the second of these alone. */
void caption_add_shown(const Caption *caption, StrBuf *words);
void caption_add_sentence(const Caption *caption, StrBuf *words);

/* What rows, columns and lines are. */
void caption_add_axes(const Caption *caption, StrBuf *words);

/* What colours and hatching mean, and which mask there is. */
void caption_add_colors(const Caption *caption, StrBuf *words);

/* What scores are divided by. */
void caption_add_scale(const Caption *caption, StrBuf *words);

#endif
