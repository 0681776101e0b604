/* tests/session/slow.h -- an engine whose models take as long as the test says.
**
** Names that begin with "slow" or "/" are models of its own: the hand-made one (for an existing
** folder with a config.json, the model there), opened after slow_let_open, run after slow_let_run.
** "slow-recording" asks for a reading and has no model. "slow-broken" cannot be opened, "slow-quick"
** runs at once; a sentence that begins with "broken" cannot be run. All others go straight to
** model/.
*/
#ifndef TEST_SLOW_H
#define TEST_SLOW_H

#include "session/session.h"

const SessionEngine *slow_engine(void); /* from the beginning: nothing opens, nothing runs */

void slow_let_open(int times);
void slow_let_run(int times);
void slow_is_at(int share_percent); /* progress of the calls that wait */
int slow_opened(void);              /* how many models were opened */
int slow_ran(void);
int slow_stopped(void);              /* how many calls ended because they were stopped */
int slow_told(void);                 /* how often waiting calls reported progress */
int slow_waits(void);                /* how many calls wait now */
const Trace *slow_last_before(void); /* of the last run that ended */

#endif
