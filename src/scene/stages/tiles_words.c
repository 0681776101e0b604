/* scene/stages/tiles_words.c -- sentences about tiles that picture and panel share. */
#include "scene/stages/tiles.h"

#include "base/i18n.h"

int tiles_on_show(const Scene *scene) {
  return tiles_current(scene->trace, scene->view->layer, scene->view->filled);
}

const TileRow *tiles_row_here(const Scene *scene, int row) {
  const View *view = scene->view;
  int index = tiles_of_row(scene->trace, view->layer, row, tiles_on_show(scene));
  if (index < 0) return NULL;
  const TileRow *found =
      tiles_row(scene->pen.list->arena, scene->trace, view->layer, view->head, row, index);
  if (!found) scene->pen.list->failed = true;
  return found;
}

/* "5–8", or "5" alone. */
static const char *range_words(Arena *arena, int first, int count) {
  return count == 1 ? str_format(arena, "%d", first + 1)
                    : str_format(arena, "%d–%d", first + 1, first + count);
}

const char *tiles_keys_words(const Scene *scene, Tile tile) {
  return range_words(scene->pen.list->arena, tile.first_col, tile.cols);
}

const char *tiles_place_words(const Scene *scene, int index) {
  Tiling tiling = tiling_of(scene->trace);
  Tile tile = tiling_tile(&tiling, index);
  Arena *arena = scene->pen.list->arena;
  return str_format(arena, _("queries: %s, keys: %s"),
                    range_words(arena, tile.first_row, tile.rows), tiles_keys_words(scene, tile));
}

const char *tiles_skipped_words(const Scene *scene) {
  int count = tiles_skipped_count(scene->trace, scene->view->layer);
  if (count == 0) return "";
  return str_format(scene->pen.list->arena,
                    P_("%d tile is skipped: the mask hides all of it.",
                       "%d tiles are skipped: the mask hides all of them.", count),
                    count);
}

const char *tiles_memory_words(const Scene *scene) {
  Arena *arena = scene->pen.list->arena;
  TilesBytes bytes = tiles_bytes(scene->trace);
  const char *at_once = str_format(arena,
                                   P_("In fast memory at once: %lld byte.",
                                      "In fast memory at once: %lld bytes.", bytes.at_once),
                                   (long long)bytes.at_once);
  const char *whole = str_format(arena,
                                 P_("All scores: %lld byte, of 1,024 tokens 4 MiB.",
                                    "All scores: %lld bytes, of 1,024 tokens 4 MiB.", bytes.whole),
                                 (long long)bytes.whole);
  StrBuf words = strbuf_make(arena);
  if (at_once) i18n_add_sentence(&words, at_once);
  if (whole) i18n_add_sentence(&words, whole);
  return words.failed || !words.at ? "" : number_grouped(arena, words.at);
}

const char *tiles_difference_words(const Scene *scene) {
  const View *view = scene->view;
  TilesDifference far;
  Arena *arena = scene->pen.list->arena;
  if (view->filled >= 0 || !trace_has_part(scene->trace, TRACE_OUTPUT)) return "";
  if (!tiles_difference(arena, scene->trace, view->layer, view->head, &far)) return "";
  if (far.difference == 0)
    return _("O / l is the output: not one digit differs from that of the whole matrix.");
  Number difference = number_full(far.difference);
  Number share = number_full(far.difference / far.largest);
  return str_format(
      arena,
      _("O / l is the output: it differs from that of the whole matrix by at most %s, "
        "%s of the largest number."),
      difference.at, share.at);
}
