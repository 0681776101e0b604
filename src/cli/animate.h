/* cli/animate.h -- headsup export --animate: what the moving picture shows, and the words about it.
**
**   --every N            the training that --do chose, a picture every N steps until it is done
**   waits of --do        what the commands show at each `wait`, for its milliseconds
**   neither, or --moves  the steps of export/film.h
**
** A `wait` of a script that --do opens, or of a saved state, counts as one of --do.
** Errors  Those of export/film.h; options that do not go together.
*/
#ifndef CLI_ANIMATE_H
#define CLI_ANIMATE_H

#include "cli/args.h"
#include "cli/progress_line.h"
#include "cli/setup.h"
#include "export/film.h"

/* The caller sets the first fields. request_of makes the request from what the session says now. */
typedef struct Animation {
  Setup *setup;
  const Args *args;
  void (*request_of)(void *self, ExportRequest *request);
  void *self;
  Film *film; /* NULL before the first wait */
  ProgressLine line;
} Animation;

bool animate_is_asked(const Args *args);
/* --animate and what goes with it, before a session is made. */
bool animate_check_options(const Args *args, Status *status);
/* What is said of moving: options before what --do says, and the ending of the file. */
ExportMoving animate_merge(const Args *args, const ExportMoving *done, const ExportMoving *options);

/* From here on each `wait` is taken. */
void animate_begin(Animation *animation);
/* Writes the file. request NULL: something failed before, and nothing is written. */
bool animate_end(Animation *animation, ExportRequest *request, Status *status);

#endif
