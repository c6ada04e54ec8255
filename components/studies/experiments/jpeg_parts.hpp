// The parts of the study `jpeg`: its charts, and what adds candidates to them.
#pragma once

#include <string>
#include <vector>

#include "studies/experiments/jpeg_picture.hpp"

namespace lenslet::study {

inline const std::string turbo_line = "libjpeg-turbo, one thread", device_line = "device",
                         with_transfers = ", with transfers", markers_line = "device, restart markers",
                         split_line = "the book's split", split_gains_line = "the split, eight items a block",
                         coefficients_line = "lenslet, coefficients from the host", sync_line = "lenslet",
                         restart_line = "lenslet, restart markers", encoder_line = "lenslet";

// Charts by the number of pixels: one for each stage, and for whole decoders and encoders.
struct JpegCharts {
  explicit JpegCharts(Experiment& experiment);

  std::size_t kernels;  // the ways to write the inverse transform
  std::size_t decoder, entropy, inverse, color;
  std::size_t encoder, planes, forward, coding;
};

void measure_jpeg(Experiment& experiment);  // calls all functions below

using LazyPicture = Lazy<std::shared_ptr<JpegPicture>>;

// These add candidates for a picture: the chapter's kernels, libjpeg-turbo's stages, and Lenslet's codec.
void add_jpeg_decoder(Experiment& experiment, const JpegCharts& charts, double pixels, const LazyPicture& picture);
void add_jpeg_encoder(Experiment& experiment, const JpegCharts& charts, double pixels, const LazyPicture& picture);
void add_jpeg_host(Experiment& experiment, const JpegCharts& charts, double pixels, const LazyPicture& picture);
void add_jpeg_codec(Experiment& experiment, const JpegCharts& charts, double pixels, const LazyPicture& picture);

// Adds whole decoders that read the codes on the host and leave the rest to the device.
void add_jpeg_split(Experiment& experiment, const JpegCharts& charts, double pixels, const LazyPicture& picture);

// Adds the tables of gains, judges their claims, and measures the loss for sizes of a file.
void conclude_jpeg(Experiment& experiment, const JpegCharts& charts, const std::vector<double>& pixels);
void measure_jpeg_loss(Experiment& experiment);

// A way to write the inverse transform, and its launch for a picture.
struct InverseKernel {
  std::string line, kernel;
  std::vector<Define> defines;
};

KernelRow inverse_row(const Experiment& experiment, const InverseKernel& way, const LazyPicture& picture);
KernelRow color_row(const Experiment& experiment, Size size, std::size_t spread, const ocl::Buffer& planes);

// The kernel as printed but for its mistakes, and the one best suited to GPUs.
const InverseKernel& printed_inverse();
const InverseKernel& inverse_by_lines();

}  // namespace lenslet::study
