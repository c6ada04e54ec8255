// The record of what is measured now, for the reports of studies.
#pragma once

#include <lenslet/session.hpp>
#include <lenslet/study.hpp>

#include "studies/report/record.hpp"

namespace lenslet::cli {

report::Record begin_record(const Session& session, const StudyOptions& options);

}  // namespace lenslet::cli
