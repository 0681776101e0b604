/* session/commands/sampling.c -- temperature, topk and topp: how the next token is sampled. */
#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "session/commands/setting_table.h"
#include "session/session_internal.h"

static bool fail_number(const CommandContext *context, const char *allowed) {
  Str given = str_head(command_text(context, 1), LINE_SHOWN_BYTES);
  return status_fail(context->status, STATUS_USAGE, _("%s takes %s, not “%.*s”"),
                     context->info->name, allowed, (int)given.bytes, given.at);
}

/* Steps of 0.1 up to 2, then of 0.5. */
static float stepped_temperature(float now, bool up) {
  float by = up ? (now < 1.999f ? 0.1f : 0.5f) : (now < 2.001f ? 0.1f : 0.5f);
  float next = roundf((now + (up ? by : -by)) * 10) / 10;
  return float_clamp(next, SAMPLING_COLDEST * 2, SAMPLING_HOTTEST);
}

/* Successive presses of − and + are one step of undo. */
static bool change_sampling(const CommandContext *context, const Sampling *sampling) {
  Inputs next = *session_now(context->session);
  bool stepped = command_is(context, 1, "+") || command_is(context, 1, "-");
  next.sampling = *sampling;
  return undo_change(context->session, &next, stepped ? CHANGE_SAMPLING : CHANGE_ALONE,
                     context->status);
}

bool do_temperature(const CommandContext *context) {
  Sampling sampling = session_now(context->session)->sampling;
  float *now = &sampling.temperature;
  const Setting *setting = setting_of_command(context);
  double value;
  if (!command_has(context, 1)) return false;
  if (command_is(context, 1, "+") || command_is(context, 1, "-")) {
    *now = stepped_temperature(*now, command_is(context, 1, "+"));
    return change_sampling(context, &sampling);
  }
  /* Compared as floats: 0.05 is less than 0.05f. */
  if (!str_to_double(command_text(context, 1), &value) || (float)value < (float)setting->low ||
      (float)value > (float)setting->high)
    return fail_number(context, _("a number from 0.05 to 10, + or -"));
  *now = (float)value;
  return change_sampling(context, &sampling);
}

/* The next of the steps 1, 2, 3, 5, 10, 20 … below the number of words. 0 is off, above every
** number: + leads from the last step to off, − leads back. */
static int stepped_top_k(int now, bool up, int words) {
  assert(now >= 0 && now <= SAMPLING_TOP_K_MOST);
  static const int steps[] = {1, 2, 3, 5, 10, 20, 40, 100, 200, 500, 1000, 2000, 5000, 10000};
  enum { STEPS = sizeof steps / sizeof steps[0] };
  int next = 0;
  if (now == 0 && up) return 0;
  for (int i = 0; i < STEPS && steps[i] < words; i++) {
    if (up && steps[i] > now) return steps[i];
    if (!up && (now == 0 || steps[i] < now)) next = steps[i];
  }
  return up ? 0 : next > 0 ? next : 1;
}

bool do_top_k(const CommandContext *context) {
  const Session *session = context->session;
  Sampling sampling = session_now(session)->sampling;
  int *now = &sampling.top_k;
  const Setting *setting = setting_of_command(context);
  long value;
  if (!command_has(context, 1)) return false;
  bool up = command_is(context, 1, "+");
  if (up || command_is(context, 1, "-"))
    *now = stepped_top_k(*now, up, trace_word_count(session->trace));
  else if (command_is(context, 1, "off")) *now = 0;
  else if (str_to_long(command_text(context, 1), &value) && value >= (long)setting->low &&
           value <= (long)setting->high)
    *now = (int)value;
  else return fail_number(context, _("a number of words from 1, off, + or -"));
  return change_sampling(context, &sampling);
}

static float stepped_top_p(float now, bool up) {
  static const float steps[] = {0.1f, 0.2f, 0.3f, 0.4f,  0.5f,  0.6f,
                                0.7f, 0.8f, 0.9f, 0.95f, 0.99f, 1};
  enum { STEPS = sizeof steps / sizeof steps[0] };
  for (int i = 0; up && i < STEPS; i++)
    if (steps[i] > now + 1e-4f) return steps[i];
  for (int i = STEPS - 1; !up && i >= 0; i--)
    if (steps[i] < now - 1e-4f) return steps[i];
  return now;
}

bool do_top_p(const CommandContext *context) {
  Sampling sampling = session_now(context->session)->sampling;
  float *now = &sampling.top_p;
  const Setting *setting = setting_of_command(context);
  double value;
  if (!command_has(context, 1)) return false;
  bool up = command_is(context, 1, "+");
  if (up || command_is(context, 1, "-")) *now = stepped_top_p(*now, up);
  else if (command_is(context, 1, "off")) *now = 1;
  else if (str_to_double(command_text(context, 1), &value) && (float)value >= (float)setting->low &&
           (float)value <= (float)setting->high)
    *now = (float)value;
  else return fail_number(context, _("a share above 0 and at most 1, off, + or -"));
  return change_sampling(context, &sampling);
}
