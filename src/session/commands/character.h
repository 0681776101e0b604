/* session/commands/character.h -- the token that is appended to a sentence, or several where one is
** part of a character. For session/ only.
**
**   make → add the token chosen → whole?  yes: text is the new sentence
**               ↑                         no: run, choose from what comes behind it
**               └──────────────────────────┘
**
** Ids, not text, are run: the text of half a character would be cut into other tokens.
**
** Memory  An arena of its own.   Errors  Out of memory; the model's.
*/
#ifndef SESSION_COMMANDS_CHARACTER_H
#define SESSION_COMMANDS_CHARACTER_H

#include "base/str.h"
#include "trace/trace.h"

/* A character of several tokens is found one by one, as no typed sentence can end within it. */
enum { CHARACTER_TOKENS_MOST = 4 };

typedef struct Session Session;

/* The token chosen last. */
typedef struct NextToken {
  int id, kept;
  bool passed_over; /* likelier words, which cannot be typed here */
  float share;
} NextToken;

typedef struct Character {
  Arena *arena;
  uint64_t serial; /* of the trace it continues */
  int *ids;        /* of the sentence, then those added */
  int id_count, added_count;
  StrBuf text; /* the sentence with the tokens added */
  NextToken next;
  bool runs; /* beside; false: it waits for another run to end */
} Character;

/* Of the sentence on show, without another token yet; NULL: out of memory. */
Character *character_make(const Session *session, Status *status);
void character_free(Character *character); /* NULL is allowed */

/* Bytes at its end that begin a character and do not finish it. */
Str character_begun(Str text);

/* Appends next.id. False without a sentence: it has no text, or no more tokens may come. */
bool character_add(const Session *session, Character *character);
bool character_is_whole(const Character *character);

/* The model behind the tokens so far. *trace NULL: beside, see runs. */
bool character_run(Session *session, Character *character, const Trace **trace, Status *status);

#endif
