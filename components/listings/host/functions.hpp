// The listings of host calls. Each has a file of its name, which `lenslet listing` shows.
#pragma once

#include <lenslet/listing.hpp>

namespace lenslet::listings {

HostResult buffer_flags(const Session& session);
HostResult copy_buffer(const Session& session);
HostResult histogram_parts(const Session& session);
HostResult host_pointers(const Session& session);
HostResult image_5x5(const Session& session);
HostResult image_5x5_as_printed(const Session& session);
HostResult image_copies(const Session& session);
HostResult image_formats(const Session& session);
HostResult image_formats_as_printed(const Session& session);
HostResult image_info(const Session& session);
HostResult image_info_as_printed(const Session& session);
HostResult image_kinds(const Session& session);
HostResult map_buffer(const Session& session);
HostResult map_image(const Session& session);
HostResult memory_info(const Session& session);
HostResult read_write(const Session& session);
HostResult rect_reads(const Session& session);
HostResult sub_buffers(const Session& session);
HostResult sub_buffers_as_printed(const Session& session);

}  // namespace lenslet::listings
