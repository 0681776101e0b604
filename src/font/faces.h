/* font/faces.h -- faces, their fallback chains and caches. For font/ only.
**
** A Face is a font file and the objects opened for it. All but its path is opened on first use, so
** that the start needs only one fontconfig query.
**
**   FaceId → chain of up to CHAIN_FACES faces → any face of fontconfig → U+FFFD
**
**   “a猫𓀀” in FACE_REGULAR: a from Inter; 猫 from Noto Sans CJK, the fourth of the chain; 𓀀 from
**   the face fontconfig finds for U+13000, or U+FFFD. Each is a run of its own.
**
** Units   Text is shaped at size 1: a width at s points is s times that. Glyph boxes are in 64ths
**         of a pixel, as in FreeType. FreeType and SDL2_ttf get a size of p pixels as 1 point at
**         72 p dots per inch, since SDL2_ttf takes whole points only; every dpi here is that
**         number.
** Hinting None when positions are computed, so that they are linear in the size; vertical only when
**         glyphs are drawn, so that they stay where layout put them.
** Memory  Faces and slots on the Fonts' arena, lines on an arena of their own that is reset when
**         full. Every cache has a fixed number of entries, so memory is bounded.
** Errors  A face that cannot be opened is marked broken and skipped. When memory is out, a width is
**         0 and nothing is drawn; the failure is counted, and its result is not cached.
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
  CHAIN_FACES = 4,    /* first choice, DejaVu of its kind, DejaVu Sans, Noto Sans CJK */
  CODE_SLOTS = 512,   /* cache of faces for characters that no chain has */
  LINE_SLOTS = 16384, /* a power of two, and more than LINES_MOST, so that a search ends */
  LINES_MOST = 12000, /* then the cache is emptied */
  LINE_CACHE_BYTES = 10 << 20,
  CACHED_LINE_BYTES = 256, /* of longer lines only the width is cached */
  GLYPH_BOXES = 2048,      /* direct-mapped cache: a newer box replaces the older one */
  /* SDL2_ttf fonts open at a size. Each caches glyph images, so few are kept open; the least
  ** recently used is closed. */
  SIZED_FONTS = 24,
  NO_FACE = -1,
  /* fontconfig crashes when an allocation fails (version 2.14: in many places), so it is called
  ** only when this much is free: its configuration and caches take a few megabytes. */
  FONTCONFIG_ROOM_BYTES = 32 << 20
};

/* One file (or one face of a collection), shared by every FaceId that falls back to it. Three
** libraries open it by its path: HarfBuzz shapes (shaper), FreeType (file.freetype_face) and
** SDL2_ttf (SizedFont) draw. */
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

/* The faces tried for a FaceId, in order. The next face is looked up when a character is missing in
** the previous ones, so a text that Inter covers never opens the CJK font of 20 MB. */
typedef struct Chain {
  int faces[CHAIN_FACES]; /* NO_FACE: not installed */
  int asked;              /* how many were looked up */
} Chain;

/* The face for a character that no chain has; direct-mapped, a newer entry replaces the older. */
typedef struct CodeSlot {
  uint32_t code;
  int face; /* NO_FACE: no font has it */
  bool used;
} CodeSlot;

/* A line shaped at size 1, keyed by a 128-bit hash of face and text. The text is not stored, since
** a collision of 128 bits is too unlikely to matter. */
typedef struct LineSlot {
  uint64_t key[2];
  float width;
  bool used;
  const GlyphRun *runs; /* NULL: only the width is known */
  int run_count;
  bool right_to_left;
} LineSlot;

/* The bounding box of a hinted glyph relative to its origin, in 64ths of a pixel, y up. Hinting a
** glyph to find it is most of the work of a word, so boxes are cached. */
typedef struct GlyphBox {
  uint32_t index, dpi; /* dots per inch at 1 pt: 72 times the size in pixels */
  int face;
  bool known, has_ink; /* a space is known and has no ink */
  int left, low, right, high;
} GlyphBox;

/* A face open in SDL2_ttf at one size, given as dots per inch at 1 pt. */
typedef struct SizedFont {
  void *font; /* a TTF_Font */
  int face;
  unsigned dpi;
  unsigned long last_use; /* of use_count; the smallest makes room */
} SizedFont;

/* One thread's fonts: faces, chains, caches and library handles. A getter that takes it const may
** still open a face on first use: that does not change what a caller sees. */
struct Fonts {
  Arena *arena;   /* lives as long as the Fonts */
  Arena *scratch; /* one line being shaped */
  Arena *lines;   /* the cached lines */
  Arena *image;   /* the last rasterised image */
  FcConfig *config;
  FT_Library freetype; /* NULL until a glyph is drawn */
  hb_buffer_t *buffer; /* reused for every run */
  TextMetrics metrics; /* its self is this struct */
  /* [face_count]; the index of a face does not change while the Fonts live. When all entries are
  ** used, further characters are shown as U+FFFD. */
  Face faces[FACES_MOST];
  int face_count;
  Chain chains[FACE_COUNT];
  CodeSlot codes[CODE_SLOTS];
  LineSlot *slots; /* [LINE_SLOTS], open addressing */
  int line_count;  /* of slots in use */
  GlyphBox *boxes; /* [GLYPH_BOXES] */
  SizedFont sized[SIZED_FONTS];
  unsigned long use_count;
  long failure_count;    /* failed allocations */
  bool rasteriser_ready; /* SDL2_ttf is initialised */
  /* For notice: a first choice is not installed, or no font has a CJK character that was shaped. */
  bool inter_missing, mono_missing, han_missing;
  bool lacks[FACE_COUNT]; /* known once the face was looked up: another family stands in */
  char notice[STATUS_SENTENCE_BYTES];
};

/* ---- fallback.c: which face ----
**
** A place is an index in a chain; a face is an index of Fonts.faces, or NO_FACE. */

bool faces_find(Fonts *fonts, Status *status); /* the first choices; false: no face at all */
/* The face at a place of the chain, looked up in fontconfig on the first call; NO_FACE when it is
** not installed. */
int face_at(Fonts *fonts, FaceId id, int place);
int face_for_code(Fonts *fonts, uint32_t code);       /* any face of fontconfig, or NO_FACE */
Face *face_open(Fonts *fonts, int face);              /* ready to shape, or NULL */
bool face_has(Fonts *fonts, int face, uint32_t code); /* has a glyph other than .notdef */
FT_Face face_freetype(Fonts *fonts, int face);        /* opened on first use, or NULL */
void faces_close(Fonts *fonts);
/* Notes that no font has a shaped character; the notice names its package where known (CJK). */
void faces_note_missing(Fonts *fonts, uint32_t code);

/* ---- shape.c ---- */

/* A character of a line being shaped. Filled in this order: code, clusters, bidi_class and level;
** then its face is chosen, and U+FFFD replaces a code that no face has. */
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

/* Sets bidi_class and level of every character; true when the line is right to left. */
bool bidi_resolve(LineChar *chars, int count);

/* ---- raster.c ---- */

void raster_close(Fonts *fonts); /* closes every font open at a size */

#endif
