// JPEG files encoded and decoded on the device: the component lenslet::jpeg.
//
//   const std::vector<std::byte> file = lenslet::encode(session, image, lenslet::Jpeg{.quality = 90});
//   const lenslet::JpegDecoded decoded = lenslet::decode(session, file);
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lenslet/device_image.hpp>
#include <lenslet/image.hpp>
#include <lenslet/session.hpp>
#include <lenslet/way_times.hpp>

namespace lenslet {

// The names of this work in the tuning store, and of the ways beside those of JpegDecoding.
inline constexpr std::string_view jpeg_decode = "jpeg.decode", jpeg_encode = "jpeg.encode";  // by host or device
inline constexpr std::string_view jpeg_way = "jpeg.way";  // by the ways of JpegDecoding
inline constexpr std::string_view host_codec = "host", device_codec = "device";

// Work of a codec whose times are kept.
struct CodecCase {
  std::string_view name;  // one of the three names above
  PixelFormat format;     // of the pixels
  Size size;
  std::size_t at_a_time = 1;  // images that a batch has under way, or that a call decodes
  std::string layout = {};    // for jpeg_way: what else of a file decides the speed, in words

  TimedWork work() const {
    const std::string text = to_string(format) + ", " + std::to_string(at_a_time) + " at a time";
    return {std::string(name), layout.empty() ? text : text + ", " + layout, size};
  }
};

// How images are encoded: as baseline JPEG (ITU-T T.81) in a JFIF file. With these options the bytes are those that
// libjpeg-turbo's accurate integer method (`cjpeg -dct int`) writes of the same pixels.
struct Jpeg {
  int quality = 90;  // 1 to 100, on libjpeg's scale: how finely coefficients are quantised

  // What becomes of the two channels of colour: 4:4:4 keeps them, 4:2:2 halves their width, 4:4:0 their height, 4:2:0
  // both, and 4:1:1 has a quarter of their width. Grey images have none.
  std::string sampling = "4:2:0";

  // MCUs (blocks of all components that are coded together, 16 x 16 pixels in 4:2:0) from one restart marker to the
  // next, up to 65535: decoders can begin there. 0: no markers.
  int restart = 0;

  bool optimize = false;  // Huffman tables for this image instead of the standard's: smaller files, one more pass

  // Whether entries of quantisation tables stay below 256, as all decoders want them. Without it qualities below 25 may
  // have larger ones, as cjpeg has by default; such a file is extended sequential JPEG.
  bool baseline = true;

  // Quantisation tables in the place of the quality's, row by row: none, or 64 numbers from 1 to 255 (8191 without
  // `baseline`). The first is for grey and luminance, the second for the two channels of colour.
  std::vector<int> luminance_table = {};
  std::vector<int> chrominance_table = {};

  bool drop_alpha = false;  // else an image with alpha is refused, since JPEG has none

  std::vector<std::byte> exif = {};  // as a TIFF file, from its byte order on; up to 65527 bytes, empty: none
  std::vector<std::byte> icc = {};   // a colour profile of up to 255 x 65519 bytes, empty: none
};

// Encodes images of one to four channels of u8: grey, RGB, and with drop_alpha these with alpha. All are encoded
// together, in the order in which their files are returned. Throws invalid_argument for options beyond what is allowed
// and for sides of more than 65500 pixels, unsupported for other pixels and for more than the device holds.
std::vector<std::byte> encode(const Session& session, const ImageView& image, const Jpeg& options = {});
std::vector<std::byte> encode(const Session& session, const DeviceImage& image, const Jpeg& options = {});
std::vector<std::vector<std::byte>> encode(const Session& session, const std::vector<DeviceImage>& images,
                                           const Jpeg& options = {});

// Encodes many images with the same options. It keeps its kernels and device memory from call to call, and each thread
// has one of its own.
class JpegEncoder {
 public:
  JpegEncoder(const Session& session, const Jpeg& options);  // throws as encode() does
  JpegEncoder(JpegEncoder&&) noexcept;
  JpegEncoder& operator=(JpegEncoder&&) noexcept;
  ~JpegEncoder();

  // Returns the images' files, which lie in memory of the encoder's until the next call. Waits for the device, and
  // throws as encode() does.
  std::vector<std::span<const std::byte>> encode(const std::vector<DeviceImage>& images);

  std::vector<std::string> stages() const;  // what a call puts into the queue, in order
  std::uint64_t device_bytes() const;       // of memory that the calls so far needed, beside the images

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// What a file says before its pixels.
struct JpegInfo {
  Size size;          // as stored, before the orientation is heeded
  std::string kind;   // "baseline", "extended", "progressive", "lossless", "arithmetic", ...
  int precision = 8;  // bits of a sample
  struct Component {
    int id = 0;
    int h = 1, v = 1;  // sampling factors
    int quant = 0;     // which quantisation table
  };
  std::vector<Component> components;
  std::string color;     // "grey", "YCbCr", "RGB", "CMYK", "YCCK", "unknown"
  std::string sampling;  // "4:2:0" and its kin, or the factors: "2x2,1x1,1x2"
  struct Table {
    int id = 0;
    int bits = 8;              // of an entry: 8 or 16
    std::vector<int> entries;  // 64, row by row
  };
  std::vector<Table> quantization;
  int huffman_tables = 0;
  int scans = 0;    // 1 where the first has all; else markers of scans
  int restart = 0;  // MCUs between restart markers, 0: none
  std::vector<std::byte> exif, icc;
  int orientation = 1;  // of EXIF, 1 to 8
  std::string way;      // by which decode() will decode it where no other is asked for
  std::string reason;   // why
};

// Reads the headers of a file and no pixel. Throws io for what is no JPEG file or is damaged before its pixels.
JpegInfo read_jpeg_info(std::span<const std::byte> file);

struct JpegDecoding {
  // restart (entropy decoding on the device, an interval between restart markers for each work-item), sync (on the
  // device, by sub-sequences that synchronise themselves), coefficients (entropy decoding by libjpeg-turbo, the rest on
  // the device), host (all by libjpeg-turbo); empty: the way of the device's that tune_decoding() found the fastest for
  // such files, else sync where the file allows it.
  std::string way = {};
  int scale = 1;                                    // 1, 2, 4 or 8: the image is so many times smaller, rounded up
  bool strict = false;                              // damage is an error; else what is lost is grey, with a warning
  std::int64_t max_pixels = std::int64_t{1} << 30;  // of the declared size, compared before memory is taken
};

struct JpegDecoded {
  DeviceImage image;                  // u8: grey or RGB
  std::string way;                    // see JpegDecoding
  std::string reason;                 // why this way
  std::vector<std::string> warnings;  // what was damaged
  JpegInfo info;
};

// Decodes a file to the pixels that libjpeg-turbo's accurate integer method (`djpeg -dct int`) makes of it. Throws io
// for a damaged file and one beyond the limits, unsupported for what no way decodes, invalid_argument for wrong
// options.
JpegDecoded decode(const Session& session, std::span<const std::byte> file, const JpegDecoding& options = {});

// Decodes the files of one call by each of the device's ways that has them all, in turns, compares the pixels with
// those of the way `host`, and returns the times of a call by way. Decoders that are made later, in this process and
// others on this device, take the fastest one for calls like this: of files with the same channels, sampling and scale,
// about as many pixels, MCUs between markers and files. Throws as decode() does; io for a damaged file, unsupported
// where no way has all files, device for other pixels. `options.way` and `options.strict` are ignored.
WayTimes tune_decoding(const Session& session, const std::vector<std::span<const std::byte>>& files,
                       const JpegDecoding& options = {});

// Decodes many files with the same options: those of a call together. It keeps its kernels and memory from call to
// call, and each thread has one of its own.
class JpegDecoder {
 public:
  explicit JpegDecoder(const Session& session, const JpegDecoding& options = {});  // throws as decode() does
  JpegDecoder(JpegDecoder&&) noexcept;
  JpegDecoder& operator=(JpegDecoder&&) noexcept;
  ~JpegDecoder();

  // Returns the files' images, in their order; those of one call may share memory. Waits for the device, and throws as
  // decode() does. On a CPU a later call has the same memory again once all images of this one are gone: commands that
  // use them in other queues than the session's must have ended by then.
  std::vector<JpegDecoded> decode(const std::vector<std::span<const std::byte>>& files);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Decoders and encoders for several threads: each call has one of its own, which is kept with its memory for later
// calls. All functions may be called at the same time.
class JpegCoders {
 public:
  virtual ~JpegCoders() = default;

  // Wait until one is free. Throw as decode() and encode() do; the sampling is Jpeg::sampling.
  virtual JpegDecoded decode(std::span<const std::byte> file) = 0;
  virtual std::vector<std::byte> encode(const DeviceImage& image, const std::string& sampling) = 0;

  // Compiles what turns stored images of this type upright, of one of EXIF's orientations, 1 to 8. Others are as 1.
  virtual void prepare_turn(int orientation, const ImageType& type) = 0;

  // Returns a stored image upright. Throws unsupported for an orientation that was not prepared for its type.
  virtual DeviceImage upright(const DeviceImage& image, int orientation) = 0;
};

// Compiles what they need. At most `count` are at work at the same time; on a CPU one, as kernels of one image use all
// cores. Throws as encode() and decode() do.
std::unique_ptr<JpegCoders> jpeg_coders(const Session& session, std::size_t count, const Jpeg& encoding = {},
                                        const JpegDecoding& decoding = {});

}  // namespace lenslet
