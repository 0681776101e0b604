/* font/faces.h -- what the files of this folder share: faces, their fallback chains and caches.
**
** A Face is a file and what was opened of it so far; everything but its path is opened when first
** needed, so that starting costs one look into fontconfig.
**
**   FaceId → chain of up to CHAIN_FACES faces → whatever fontconfig has → U+FFFD
**
**   “a猫𓀀” in FACE_REGULAR: a by Inter; 猫 by Noto Sans CJK, the fourth of the chain; 𓀀 by whatever
**   face fontconfig finds for U+13000, or U+FFFD. Each is a run of its own.
**
** Units   Everything is shaped at size 1: a width at s points is s times that. Glyph boxes are in
**         64ths of a pixel, as FreeType counts. A size of p pixels is given to FreeType and to
**         SDL2_ttf as 1 point at 72 p dots an inch, since SDL2_ttf takes whole points only; that is
**         what every dpi here is.
** Hinting Never where positions are decided, so that they are linear in the size; vertical only,
**         where glyphs are drawn, so that stems stay where layout put them.
** Memory  Faces and slots on the Fonts' arena, lines on one of their own that is emptied when full.
**         Every cache has a fixed number of places, so a long session takes no more than a short.
** Errors  A face that cannot be opened is marked broken and passed over. Where memory is out, a
**         width is 0 and nothing is drawn; it is counted, and what came of it is kept in no cache.
*/
#ifndef FONT_FACES_H
#define FONT_FACES_H

#include <stdint.h>

#include <fontconfig/fontconfig.h>
#include <ft2build.h>
#include FT_FREETYPE_H
#include <hb.h>

#include "font/font.h"

enum {
  FACES_MOST = 64,
  CHAIN_FACES = 4,   /* first choice, DejaVu of its kind, DejaVu Sans, Noto Sans CJK */
  CODE_SLOTS = 512,  /* remembers which face has a character no chain has */
  LINE_SLOTS = 8192, /* a power of two, and more than there are lines: a search always ends */
  LINES_MOST = 5000, /* then all are forgotten */
  LINE_CACHE_BYTES = 6 << 20,
  CACHED_LINE_BYTES = 256, /* of longer lines only the width is remembered */
  GLYPH_BOXES = 2048,      /* one place for each hash; the newer box stays */
  /* SDL2_ttf fonts open at a size. Each keeps glyph images of its own, so few of them do; the one
  ** used longest ago makes room. */
  SIZED_FONTS = 24,
  NO_FACE = -1,
  /* fontconfig falls where it gets no memory (version 2.14: many places), so it is called only with
  ** room to spare: its configuration and caches take a few megabytes. */
  FONTCONFIG_ROOM_BYTES = 32 << 20
};

/* One file (or one face of a collection), the same for every FaceId that falls back to it. Three
** libraries look at it: HarfBuzz shapes (shaper), FreeType draws (file.freetype_face), SDL2_ttf
** draws too (SizedFont). Each opens the file by its path. */
typedef struct Face {
  FaceFile file;
  bool plain;         /* contextual alternates and ligatures off */
  bool broken;        /* could not be opened */
  hb_font_t *shaper;  /* NULL until needed */
  float units_per_em; /* of shaper: font units in one size */
  /* A backend's own object for this face and how it is freed, see font_attach. */
  void *attached;
  void (*release)(void *object);
} Face;

/* The faces tried for a FaceId, in order. A place is looked for when a character is not in those
** before it, so a text that Inter has whole never opens the CJK font of 20 MB. */
typedef struct Chain {
  int faces[CHAIN_FACES]; /* NO_FACE: not there */
  int asked;              /* how many of them were looked for */
} Chain;

/* Which face had a character that no chain has; found by a hash, the newer one stays. */
typedef struct CodeSlot {
  uint32_t code;
  int face; /* NO_FACE: no font at all has it, which is worth remembering, too */
  bool used;
} CodeSlot;

/* A line at size 1, found by 128 bits of hash over face and text. The text itself is not kept: two
** lines of one hash would be mixed up, which 128 bits make too unlikely to care about. */
typedef struct LineSlot {
  uint64_t key[2];
  float width;
  bool used;
  const GlyphRun *runs; /* NULL: only the width is known */
  int run_count;
  bool right_to_left;
} LineSlot;

/* The ends of a hinted glyph about its origin, in 64ths of a pixel, y up. Hinting a glyph to know
** them is most of the work of a word, so they are remembered. */
typedef struct GlyphBox {
  uint32_t index, dpi; /* dots an inch at 1 pt: 72 times the size in pixels */
  int face;
  bool known, has_ink; /* a space is known and has none */
  int left, low, right, high;
} GlyphBox;

/* A face open in SDL2_ttf at one size, given as dots an inch at 1 pt. */
typedef struct SizedFont {
  void *font; /* a TTF_Font */
  int face;
  unsigned dpi;
  unsigned long last_use; /* of use_count; the smallest makes room */
} SizedFont;

/* One thread's fonts: faces, chains, caches and the libraries' handles. Everything behind a getter
** that takes it const may still be opened by the call: what a caller sees stays the same. */
struct Fonts {
  Arena *arena;   /* lives as long as the Fonts */
  Arena *scratch; /* one line being shaped */
  Arena *lines;   /* the cached lines */
  Arena *image;   /* the last rasterised image */
  FcConfig *config;
  FT_Library freetype; /* NULL until a glyph is drawn */
  hb_buffer_t *buffer; /* used again for every run */
  TextMetrics metrics; /* its self is this very struct */
  /* [face_count]; a face keeps its number as long as the Fonts live. When all places are taken,
  ** further characters are shown as U+FFFD. */
  Face faces[FACES_MOST];
  int face_count;
  Chain chains[FACE_COUNT];
  CodeSlot codes[CODE_SLOTS];
  LineSlot *slots; /* [LINE_SLOTS], open addressing */
  int line_count;  /* of slots in use */
  GlyphBox *boxes; /* [GLYPH_BOXES] */
  SizedFont sized[SIZED_FONTS];
  unsigned long use_count;
  long failure_count;    /* how often memory was out */
  bool rasteriser_ready; /* SDL2_ttf was started here */
  /* What notice is written from: a first choice is not installed, or no font has a CJK character
  ** that was asked for. */
  bool inter_missing, mono_missing, han_missing;
  char notice[STATUS_SENTENCE_BYTES];
};

/* ---- fallback.c: which face ----
**
** A place is one in a chain, from 0; a face is an index of Fonts.faces, or NO_FACE. */

bool faces_find(Fonts *fonts, Status *status); /* the first choices; false: no face at all */
/* The face at a place of the chain, looked for in fontconfig when first asked; NO_FACE when it is
** not installed. */
int face_at(Fonts *fonts, FaceId id, int place);
int face_for_code(Fonts *fonts, uint32_t code);       /* whatever fontconfig knows, or NO_FACE */
Face *face_open(Fonts *fonts, int face);              /* ready to shape, or NULL */
bool face_has(Fonts *fonts, int face, uint32_t code); /* a glyph other than .notdef */
FT_Face face_freetype(Fonts *fonts, int face);        /* opened when first needed, or NULL */
void faces_close(Fonts *fonts);
/* A character no font has was shaped: the notice names the package where that is known (CJK). */
void faces_note_missing(Fonts *fonts, uint32_t code);

/* ---- shape.c ---- */

/* A character of a line being shaped. Filled in this order: code, clusters, bidi_class and level,
** then its face, which may put U+FFFD in the place of code. */
typedef struct LineChar {
  uint32_t code;  /* as it is shown, see shown_code in shape.c */
  int first_byte; /* in the line */
  uint8_t bytes;
  uint8_t bidi_class;  /* utf8proc's */
  uint8_t level;       /* odd: right to left */
  bool starts_cluster; /* of graphemes */
} LineChar;

/* Shapes at size 1 onto the arena, without the cache; NULL runs when memory is out. */
GlyphLine shape_line(Fonts *fonts, Arena *arena, FaceId face, Str text);

/* ---- bidi.c ---- */

/* Fills bidi_class and level of every character; true when the line is right to left. */
bool bidi_resolve(LineChar *chars, int count);

/* ---- raster.c ---- */

void raster_close(Fonts *fonts); /* closes every font open at a size */

#endif
