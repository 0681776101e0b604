/* export/page_words.h -- the words that a page says itself, and its colours.
**
** Memory  What is appended is on the arena of the buffer.   Errors  The buffer has failed.
*/
#ifndef EXPORT_PAGE_WORDS_H
#define EXPORT_PAGE_WORDS_H

#include "base/str.h"

/* Appends {"name":"words", …}, translated, for assets/page/page.js. */
void page_words_write(StrBuf *out);
/* Appends the colours of the themes as custom properties of CSS: light or dark as the system says,
** or the root element with data-theme, and in high contrast where the system asks for more. */
void page_colors_write(StrBuf *out);
/* Appends the same as JSON, for what is drawn in a theme of its own. */
void page_theme_write(StrBuf *out);

#endif
