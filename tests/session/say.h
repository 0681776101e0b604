/* tests/session/say.h -- a session for tests, and saying commands to it. */
#ifndef TEST_SAY_H
#define TEST_SAY_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "session/session.h"

Session *session_of(const char *sentence);

/* The command must work. */
void say(Session *session, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The command must be refused with a sentence that holds part, and change nothing. */
void refused(Session *session, const char *line, const char *part);

/* Inputs, and everything of the view that a state holds. */
bool same_state(const Session *a, const Session *b);
void assert_same_state(const Session *a, const Session *b, const char *why);

/* A random command that is valid for this session as it is now. */
void random_command(Rng *rng, const Session *session, char *line, size_t bytes);

#endif
