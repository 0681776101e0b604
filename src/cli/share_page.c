/* cli/share_page.c -- waits become the pages of one HTML file. */
#include "cli/share_page.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "base/os.h"
#include "cli/state_session.h"
#include "session/commands/line.h"
#include "session/lesson/on_show.h"

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

/* The only word, where it is a file with that ending. */
static const char *file_word(const Args *args, const char *ending) {
  const char *word = args->word_count == 1 && !args->is_ended ? args->words[0] : "";
  return str_ends(str_from(word), ending) && os_kind(word) == OS_FILE ? word : NULL;
}

static bool open_lesson(const SharedPage *page, const char *path, Status *status) {
  StrBuf line = strbuf_make(page->setup->arena);
  strbuf_add(&line, STR("lesson "));
  line_add_string(&line, str_from(path));
  return line.failed ? status_no_memory(status) : session_do(page->setup->session, line.at, status);
}

bool share_page_open(SharedPage *page, const char **script, Status *status) {
  const Args *args = page->args;
  Args without_words = *args;
  const char *lesson = file_word(args, LESSON_ENDING);
  *script = file_word(args, ".txt");
  if (!lesson && !*script) return state_session_open(page->setup, args, script, status);
  without_words.word_count = 0;
  if (!setup_session(page->setup, &without_words, status)) return false;
  return !lesson || open_lesson(page, lesson, status);
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

static bool begin_book(SharedPage *page, const Session *session, Status *status) {
  ExportRequest request = request_of(page);
  assert(page->setup->fonts);
  return page->book || (page_check(session, &request, status) &&
                        page_begin(&request, page->setup->fonts, &page->book, status));
}

static bool take_wait(void *self, Session *session, double ms, Status *status) {
  SharedPage *page = self;
  (void)ms;
  return begin_book(page, session, status) && page_take(page->book, session, status);
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
  const Session *session = page->setup->session;
  page->setup->waits = NULL;
  if (!begin_book(page, session, status) || !page_take_all(page->book, session, status))
    return false;
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
