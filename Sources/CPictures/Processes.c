#define _GNU_SOURCE
#include "CPictures.h"

#include <sys/mman.h>

int PerennialMemoryFile(void) { return memfd_create("perennial-picture", MFD_CLOEXEC); }

int PerennialCloseFrom(posix_spawn_file_actions_t *actions, int descriptor) {
    return posix_spawn_file_actions_addclosefrom_np(actions, descriptor);
}
