/* render/gl/numbers.h -- matrices of the trace as textures, one number a texel (R32F),
** and masks (R8).
**
** A small matrix is known by the trace it belongs to, its shape and what it holds, since working
** memory is used again; a larger one by its address, stride and some of its numbers. Unused ones go
** after 240 frames, those of a former trace at once, and beyond NUMBERS_BYTES_MOST the longest
** unused. A mask is known by all of its bytes: those of two heads may differ in few.
**
** Memory  The list of them on the arena given, the numbers themselves with the driver.
** Needs   The context it was made in, current.
*/
#ifndef RENDER_GL_NUMBERS_H
#define RENDER_GL_NUMBERS_H

#include <epoxy/gl.h>
#include <stdint.h>

#include "base/arena.h"
#include "scene/draw_list.h"

enum { NUMBERS_BYTES_MOST = 48 << 20 };

typedef struct Numbers Numbers;

Numbers *numbers_make(Arena *arena); /* NULL: out of memory */
void numbers_free(Numbers *numbers); /* the textures; NULL is allowed */

/* Before the first numbers_bind of a frame. trace_serial is that of the list: another number means
** that every address is another matrix now. */
void numbers_begin(Numbers *numbers, uint64_t trace_serial);
/* Binds the texture of that matrix to a texture unit, made when it is new. No larger than
** numbers_side in either direction. Leaves that unit active. */
void numbers_bind(Numbers *numbers, MatView matrix, int unit);

/* Two matrices with the same key would be the same texture. */
uint64_t numbers_key(const Numbers *numbers, MatView matrix);

/* The same two of a mask that hides something: a texel is above 0 where a cell is hidden. */
void numbers_bind_mask(Numbers *numbers, MaskView mask, int unit);
uint64_t numbers_mask_key(const Numbers *numbers, MaskView mask);

int numbers_side(const Numbers *numbers); /* the largest the driver takes, or the limit set */
void numbers_limit_side(Numbers *numbers, int side);
long numbers_uploaded_bytes(const Numbers *numbers);

#endif
