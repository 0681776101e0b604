/* session/commands/generation.c -- chooses words by the trace on show, and appends
** them to the sentence. */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "base/i18n.h"
#include "model/checkpoint/facts.h"
#include "session/commands/character.h"
#include "session/session_internal.h"
#include "text/utf8.h"
#include "trace/workings/cache_step.h"

/* More tokens in one command are taken for a mistyped number. */
enum { CONTINUE_MOST = 200 };

static const double poll_ms = 50; /* how often a running job is polled, for its progress */

/* ---- the next token ---- */

static bool fail_no_words(const Session *session, Status *status) {
  Str name = trace_model_name(session->trace);
  const char *other = session->model && model_mask_text(session->model).bytes > 0
                          ? _("it names hidden words: choose one and press x")
                          : _("take one that does, such as writer or a GPT-2 folder");
  return status_fail(status, STATUS_COULD_NOT, _("%.*s does not name the word that follows; %s"),
                     (int)name.bytes, name.at, other);
}

/* The trace whose last row names the next word: of an encoder and a decoder not every half. */
static const Trace *words_trace(const Session *session) {
  return trace_of_half(session->trace, HALF_CROSS);
}

static bool can_continue(const Session *session, Status *status) {
  const Trace *trace = words_trace(session);
  if (!session->model || !model_names_next(session->model)) return fail_no_words(session, status);
  int count = trace_token_count(trace), most = model_token_limit(session->model);
  if (session_is_pending(session))
    return status_fail(status, STATUS_COULD_NOT, _("the sentence before is still being run"));
  if (count == 0)
    return status_fail(status, STATUS_COULD_NOT, _("there is nothing to continue: type a word"));
  if (trace_in_order(trace))
    return status_fail(status, STATUS_COULD_NOT,
                       _("the tokens are shuffled, so no word comes next: first shuffle off"));
  if (count < most && trace_cut_count(trace) == 0) return true;
  return status_fail(status, STATUS_COULD_NOT,
                     P_("the sentence has %d token, and the model takes no more",
                        "the sentence has %d tokens, and the model takes no more", most),
                     most);
}

/* A number in [0, 1) from seed and position alone, not from a stream, so that sampling again at the
** same position gives the same word. */
static double uniform_at(uint64_t seed, int place) {
  assert(place >= 0);
  uint64_t both[2] = {seed, (uint64_t)place};
  Rng rng = rng_make(rng_hash(both, sizeof both));
  return rng_uniform(&rng);
}

/* Whether a token can follow: false for words that cannot be typed ("unknown 3", which no word of
** the sentence has), and for bytes that are not UTF-8. before is the incomplete character at the
** end of the sentence. */
static bool can_follow(const Session *session, Str before, int id) {
  assert(session->model && id >= 0);
  ArenaMark mark = arena_mark(session->scratch);
  Str end = before.bytes > 0 ? before : STR("a");
  Str more = character_following(session, session->scratch, end, id);
  StrBuf text = strbuf_make(session->scratch);
  int bad = 0;
  strbuf_add(&text, before);
  strbuf_add(&text, more);
  Str all = strbuf_str(&text), whole = {all.at, all.bytes - character_begun(all).bytes};
  bool fits = more.bytes > 0 && !text.failed &&
              (whole.bytes == 0 || (utf8_clean(session->scratch, whole, &bad).at && bad == 0));
  arena_rewind(session->scratch, mark);
  return fits;
}

/* Only tokens better than the best so far are tested, because the test decodes text; logits are not
** sorted, so these are few. */
static int likeliest(const Session *session, const float *logits, Str before) {
  int best = -1, count = trace_word_count(words_trace(session));
  for (int id = 0; id < count; id++)
    if (isfinite(logits[id]) && (best < 0 || logits[id] > logits[best]) &&
        can_follow(session, before, id))
      best = id;
  return best;
}

static bool is_likeliest(const Session *session, const float *logits, int best) {
  for (int id = 0; id < trace_word_count(words_trace(session)); id++)
    if (isfinite(logits[id]) && logits[id] > logits[best]) return false;
  return true;
}

/* A sampled token that cannot be typed is sampled again with another seed, which keeps the
** proportions of the others. After so many misses the most probable token is taken. */
enum { DRAWS_MOST = 100 };
static int sample_token(const Session *session, const SampledSet *set, const float *logits,
                        int place, Str before) {
  int words = trace_word_count(words_trace(session));
  for (int i = 0; i < DRAWS_MOST; i++) {
    double u = uniform_at(session->generation.seed + (uint64_t)i * 1000003, place);
    int id = sampling_draw(set, logits, words, u);
    if (id < 0 || can_follow(session, before, id)) return id;
  }
  return likeliest(session, logits, before);
}

/* Chooses the token that follows the last one of a trace: the most probable, or one
** sampled from those kept. */
static bool choose_next(const Session *session, const Trace *trace, Str before, NextToken *next,
                        Status *status) {
  assert(trace_token_count(trace) > 0);
  bool is_drawn = session->generation.is_drawn;
  int count = trace_token_count(trace), words = trace_word_count(trace);
  const float *logits = trace_logits_row(trace, count - 1);
  float *scratch = arena_take(session->scratch, (size_t)words, sizeof *scratch);
  if (!logits || !scratch) return status_no_memory(status);
  if (!trace_check(trace, status)) return false;
  SampledSet set = sampling_set(logits, words, &session->view.sampling, scratch);
  next->kept = set.count;
  next->id = is_drawn ? sample_token(session, &set, logits, count, before)
                      : likeliest(session, logits, before);
  if (next->id < 0)
    return status_fail(status, STATUS_COULD_NOT,
                       _("no word that can stand here has a probability"));
  next->passed_over |= !is_drawn && !is_likeliest(session, logits, next->id);
  next->share = sampling_kept_share(&set, logits[next->id], next->id);
  return true;
}

static bool cannot_be_typed(const Session *session, int id, Status *status) {
  Str word = str_head(trace_word(session->trace, id), LINE_SHOWN_BYTES);
  return status_fail(status, STATUS_COULD_NOT,
                     _("the next token, %.*s, cannot stand at the end of a typed sentence"),
                     (int)word.bytes, word.at);
}

/* From a trace of the tokens so far adds tokens until the character is complete. *is_whole false:
** the run for the next token goes on on another thread. */
static bool complete_character(Session *session, const Trace *trace, bool *is_whole,
                               Status *status) {
  assert(session->generation.character);
  Character *character = session->generation.character;
  *is_whole = false;
  while (trace) {
    Str before = character_begun(strbuf_str(&character->text));
    if (!choose_next(session, trace, before, &character->next, status)) return false;
    bool added = character_add(session, character);
    if (character->text.failed) return status_no_memory(status);
    if (!added) return cannot_be_typed(session, character->next.id, status);
    *is_whole = character_is_whole(character);
    if (*is_whole) return true;
    if (!character_run(session, character, &trace, status)) return false;
  }
  return true;
}

static void tell_appended(Session *session, const NextToken *next, Str word) {
  Status told;
  double percent = 100.0 * (double)next->share;
  const Generation *generation = &session->generation;
  int bytes = (int)str_head(word, LINE_SHOWN_BYTES).bytes;
  if (generation->is_drawn)
    status_fail(&told, STATUS_OK,
                P_("“%.*s” follows: drawn from %d word with seed %llu, share %.3g %%",
                   "“%.*s” follows: drawn from %d words with seed %llu, share %.3g %%", next->kept),
                bytes, word.at, next->kept, (unsigned long long)generation->seed, percent);
  else
    status_fail(&told, STATUS_OK,
                next->passed_over
                    ? _("“%.*s” follows: the likeliest that can be typed here, share %.3g %%")
                    : _("“%.*s” follows: the likeliest, share %.3g %%"),
                bytes, word.at, percent);
  session_tell(session, told.sentence);
}

static uint64_t mark_with(uint64_t mark, int id) {
  uint64_t both[2] = {mark, (uint64_t)id};
  return rng_hash(both, sizeof both);
}

/* A hash of the ids of the first count tokens: 64 bits are enough to tell two sentences apart. */
static uint64_t mark_of(const Trace *trace, int count) {
  assert(count <= trace_token_count(trace));
  uint64_t mark = 0;
  for (int i = 0; i < count; i++) {
    mark = mark_with(mark, trace_token_id(trace, i));
  }
  return mark;
}

static void note_tokens(Session *session, const Character *character) {
  Generation *generation = &session->generation;
  generation->count_before = trace_token_count(session->trace);
  generation->mark_before = mark_of(session->trace, generation->count_before);
  generation->mark_after = generation->mark_before;
  for (int i = generation->count_before; i < character->id_count; i++)
    generation->mark_after = mark_with(generation->mark_after, character->ids[i]);
}

/* Text is split into tokens as a whole: appended text may change the tokens before it,
** and be split itself. */
static void tell_if_cut_anew(Session *session) {
  const Generation *generation = &session->generation;
  const Trace *trace = session->trace;
  int count = trace_token_count(trace), before = generation->count_before;
  char sentence[STATUS_SENTENCE_BYTES];
  bool same = count > before && mark_of(trace, before) == generation->mark_before;
  if (mark_of(trace, count) == generation->mark_after || session->dry) return;
  snprintf(sentence, sizeof sentence,
           same ? _("%s · typed, it is cut into other tokens")
                : _("%s · with it, the tokens before it are cut anew"),
           session->message);
  session_tell(session, sentence);
}

/* While kept keys are on show, what is appended is a further step: the prompt stays. */
static void keep_prompt(Session *session) {
  View *view = &session->view;
  if (view->kind != VIEW_CACHE) return;
  view->cache_prompt = cache_prompt(session->trace, view->cache_prompt);
  view->cache_step = 0;
}

/* Each token is one state of the undo history, so undo removes them one by one. */
static bool append_character(Session *session, const Character *character, Status *status) {
  assert(character_is_whole(character) && !session->generation.character);
  Inputs inputs = *session_now(session);
  size_t before = trace_sentence(session->trace).bytes;
  Str all = strbuf_str(&character->text);
  note_tokens(session, character);
  keep_prompt(session);
  if (!session_take_sentence(session, all, &inputs.streams[0], status) ||
      !undo_change(session, &inputs, CHANGE_ALONE, status))
    return false;
  session->edit.caret = session->edit.anchor = all.bytes;
  session->generation.follows = true;
  if (!session->dry)
    tell_appended(session, &character->next, (Str){all.at + before, all.bytes - before});
  return true;
}

static void drop_character(Session *session) {
  character_free(session->generation.character);
  session->generation.character = NULL;
}

/* Continues from a trace of the tokens so far: appends the character, or starts a
** run on another thread. */
static bool continue_from(Session *session, const Trace *trace, Status *status) {
  ArenaMark mark = arena_mark(session->scratch);
  bool is_whole = false;
  bool done = complete_character(session, trace, &is_whole, status);
  if (!done) drop_character(session);
  if (is_whole) {
    Character *character = session->generation.character;
    /* so that the change of the sentence does not cancel it */
    session->generation.character = NULL;
    done = append_character(session, character, status);
    character_free(character);
  }
  arena_rewind(session->scratch, mark);
  return done;
}

/* ---- what a decoder says ---- */

static bool fail_said(Status *status) {
  return status_fail(
      status, STATUS_COULD_NOT,
      _("the translation ends here: 。 is the word that follows (cross \"\" begins it "
        "anew, word by word, and cross off says it all)"));
}

/* The next word is that of the target; the sentence that was typed stays. */
static bool say_next(Session *session, Status *status) {
  const Trace *trace = words_trace(session);
  Inputs inputs = *session_now(session);
  NextToken next = {0};
  if (!inputs.streams[1].at) return fail_said(status);
  if (!choose_next(session, trace, (Str){"", 0}, &next, status)) return false;
  if (str_is(trace_word(trace, next.id), "。")) return fail_said(status);
  StrBuf text = strbuf_make(session->scratch);
  strbuf_add(&text, trace_said(trace));
  Str word = model_following_text(session->model, session->scratch, trace_said(trace), next.id);
  strbuf_add(&text, word);
  if (text.failed) return status_no_memory(status);
  if (!session_take_sentence(session, strbuf_str(&text), &inputs.streams[1], status) ||
      !undo_change(session, &inputs, CHANGE_ALONE, status))
    return false;
  session->generation.follows = true;
  if (!session->dry) tell_appended(session, &next, str_trim(word));
  return true;
}

static bool continue_once(Session *session, Status *status) {
  assert(!session->generation.character);
  if (!can_continue(session, status)) return false;
  if (model_has_halves(session->model)) return say_next(session, status);
  session->generation.character = character_make(session, status);
  return session->generation.character && continue_from(session, session->trace, status);
}

/* A result is dropped if another trace came on show meanwhile, or the run was stopped. */
static bool continue_character(Session *session, Status *status) {
  assert(session->generation.character);
  Character *character = session->generation.character;
  JobResult result = {0};
  bool is_gone = character->serial != trace_serial(session->trace);
  if (!is_gone && !character->runs) {
    const Trace *trace;
    bool ran = character_run(session, character, &trace, status);
    if (!ran) drop_character(session);
    return ran && (!trace || continue_from(session, trace, status));
  }
  if (!is_gone && compute_take_ids(session, &result, &is_gone)) {
    *status = result.status;
    bool done = result.made && continue_from(session, result.trace, status);
    if (!result.made) drop_character(session);
    arena_free(result.arena);
    return done;
  }
  if (is_gone) drop_character(session);
  return true;
}

bool generation_cancel(Session *session) {
  Generation *generation = &session->generation;
  if (!generation->character) return false;
  generation->left = 0;
  drop_character(session);
  compute_stop(session);
  return true;
}

/* Selects the row of the newest token; with walks, starts playing at the first stage. */
static void select_newest(Session *session) {
  View *view = &session->view;
  int count = trace_token_count(session->trace);
  Generation *generation = &session->generation;
  if (!generation->follows || session->pending.is_on || count == 0) return;
  generation->follows = false;
  if (trace_half(session->trace) == HALF_SOURCE) return;
  if (trace_half(session->trace) == HALF_NONE) tell_if_cut_anew(session);
  int rows, cols;
  session_cell_shape(session, &rows, &cols);
  if (rows >= count) {
    view->query = count - 1;
    view->key = -1;
    view->locked = true;
  }
  if (!generation->walks || generation->left > 0) return;
  view->kind = VIEW_STAGE;
  steps_go(session, trace_stage_at(session->trace, 0));
  view->query = count - 1;
  view->step_by = STEP_STAGE;
  view->playing = session->ticking;
  generation->walks = false;
}

/* The autosave notes the token, which is a change like any other. */
static void tick_character(Session *session) {
  Status status = {STATUS_OK, ""};
  bool done = continue_character(session, &status);
  if (!done) session->generation.left = 0;
  if (!done && status.kind != STATUS_STOPPED) session_tell(session, status.sentence);
  if (!session->generation.character) autosave_note(session);
  session->revision++;
}

double generation_tick(Session *session) {
  Generation *generation = &session->generation;
  if (session->pending.is_on) return drop_character(session), -1;
  if (generation->character) {
    tick_character(session);
    if (generation->character) return poll_ms;
  }
  select_newest(session);
  if (session->pending.is_on || generation->left == 0) return -1;
  generation->left--;
  if (!continue_once(session, NULL)) generation->left = 0;
  select_newest(session);
  session->revision++;
  return 0;
}

/* Without a window only the last token is selected. */
bool generation_advance(Session *session, Status *status) {
  Generation *generation = &session->generation;
  bool done = true;
  assert(!session->pending.is_on);
  if (generation->character) {
    done = continue_character(session, status);
  } else {
    if (session->ticking || generation->left == 0) select_newest(session);
    if (generation->left > 0) {
      generation->left--;
      done = continue_once(session, status);
    }
  }
  if (!done) generation->left = 0;
  return done;
}

/* "3 drawn 7 walk": the words after the number in any order. */
static bool read_words(const CommandContext *context, Generation *generation) {
  long value;
  *generation = (Generation){.left = 1, .seed = 1};
  for (int i = 1; i < context->words->count; i++) {
    Str word = command_text(context, i);
    if (i == 1 && str_to_long(word, &value)) {
      if (value < 1 || value > CONTINUE_MOST)
        return status_fail(
            context->status, STATUS_USAGE,
            P_("continue takes 1 to %d token", "continue takes 1 to %d tokens", CONTINUE_MOST),
            CONTINUE_MOST);
      generation->left = (int)value;
    } else if (command_is(context, i, "drawn")) {
      generation->is_drawn = true;
      if (i + 1 < context->words->count && str_to_long(command_text(context, i + 1), &value) &&
          value >= 0)
        generation->seed = (uint64_t)value, i++;
    } else if (command_is(context, i, "walk")) generation->walks = true;
    else return command_wrong(context);
  }
  return true;
}

/* In a window the tokens after the first come with the ticks, so that each is seen; those of a
** script, while it plays or is checked, come with its steps. */
bool do_continue(const CommandContext *context) {
  Session *session = context->session;
  Generation generation;
  if (!read_words(context, &generation)) return false;
  if (session->generation.character) return can_continue(session, context->status);
  session->generation = generation;
  session->generation.left--;
  if (!continue_once(session, context->status)) return session->generation.left = 0, false;
  if (!script_takes_tokens(session) && !script_is_ticked(session) &&
      !script_drive(session, session->scripts.top, context->status))
    return false;
  select_newest(session);
  return true;
}
