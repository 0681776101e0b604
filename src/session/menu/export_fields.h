/* session/menu/export_fields.h -- rows of the export form that take typed text: width, size of
** words, heads, least weight with a number.
**
**   menu field width    selects the field
**   menu type "12"      appends to it, and sets what it says: export width 12
**   menu erase          takes a character back; an empty field sets what the row has at the start
**
** What is typed holds until the selection moves or anything of the form is chosen. A text that the
** command refuses, such as 1 on the way to 120, changes nothing and is told as the form's problem.
**
** Memory  Labels on the arena; "" without memory.
** Errors  Characters that no such text has are left out.
*/
#ifndef SESSION_MENU_EXPORT_FIELDS_H
#define SESSION_MENU_EXPORT_FIELDS_H

#include "session/commands/context.h"
#include "session/menu/menu.h"

/* Whether an item of the export menu is a field. */
bool export_field_is(int item);
/* Whether a field is selected, so that what is typed is its text. */
bool export_field_takes_text(const Session *session);
/* Whether it holds a text that its command took. */
bool export_field_is_done(const Session *session);
/* "120 mm", with a caret while it is selected, or what to type. */
Str export_field_words(const Session *session, int item, Arena *arena);
/* Forgets what was typed; what it set stays. */
void export_field_clear(Session *session);

/* The words of the command menu that concern fields. False in *known: none of them. */
bool export_field_do(const CommandContext *context, bool *known);

#endif
