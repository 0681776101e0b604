/* ui/rich_text.h -- wrapped text of several looks, words of which are handles. For ui/ only.
**
** Words break at spaces; a word wider than the line, such as a Chinese sentence, breaks between
** characters. A handle has a hit for each of its words.
**
** Units   Points as drawn; size is a design size.
** Memory  On the list's arena.   Errors  The list remembers them (failed).
*/
#ifndef UI_RICH_TEXT_H
#define UI_RICH_TEXT_H

#include "ui/widgets.h"

typedef struct RichText {
  const UiSpan *spans;
  int span_count;
  float size;
  Color color;
  FaceId face; /* of plain words */
} RichText;

/* The height of the text in that width. */
float rich_text_height(const Ui *ui, const RichText *text, float width);
/* Draws it from the upper left corner of box, whose height does not cut it. */
void rich_text_draw(const Ui *ui, const RichText *text, Box box);

#endif
