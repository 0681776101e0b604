/* render/gl/matrix_textures.h -- matrices of the trace as textures, one number a texel (R32F),
** and masks (R8).
**
** A small matrix is known by the trace it belongs to, its shape and what it holds, since working
** memory is used again; a larger one by its address, stride and some of its numbers. Unused ones go
** after 240 frames, those of a former trace at once, and beyond MATRIX_TEXTURES_BYTES_MOST the
** longest unused. A mask is known by all of its bytes: those of two heads may differ in few.
**
** Memory  The list of them on the arena given, the numbers themselves with the driver.
** Needs   The context it was made in, current.
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

/* Before the first matrix_textures_bind of a frame. trace_serial is that of the list: another
** number means that every address is another matrix now. */
void matrix_textures_begin(MatrixTextures *textures, uint64_t trace_serial);
/* Binds the texture of that matrix to a texture unit, made when it is new. No larger than
** matrix_textures_side in either direction. Leaves that unit active. */
void matrix_textures_bind(MatrixTextures *textures, MatView matrix, int unit);

/* Two matrices with the same key would be the same texture. */
uint64_t matrix_textures_key(const MatrixTextures *textures, MatView matrix);

/* The same two of a mask that hides something: a texel is above 0 where a cell is hidden. */
void matrix_textures_bind_mask(MatrixTextures *textures, MaskView mask, int unit);
uint64_t matrix_textures_mask_key(const MatrixTextures *textures, MaskView mask);

int matrix_textures_side(
    const MatrixTextures *textures); /* the largest the driver takes, or the limit set */
void matrix_textures_limit_side(MatrixTextures *textures, int side);
long matrix_textures_uploaded_bytes(const MatrixTextures *textures);

#endif
