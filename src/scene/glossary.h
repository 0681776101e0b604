/* scene/glossary.h -- the terms that panels and captions use, each with what it means.
**
** One table. On the screen a term is underlined with dots where it first stands, tells its meaning
** under the pointer, and opens the list of the terms on show (`glossary on`); docs/guide.md has
** the whole list.
**
** A term is found as a whole word in any of its forms, the longest first, its first letter large or
** small. Quoted words (“key”) and names of tokens are no terms.
**
** Memory  Words and meanings are constant; marks on the arena of the draw list.
** Errors  Without memory nothing is marked.
*/
#ifndef SCENE_GLOSSARY_H
#define SCENE_GLOSSARY_H

#include "scene/scene.h"

int glossary_count(void);
/* The first form: "query"; translated, within the constant table. term from 0. */
Str glossary_word(int term);
const char *glossary_meaning(int term); /* translated */

enum { GLOSSARY_FORMS_MOST = 256 };

/* The forms of all terms in the reader's language, to be looked for. */
typedef struct Glossary {
  Str forms[GLOSSARY_FORMS_MOST];
  int terms[GLOSSARY_FORMS_MOST];
  int count;
} Glossary;
void glossary_read(Glossary *glossary);

/* The first term in text that begins at byte `from` or behind it; *found lies within text.
** −1: there is none. */
int glossary_find(const Glossary *glossary, Str text, size_t from, Str *found);

/* The first term in text with its meaning: "ALiBi: …"; "" where there is none, or no memory. */
const char *glossary_tip(Arena *arena, Str text);

/* Marks the terms in the texts of the scene's list from that item on, unless the list marks the
** same term already. click: the command of a mark, or NULL. Nothing in figures. */
void glossary_mark(const Scene *scene, int first_item, const char *click);

/* in_use[glossary_count()] becomes true for the terms in the texts from that item on. */
void glossary_collect(const Scene *scene, int first_item, bool *in_use);

#endif
