// libvips, opened at run time. Its functions are variadic, which Swift does not call. It is not linked because it
// brings some seventy libraries with it, which each start of the program would wait for, and its headers another
// hundred packages. What is used of it has been its stable interface since version 8.13 (Debian 12 has 8.14).

#include "CPictures.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdlib.h>

typedef struct Image Image;

static struct {
    int (*init)(const char *program);
    void (*blockUntrusted)(int isBlocked);
    void (*block)(const char *operation, int isBlocked);
    void (*keepOperations)(int count);
    void (*useThreads)(int count);
    Image *(*open)(const void *bytes, size_t count, const char *options, ...);
    int (*width)(const Image *image);
    int (*height)(const Image *image);
    int (*hasAlpha)(Image *image);
    int (*shrinkBytes)(void *bytes, size_t count, Image **made, int width, ...);
    unsigned long (*typeOfField)(const Image *image, const char *name);
    int (*changeProfile)(Image *image, Image **made, const char *profile, ...);
    void *(*numbers)(int count, ...);
    int (*flatten)(Image *image, Image **made, ...);
    int (*writeJPEG)(Image *image, void **bytes, size_t *count, ...);
    void (*release)(void *object);
    void (*free)(void *memory);
} vips;

// Of the library's enumerations.
enum { onlyDown = 2, centre = 1 };

static bool find(void *library, const char *name, void *place) {
    void *symbol = dlsym(library, name);
    *(void **)place = symbol;
    return symbol != NULL;
}

static bool isOpen(void) {
    void *library = dlopen("libvips.so.42", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return false;
    bool isWhole = find(library, "vips_init", &vips.init)
        && find(library, "vips_block_untrusted_set", &vips.blockUntrusted)
        && find(library, "vips_operation_block_set", &vips.block)
        && find(library, "vips_cache_set_max", &vips.keepOperations)
        && find(library, "vips_concurrency_set", &vips.useThreads)
        && find(library, "vips_image_new_from_buffer", &vips.open)
        && find(library, "vips_image_get_width", &vips.width)
        && find(library, "vips_image_get_height", &vips.height)
        && find(library, "vips_image_hasalpha", &vips.hasAlpha)
        && find(library, "vips_thumbnail_buffer", &vips.shrinkBytes)
        && find(library, "vips_image_get_typeof", &vips.typeOfField)
        && find(library, "vips_icc_transform", &vips.changeProfile)
        && find(library, "vips_array_double_newv", &vips.numbers)
        && find(library, "vips_flatten", &vips.flatten)
        && find(library, "vips_jpegsave_buffer", &vips.writeJPEG)
        && find(library, "vips_area_unref", &vips.release)
        && find(library, "g_free", &vips.free);
    if (!isWhole || vips.init("perennial") != 0) return false;
    // Of the many kinds it could read, those alone that phones make and browsers show.
    vips.blockUntrusted(1);
    vips.block("VipsForeignLoad", 1);
    vips.block("VipsForeignLoadJpeg", 0);
    vips.block("VipsForeignLoadPng", 0);
    vips.block("VipsForeignLoadWebp", 0);
    vips.block("VipsForeignLoadNsgif", 0);
    vips.keepOperations(0);
    vips.useThreads(1);
    return true;
}

static bool write(Image *image, int quality, struct PerennialPicture *picture) {
    return vips.writeJPEG(
        image, &picture->bytes, &picture->count, "Q", quality, "strip", 1, "optimize_coding", 1, NULL) == 0;
}

PerennialPictureOutcome PerennialShrinkPicture(
    const void *bytes, size_t count, double mostPixels, int side, int smallSide, struct PerennialPicture *whole,
    struct PerennialPicture *small) {
    if (!isOpen()) return PerennialPictureNoLibrary;
    // Its head alone is read.
    Image *head = vips.open(bytes, count, "", NULL);
    if (head == NULL) return PerennialPictureUnreadable;
    if ((double)vips.width(head) * (double)vips.height(head) > mostPixels) return PerennialPictureTooManyPixels;

    Image *shrunk = NULL;
    if (vips.shrinkBytes(
            (void *)bytes, count, &shrunk, side, "height", side, "size", onlyDown, "option_string", "fail_on=error", NULL)
        != 0)
        return PerennialPictureUnreadable;
    // Phones write colours in a wider space than browsers take without being told. A profile that does not fit is
    // of no use to anybody.
    Image *inSRGB = NULL;
    if (vips.typeOfField(shrunk, "icc-profile-data") == 0
        || vips.changeProfile(shrunk, &inSRGB, "srgb", "embedded", 1, NULL) != 0)
        inSRGB = shrunk;
    Image *opaque = inSRGB;
    if (vips.hasAlpha(inSRGB)) {
        void *white = vips.numbers(1, 255.0);
        int result = vips.flatten(inSRGB, &opaque, "background", white, NULL);
        vips.release(white);
        if (result != 0) return PerennialPictureUnreadable;
    }
    if (!write(opaque, 82, whole)) return PerennialPictureUnreadable;
    // From the JPEG, because a picture that is read line by line can be read once.
    Image *square = NULL;
    if (vips.shrinkBytes(
            whole->bytes, whole->count, &square, smallSide, "height", smallSide, "crop", centre, NULL) != 0
        || !write(square, 75, small))
        return PerennialPictureUnreadable;
    // The images are not given back: the process ends.
    return PerennialPictureDone;
}

void PerennialFreePicture(struct PerennialPicture *picture) {
    if (picture->bytes != NULL) vips.free(picture->bytes);
    picture->bytes = NULL;
    picture->count = 0;
}
