/* session/browser/browser.c -- asks for a folder, reads it on a thread, takes
** the result in the tick. */
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/os.h"
#include "base/worker.h"
#include "base/i18n.h"
#include "model/checkpoint/cache_folder.h"
#include "session/open_path.h"
#include "session/session_internal.h"
#include "session/browser/typed_path.h"

enum { PATH_BYTES = 4096, TYPED_BYTES = 1024, WHEEL_ITEMS = 3 };
static const double poll_ms = 30;

/* What the thread is to read: a copy, so that the thread touches nothing of the session. */
typedef struct Wanted {
  unsigned serial; /* number of the request, from 1 */
  char folder[PATH_BYTES];
  char recent[RECENT_MOST][RECENT_BYTES];
  int recent_count;
  char state[PATH_BYTES]; /* saved or opened last here; "": none */
} Wanted;

struct Browser {
  char folder[PATH_BYTES], typed[TYPED_BYTES];
  char left[RECENT_BYTES]; /* the name to select: the folder one came from */
  Listing *listing;
  Arena *arena; /* holds the matches */
  int *matches, match_count;
  unsigned shown_serial;
  Worker *worker; /* NULL: not needed yet; only the session's thread sets and reads it */
  /* Used only between lock and unlock. */
  Wanted wanted, reading; /* reading: used by the thread only */
  Listing *ready;
  unsigned ready_serial;
  bool is_done, ends;
};

/* ---- reading ---- */

static Listing *read_wanted(const Wanted *wanted, bool details, const Progress *progress) {
  const char *recent[RECENT_MOST];
  for (int i = 0; i < wanted->recent_count; i++) recent[i] = wanted->recent[i];
  return listing_make(&(ListingOrder){.folder = wanted->folder,
                                      .recent = recent,
                                      .recent_count = wanted->recent_count,
                                      .state = wanted->state,
                                      .details = details,
                                      .progress = progress});
}

/* Passed to the thread, which may run before worker_make has returned and
** browser->worker is set. */
typedef struct Beside {
  const Browser *browser;
  Worker *worker;
} Beside;

/* Asked between two names: true if another folder is wanted by now, so
** reading this one can stop. */
static bool is_outdated(void *self) {
  const Beside *beside = self;
  const Browser *browser = beside->browser;
  worker_lock(beside->worker);
  bool outdated = browser->ends || browser->wanted.serial != browser->reading.serial;
  worker_unlock(beside->worker);
  return outdated;
}

/* Called with the lock held, and returns with it held. */
static void read_and_publish(Browser *browser, Worker *worker, bool details) {
  Beside beside = {browser, worker};
  Progress progress = {.stopped = is_outdated, .self = &beside};
  worker_unlock(worker);
  Listing *listing = read_wanted(&browser->reading, details, &progress);
  worker_lock(worker);
  if (browser->wanted.serial != browser->reading.serial) {
    listing_free(listing);
    return;
  }
  browser->is_done = details;
  if (!listing) return;
  listing_free(browser->ready);
  browser->ready = listing;
  browser->ready_serial = browser->reading.serial;
}

/* The thread's main function. A folder is read twice: first the names, which come at
** once, then with notes, for which a file of each item must be opened. The listing can be
** used after the first. */
static void read_folders(void *self, Worker *worker) {
  Browser *browser = self;
  worker_lock(worker);
  while (!browser->ends) {
    if (browser->wanted.serial == browser->reading.serial) {
      worker_wait(worker);
      continue;
    }
    browser->reading = browser->wanted;
    read_and_publish(browser, worker, false);
    if (browser->wanted.serial == browser->reading.serial) read_and_publish(browser, worker, true);
  }
  worker_unlock(worker);
}

/* ---- matching ---- */

/* Ignores case in ASCII only, which names of models and files mostly are. */
static bool holds(const char *name, const char *part) {
  size_t bytes = strlen(part);
  for (; *name; name++) {
    size_t same = 0;
    while (same < bytes && tolower((unsigned char)name[same]) == tolower((unsigned char)part[same]))
      same++;
    if (same == bytes) return true;
  }
  return bytes == 0;
}

/* The typed text is an item of its own, behind those of the listing. */
static void add_typed(Browser *browser) {
  assert(browser->listing && browser->matches);
  const Listing *listing = browser->listing;
  bool is_there = browser->typed[0] == 0;
  for (int i = 0; i < browser->match_count; i++)
    is_there |= strcmp(listing->at[browser->matches[i]].name, browser->typed) == 0;
  if (!is_there) browser->matches[browser->match_count++] = listing->count;
}

static void find_matches(Browser *browser) {
  assert(browser->listing);
  const Listing *listing = browser->listing;
  browser->match_count = 0;
  arena_reset(browser->arena);
  browser->matches = arena_take(browser->arena, (size_t)listing->count + 2, sizeof(int));
  if (!browser->matches) return;
  for (int i = 0; i < listing->count; i++) {
    bool is_up = listing->at[i].kind == LISTING_UP;
    if (is_up ? !browser->typed[0] : holds(listing->at[i].name, browser->typed))
      browser->matches[browser->match_count++] = i;
  }
  add_typed(browser);
}

ListingItem session_browser_item(const Session *session, int index) {
  const Browser *browser = session->opening.browser;
  if (!browser || index < 0 || index >= browser->match_count)
    return (ListingItem){.name = "", .path = "", .note = ""};
  int item = browser->matches[index];
  if (item < browser->listing->count) return browser->listing->at[item];
  return (ListingItem){LISTING_TYPED, browser->typed, browser->typed, ""};
}

/* The item to select: the folder one came from, else the first that does not lead up. */
static int first_selected(const Session *session) {
  assert(session->opening.browser);
  const Browser *browser = session->opening.browser;
  for (int i = 0; i < browser->match_count; i++)
    if (browser->left[0] && strcmp(session_browser_item(session, i).name, browser->left) == 0)
      return i;
  bool is_up = session_browser_item(session, 0).kind == LISTING_UP;
  return is_up && browser->match_count > 1 ? 1 : 0;
}

/* When the notes of the listing on show arrive, the selection stays. */
static void show_listing(Session *session, Listing *listing, unsigned serial) {
  assert(listing && session->opening.browser);
  Browser *browser = session->opening.browser;
  bool same = browser->listing && browser->shown_serial == serial;
  listing_free(browser->listing);
  browser->listing = listing;
  browser->shown_serial = serial;
  find_matches(browser);
  if (session->view.menu == MENU_BROWSE && !same) session->view.menu_item = first_selected(session);
}

BrowserShown session_browser(const Session *session) {
  const Browser *browser = session->opening.browser;
  if (!browser) return (BrowserShown){.folder = "", .typed = "", .problem = ""};
  BrowserShown shown = {.folder = browser->folder,
                        .typed = browser->typed,
                        .problem = browser->listing ? browser->listing->problem : "",
                        .count = browser->match_count};
  if (browser->listing) shown.left_out_count = browser->listing->left_out_count;
  if (!browser->worker) return shown;
  worker_lock(browser->worker);
  shown.is_busy = !browser->is_done;
  worker_unlock(browser->worker);
  return shown;
}

/* Takes the listing that the thread has finished. The lock is held only to swap a pointer. */
double browser_tick(Session *session) {
  Browser *browser = session->opening.browser;
  if (!browser || !browser->worker) return -1;
  worker_lock(browser->worker);
  Listing *ready = browser->ready;
  unsigned serial = browser->ready_serial;
  bool is_done = browser->is_done;
  browser->ready = NULL;
  worker_unlock(browser->worker);
  if (ready) {
    show_listing(session, ready, serial);
    session->revision++;
  }
  return is_done ? -1 : poll_ms;
}

/* ---- requests ---- */

static Browser *browser_of(Session *session, Status *status) {
  if (session->opening.browser) return session->opening.browser;
  Browser *browser = arena_take(session->arena, 1, sizeof *browser);
  if (browser) browser->arena = arena_make(0);
  if (browser && browser->arena) session->opening.browser = browser;
  else status_no_memory(status);
  return session->opening.browser;
}

/* Absolute, or "" where no state was saved or opened. */
static const char *last_state(const Session *session) {
  const char *path = session->opened_path[0] ? session->opened_path : session->saved_path;
  const char *whole = path[0] ? os_absolute_path(session->scratch, path) : NULL;
  return whole ? whole : "";
}

/* Copies the request, because the session changes its own while the thread reads. */
static void fill_request(const Session *session, Wanted *wanted) {
  assert(session->opening.browser);
  const Recent *recent = &session->opening.recent;
  snprintf(wanted->folder, sizeof wanted->folder, "%s", session->opening.browser->folder);
  memcpy(wanted->recent, recent->names, sizeof wanted->recent);
  wanted->recent_count = recent->count;
  snprintf(wanted->state, sizeof wanted->state, "%s", last_state(session));
  wanted->serial++;
}

/* Asks the thread for the listing; without a thread reads it at once. */
static bool ask_listing(Session *session, Status *status) {
  Browser *browser = session->opening.browser;
  if (session->dry) return true;
  if (session->ticking && !browser->worker) browser->worker = worker_make(read_folders, browser);
  if (browser->worker) {
    worker_lock(browser->worker);
    fill_request(session, &browser->wanted);
    browser->is_done = false;
    worker_wake(browser->worker);
    worker_unlock(browser->worker);
    return true;
  }
  fill_request(session, &browser->wanted);
  Listing *listing = read_wanted(&browser->wanted, true, NULL);
  if (!listing) return status_no_memory(status);
  show_listing(session, listing, browser->wanted.serial);
  return true;
}

/* ---- moving ---- */

/* Enters a folder and clears the typed text; the old listing stays on show until
** the new one is read. */
static bool enter_folder(Session *session, const char *folder, Status *status) {
  Browser *browser = browser_of(session, status);
  if (!browser) return false;
  if (strlen(folder) >= sizeof browser->folder)
    return status_fail(status, STATUS_USAGE,
                       P_("the path of a folder has at most %d byte, not %zu",
                          "the path of a folder has at most %d bytes, not %zu", PATH_BYTES - 1),
                       PATH_BYTES - 1, strlen(folder));
  memmove(browser->folder, folder, strlen(folder) + 1);
  browser->typed[0] = 0;
  session->view.menu = MENU_BROWSE;
  session->edit.active = false;
  return ask_listing(session, status);
}

/* Enters the folder above, and remembers the name of this one, to select it there. */
static bool enter_parent(Session *session, Status *status) {
  Browser *browser = browser_of(session, status);
  if (!browser) return false;
  char above[PATH_BYTES];
  const char *slash = strrchr(browser->folder, '/');
  snprintf(above, sizeof above, "%s", browser->folder);
  snprintf(browser->left, sizeof browser->left, "%s", slash && slash[1] ? slash + 1 : "");
  if (!slash || strcmp(browser->folder, "/") == 0) above[0] = 0;
  else above[slash > browser->folder ? slash - browser->folder : 1] = 0;
  return enter_folder(session, above, status);
}

static bool enter_named(const CommandContext *context) {
  Session *session = context->session;
  Str text = command_text(context, 1);
  const char *given = str_copy(session->scratch, text);
  if (!given) return status_no_memory(context->status);
  if (memchr(text.at, 0, text.bytes)) return command_wrong(context);
  const char *folder = text.bytes > 0 ? os_absolute_path(session->scratch, given) : given;
  if (!folder) return status_no_memory(context->status);
  if (folder[0] && !session->ticking && os_kind(folder) != OS_FOLDER)
    return status_fail(context->status, STATUS_COULD_NOT, _("there is no folder %s"), folder);
  if (browser_of(session, context->status)) session->opening.browser->left[0] = 0;
  return enter_folder(session, folder, context->status);
}

/* ---- typing ---- */

static void typed_changed(Session *session) {
  Browser *browser = session->opening.browser;
  if (!browser->listing) return;
  find_matches(browser);
  browser->left[0] = 0;
  session->view.menu_item = first_selected(session);
}

/* After "~/models/gp" the browser is in ~/models and looks for gp. If the part before the last
** slash is no folder the text stays typed, as for org/name. */
static bool follow_typed(const CommandContext *context) {
  Session *session = context->session;
  Browser *browser = session->opening.browser;
  char rest[TYPED_BYTES];
  const char *slash = strrchr(browser->typed, '/');
  size_t before = slash ? (size_t)(slash - browser->typed) + 1 : 0;
  const char *folder =
      slash ? typed_path_whole(session->scratch, browser->folder, (Str){browser->typed, before})
            : NULL;
  if (session->dry || !folder || os_kind(folder) != OS_FOLDER) return true;
  snprintf(rest, sizeof rest, "%s", slash + 1);
  browser->left[0] = 0;
  if (!enter_folder(session, folder, context->status)) return false;
  memcpy(browser->typed, rest, sizeof rest);
  if (browser->listing) typed_changed(session);
  return true;
}

static bool type_text(const CommandContext *context, Str text) {
  Browser *browser = browser_of(context->session, context->status);
  if (!browser) return false;
  size_t bytes = strlen(browser->typed);
  if (bytes + text.bytes >= sizeof browser->typed || memchr(text.at, 0, text.bytes)) return true;
  memcpy(browser->typed + bytes, text.at, text.bytes);
  browser->typed[bytes + text.bytes] = 0;
  typed_changed(context->session);
  return follow_typed(context);
}

static bool type(const CommandContext *context) {
  return command_has(context, 2) && type_text(context, command_text(context, 2));
}

static bool paste(const CommandContext *context) {
  const SessionHooks *hooks = &context->session->hooks;
  Str text = {"", 0};
  if (!hooks->paste_text) return true;
  if (!hooks->paste_text(hooks->self, PASTE_CLIPBOARD, context->session->scratch, &text,
                         context->status))
    return false;
  text = str_trim(text);
  if (text.bytes > 0 && memchr(text.at, '\n', text.bytes))
    return status_fail(context->status, STATUS_COULD_NOT,
                       _("the clipboard holds several lines; a path or a name is one"));
  return text.bytes == 0 || type_text(context, text);
}

/* Enters a folder that is no model; opens anything else, or fails with the reason. */
static bool open_typed(const CommandContext *context) {
  Session *session = context->session;
  Browser *browser = browser_of(session, context->status);
  if (!browser || !browser->typed[0]) return browser != NULL;
  const char *typed = browser->typed;
  const char *path = typed_path_whole(session->scratch, browser->folder, str_from(typed));
  if (!path) return status_no_memory(context->status);
  OsKind kind = os_kind(path);
  if (kind == OS_FOLDER && !model_folder_is(session->scratch, path)) {
    browser->left[0] = 0;
    return enter_folder(session, path, context->status);
  }
  StrBuf line = strbuf_make(session->scratch);
  strbuf_add(&line, path_kind(path) == PATH_STATE    ? STR("open ")
                    : path_kind(path) == PATH_LESSON ? STR("lesson ")
                                                     : STR("model "));
  line_add_string(&line, str_from(kind == OS_MISSING ? typed : path));
  if (line.failed) return status_no_memory(context->status);
  session->view.menu = MENU_NONE; /* the opened file may ask a question in a menu of its own */
  if (session_do_text(session, strbuf_str(&line), context->status)) return true;
  session->view.menu = MENU_BROWSE;
  return false;
}

/* Erases the last character: UTF-8 continuation bytes (10xxxxxx) are skipped back to its first
** byte. Without typed text it enters the folder above. */
static bool erase(Session *session, Status *status) {
  Browser *browser = browser_of(session, status);
  if (!browser) return false;
  size_t bytes = strlen(browser->typed);
  if (bytes == 0) return browser->folder[0] == 0 || enter_parent(session, status);
  do bytes--;
  while (bytes > 0 && ((unsigned char)browser->typed[bytes] & 0xC0) == 0x80);
  browser->typed[bytes] = 0;
  typed_changed(session);
  return true;
}

/* No wheel gives more than 100 notches between two frames. */
static bool wheel(const CommandContext *context) {
  View *view = &context->session->view;
  double notches;
  if (!command_has(context, 2) || !str_to_double(command_text(context, 2), &notches) ||
      notches < -100 || notches > 100)
    return command_wrong(context);
  int last = menu_count(context->session, MENU_BROWSE) - 1;
  view->menu_item -= (int)(notches * WHEEL_ITEMS);
  if (view->menu_item > last) view->menu_item = last;
  if (view->menu_item < 0) view->menu_item = 0;
  return true;
}

/* ---- the command ---- */

bool do_browse(const CommandContext *context) {
  Session *session = context->session;
  if (!permit_person(context)) return false;
  if (context->words->count == 1) {
    const Browser *browser = browser_of(session, context->status);
    return browser && enter_folder(session, browser->folder, context->status);
  }
  if (command_is(context, 1, "type")) return type(context);
  if (command_is(context, 1, "wheel")) return wheel(context);
  if (!command_has(context, 1)) return false;
  if (command_is(context, 1, "start")) return enter_folder(session, "", context->status);
  if (command_is(context, 1, "up")) return enter_parent(session, context->status);
  if (command_is(context, 1, "paste")) return paste(context);
  if (command_is(context, 1, "open")) return open_typed(context);
  if (command_is(context, 1, "erase")) return erase(session, context->status);
  return enter_named(context);
}

bool browser_stays_open(const Session *session, int index) {
  ListingKind kind = session_browser_item(session, index).kind;
  return kind == LISTING_UP || kind == LISTING_FOLDER || kind == LISTING_TYPED;
}

/* Ends with a space. */
static Str command_of(ListingKind kind) {
  if (kind == LISTING_FOLDER) return STR("browse ");
  return kind == LISTING_SCRIPT ? STR("open ") : STR("model ");
}

const char *browser_command(const Session *session, int index, Arena *arena) {
  ListingItem item = session_browser_item(session, index);
  if (item.kind == LISTING_UP) return "browse up";
  if (item.kind == LISTING_TYPED) return "browse open";
  StrBuf text = strbuf_make(arena);
  strbuf_add(&text, command_of(item.kind));
  line_add_string(&text, str_from(item.path));
  return text.failed ? NULL : text.at;
}

/* The thread may be reading a slow folder: it is told to end and then waited for. */
void browser_free(Session *session) {
  Browser *browser = session->opening.browser;
  if (!browser) return;
  if (browser->worker) {
    worker_lock(browser->worker);
    browser->ends = true;
    worker_wake(browser->worker);
    worker_unlock(browser->worker);
    worker_free(browser->worker);
  }
  listing_free(browser->ready);
  listing_free(browser->listing);
  arena_free(browser->arena);
}
