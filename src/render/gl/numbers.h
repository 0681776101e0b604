/* render/gl/numbers.h -- matrices of the trace as textures, one number a texel (R32F).
**
** A matrix is known by the trace it belongs to, its address, shape and stride; a small one also by
** what it holds, since working memory is used again. Unused ones go after a while, those of a
** former trace at once.
*/
#ifndef RENDER_GL_NUMBERS_H
#define RENDER_GL_NUMBERS_H

#include <epoxy/gl.h>
#include <stdint.h>

#include "base/arena.h"
#include "scene/draw_list.h"

typedef struct Numbers Numbers;

Numbers *numbers_make(Arena *arena);
void numbers_free(Numbers *numbers);

/* Before the first numbers_bind of a frame. */
void numbers_begin(Numbers *numbers, uint64_t trace_serial);
/* Binds the texture of that matrix to a texture unit, made when it is new. No larger than side. */
void numbers_bind(Numbers *numbers, MatView matrix, int unit);

int numbers_side(const Numbers *numbers); /* the largest the driver takes, or the limit set */
void numbers_limit_side(Numbers *numbers, int side);
long numbers_uploaded_bytes(const Numbers *numbers);

#endif
