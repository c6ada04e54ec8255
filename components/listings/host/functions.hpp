// The listings of host calls. Each has a file of its name, which `lenslet listing` shows.
#pragma once

#include <lenslet/listing.hpp>

namespace lenslet::listings {

HostResult amdahl(const Session& session);
HostResult barrier(const Session& session);
HostResult buffer_flags(const Session& session);
HostResult build_log(const Session& session);
HostResult build_log_behind_the_check(const Session& session);
HostResult build_log_by_braces(const Session& session);
HostResult build_log_by_return(const Session& session);
HostResult build_options(const Session& session);
HostResult build_options_as_printed(const Session& session);
HostResult built_in_kernels(const Session& session);
HostResult context(const Session& session);
HostResult context_as_printed(const Session& session);
HostResult copy_buffer(const Session& session);
HostResult create_kernels(const Session& session);
HostResult device_limits(const Session& session);
HostResult devices(const Session& session);
HostResult error_codes(const Session& session);
HostResult event_info(const Session& session);
HostResult event_info_as_printed(const Session& session);
HostResult event_info_with_completed(const Session& session);
HostResult flush_finish(const Session& session);
HostResult gl_sharing(const Session& session);
HostResult gpu_or_cpu(const Session& session);
HostResult gpu_or_cpu_as_printed(const Session& session);
HostResult groups_on_units(const Session& session);
HostResult histogram_parts(const Session& session);
HostResult host_clocks(const Session& session);
HostResult host_clocks_as_printed(const Session& session);
HostResult host_pointers(const Session& session);
HostResult image_5x5(const Session& session);
HostResult image_5x5_as_printed(const Session& session);
HostResult image_copies(const Session& session);
HostResult image_formats(const Session& session);
HostResult image_formats_as_printed(const Session& session);
HostResult image_info(const Session& session);
HostResult image_info_as_printed(const Session& session);
HostResult image_kinds(const Session& session);
HostResult kernel_info(const Session& session);
HostResult kernel_info_as_printed(const Session& session);
HostResult map_buffer(const Session& session);
HostResult map_image(const Session& session);
HostResult marker(const Session& session);
HostResult memory_info(const Session& session);
HostResult one_context(const Session& session);
HostResult platforms(const Session& session);
HostResult platforms_as_printed(const Session& session);
HostResult processing_elements(const Session& session);
HostResult processing_elements_as_printed(const Session& session);
HostResult profiling(const Session& session);
HostResult program_flow(const Session& session);
HostResult program_from_source(const Session& session);
HostResult program_info(const Session& session);
HostResult queue_in_order(const Session& session);
HostResult queue_out_of_order(const Session& session);
HostResult queue_out_of_order_as_printed(const Session& session);
HostResult queue_out_of_order_unasked(const Session& session);
HostResult ranges(const Session& session);
HostResult read_write(const Session& session);
HostResult rect_reads(const Session& session);
HostResult reference_counts(const Session& session);
HostResult saxpy_from_binary(const Session& session);
HostResult separate_contexts(const Session& session);
HostResult sub_buffers(const Session& session);
HostResult sub_buffers_as_printed(const Session& session);
HostResult task(const Session& session);
HostResult undefined_uses(const Session& session);
HostResult user_events(const Session& session);
HostResult user_events_as_printed(const Session& session);
HostResult wait_for_events(const Session& session);
HostResult wait_lists(const Session& session);

}  // namespace lenslet::listings
