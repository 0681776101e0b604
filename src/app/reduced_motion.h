/* app/reduced_motion.h -- whether the desktop asks for less motion, as far as it tells.
**
**   gsettings get org.gnome.desktop.interface enable-animations    false; only where
**       $XDG_CURRENT_DESKTOP names a desktop that keeps it there, and for at most 0.3 s
**   CONFIG/gtk-4.0/settings.ini, CONFIG/gtk-3.0/settings.ini   gtk-enable-animations = false or 0
**   CONFIG/kdeglobals                                          AnimationDurationFactor = 0
**
** where CONFIG is $XDG_CONFIG_HOME or ~/.config. The first that says something decides.
**
** Memory  Reads on an arena of its own.   Errors  None: what cannot be read asks for nothing.
*/
#ifndef APP_REDUCED_MOTION_H
#define APP_REDUCED_MOTION_H

#include <stdbool.h>

#include "base/str.h"

/* What the text of one such file says. */
typedef enum MotionWish { MOTION_NOT_SAID, MOTION_WANTED, MOTION_REDUCED } MotionWish;
MotionWish reduced_motion_of(Str text);

/* config_folder: this program's own, CONFIG/headsup; NULL: there is none. */
bool reduced_motion_is_asked_for(const char *config_folder);

#endif
