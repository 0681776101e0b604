/* scene/views/amounts.c -- counts and bytes in few letters. */
#include "scene/views/amounts.h"

#include <math.h>

#include "base/i18n.h"
#include "scene/number.h"

static const double MANY = 1e6;

const char *amount_count(Arena *arena, double count) {
  if (count < MANY - 0.5) return number_grouped(arena, str_format(arena, "%.0f", count));
  int power = (int)floor(log10(count));
  double mantissa = count / pow(10, power);
  if (mantissa >= 9.995) mantissa /= 10, power++;
  Number raised = number_raised(power);
  return str_format(arena, "%.2f×10%s", mantissa, raised.at);
}

/* Three digits at most, and at least one behind the point below ten. */
static const char *scaled(Arena *arena, const char *format_small, const char *format_large,
                          double value) {
  return str_format(arena, value < 9.95 ? format_small : format_large, value);
}

const char *amount_bytes(Arena *arena, double bytes) {
  const double kib = 1024;
  if (bytes < 10 * kib)
    return number_grouped(arena,
                          str_format(arena, P_("%.0f byte", "%.0f bytes", (int)bytes), bytes));
  if (bytes < 1000 * kib) return scaled(arena, "%.1f KiB", "%.0f KiB", bytes / kib);
  if (bytes < 1000 * kib * kib) return scaled(arena, "%.1f MiB", "%.0f MiB", bytes / kib / kib);
  return number_grouped(arena, scaled(arena, "%.1f GiB", "%.0f GiB", bytes / kib / kib / kib));
}

const char *amount_bytes_short(Arena *arena, double bytes) {
  static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  int unit = 0;
  for (; bytes >= 1024 && unit < 4; unit++) bytes /= 1024;
  return str_format(arena, "%.0f %s", bytes, units[unit]);
}

const char *amount_ms(Arena *arena, double ms) {
  if (ms < 0.9995) return scaled(arena, "%.1f µs", "%.0f µs", ms * 1000);
  if (ms < 999.5) return scaled(arena, "%.1f ms", "%.0f ms", ms);
  return scaled(arena, "%.1f s", "%.0f s", ms / 1000);
}
