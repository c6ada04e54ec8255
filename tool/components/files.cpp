// A part of the tool: image files.
#include "tool/components/files.hpp"

namespace lenslet::cli {
namespace {

constexpr ImageFiles files{.read_image_header = read_image_header,
                           .read_image = read_image,
                           .read_file_facts = read_file_facts,
                           .write_image = write_image,
                           .write_image_bytes = write_image_bytes,
                           .writable_formats = writable_formats,
                           .is_writable = is_writable,
                           .jpeg_sampling = jpeg_sampling,
                           .write_jpeg = write_jpeg,
                           .is_tiff = TiffWriter::takes,
                           .may_hold_pages = may_hold_pages,
                           .read_stack_header = read_stack_header,
                           .read_stack = read_stack,
                           .write_stack = write_stack,
                           .holds_pages = holds_pages,
                           .open_rows = open_rows,
                           .run_rows = run_rows};

const Offer offer(files_component, files);

}  // namespace
}  // namespace lenslet::cli
