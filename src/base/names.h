/* base/names.h -- the error sentence for an unknown name, with the nearest known name and the list
** of all names.
**
**   there is no stage “wieghts”; did you mean “weights”? It is one of: scores, weights
**
** Memory  None.   Errors  The sentence itself.
*/
#ifndef BASE_NAMES_H
#define BASE_NAMES_H

#include "base/status.h"
#include "base/str.h"

/* Both sentences are whole and translated:
**   none   for %.*s, the word, and %s, the list: "there is no stage “%.*s”; it is one of: %s"
**   near   with %s, the nearest name, between:
**          "there is no stage “%.*s”; did you mean “%s”? It is one of: %s" */
typedef struct Names {
  const char *none, *near;
  const char *const *at;
  int count;
} Names;

enum { NAMES_WORD_BYTES = 60 }; /* of the word that are shown */

/* Always false, STATUS_USAGE. A list that has no room in the sentence ends with "…". */
bool names_refuse(const Names *names, Str word, Status *status);

#endif
