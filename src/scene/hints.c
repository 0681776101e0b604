/* scene/hints.c -- one thing to try at each stage: it can be done with what is on show. A
** recording's words and mask stay as they are, so there is something to look at instead. */
#include "base/i18n.h"
#include "scene/scene.h"

static Arena *arena_of(const Scene *scene) { return scene->pen.list->arena; }

static bool is_recorded(const Scene *scene) { return trace_is_recorded(scene->trace); }

/* Head 2, or head 1 if that is on show: keys 1 to 9 are the quickest way to see a difference. */
static const char *other_head_try(const Scene *scene) {
  int heads = trace_head_count(scene->trace, scene->view->layer), head = scene->view->head;
  int other = head == 1 ? 0 : 1;
  if (heads < 2)
    return is_recorded(scene)
               ? _("Try: click a row and compare what it asks with what it hands on.")
               : _("Try: press Enter and change a word; all three rows of it change.");
  bool shares = trace_key_head(scene->trace, head) == trace_key_head(scene->trace, other);
  return str_format(arena_of(scene),
                    shares ? _("Try: press %d. That head asks its own questions of the same keys "
                               "and values.")
                           : _("Try: press %d. Another head has its own three maps of the same "
                               "tokens."),
                    other + 1);
}

static const char *block_try(const Scene *scene) {
  int layers = trace_layer_count(scene->trace);
  if (scene->view->layer + 1 < layers)
    return _("Try: press “.” for the next layer, which starts from these rows.");
  if (trace_has_words(scene->trace)) return _("Try: press → and see which words these rows name.");
  if (layers > 1)
    return _("Try: press “,” for the layer before, whose output this one started from.");
  return _("Try: click a column and see what was added to it.");
}

/* Where the heaviest cell leads to what it brings, if that was recorded. */
static const char *recorded_weights_try(const Scene *scene) {
  if (trace_stage_missing(scene->trace, STAGE_OUTPUT).bytes == 0)
    return _("Try: click the heaviest cell of a row, then press → and see what it brings.");
  if (trace_head_count(scene->trace, scene->view->layer) > 1)
    return _("Try: click a row, then press ] and see where the next head looks.");
  return _("Try: click a row, then press ↓ and see where the next token looks.");
}

static const char *recorded_try(const Scene *scene) {
  switch (scene->view->stage) {
  case STAGE_TOKENS:
    return _("Try: click a word, then press → and follow its row.");
  case STAGE_EMBED:
    return _("Try: click a row and compare it with those of like words.");
  case STAGE_MASKED:
    return scene_hides_something(scene)
               ? _("Try: click a hatched cell, then press → and see its weight.")
               : _("Try: click a cell, then press → and see its weight.");
  case STAGE_WEIGHTS:
    return recorded_weights_try(scene);
  case STAGE_SCORES:
    return trace_has_part(scene->trace, TRACE_Q) && trace_has_part(scene->trace, TRACE_K)
               ? NULL
               : _("Try: click a row and find its largest number.");
  case STAGE_SCALED:
    return trace_stage_missing(scene->trace, STAGE_SCORES).bytes > 0
               ? _("Try: click a row and find its largest number.")
               : NULL;
  case STAGE_JOINED:
    return _("Try: click a row and compare the heads side by side with what they become.");
  case STAGE_BLOCK:
    return scene->view->layer + 1 < trace_layer_count(scene->trace)
               ? NULL
               : _("Try: click a row and compare what its heads found with what leaves the layer.");
  case STAGE_LOGITS:
    return _("Try: click another token and compare what it names.");
  default:
    return NULL;
  }
}

/* The next stage that was recorded, or the last one that was. */
static const char *missing_try(const Scene *scene) {
  const Trace *trace = scene->trace;
  int here = trace_stage_index(trace, scene->view->stage);
  for (int i = here + 1; i < trace_stage_count(trace); i++) {
    StageId stage = trace_stage_at(trace, i);
    if (trace_stage_missing(trace, stage).bytes == 0)
      return str_format(arena_of(scene), _("Try: click “%s” below, which can be shown."),
                        _(stage_info(stage)->rail));
  }
  return _("Try: press ← until a stage can be shown.");
}

static const char *edited_try(const Scene *scene) {
  bool has_positions = trace_largest(scene->trace, TRACE_POSITION, 0, 0) > 0;
  switch (scene->view->stage) {
  case STAGE_TOKENS:
    return _("Try: press Enter, write one word twice and follow both.");
  case STAGE_EMBED:
    return has_positions
               ? _("Try: write a word twice. Its E rows are the same, its X rows are not.")
               : _("Try: write a word twice. Its rows are the same.");
  case STAGE_MASKED:
    return scene->view->mask_editor ? _("Try: hide a whole row and see what softmax makes of it.")
                                    : _("Try: press m and click cells to hide or show them.");
  case STAGE_WEIGHTS:
    return _("Try: press m, click the heaviest cell of a row and see who gets its share.");
  case STAGE_LOGITS:
    return trace_gap_id(scene->trace) < 0 || trace_asks_here(scene->trace)
               ? _("Try: press Enter, change one word, and watch the answer change.")
               : _("Try: double-click a word, and the model names what it would put there.");
  default:
    return NULL;
  }
}

static const char *any_try(const Scene *scene) {
  switch (scene->view->stage) {
  case STAGE_NORM:
    return _("Try: compare two rows: before the norm their sizes differ, after it they do not.");
  case STAGE_QKV:
    return other_head_try(scene);
  case STAGE_SCORES:
    return _("Try: click a cell and walk with the arrow keys: which columns agree?");
  case STAGE_SCALED:
    return _("Try: press ← and → in turn: the order stays, the range shrinks.");
  case STAGE_OUTPUT:
    return _("Try: click a column and see which key brings most to it.");
  case STAGE_BLOCK:
    return block_try(scene);
  default:
    return _("Try: click a column and see how much each head adds to it.");
  }
}

Str hints_try(const Scene *scene) {
  if (trace_token_count(scene->trace) == 0)
    return str_from(_("Try: press Enter and type a few words."));
  if (trace_stage_missing(scene->trace, scene->view->stage).bytes > 0)
    return str_from(missing_try(scene));
  const char *words = is_recorded(scene) ? recorded_try(scene) : edited_try(scene);
  return str_from(words ? words : any_try(scene));
}
