/* cli/share_page.h -- headsup export --page: a page to share, of a sentence, a state or a script.
**
** Each `wait` of --do, of a script that it opens, or of the state, is a page of it; what the
** commands leave is the last one. A page that says nothing new is left out.
**
** Errors  Those of export/page.h; options that are of other files.
*/
#ifndef CLI_SHARE_PAGE_H
#define CLI_SHARE_PAGE_H

#include "cli/args.h"
#include "cli/setup.h"
#include "export/page.h"

/* The caller sets the first two fields. */
typedef struct SharedPage {
  Setup *setup;
  const Args *args;
  PageBook *book; /* NULL before the first wait */
} SharedPage;

bool share_page_is_asked(const Args *args);
/* --page and what goes with it, before a session is made. */
bool share_page_check_options(const Args *args, Status *status);

/* Opens the session as for a figure; the only word may be a script or a lesson besides a state.
** *script: the path of a state or a script, which is to be played, or NULL. */
bool share_page_open(SharedPage *page, const char **script, Status *status);

/* From here on each `wait` is taken. */
void share_page_begin(SharedPage *page);
/* Takes what the session shows now and writes the file. */
bool share_page_end(SharedPage *page, Status *status);
/* Something failed: nothing is written. */
void share_page_drop(SharedPage *page);

#endif
