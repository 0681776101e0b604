/* tests/session/slow.h -- an engine whose models take as long as the test says.
**
** Names that begin with "slow" or "/" are models of its own: the hand-made one (of a folder that is
** there with a config.json, its own), opened when
** slow_let_open, run when slow_let_run. "slow-recording" asks for a reading and has no model. "slow-broken" cannot be opened, "slow-quick" is run in no
** time; a sentence that begins with "broken" cannot be run. All others go straight to model/.
*/
#ifndef TEST_SLOW_H
#define TEST_SLOW_H

#include "session/session.h"

const SessionEngine *slow_engine(void); /* from the beginning: nothing opens, nothing runs */

void slow_let_open(int times);
void slow_let_run(int times);
void slow_is_at(int share_percent); /* of what waits at the gate */
int slow_opened(void);              /* how many models, so far */
int slow_ran(void);
int slow_stopped(void);              /* how many calls ended because they were told to */
int slow_told(void);                 /* how often what waits at the gate has told its share */
int slow_waits(void);                /* calls that wait at this moment */
const Trace *slow_last_before(void); /* of the last run that ended */

#endif
