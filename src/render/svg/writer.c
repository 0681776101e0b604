/* render/svg/writer.c -- numbers, colours and escaped text of an SVG. */
#include "render/svg/writer.h"

#include <assert.h>
#include <math.h>

#include "base/number.h"

void svg_words(SvgWriter *svg, const char *words) { strbuf_add(&svg->out, str_from(words)); }

/* ' needs no escape: attributes are in double quotes, and we quote family names ourselves. */
static const char *escape_of(uint32_t code) {
  switch (code) {
  case '&':
    return "&amp;";
  case '<':
    return "&lt;";
  case '>':
    return "&gt;";
  case '"':
    return "&quot;";
  default:
    return NULL;
  }
}

void svg_escaped(SvgWriter *svg, Str text) {
  Str clean = font_clean_text(svg->scratch, text);
  svg->failed |= !clean.at && text.bytes > 0;
  for (size_t at = 0, bytes; at < clean.bytes; at += bytes) {
    uint32_t code = 0;
    bytes = str_decode(clean, at, &code);
    const char *escape = escape_of(code);
    if (escape) svg_words(svg, escape);
    else strbuf_add(&svg->out, (Str){clean.at + at, bytes});
  }
}

/* Written as whole thousandths, not by printf, whose decimal point depends on the locale. −0.0004
** becomes 0 without a sign. */
void svg_number(SvgWriter *svg, float value) {
  double limited = double_clamp(isfinite(value) ? (double)value : 0, -1e9, 1e9);
  long long thousandths = llround(limited * 1000);
  char digits[32];
  int at = sizeof digits - 1, decimals = 3;
  bool negative = thousandths < 0;
  if (negative) thousandths = -thousandths;
  for (; decimals > 0 && thousandths % 10 == 0; decimals--) thousandths /= 10;
  digits[at] = 0;
  for (int i = 0; thousandths > 0 || i <= decimals; i++, thousandths /= 10) {
    if (i == decimals && decimals > 0) digits[--at] = '.';
    digits[--at] = (char)('0' + thousandths % 10);
  }
  if (negative) digits[--at] = '-';
  assert(at >= 0);
  svg_words(svg, digits + at);
}

void svg_attribute(SvgWriter *svg, const char *name, float value) {
  strbuf_add_char(&svg->out, ' ');
  svg_words(svg, name);
  svg_words(svg, "=\"");
  svg_number(svg, value);
  strbuf_add_char(&svg->out, '"');
}

void svg_point(SvgWriter *svg, char command, Point at) {
  strbuf_add_char(&svg->out, command);
  svg_number(svg, at.x);
  strbuf_add_char(&svg->out, ' ');
  svg_number(svg, at.y);
}

void svg_box(SvgWriter *svg, Box box) {
  svg_attribute(svg, "x", box.x);
  svg_attribute(svg, "y", box.y);
  svg_attribute(svg, "width", fmaxf(0, box.w));
  svg_attribute(svg, "height", fmaxf(0, box.h));
}

/* fill-opacity, since rgba() is CSS 3 and not in SVG 1.1. */
void svg_color(SvgWriter *svg, const char *name, Color color) {
  if (color.a == 0) {
    strbuf_format(&svg->out, " %s=\"none\"", name);
    return;
  }
  strbuf_format(&svg->out, " %s=\"#%02x%02x%02x\"", name, color.r, color.g, color.b);
  if (color.a == 255) return;
  strbuf_format(&svg->out, " %s-opacity=\"", name);
  svg_number(svg, (float)color.a / 255);
  strbuf_add_char(&svg->out, '"');
}

/* Three bytes become four letters; missing ones of the last three become =. */
void svg_base64(SvgWriter *svg, Str bytes) {
  static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (size_t i = 0; i < bytes.bytes; i += 3) {
    uint32_t word = 0;
    for (size_t k = 0; k < 3; k++)
      word = word << 8 | (i + k < bytes.bytes ? (unsigned char)bytes.at[i + k] : 0u);
    for (size_t k = 0; k < 4; k++)
      strbuf_add_char(&svg->out, i + k <= bytes.bytes ? letters[word >> (18 - 6 * k) & 63] : '=');
  }
}
