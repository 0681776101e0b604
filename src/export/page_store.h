/* export/page_store.h -- the tables of a page: texts that occur often are written once, and
** numbered.
**
** Pictures of many heads have most of their parts in common: labels, titles, frames. An item of a
** picture is one line of text, a picture a list of numbers of such lines (export/page_list.h).
**
** Memory  Copies on the arena of the store.
** Errors  Without memory the store has failed, and every number is 0.
*/
#ifndef EXPORT_PAGE_STORE_H
#define EXPORT_PAGE_STORE_H

#include "base/str.h"

/* The texts in the order of their first use. */
typedef struct PageStore {
  Arena *arena;
  Str *texts;
  int count, capacity;
  int *slots; /* hash table: 1 + number of a text, 0: free */
  int slot_count;
  bool failed;
} PageStore;

PageStore page_store_make(Arena *arena);
/* The number of that text, from 0. */
int page_store_add(PageStore *store, Str text);
/* Appends all as a JSON array of strings. */
void page_store_write(const PageStore *store, StrBuf *out);
/* Appends all as a JSON array; the texts are JSON themselves. */
void page_store_write_json(const PageStore *store, StrBuf *out);

/* Appends a JSON string in which no sign can end the script element around it. */
void page_json(StrBuf *out, Str text);
/* Appends at most `decimals` decimals, without zeros at the end; what is not finite is 0. */
void page_number(StrBuf *out, float value, int decimals);

#endif
