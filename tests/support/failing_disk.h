/* tests/support/failing_disk.h -- a disk whose calls fail with EIO, as one that is broken.
**
** In a test's executable these functions stand before libc's. As a library of its own they stand
** before those of any program (LD_PRELOAD); what fails is then said by the environment:
**
**   FAILING_DISK_CALL   read, write, fsync or close; read includes pread
**   FAILING_DISK_FILE   part of the path of the files it fails on
**   FAILING_DISK_FROM   the first such call that fails, from 1 (1); all after it fail too
**
** A close that fails has closed the file, as Linux does.
*/
#ifndef TESTS_SUPPORT_FAILING_DISK_H
#define TESTS_SUPPORT_FAILING_DISK_H

/* call NULL: nothing fails any more. The texts must live as long. */
void failing_disk_set(const char *call, const char *file, int from);

/* How many calls have failed since. */
int failing_disk_count(void);

#endif
