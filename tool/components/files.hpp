// The component lenslet::files, as the tool uses it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <lenslet/image_file.hpp>
#include <lenslet/jpeg_file.hpp>
#include <lenslet/run_rows.hpp>
#include <lenslet/stack_file.hpp>
#include <lenslet/tiff_writer.hpp>
#include <memory>
#include <string>
#include <vector>

#include "tool/components/component.hpp"

namespace lenslet::cli {

// The functions of these names in <lenslet/image_file.hpp> and the headers beside it.
struct ImageFiles {
  decltype(lenslet::read_image_header)* read_image_header;
  decltype(lenslet::read_image)* read_image;
  decltype(lenslet::read_file_facts)* read_file_facts;
  decltype(lenslet::write_image)* write_image;
  decltype(lenslet::write_image_bytes)* write_image_bytes;
  decltype(lenslet::writable_formats)* writable_formats;
  decltype(lenslet::is_writable)* is_writable;
  decltype(lenslet::jpeg_sampling)* jpeg_sampling;
  decltype(lenslet::write_jpeg)* write_jpeg;
  decltype(lenslet::TiffWriter::takes)* is_tiff;
  decltype(lenslet::may_hold_pages)* may_hold_pages;
  decltype(lenslet::read_stack_header)* read_stack_header;
  decltype(lenslet::read_stack)* read_stack;
  decltype(lenslet::write_stack)* write_stack;
  decltype(lenslet::holds_pages)* holds_pages;
  decltype(lenslet::open_rows)* open_rows;
  void (*run_rows)(const DeviceGroup& devices, const Work& work, const std::vector<RowInput>& inputs, const RowRun& run,
                   RowReport& report);
};

inline constinit Component<ImageFiles> files_component{
    {"lenslet::files", "which images need (.npy, .csv and .txt do not)", "LENSLET_FILES",
     "libvips (libvips-dev libtiff-dev libdeflate-dev libexpat1-dev)"}};

}  // namespace lenslet::cli
