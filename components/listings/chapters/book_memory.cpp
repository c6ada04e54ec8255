// Text 004, its chapters on buffers and image objects: host calls.
#include "listings/chapters.hpp"
#include "listings/host/functions.hpp"

namespace lenslet::listings {

namespace {

std::vector<Listing> kinds_of_buffers() {
  return {
      {.name = "buffer-flags",
       .title = "clCreateBuffer with each flag",
       .what = "Makes a buffer with each flag of the table, and with two that exclude each other.",
       .places = {{"004", 1590, 1638, "B01"}},
       .host = buffer_flags,
       .instead = "session.allocate(type, {.kernels = KernelAccess::read_only}) of <lenslet/memory.hpp>"},
      {.name = "host-pointers",
       .title = "Memory that is copied, used in place, or the driver's",
       .what = "Shows which changes of the host's memory a buffer sees with COPY, USE and ALLOC_HOST_PTR.",
       .places = {{"004", 1621, 1629, "B02"}, {"004", 1873, 1886, "B02"}},
       .host = host_pointers,
       .instead = "over_host_memory() and MemoryUse::pinned of <lenslet/memory.hpp>; lenslet study transfer"},
      {.name = "sub-buffers",
       .title = "Three overlapping parts of a buffer",
       .what = "Makes the parts 0 to 49, 50 to 99 and 40 to 89 of 100 units, whose numbers are as many as the bytes of "
               "the device's alignment.",
       .places = {{"004", 1640, 1712, "B03"}},
       .host = sub_buffers,
       .instead = "session.part(array, 50, 50), or session.divide(array, parts), which aligns them",
       .faults = {{.what =
                       "Parts of 100 floats begin at bytes 200 and 160, which devices with a larger alignment refuse.",
                   .cure = "Round a part's origin up to CL_DEVICE_MEM_BASE_ADDR_ALIGN.",
                   .effect = Effect::maybe,
                   .host = sub_buffers_as_printed}}},
      {.name = "histogram-parts",
       .title = "The histogram's three outputs in one buffer",
       .what = "Counts red, green and blue into three parts of one buffer: the exercise of the chapter.",
       .places = {{"004", 2057, 0, "B04"}},
       .host = histogram_parts,
       .instead =
           "session.part(array, first, count) is an argument of a kernel; lenslet run histogram a.png counts.npy"},
  };
}

std::vector<Listing> transfers() {
  return {
      {.name = "read-write",
       .title = "Reads and writes, blocking and not",
       .what = "Writes three buffers, then reads them by three commands that do not wait, and waits for their events.",
       .places = {{"004", 1952, 2055, "B05"}, {"002", 479, 508, "B05"}, {"002", 644, 666, "B05"}},
       .host = read_write,
       .instead = "queue.read(array, bytes).wait() of <lenslet/queue.hpp>; session.download_later()",
       .faults = {{.what = "The events of the writes and reads are never released.",
                   .cure = "clReleaseEvent for each, when it was waited for.",
                   .host = read_write_as_printed}}},
      {.name = "rect-reads",
       .title = "Rectangles and cuboids of a buffer",
       .what =
           "Reads 3 x 2 of 8 x 4 numbers, which gives 25 26 27 29 30 31, and 3 x 1 x 3 of the same seen as 4 x 2 x 4.",
       .places = {{"004", 2059, 2161, "B06"}, {"004", 2163, 2194, "B07"}},
       .host = rect_reads,
       .instead = "session.download(array, Box{{6, 1}, {2, 3}})"},
      {.name = "copy-buffer",
       .title = "Copies from buffer to buffer",
       .what = "Copies four numbers, and a rectangle of two rows, without the host.",
       .places = {{"004", 2196, 2243, "B08"}},
       .host = copy_buffer,
       .instead = "session.copy(from, box, to, origin); queue.copy(from, to)"},
      {.name = "map-buffer",
       .title = "A buffer that is mapped",
       .what = "Maps a buffer to write squares of numbers, unmaps it, and maps it again to read them.",
       .places = {{"004", 2245, 2299, "B09"}},
       .host = map_buffer,
       .instead = "MappedArray of <lenslet/memory.hpp>, which unmaps itself"},
      {.name = "memory-info",
       .title = "clGetMemObjectInfo",
       .what = "Asks a buffer and a part of it for all that the text's table lists.",
       .places = {{"004", 2301, 2363, "B10"}},
       .host = memory_info,
       .instead = "memory_info(array) of <lenslet/memory_info.hpp>"},
  };
}

std::vector<Listing> image_objects() {
  return {
      {.name = "undefined-uses",
       .title = "Uses of memory that are undefined",
       .what = "Tries uses that the text calls undefined, and three more: Lenslet's check finds each before it runs, "
               "but not "
               "what the host writes by itself.",
       .places = {{"004", 2365, 2373, "B11"}, {"004", 1663, 0, "B11"}, {"004", 1712, 0, "B11"}},
       .host = undefined_uses,
       .instead = "Queue(session, {.check = UseCheck()}) of <lenslet/queue.hpp>"},
      {.name = "image-5x5",
       .title = "An image object of 5 x 5 floats",
       .what = "Makes the image with the rows 10 to 50 over the host's memory, and another that is written, and "
               "samples it.",
       .places = {{"004", 2398, 2497, "B12"}, {"004", 2553, 2608, "B12"}},
       .host = image_5x5,
       .instead =
           "ImageObject(session, {ImageKind::image2d, {ChannelOrder::r, ChannelType::float32}, 5, 5}, memory, bytes)",
       .faults = {{.what = "The image with the data to sample is made with CL_MEM_WRITE_ONLY.",
                   .cure = "An image that a kernel samples is CL_MEM_READ_ONLY.",
                   .effect = Effect::maybe,
                   .host = image_5x5_as_printed}}},
      {.name = "image-formats",
       .title = "clGetSupportedImageFormats",
       .what = "Counts the formats of 2D images, and lists them.",
       .places = {{"004", 2515, 2551, "B13"}},
       .host = image_formats,
       .instead = "image_formats(session, ImageKind::image2d); lenslet devices --objects",
       .faults = {{.what = "It counts the formats of 2D images and fetches those of 1D images.",
                   .cure = "Both calls name the same type of image.",
                   .effect = Effect::maybe,
                   .host = image_formats_as_printed}}},
      {.name = "image-kinds",
       .title = "Image objects of six kinds",
       .what = "Makes one of each kind, writes texels into it and reads them back.",
       .places = {{"004", 2468, 2513, "B14"}, {"004", 2610, 2621, "B14"}, {"004", 2671, 2724, "B15"}},
       .host = image_kinds,
       .instead = "ImageObject of <lenslet/image_object.hpp>, for each of image_kinds"},
  };
}

std::vector<Listing> uses_of_images() {
  return {
      {.name = "image-copies",
       .title = "Copies and fills of image objects",
       .what = "Copies texels from image to image, to a buffer and back, and fills an image with one colour.",
       .places = {{"004", 2726, 2791, "B16"}},
       .host = image_copies,
       .instead = "queue.copy(image, box, to, origin), queue.copy(image, array), queue.fill(image, colour)"},
      {.name = "map-image",
       .title = "An image object that is mapped",
       .what = "Maps an image to write its rows, as far apart as the driver says.",
       .places = {{"004", 2793, 2818, "B17"}},
       .host = map_image,
       .instead = "MappedTexels of <lenslet/queue.hpp>"},
      {.name = "image-info",
       .title = "clGetImageInfo",
       .what = "Asks an image object for all that the text's table lists.",
       .places = {{"004", 2820, 2864, "B18"}},
       .host = image_info,
       .instead = "ImageObject::info()",
       .faults = {{.what = "The context is passed where the image should be.",
                   .cure = "The first argument is the cl_mem of the image.",
                   .effect = Effect::refused,
                   .host = image_info_as_printed}}},
  };
}

}  // namespace

std::vector<Listing> book_memory() {
  return listed<Listing>(kinds_of_buffers(), transfers(), image_objects(), uses_of_images());
}

}  // namespace lenslet::listings
