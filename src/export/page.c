/* export/page.c -- leaves of a session, gathered and written as one HTML file. */
#include "export/page.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "base/os.h"
#include "export/measured.h"
#include "export/page_file.h"
#include "export/page_lesson.h"
#include "export/page_show.h"
#include "export/picture.h"
#include "session/commands/line.h"
#include "session/lesson/on_show.h"

struct PageBook {
  ExportRequest request;
  Fonts *fonts;
  Arena *arena;
  PageTables tables;
  StrBuf leaves;
  Str title; /* the sentence of the first leaf */
  int leaf_count;
  size_t last_leaf; /* where the last one begins in leaves */
  bool has_all_layers;
};

/* ---- beginning and ending ---- */

static bool has_sentence(const Session *session) {
  return trace_token_count(session_trace(session)) > 0;
}

static bool has_page_ending(const char *path) {
  return str_ends(str_from(path), ".html") || str_ends(str_from(path), ".htm");
}

static bool check_place(const Session *session, const ExportRequest *request, Status *status) {
  const Recording *recording = session_recording(session);
  if (!request->out || !request->out[0])
    return status_fail(status, STATUS_USAGE, _("the file or folder to write is missing: --out"));
  if (strcmp(request->out, "-") == 0) return true;
  if (os_kind(request->out) == OS_FOLDER)
    return status_fail(status, STATUS_USAGE, _("%s is a folder: a page is a file, such as %s"),
                       request->out, "page.html");
  if (recording && os_same_file(recording_path(recording), request->out))
    return status_fail(status, STATUS_USAGE,
                       _("%s is the recording that is read, and would be replaced: take another "
                         "name"),
                       request->out);
  if (os_kind(request->out) != OS_OTHER && !has_page_ending(request->out))
    return status_fail(status, STATUS_USAGE,
                       _("“%s” is no name of a page: it is a file that ends in .html"),
                       request->out);
  return os_check_folder(request->out, status) &&
         (!request->spares_others || session_may_replace(session, request->out, status));
}

static bool fail_without_sentence(Status *status) {
  return status_fail(
      status, STATUS_COULD_NOT,
      _("the sentence has no words, so there is nothing to export: type a sentence"));
}

bool page_check(const Session *session, const ExportRequest *request, Status *status) {
  return check_place(session, request, status) &&
         (has_sentence(session) || fail_without_sentence(status));
}

bool page_begin(const ExportRequest *request, Fonts *fonts, PageBook **made, Status *status) {
  Arena *arena = arena_make(0), *kept = arena_make(0);
  PageBook *book = arena && kept ? arena_take(arena, 1, sizeof *book) : NULL;
  if (!book) {
    arena_free(arena);
    arena_free(kept);
    return status_no_memory(status);
  }
  *book = (PageBook){.request = *request,
                     .fonts = fonts,
                     .arena = arena,
                     .tables = page_tables_make(kept),
                     .leaves = strbuf_make(arena),
                     .has_all_layers = true};
  *made = book;
  return true;
}

void page_drop(PageBook *book) {
  if (!book) return;
  arena_free(book->tables.items.arena);
  arena_free(book->arena);
}

/* ---- a leaf's own picture ---- */

/* What the stages of a show do not say: other views, rows not reached yet, a comparison. */
static bool has_own_picture(const View *view) {
  bool is_of_show = view->kind == VIEW_STAGE || view->kind == VIEW_OVERVIEW;
  return !is_of_show || view->filled >= 0 || view->compare != COMPARE_OFF || view->held;
}

static ExportRequest own_request(const PageBook *book, ThemeId theme) {
  ExportRequest request = book->request;
  request.out = "-";
  request.view = EXPORT_SHOWN;
  request.formats = 1u << EXPORT_SVG;
  request.all_stages = request.all_layers = request.all_heads = false;
  request.moving = (ExportMoving){0};
  request.caption = CAPTION_NONE;
  request.theme = theme == THEME_DARK ? EXPORT_DARK : EXPORT_LIGHT;
  request.width_pt = request.height_pt = request.font_size_pt = 0;
  request.print = request.transparent = false;
  request.figure = (FigureLook){.axis = EXPORT_AXIS_CLASSROOM};
  return request;
}

typedef struct OwnPicture {
  const Session *session;
  Arena *arena; /* of plans */
  Measured measured;
} OwnPicture;

static bool lay_out_own(const PageBook *book, OwnPicture *own, ThemeId theme, FilePainter *painter,
                        Status *status) {
  ExportRequest request = own_request(book, theme);
  Plan plan;
  painter->request = &request;
  if (!plan_make(own->arena, own->session, &request, &plan, status) ||
      !measured_follow(&own->measured, own->session, plan.files[0].figure, status))
    return false;
  assert(plan.count == 1);
  measured_lend(&own->measured, painter);
  return picture_lay_out(painter, &plan.files[0], status) && picture_check(painter, status);
}

/* Both lists point at the trace, so it frees nothing between them. */
static bool add_own_picture(PageBook *book, const Session *session, int *number, Status *status) {
  const View *view = session_view(session);
  const Trace *trace = trace_of_layer(session_trace(session), view->layer);
  OwnPicture own = {.session = session, .arena = arena_make(0)};
  FilePainter painters[PAGE_THEME_COUNT];
  for (int i = 0; i < PAGE_THEME_COUNT; i++)
    painters[i] =
        (FilePainter){.session = session, .fonts = book->fonts, .list_arena = arena_make(0)};
  bool done = own.arena && painters[THEME_LIGHT].list_arena && painters[THEME_DARK].list_arena;
  if (!done) status_no_memory(status);
  trace_frame_begin(session_trace(session));
  done = done && lay_out_own(book, &own, THEME_LIGHT, &painters[THEME_LIGHT], status) &&
         lay_out_own(book, &own, THEME_DARK, &painters[THEME_DARK], status);
  if (done)
    *number = page_picture(&book->tables, (PagePlace){trace, view->layer, view->head},
                           &painters[THEME_LIGHT].list, &painters[THEME_DARK].list);
  for (int i = 0; i < PAGE_THEME_COUNT; i++) {
    session_free(painters[i].copy);
    arena_free(painters[i].list_arena);
  }
  measured_free(&own.measured);
  arena_free(own.arena);
  return done;
}

/* ---- leaves ---- */

static void write_leaf(StrBuf *out, const Session *session, int show, int picture) {
  const View *view = session_view(session);
  int query, key;
  view_focus(view, &query, &key);
  strbuf_format(out, "{\"show\":%d,\"view\":\"%s\",\"stage\":\"%s\",\"layer\":%d,\"head\":%d,",
                show, view_kind_name(view->kind), stage_info(view->stage)->name, view->layer + 1,
                view->head + 1);
  strbuf_format(out, "\"row\":%d,\"column\":%d,\"picture\":%d,\"text\":", query, key, picture);
  page_json(out, session_lesson(session) ? (Str){"", 0} : session_note(session));
  strbuf_add(out, STR(",\"lesson\":"));
  page_lesson_write(session, out);
  strbuf_add_char(out, '}');
}

/* What says the same as the leaf before is left out. */
static void add_leaf(PageBook *book, Str leaf) {
  StrBuf *out = &book->leaves;
  Str last = {out->at + book->last_leaf, out->bytes - book->last_leaf};
  if (book->leaf_count > 0 && str_equal(last, leaf)) return;
  if (book->leaf_count > 0) strbuf_add(out, STR(",\n"));
  book->last_leaf = out->bytes;
  strbuf_add(out, leaf);
  book->leaf_count++;
}

static bool keep_title(PageBook *book, const Session *session) {
  Str sentence = trace_typed_sentence(session_trace(session));
  if (book->title.at) return true;
  const char *copy = str_copy(book->arena, sentence);
  if (copy) book->title = (Str){copy, sentence.bytes};
  return copy != NULL;
}

bool page_take(PageBook *book, const Session *session, Status *status) {
  const View *view = session_view(session);
  const PageShow show = {
      .tables = &book->tables, .session = session, .request = &book->request, .fonts = book->fonts};
  const Progress progress = {.stopped = book->request.stopped, .self = book->request.progress_self};
  int number = 0, picture = -1;
  if (!has_sentence(session)) return true;
  if (book->leaf_count >= PAGE_LEAVES_MOST)
    return status_fail(status, STATUS_USAGE,
                       P_("a page to share has at most %d page of a script",
                          "a page to share has at most %d pages of a script", PAGE_LEAVES_MOST),
                       PAGE_LEAVES_MOST);
  if (!session_finish_roles(session, &progress, status) || !page_show(&show, &number, status))
    return false;
  if (has_own_picture(view) && !add_own_picture(book, session, &picture, status)) return false;
  book->has_all_layers &= page_has_all_layers(session_trace(session), &book->request);
  StrBuf leaf = strbuf_make(book->arena);
  write_leaf(&leaf, session, number, picture);
  add_leaf(book, strbuf_str(&leaf));
  if (!keep_title(book, session) || leaf.failed || book->leaves.failed ||
      page_tables_failed(&book->tables))
    return status_no_memory(status);
  return true;
}

/* ---- lessons ---- */

static bool do_page(Session *session, int page, Status *status) {
  char line[32];
  snprintf(line, sizeof line, "lesson page %d", page + 1);
  return session_do(session, line, status);
}

static bool take_pages(PageBook *book, Session *session, const char *name, Status *status) {
  StrBuf line = strbuf_make(book->arena);
  strbuf_add(&line, STR("motion off; lesson "));
  line_add_string(&line, str_from(name));
  if (line.failed) return status_no_memory(status);
  if (!session_do(session, line.at, status)) return false;
  int count = session_lesson(session)->lesson->page_count;
  for (int page = 0; page < count; page++)
    if (!do_page(session, page, status) || !page_take(book, session, status)) return false;
  return true;
}

/* In a session of its own, so that what a learner did beside the lesson stays where it is. */
bool page_take_lesson(PageBook *book, const char *name, Status *status) {
  const SessionOptions options = {.pool = book->request.pool, .keeps_language = true};
  Session *session;
  if (!session_make(&options, &session, status)) return false;
  bool done = take_pages(book, session, name, status);
  session_free(session);
  return done;
}

bool page_take_all(PageBook *book, const Session *session, Status *status) {
  const LessonOnShow *lesson = session_lesson(session);
  return lesson ? page_take_lesson(book, lesson->name, status) : page_take(book, session, status);
}

/* ---- the file ---- */

static bool save(const PageBook *book, PageSummary *summary, Status *status) {
  StrBuf page = strbuf_make(book->tables.items.arena);
  if (book->leaf_count == 0) return fail_without_sentence(status);
  page_file_write(&(PageFile){&book->tables, strbuf_str(&book->leaves), book->title}, &page);
  if (page.failed) return status_no_memory(status);
  *summary = (PageSummary){book->leaf_count, (long)page.bytes, book->has_all_layers};
  return os_save_file(book->request.out, page.at, page.bytes, status);
}

bool page_end(PageBook *book, PageSummary *summary, Status *status) {
  bool done = save(book, summary, status);
  page_drop(book);
  return done;
}

bool page_write(const Session *session, Fonts *fonts, const ExportRequest *request,
                Status *status) {
  PageBook *book;
  PageSummary summary;
  if (!page_check(session, request, status) || !page_begin(request, fonts, &book, status))
    return false;
  if (page_take_all(book, session, status)) return page_end(book, &summary, status);
  page_drop(book);
  return false;
}
