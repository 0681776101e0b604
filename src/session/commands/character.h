/* session/commands/character.h -- the next character of a sentence, which may take several tokens.
** For session/ only.
**
**   make → add the token chosen → whole?  yes: text is the new sentence
**               ↑                         no: run the model, choose the token that follows
**               └──────────────────────────┘
**
** The model runs on ids, not text: the text of an incomplete character would be split into other
** tokens.
**
** Memory  An arena of its own.   Errors  No memory; those of the model.
*/
#ifndef SESSION_COMMANDS_CHARACTER_H
#define SESSION_COMMANDS_CHARACTER_H

#include "base/str.h"
#include "trace/trace.h"

/* A typed sentence cannot end within a character, so a character's tokens are found one by one. */
enum { CHARACTER_TOKENS_MOST = 4 };

typedef struct Session Session;

/* The token chosen last. */
typedef struct NextToken {
  int id, kept;
  bool passed_over; /* a likelier token was skipped, because it cannot be typed here */
  float share;
} NextToken;

typedef struct Character {
  Arena *arena;
  uint64_t serial; /* of the trace that it continues */
  int *ids;        /* of the sentence, then those added */
  int id_count, added_count;
  StrBuf text; /* the sentence with the added tokens */
  NextToken next;
  /* the model runs on another thread; false: the character waits for another run to end */
  bool runs;
} Character;

/* Starts from the sentence on show without any token added; NULL: no memory. */
Character *character_make(const Session *session, Status *status);
void character_free(Character *character); /* NULL is allowed */

/* The bytes at the end of text that begin a character and do not complete it. */
Str character_begun(Str text);

/* What an id adds behind the end of a sentence: model_following_text, or for the id of an unknown
** word the word of the sentence on show that has it. Empty: it cannot be typed. */
Str character_following(const Session *session, Arena *arena, Str end, int id);

/* Appends next.id. False without a sentence: the token has no text, or the maximum is reached. */
bool character_add(const Session *session, Character *character);
bool character_is_whole(const Character *character);

/* Runs the model on the tokens so far. *trace NULL: the run goes on on another thread, see runs. */
bool character_run(Session *session, Character *character, const Trace **trace, Status *status);

#endif
