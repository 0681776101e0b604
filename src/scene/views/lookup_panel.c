/* scene/views/lookup_panel.c -- the inspector of soft look-up: one book, or the answer. */
#include "scene/views/lookup.h"

#include "base/i18n.h"
#include "scene/inspector/panel_sections.h"

static const char *full(Panel *panel, float number) {
  return str_format(panel_arena(panel), "%s", number_full_or_zero(number).at);
}

static void add_book(Panel *panel, const Lookup *made, int book) {
  const float *key = made->keys[book], *query = made->query;
  panel_add_title(panel, (PanelTitle){.kicker = _("One book worked out"),
                                      .subject = str_from(lookup_book_title(book)),
                                      .subject_color = panel->pen->theme->key});
  panel_add_what_why(
      panel,
      panel_words(panel, _("%s of 1 is the share that the query gives to this book."),
                  number_weight(made->weights[book]).at),
      panel_words(panel,
                  _("Its score times the sharpness is %s, where the largest is %s, so it counts %s "
                    "out of the %s that all books count together."),
                  full(panel, made->scaled[book]), full(panel, made->parts.max),
                  full(panel, made->exponentials[book]), full(panel, made->parts.sum)));
  panel_add_worked(panel, str_from(_("score: query times key")),
                   panel_words(panel, "%s · %s + %s · %s = %s", full(panel, query[0]),
                               full(panel, key[0]), full(panel, query[1]), full(panel, key[1]),
                               full(panel, made->scores[book])),
                   RANK_BODY);
  panel_add_worked(panel, str_from(_("times the sharpness")),
                   panel_words(panel, "%s · %s = %s", full(panel, made->sharpness),
                               full(panel, made->scores[book]), full(panel, made->scaled[book])),
                   RANK_STEPS);
  panel_add_worked(panel, str_from(_("exponential, less the largest")),
                   panel_words(panel, "exp(%s − %s) = %s", full(panel, made->scaled[book]),
                               full(panel, made->parts.max), full(panel, made->exponentials[book])),
                   RANK_STEPS);
  panel_add_worked(panel, str_from(_("weight: its share of the sum")),
                   panel_words(panel, "%s / %s = %s", full(panel, made->exponentials[book]),
                               full(panel, made->parts.sum), number_weight(made->weights[book]).at),
                   RANK_BODY);
}

static void add_answer(Panel *panel, const Lookup *made) {
  const char *names[LOOKUP_COLUMNS] = {_("recipes"), _("maps")};
  panel_add_title(panel, (PanelTitle){.kicker = _("The answer"),
                                      .subject = str_from(_("a mixture of all values")),
                                      .subject_color = panel->pen->theme->output});
  panel_add_what_why(
      panel,
      panel_words(panel, _("%s is how much the answer has of recipes, and %s how much of maps."),
                  full(panel, made->answer[0]), full(panel, made->answer[1])),
      str_from(_("Both are those numbers of the books, each times the share of its book, added "
                 "up.")));
  for (int i = 0; i < LOOKUP_COLUMNS; i++)
    panel_add_worked(
        panel, str_from(names[i]),
        panel_words(panel, "%s · %s + %s · %s + %s · %s = %s", number_weight(made->weights[0]).at,
                    full(panel, made->values[0][i]), number_weight(made->weights[1]).at,
                    full(panel, made->values[1][i]), number_weight(made->weights[2]).at,
                    full(panel, made->values[2][i]), full(panel, made->answer[i])),
        RANK_BODY);
  panel_add_fact(panel, str_from(_("entropy of the weights, in bits")),
                 str_from(full(panel, made->entropy)), RANK_FACTS);
}

void lookup_inspect(Panel *panel) {
  const View *view = panel->scene->view;
  Lookup made = lookup_of(&view->experiments);
  int book = view->lookup_book;
  if (book > 0 && book <= LOOKUP_BOOKS) add_book(panel, &made, book - 1);
  else add_answer(panel, &made);
  panel_add_words(panel);
}
