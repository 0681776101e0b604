/* app/keys.h -- names of keys, as the command table spells them.
**
**   "→" "Space" "Enter" "F11" "?" "+" "[" "o"      plain, letters in lower case
**   "Shift →" "Ctrl-Z" "Ctrl-Shift-Z" "Ctrl-+"     with Ctrl letters are in upper case
**
** Follows the keyboard's layout; [ ] , . and the digits are also found by their position, since
** some layouts have no key for them. Shift is named only where it is not part of typing the
** character: "?" is "?" on every layout.
*/
#ifndef APP_KEYS_H
#define APP_KEYS_H

#include <SDL2/SDL_keyboard.h>

enum { KEY_NAME_BYTES = 32 };

/* "" for keys without a name (modifiers, anything with Alt). */
void key_name(const SDL_Keysym *key, char name[KEY_NAME_BYTES]);

/* Whether the key acts again while it is held: keys that move or undo do,
** keys that choose do not. */
int key_repeats(const SDL_Keysym *key);

#endif
