/* cli/share_page.c -- waits become the pages of one HTML file. */
#include "cli/share_page.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "base/os.h"
#include "cli/state_session.h"

bool share_page_is_asked(const Args *args) { return args->values[OPTION_PAGE] != NULL; }

bool share_page_check_options(const Args *args, Status *status) {
  static const OptionId of_others[] = {OPTION_OUT,    OPTION_ANIMATE, OPTION_VIEW,
                                       OPTION_FORMAT, OPTION_SIZE,    OPTION_WIDTH,
                                       OPTION_SCALE,  OPTION_CAPTION, OPTION_TRANSPARENT};
  if (!share_page_is_asked(args)) return true;
  if (!args->values[OPTION_PAGE][0])
    return status_fail(status, STATUS_USAGE,
                       _("--page takes the file of a page, such as page.html"));
  for (size_t i = 0; i < sizeof of_others / sizeof *of_others; i++)
    if (args->values[of_others[i]])
      return status_fail(status, STATUS_USAGE,
                         _("--%s is of pictures in files of their own: leave it out with --page"),
                         args_option(of_others[i])->name);
  return true;
}

static bool is_script(const Args *args) {
  const char *word = args->word_count == 1 && !args->is_ended ? args->words[0] : "";
  return str_ends(str_from(word), ".txt") && os_kind(word) == OS_FILE;
}

bool share_page_open(SharedPage *page, const char **script, Status *status) {
  Args without_words = *page->args;
  if (!is_script(page->args)) return state_session_open(page->setup, page->args, script, status);
  *script = page->args->words[0];
  without_words.word_count = 0;
  return setup_session(page->setup, &without_words, status);
}

static ExportRequest request_of(const SharedPage *page) {
  const char *const *given = page->args->values;
  const char *layer = given[OPTION_LAYER];
  return (ExportRequest){.out = given[OPTION_PAGE],
                         .view = EXPORT_PAGE,
                         .all_layers = layer && strcmp(layer, "all") == 0,
                         .stopped = setup_is_stopped,
                         .pool = page->setup->pool};
}

static bool take(SharedPage *page, const Session *session, Status *status) {
  ExportRequest request = request_of(page);
  assert(page->setup->fonts);
  if (!page->book && (!page_check(session, &request, status) ||
                      !page_begin(&request, page->setup->fonts, &page->book, status)))
    return false;
  return page_take(page->book, session, (Str){"", 0}, status);
}

static bool take_wait(void *self, Session *session, double ms, Status *status) {
  (void)ms;
  return take(self, session, status);
}

void share_page_begin(SharedPage *page) {
  page->setup->waits = take_wait;
  page->setup->waits_self = page;
}

static void tell_written(const SharedPage *page, const PageSummary *summary) {
  Status shown = status_shown(page->args->values[OPTION_PAGE]);
  fprintf(stderr,
          P_("headsup: %s: %d page, %.0f kB\n", "headsup: %s: %d pages, %.0f kB\n",
             summary->leaf_count),
          shown.sentence, summary->leaf_count, (double)summary->bytes / 1000);
  if (!summary->has_all_layers)
    fprintf(stderr,
            _("headsup: %s: the model has many heads, and those of the layer on show are there; "
              "--layer all has every layer\n"),
            shown.sentence);
}

bool share_page_end(SharedPage *page, Status *status) {
  PageSummary summary;
  page->setup->waits = NULL;
  if (!take(page, page->setup->session, status)) return false;
  PageBook *book = page->book;
  page->book = NULL;
  if (!page_end(book, &summary, status)) return false;
  tell_written(page, &summary);
  return true;
}

void share_page_drop(SharedPage *page) {
  page->setup->waits = NULL;
  page_drop(page->book);
  page->book = NULL;
}
