// Everything of the core library but <lenslet/opencl.hpp>, which includes OpenCL's own header. Components have headers
// of their own: <lenslet/image_file.hpp> belongs to lenslet::files, <lenslet/kernel.hpp> and <lenslet/queue.hpp> belong
// to lenslet::toolkit.
#pragma once

#include <lenslet/access.hpp>
#include <lenslet/array.hpp>
#include <lenslet/array_file.hpp>
#include <lenslet/batch.hpp>
#include <lenslet/border.hpp>
#include <lenslet/device.hpp>
#include <lenslet/device_group.hpp>
#include <lenslet/device_image.hpp>
#include <lenslet/device_values.hpp>
#include <lenslet/error.hpp>
#include <lenslet/event.hpp>
#include <lenslet/event_times.hpp>
#include <lenslet/explain.hpp>
#include <lenslet/host_views.hpp>
#include <lenslet/image.hpp>
#include <lenslet/kernel_info.hpp>
#include <lenslet/measure.hpp>
#include <lenslet/memory.hpp>
#include <lenslet/merging.hpp>
#include <lenslet/op.hpp>
#include <lenslet/ops.hpp>
#include <lenslet/pipeline.hpp>
#include <lenslet/pixel.hpp>
#include <lenslet/plan.hpp>
#include <lenslet/plot.hpp>
#include <lenslet/program_cache.hpp>
#include <lenslet/pyramid.hpp>
#include <lenslet/quarantine.hpp>
#include <lenslet/schedule.hpp>
#include <lenslet/session.hpp>
#include <lenslet/specialize.hpp>
#include <lenslet/stream.hpp>
#include <lenslet/strip_cost.hpp>
#include <lenslet/strips.hpp>
#include <lenslet/tune.hpp>
#include <lenslet/tuning_store.hpp>
#include <lenslet/user_op.hpp>
#include <lenslet/value.hpp>
#include <lenslet/verify.hpp>
#include <lenslet/version.hpp>
#include <lenslet/work.hpp>
