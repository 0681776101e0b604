/* session/commands/exporting.c -- the command export: settings of exported files, and writing them.
**
**   export what|format|scale|…     changes a setting, for every file from now on
**   export FILE, export FORMAT     writes the picture of the settings in the format of the ending
**   or word export now                     writes it in the formats of the settings
**   export animate FILE            writes a moving picture, as the settings say
**   export all FORMAT,… [FOLDER]   writes every stage, layer and head
**
** Names that nobody gave are made from the content and do not exist yet, so no file is replaced.
*/
#include <assert.h>
#include <string.h>

#include "base/os.h"
#include "base/i18n.h"
#include "session/commands/file_name.h"
#include "session/commands/setting_table.h"
#include "session/menu/export_fields.h"
#include "session/session_internal.h"

static const char page_ending[] = "html";
static const char figures_folder[] = "headsup-figures", frames_folder[] = "headsup-frames";

/* ---- settings ---- */

static bool read_view(const CommandContext *context, ExportLook *look) {
  const char *names[EXPORT_VIEW_COUNT + 1];
  int index = 0;
  for (int i = 0; i < EXPORT_VIEW_COUNT; i++) names[i] = export_view_name((ExportView)i);
  names[EXPORT_VIEW_COUNT] = "all";
  while (index <= EXPORT_VIEW_COUNT && !command_is(context, 2, names[index])) index++;
  if (index > EXPORT_VIEW_COUNT)
    return names_refuse(&(Names){_("there is no view “%.*s”; it is one of: %s"),
                                 _("there is no view “%.*s”; did you mean “%s”? It is one of: %s"),
                                 names, EXPORT_VIEW_COUNT + 1},
                        command_text(context, 2), context->status);
  look->everything = index == EXPORT_VIEW_COUNT;
  look->what = look->everything ? EXPORT_SHOWN : (ExportView)index;
  return true;
}

/* A comma at either end gives an empty name, which is no format and so refused. */
static bool read_formats(const CommandContext *context, int argument, unsigned *formats) {
  const char *names[EXPORT_FORMAT_COUNT];
  Str rest = command_text(context, argument);
  for (int i = 0; i < EXPORT_FORMAT_COUNT; i++) names[i] = export_format_name((ExportFormat)i);
  *formats = 0;
  for (bool more = true; more;) {
    const char *comma = rest.bytes ? memchr(rest.at, ',', rest.bytes) : NULL;
    Str name = {rest.at, comma ? (size_t)(comma - rest.at) : rest.bytes};
    ExportFormat format;
    if (!export_format_find(name, &format))
      return names_refuse(
          &(Names){_("there is no format “%.*s”; it is one of: %s"),
                   _("there is no format “%.*s”; did you mean “%s”? It is one of: %s"), names,
                   EXPORT_FORMAT_COUNT},
          name, context->status);
    *formats |= 1u << format;
    more = comma != NULL;
    if (more) rest = (Str){comma + 1, rest.bytes - name.bytes - 1};
  }
  return true;
}

static bool read_format(const CommandContext *context, ExportLook *look) {
  if (!command_is(context, 2, "auto")) return read_formats(context, 2, &look->formats);
  look->formats = 0;
  return true;
}

/* Whether the model has such heads is checked when a file is written, since models change. */
static bool read_heads(const CommandContext *context, ExportLook *look) {
  Str words = command_text(context, 2);
  if (export_heads_read(words, &look->figure.heads)) return true;
  return status_fail(
      context->status, STATUS_USAGE,
      _("“%.*s” are no heads of a figure: write all, or up to sixteen such as 1,2,4, "
        "or layer.head such as 1.2,2.1, each once"),
      (int)str_head(words, LINE_SHOWN_BYTES).bytes, words.at);
}

/* Whether the sentence has such rows is checked when a sheet is written. */
static bool read_rows(const CommandContext *context, ExportLook *look) {
  Str words = command_text(context, 2);
  if (sheet_rows_read(words, &look->sheet.rows)) return true;
  return status_fail(context->status, STATUS_USAGE,
                     _("“%.*s” are no rows of an exercise sheet: write auto, or rows from 1 to %d "
                       "such as 2,5 or 2-5, each once"),
                     (int)str_head(words, LINE_SHOWN_BYTES).bytes, words.at, SHEET_LAST_ROW);
}

static bool read_blanks(const CommandContext *context, ExportLook *look) {
  Str words = command_text(context, 2);
  if (sheet_blanks_read(words, &look->sheet.blanks)) return true;
  return status_fail(context->status, STATUS_USAGE,
                     _("“%.*s” are no steps of an exercise sheet: write all, or some of scores, "
                       "scaled, masked, weights and output with commas between, each once"),
                     (int)str_head(words, LINE_SHOWN_BYTES).bytes, words.at);
}

/* ---- writing ---- */

/* The ending is that of the first format; the exporter writes the others beside it. */
static const char *make_free_name(const Session *session, const ExportLook *look) {
  View shown = session->view;
  bool is_page = look->what == EXPORT_PAGE && !look->everything;
  bool moves = look->moving.by != MOVES_NOT && !is_page;
  if (is_page)
    return file_name_free(session->scratch,
                          file_name_make(session->scratch, &(FileName){export_view_name(look->what),
                                                                       NULL, -1, -1, page_ending}));
  if (moves && look->moving.as == MOVIE_PNGS)
    return file_name_free(session->scratch, frames_folder);
  if (!moves && view_exports_several(&shown, look))
    return file_name_free(session->scratch, figures_folder);
  const char *ending =
      moves ? export_movie_name(look->moving.as) : export_format_name(export_look_format(look));
  shown.kind = view_export_kind(&shown, look->what);
  const char *path = file_name_shown(session->scratch, &shown, ending);
  FileName name = {export_view_name(look->what), NULL, shown.layer, shown.head, ending};
  if (look->what == EXPORT_SCREEN) name.part = stage_info(shown.stage)->name;
  bool is_sheet = look->what == EXPORT_SHEET || look->what == EXPORT_SOLUTION;
  bool own = is_sheet || look->what == EXPORT_POSTER || name.part || look->what == EXPORT_ARCS ||
             look->what == EXPORT_SENTENCE;
  if (own) path = file_name_make(session->scratch, &name);
  return path ? file_name_free(session->scratch, path) : NULL;
}

/* "84 × 62 mm · 993 × 733 pixels · text from 6.4 pt · no room for numbers". The text size is left
** out for the natural size, everything for several files, which differ in size. */
static void set_size_words(Session *session, const ExportOrder *order) {
  const double mm = 25.4 / 72;
  const ExportSize *size = &order->size;
  bool print = order->look.width_mm > 0 && order->look.what != EXPORT_SCREEN;
  StrBuf words = strbuf_make(session->scratch);
  session->export_size[0] = 0;
  if ((order->look.everything && !order->look.moving.by) || size->width_pt <= 0) return;
  if (print || size->width_px == 0)
    i18n_add_phrase(&words, _("%.0f × %.0f mm"), (double)size->width_pt * mm,
                    (double)size->height_pt * mm);
  if (size->width_px > 0)
    i18n_add_phrase(&words, _("%d × %d pixels"), size->width_px, size->height_px);
  if (print && size->least_text_pt > 0)
    i18n_add_phrase(&words, _("text from %.1f pt"), (double)size->least_text_pt);
  if (size->picture_count > 0)
    i18n_add_phrase(&words, P_("%d picture", "%d pictures", size->picture_count),
                    size->picture_count);
  if (size->picture_count > 0) i18n_add_phrase(&words, _("%.1f s"), (double)size->length_s);
  if (size->lacks_numbers) i18n_add_phrase(&words, "%s", _("no room for numbers"));
  if (!words.failed && words.bytes < sizeof session->export_size)
    memcpy(session->export_size, words.at, words.bytes + 1);
}

/* Lays the picture out without drawing it, because the size is shown while the menu is open. */
static void measure_picture(Session *session, ExportOrder *order, Status *status) {
  const SessionHooks *hooks = &session->hooks;
  order->size = (ExportSize){0};
  if (hooks->measure_export) hooks->measure_export(hooks->self, session, order, status);
  set_size_words(session, order);
}

/* For a recording from which everything was exported it also names the stages that are missing. */
static void format_several(const Session *session, const ExportOrder *order, const char *folder,
                           Status *sentence) {
  Str lacking = trace_stage_names(session->trace, true, session->scratch);
  int count = order->written;
  if (!order->look.everything || lacking.bytes == 0)
    status_fail(sentence, STATUS_OK, P_("Written: %d file, %s", "Written: %d files, %s", count),
                count, folder);
  else
    status_fail(sentence, STATUS_OK,
                P_("Written: %d file, %s; not in this recording: %.*s",
                   "Written: %d files, %s; not in this recording: %.*s", count),
                count, folder, (int)lacking.bytes, lacking.at);
}

/* Shows the absolute path of one file; for several their number and folder. */
static void tell_written(Session *session, ExportOrder *order) {
  Status sentence, ignored;
  const char *path = os_absolute_path(session->scratch, order->path);
  if (!path) path = order->path;
  /* status_fail escapes the path for the screen. */
  if (order->written > 1) format_several(session, order, path, &sentence);
  else {
    measure_picture(session, order, &ignored);
    status_fail(&sentence, STATUS_OK,
                session->export_size[0] ? _("Written: %s (%s)") : _("Written: %s"), path,
                session->export_size);
  }
  session_tell(session, sentence.sentence);
}

/* A check gets the same order as the writing, so a script that passed its check does not
** fail at a file name. */
static bool write_order(const CommandContext *context, ExportOrder *order, bool is_free) {
  assert(order->written == 0);
  Session *session = context->session;
  const SessionHooks *hooks = &session->hooks;
  if (!order->path) return status_no_memory(context->status);
  Permit permit = permit_write(context, order->path, is_free);
  if (permit != PERMIT_YES) return permit == PERMIT_PASSED_OVER;
  if (session->is_blind) return true;
  order->spares_others = true;
  if (session->dry)
    return !hooks->check_export ||
           hooks->check_export(hooks->self, session, order, context->status);
  if (!hooks->export_file) return true;
  order->written = 1;
  layer_views_finish(session);
  if (!hooks->export_file(hooks->self, session, order, context->status)) return false;
  tell_written(session, order);
  return true;
}

static bool write_free(const CommandContext *context, unsigned formats) {
  ExportOrder order = {.look = context->session->view.export_look};
  order.look.formats = formats;
  if (!command_is(context, 1, "now")) order.look.moving.by = MOVES_NOT;
  order.path = make_free_name(context->session, &order.look);
  return write_order(context, &order, true);
}

/* Without a choice it goes through all stages. */
static ExportLook moving_look_of(const Session *session, ExportMovie as) {
  ExportLook look = session->view.export_look;
  if (look.moving.by == MOVES_NOT) look.moving.by = MOVES_STAGES;
  look.moving.as = as;
  return look;
}

/* The ending says which file it is; none is a folder of PNGs. */
static bool write_moving(const CommandContext *context) {
  ExportMovie as = MOVIE_PNGS;
  if (!command_has(context, 2)) return false;
  ExportOrder order = {.path = command_path(context, 2)};
  if (!order.path) return false;
  export_movie_of(str_from(order.path), &as);
  order.look = moving_look_of(context->session, as);
  return write_order(context, &order, false);
}

static bool write_all(const CommandContext *context) {
  ExportOrder order = {.look = context->session->view.export_look};
  bool named = context->words->count == 4;
  if (!named && !command_has(context, 2)) return false;
  order.look.everything = true;
  order.look.moving.by = MOVES_NOT;
  if (!read_formats(context, 2, &order.look.formats)) return false;
  order.path = named ? command_path(context, 3) : make_free_name(context->session, &order.look);
  if (named && !order.path) return false;
  return write_order(context, &order, !named);
}

static bool is_page_name(Str path) { return str_ends(path, ".html") || str_ends(path, ".htm"); }

/* A folder gets everything; for a file the ending gives the format, or says that it is a page. */
static bool write_path(const CommandContext *context) {
  ExportOrder order = {.path = command_path(context, 1),
                       .look = context->session->view.export_look};
  if (!order.path) return false;
  ExportFormat format;
  ExportMovie movie;
  if (export_movie_of(str_from(order.path), &movie)) {
    order.look = moving_look_of(context->session, movie);
    return write_order(context, &order, false);
  }
  order.look.moving.by = MOVES_NOT;
  if (is_page_name(str_from(order.path))) {
    order.look.what = EXPORT_PAGE;
    order.look.everything = false;
    return write_order(context, &order, false);
  }
  if (export_format_find(str_from(order.path), &format)) return write_free(context, 1u << format);
  bool folder = str_ends(str_from(order.path), "/") || os_kind(order.path) == OS_FOLDER;
  if (folder) order.look.everything = true;
  else order.look.formats = 0;
  return write_order(context, &order, false);
}

/* Settings that are read here change a copy, which is stored only if all of the words are right. */
bool do_export(const CommandContext *context) {
  static const struct {
    const char *name;
    bool (*read)(const CommandContext *context, ExportLook *look);
  } own[] = {{"what", read_view},
             {"format", read_format},
             {"heads", read_heads},
             {"rows", read_rows},
             {"blanks", read_blanks}};
  ExportLook look = context->session->view.export_look;
  export_field_clear(context->session);
  for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
    if (!command_is(context, 1, own[i].name)) continue;
    if (!command_has(context, 2) || !own[i].read(context, &look)) return false;
    context->session->view.export_look = look;
    return true;
  }
  if (setting_of_command(context)) return do_setting(context);
  if (command_is(context, 1, "animate")) return write_moving(context);
  if (command_is(context, 1, "all")) return write_all(context);
  if (!command_has(context, 1)) return false;
  if (command_is(context, 1, "now")) return write_free(context, look.formats);
  return write_path(context);
}

/* ---- preview of the export menu ---- */

/* status_fail escapes characters of the path that a screen cannot show. */
void exporting_look_ahead(Session *session) {
  assert(session->view.menu == MENU_EXPORT);
  ExportOrder order = {.look = session->view.export_look};
  const SessionHooks *hooks = &session->hooks;
  Status status;
  order.path = make_free_name(session, &order.look);
  const char *path = order.path ? os_absolute_path(session->scratch, order.path) : NULL;
  session->export_target[0] = 0;
  session->export_size[0] = 0;
  session->export_problem[0] = 0;
  status_fail(&status, STATUS_OK, "%s", path ? path : ""); /* escapes the path for the screen */
  memcpy(session->export_target, status.sentence, sizeof session->export_target);
  if (session->form_problem[0]) {
    memcpy(session->export_problem, session->form_problem, sizeof session->export_problem);
    return;
  }
  if (order.path && hooks->check_export &&
      !hooks->check_export(hooks->self, session, &order, &status)) {
    memcpy(session->export_problem, status.sentence, sizeof session->export_problem);
    return;
  }
  status.sentence[0] = 0;
  if (order.path) measure_picture(session, &order, &status);
  memcpy(session->export_problem, status.sentence, sizeof session->export_problem);
}
