/* render/gl/matrix_textures.h -- uploads matrices of the trace as textures, one number per texel
** (R32F), and masks (R8), and caches them.
**
** A small matrix is identified by its trace, shape and numbers, since temporary memory is reused; a
** larger one by its address, stride and a sample of its numbers. A mask is identified by all of its
** bytes, since the masks of two heads may differ in few. Textures are dropped after 240 unused
** frames, those of another trace at once, and beyond MATRIX_TEXTURES_BYTES_MOST the least recently
** used first.
**
** Memory  The list on the arena given, the textures in the driver.
** Needs   The GL context in which it was made, current.
*/
#ifndef RENDER_GL_MATRIX_TEXTURES_H
#define RENDER_GL_MATRIX_TEXTURES_H

#include <epoxy/gl.h>
#include <stdint.h>

#include "base/arena.h"
#include "scene/draw_list.h"

enum { MATRIX_TEXTURES_BYTES_MOST = 48 << 20 };

typedef struct MatrixTextures MatrixTextures;

MatrixTextures *matrix_textures_make(Arena *arena);  /* NULL: out of memory */
void matrix_textures_free(MatrixTextures *textures); /* the textures; NULL is allowed */

/* Call it before the first matrix_textures_bind of a frame. trace_serial is that of the list; when
** it changes, all textures of the previous trace are dropped. */
void matrix_textures_begin(MatrixTextures *textures, uint64_t trace_serial);
/* Binds the texture of a matrix to a texture unit, and uploads a new one. rows and cols are at most
** matrix_textures_side. Leaves that unit active. */
void matrix_textures_bind(MatrixTextures *textures, MatView matrix, int unit);

/* Matrices with equal keys have the same texture. */
uint64_t matrix_textures_key(const MatrixTextures *textures, MatView matrix);

/* The same two for a mask with hidden != NULL: a texel is above 0 where a cell is hidden. */
void matrix_textures_bind_mask(MatrixTextures *textures, MaskView mask, int unit);
uint64_t matrix_textures_mask_key(const MatrixTextures *textures, MaskView mask);

int matrix_textures_side(
    const MatrixTextures *textures); /* the largest the driver takes, or the limit set */
void matrix_textures_limit_side(MatrixTextures *textures, int side);
long matrix_textures_uploaded_bytes(const MatrixTextures *textures);

#endif
