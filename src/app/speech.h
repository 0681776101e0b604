/* app/speech.h -- speaks a line through Speech Dispatcher, by its own program spd-say.
**
** spd-say hands the line over and ends; the next line interrupts the one that is spoken. Nothing of
** it is needed to run or build: without the program one sentence says so (docs/decisions/0021).
**
** Memory  A process number.   Errors  False with a sentence: no such program, or it ended with an
** error within a fifth of a second. One that takes longer, as when the speech server starts, is
** left to itself, and ended only by the next line.
*/
#ifndef APP_SPEECH_H
#define APP_SPEECH_H

#include "base/os.h"
#include "base/status.h"
#include "base/str.h"

typedef struct Speech {
  OsPipe program; /* the last spd-say, if it runs */
  bool runs;
} Speech;

bool speech_say(Speech *speech, Str words, Status *status);
/* Waits for nothing. */
void speech_end(Speech *speech);

#endif
