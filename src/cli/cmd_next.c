/* cli/cmd_next.c -- headsup next: the words that a model predicts, with their probabilities.
**
**   token → id → probability, separated by tabs, the likeliest first; --json: a list of the same
**
** A causal model predicts the word after the last token. A model that sees all tokens predicts the
** word at the first masked place ([MASK], ___).
*/
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "base/number.h"
#include "cli/cmd.h"
#include "cli/file_words.h"
#include "cli/run_model.h"
#include "core/sampling.h"

enum { TOP_SHOWN = 10, TOP_MOST = 10000 };

/* SAMPLING_COLDEST and SAMPLING_HOTTEST as doubles, as they are typed: 0.05 is less than 0.05f. */
static const double temperatures[] = {0.05, 10};

/* Temperature, top-k and top-p of M-40, and how many words to print. */
typedef struct Wanted {
  Sampling sampling;
  int top;
} Wanted;

typedef struct Answer {
  int id;
  double probability;
} Answer;

/* The likeliest first. */
typedef struct Answers {
  Answer *at;
  int count, most;
} Answers;

/* ---- what is asked for ---- */

static bool read_number(const Args *args, OptionId option, const double range[2], double *value,
                        Status *status) {
  const char *text = args->values[option];
  if (!text) return true;
  if (str_to_double(str_from(text), value) && *value >= range[0] && *value <= range[1]) return true;
  return status_fail(status, STATUS_USAGE, _("--%s takes a number from %.7g to %.7g, not “%.40s”"),
                     args_option(option)->name, range[0], range[1], text);
}

/* The value is read as a real number first, so that 2.5 gets the sentence about whole numbers. */
static bool read_count(const Args *args, OptionId option, const double range[2], int *count,
                       Status *status) {
  double value = *count;
  if (!read_number(args, option, range, &value, status)) return false;
  *count = (int)value;
  return value == floor(value) ||
         status_fail(status, STATUS_USAGE, _("--%s takes a whole number, not “%.40s”"),
                     args_option(option)->name, args->values[option]);
}

static bool read_wanted(const Args *args, Wanted *wanted, Status *status) {
  double temperature = 1, top_p = 1;
  *wanted = (Wanted){SAMPLING_PLAIN, TOP_SHOWN};
  if (!read_count(args, OPTION_TOP, (const double[]){1, TOP_MOST}, &wanted->top, status) ||
      !read_number(args, OPTION_TEMPERATURE, temperatures, &temperature, status) ||
      !read_count(args, OPTION_TOP_K, (const double[]){0, SAMPLING_TOP_K_MOST},
                  &wanted->sampling.top_k, status) ||
      !read_number(args, OPTION_TOP_P, (const double[]){1e-6, 1}, &top_p, status))
    return false;
  wanted->sampling.temperature = (float)temperature;
  wanted->sampling.top_p = (float)top_p;
  return true;
}

/* ---- the words ---- */

static bool is_causal(const Model *model) {
  MaskParts own = model_own_mask(model);
  return mask_names(&own, MASK_CAUSAL);
}

/* True for a pretrained model that predicts masked words, when no tokenizer
** says which id is [MASK]. */
static bool knows_no_mask(const Model *model) {
  return model_card(model) && !is_causal(model) && model_hidden_word_id(model) < 0;
}

/* The position of the token to predict; −1: there is none. */
static int asked_position(const Model *model, const Trace *trace) {
  int count = trace_token_count(trace), hidden = model_hidden_word_id(model);
  if (is_causal(model)) return count - 1;
  for (int i = 0; i < count; i++) {
    bool is_hidden = hidden >= 0 ? trace_token(trace, i)->id == hidden : trace_is_asked(trace, i);
    if (is_hidden) return i;
  }
  return -1;
}

/* Inserts into the list of the most probable words. Equal ones keep the order of their ids, so the
** answer is the same on every machine. Of 50,000 words few get past the first comparison. */
static void insert_answer(Answers *answers, Answer answer) {
  Answer *at = answers->at;
  int place = answers->count;
  if (place == answers->most && answer.probability <= at[place - 1].probability) return;
  if (place == answers->most) place--;
  else answers->count++;
  for (; place > 0 && answer.probability > at[place - 1].probability; place--)
    at[place] = at[place - 1];
  at[place] = answer;
}

/* logits: one row. */
static bool find_answers(Arena *arena, MatView logits, const Wanted *wanted, Answers *answers,
                         Status *status) {
  int most = int_min(wanted->top, logits.cols);
  float *scratch = arena_take(arena, (size_t)logits.cols, sizeof *scratch);
  *answers = (Answers){arena_take(arena, (size_t)most, sizeof *answers->at), 0, most};
  if (!scratch || !answers->at) return status_no_memory(status);
  SampledSet set = sampling_set(logits.at, logits.cols, &wanted->sampling, scratch);
  for (int id = 0; id < logits.cols; id++)
    if (sampling_keeps(&set, logits.at[id], id))
      insert_answer(answers, (Answer){id, (double)sampling_kept_share(&set, logits.at[id], id)});
  return true;
}

/* ---- printing ---- */

enum { NUMBER_BYTES = 16 };

/* "#id" where no tokenizer knows the text, as for tokens given by their ids. */
static Str word_of(const Trace *trace, int id, char number[NUMBER_BYTES]) {
  Str word = trace_word(trace, id);
  if (word.bytes > 0) return word;
  snprintf(number, NUMBER_BYTES, "#%d", id);
  return str_from(number);
}

/* Six significant digits, so that a probability below 10⁻⁶ is not printed as 0. */
static void print_plain(const Trace *trace, const Answers *answers) {
  char number[NUMBER_BYTES];
  for (int i = 0; i < answers->count; i++) {
    Str word = word_of(trace, answers->at[i].id, number);
    printf("%.*s\t%d\t%.6g\n", (int)word.bytes, word.at, answers->at[i].id,
           answers->at[i].probability);
  }
}

static bool print_json(Arena *arena, const Trace *trace, const Answers *answers, Status *status) {
  StrBuf text = strbuf_make(arena);
  char number[NUMBER_BYTES];
  for (int i = 0; i < answers->count; i++) {
    strbuf_format(&text, "%s\n {\"id\": %d, \"token\": ", i ? "," : "[", answers->at[i].id);
    strbuf_add_json(&text, word_of(trace, answers->at[i].id, number));
    strbuf_format(&text, ", \"probability\": %.9g}", answers->at[i].probability);
  }
  strbuf_format(&text, answers->count ? "\n]\n" : "[]\n");
  if (text.failed) return status_no_memory(status);
  fwrite(text.at, 1, text.bytes, stdout);
  return true;
}

/* The checks run in this order: what the model can never do, what this sentence
** lacks, damaged numbers. */
static bool print_next(const Setup *setup, const Args *args, const RunModel *run,
                       const Wanted *wanted, Status *status) {
  Answers answers = {.count = 0};
  int place = asked_position(run->model, run->trace), words = trace_word_count(run->trace);
  const char *name = model_info(run->model)->name;
  if (!trace_has_words(run->trace))
    return status_fail(status, STATUS_COULD_NOT, _("the model %s names no words"), name);
  if (knows_no_mask(run->model))
    return status_fail(
        status, STATUS_COULD_NOT,
        _("%s names hidden words, and no tokenizer of its folder says which id hides "
          "one ([MASK])"),
        name);
  if (place < 0)
    return status_fail(status, STATUS_USAGE,
                       _("%s names a hidden word, and none is hidden: write %s in its place"), name,
                       model_hidden_word_id(run->model) >= 0 ? "[MASK]" : "___");
  const float *logits = trace_logits_row(run->trace, place);
  if (!trace_check(run->trace, status) ||
      !find_answers(setup->arena, (MatView){logits, 1, words, words}, wanted, &answers, status))
    return false;
  if (answers.count == 0)
    return status_fail(
        status, STATUS_COULD_NOT,
        _("%s names no word: what it computes here is not finite, so its weights are "
          "too large or damaged"),
        name);
  if (args->values[OPTION_JSON]) return print_json(setup->arena, run->trace, &answers, status);
  print_plain(run->trace, &answers);
  return true;
}

static bool write_next(const Setup *setup, const Args *args, Status *status) {
  RunModel run = {0};
  Wanted wanted;
  if (args->word_count == 0 && !args->values[OPTION_IDS])
    return status_fail(status, STATUS_USAGE, _("next needs a text, or --ids"));
  bool done = file_words_refuse(setup->arena, args, status) && read_wanted(args, &wanted, status) &&
              run_model(setup, args, &run, status) &&
              print_next(setup, args, &run, &wanted, status);
  run_model_end(&run);
  return done;
}

bool cmd_next(const Args *args, Status *status) {
  Setup setup;
  bool done = setup_begin(&setup, status) && write_next(&setup, args, status);
  setup_end(&setup);
  return done;
}
