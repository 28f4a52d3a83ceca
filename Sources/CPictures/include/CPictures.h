#ifndef C_PICTURES_H
#define C_PICTURES_H

#include <spawn.h>
#include <stddef.h>

/// What became of a picture; also the exit status of the process that worked on it.
typedef enum __attribute__((enum_extensibility(closed))) : int {
    PerennialPictureDone = 0,
    /// libvips is not installed, or lacks something of what is needed.
    PerennialPictureNoLibrary = 3,
    /// It is damaged, or no picture at all.
    PerennialPictureUnreadable = 4,
    /// It has more pixels than are taken.
    PerennialPictureTooManyPixels = 5,
    /// The system does not let the process be limited, so nothing was read.
    PerennialPictureUnlimited = 6,
} PerennialPictureOutcome;

/// A picture that was made; free it with `PerennialFreePicture`.
struct PerennialPicture {
    void *_Nullable bytes;
    size_t count;
};

/// Shrinks a picture, turns it upright by its EXIF, and writes it as a JPEG without metadata in sRGB, what is
/// see-through on white. JPEG, PNG, WebP and GIF are read, of a moving GIF the first picture.
///
/// The library is opened when this is first called, and the process keeps it: call it in a process that does nothing
/// else and whose memory and time are limited.
/// - Parameter bytes: the picture as it came, of `count` bytes.
/// - Parameter mostPixels: the most pixels it may have, width by height.
/// - Parameter side: the most pixels of the longer side of `whole`; a smaller picture is not made larger.
/// - Parameter smallSide: the pixels of the sides of `small`, the square in the middle.
/// - Returns: what became of it; `whole` and `small` are made when it is `PerennialPictureDone`.
PerennialPictureOutcome PerennialShrinkPicture(
    const void *_Nonnull bytes, size_t count, double mostPixels, int side, int smallSide,
    struct PerennialPicture *_Nonnull whole, struct PerennialPicture *_Nonnull small);

/// Frees what `PerennialShrinkPicture` made.
void PerennialFreePicture(struct PerennialPicture *_Nonnull picture);

/// A file in memory without a name, or -1. (`memfd_create` is GNU's own, which Swift does not see.)
int PerennialMemoryFile(void);

/// Has the process that is started close every file from `descriptor` on.
int PerennialCloseFrom(posix_spawn_file_actions_t *_Nonnull actions, int descriptor);

#endif
