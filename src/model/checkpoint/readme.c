/* model/checkpoint/readme.c -- finds the parts of a trained model's README.md. */
#include "model/checkpoint/readme.h"

#include <string.h>

#include "base/i18n.h"

enum { CELLS = 4 };

/* The sentences that end within so many bytes, or the first one, where it is longer. */
static Str sentences(Str text, size_t most) {
  size_t end = 0;
  for (size_t i = 0; i < text.bytes && (i < most || end == 0); i++)
    if (text.at[i] == '.' && (i + 1 == text.bytes || text.at[i + 1] == ' ')) end = i + 1;
  return str_head(text, end > 0 ? end : most);
}

/* Takes "| a | b | c | d |" apart; false: the line is another. */
static bool split_cells(Str line, Str cells[CELLS]) {
  int count = 0;
  if (!str_starts(line, "|")) return false;
  for (size_t begin = 1, i = 1; i < line.bytes; i++) {
    if (line.at[i] != '|') continue;
    if (count == CELLS) return false;
    cells[count++] = str_trim((Str){line.at + begin, i - begin});
    begin = i + 1;
  }
  return count == CELLS;
}

static void add_score(Arena *arena, Str line, Readme *readme) {
  Str cells[CELLS];
  ReadmeScore score;
  if (readme->score_count == README_SETS_MOST || !split_cells(line, cells) ||
      !str_ends(cells[1], "%"))
    return;
  Str percent = str_trim((Str){cells[1].at, cells[1].bytes - 1});
  if (!str_to_double(percent, &score.percent) || !str_to_long(cells[3], &score.asked)) return;
  if (!(score.percent >= 0 && score.percent <= 100) || score.asked < 1) return;
  score.set = str_copy(arena, cells[0]);
  if (score.set) readme->scores[readme->score_count++] = score;
}

/* A row of shares alone behind its name. */
static void add_alignment(Str line, Readme *readme) {
  double shares[README_ALIGNED_HEADS];
  int count = 0;
  size_t begin = 1;
  if (!str_starts(line, "|") || readme->alignment_rows == README_ALIGNED_ROWS) return;
  for (size_t i = 1, cell = 0; i < line.bytes; i++) {
    if (line.at[i] != '|') continue;
    Str text = str_trim((Str){line.at + begin, i - begin});
    begin = i + 1;
    if (cell++ == 0) continue;
    if (count == README_ALIGNED_HEADS || !str_ends(text, "%")) return;
    text = str_trim((Str){text.at, text.bytes - 1});
    if (!str_to_double(text, &shares[count]) || !(shares[count] >= 0 && shares[count] <= 100))
      return;
    count++;
  }
  if (count < 2 || (readme->alignment_rows > 0 && count != readme->alignment_heads)) return;
  memcpy(readme->alignment[readme->alignment_rows++], shares, (size_t)count * sizeof *shares);
  readme->alignment_heads = count;
}

static void add_languages(Arena *arena, Str line, Readme *readme) {
  static const char key[] = "grammar ";
  if (!str_starts(line, key)) return;
  size_t at = sizeof key - 1;
  while (at < line.bytes && readme->language_count < README_LANGUAGES_MOST) {
    size_t begin = at;
    while (at < line.bytes && line.at[at] != ' ') at++;
    const char *name = at > begin ? str_copy(arena, (Str){line.at + begin, at - begin}) : NULL;
    if (name) readme->languages[readme->language_count++] = name;
    at++;
  }
}

/* Texts are the first paragraph below their heading. */
Readme readme_parse(Arena *arena, Str text) {
  Readme readme = {0};
  const char *heading = str_format(arena, "## %s", _("What it cannot do"));
  bool below_title = false, below_limits = false;
  while (text.bytes > 0) {
    Str line = str_trim(str_take_line(&text));
    if (line.bytes == 0) continue;
    if (str_starts(line, "#")) {
      below_title = str_starts(line, "# ");
      below_limits = str_is(line, "## What it cannot do") || (heading && str_is(line, heading));
      continue;
    }
    if (below_title) readme.purpose = str_copy(arena, sentences(line, 1));
    if (below_limits) readme.limits = str_copy(arena, line);
    below_title = below_limits = false;
    add_score(arena, line, &readme);
    add_alignment(line, &readme);
    add_languages(arena, line, &readme);
  }
  return readme;
}

/* ---- in the language of now ---- */

/* As train/evaluation.c begins a card, with what the task is called. */
static const char purpose_form[] = N_("A small Transformer that learned one thing: %s.");

const char *readme_purpose(Arena *arena, const Readme *readme) {
  if (!readme->purpose) return NULL;
  size_t begin = strlen(purpose_form) - strlen("%s.");
  Str said = str_from(readme->purpose);
  bool is_of_form =
      said.bytes > begin + 1 && str_ends(said, ".") && strncmp(said.at, purpose_form, begin) == 0;
  if (!is_of_form) return readme->purpose;
  Str task = {said.at + begin, said.bytes - begin - 1};
  const char *name = str_copy(arena, i18n_translated(arena, task));
  return str_copy(arena, i18n_in_form(arena, purpose_form, name));
}

const char *readme_limits(Arena *arena, const Readme *readme) {
  if (!readme->limits) return NULL;
  Str whole = i18n_translated(arena, str_from(readme->limits));
  return str_copy(arena, sentences(whole, README_LIMITS_BYTES));
}
