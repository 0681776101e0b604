/* app/identity.c -- SDL 2 reads the id from the environment alone; there is no hint for it. */
#define _POSIX_C_SOURCE 200809L /* setenv */
#include "app/identity.h"

#include <stdlib.h>

#include "assets/assets.h"
#include "render/cairo/png_read.h"

static const char ID[] = "org.headsup.HeadsUp";

/* SDL passes one size to X11. Window managers scale it, mostly down. */
static const char ICON[] = "icon/headsup-window.png";

void identity_set_id(void) {
  setenv("SDL_VIDEO_X11_WMCLASS", ID, 0);
  setenv("SDL_VIDEO_WAYLAND_WMCLASS", ID, 0);
}

static SDL_Surface *make_icon_surface(Arena *arena) {
  Str bytes;
  PngPicture icon;
  if (!assets_find(ICON, &bytes) || !png_read(bytes, arena, &icon)) return NULL;
  return SDL_CreateRGBSurfaceWithFormatFrom(icon.rgba, icon.width, icon.height, 32, 4 * icon.width,
                                            SDL_PIXELFORMAT_RGBA32);
}

/* SDL copies the pixels. */
void identity_show_icon(SDL_Window *window) {
  Arena *arena = arena_make(0);
  SDL_Surface *icon = arena ? make_icon_surface(arena) : NULL;
  if (icon) SDL_SetWindowIcon(window, icon);
  SDL_FreeSurface(icon);
  arena_free(arena);
}
