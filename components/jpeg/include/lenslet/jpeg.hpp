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

#pragma GCC visibility push(default)
namespace lenslet {

// The names of this work in the tuning store, and the names of ways besides those of JpegDecoding.
inline constexpr std::string_view jpeg_decode = "jpeg.decode", jpeg_encode = "jpeg.encode";
inline constexpr std::string_view jpeg_way = "jpeg.way";
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

// How to encode images: as baseline JPEG (ITU-T T.81) in a JFIF file. The bytes are the same as those of
// libjpeg-turbo's accurate integer method (`cjpeg -dct int`) with the same options.
struct Jpeg {
  int quality = 90;  // 1 to 100, libjpeg's scale: how finely coefficients are quantised

  // The size of the two colour channels. 4:4:4 keeps them whole. 4:2:2 halves their width, 4:4:0 their height, 4:2:0
  // both. 4:1:1 divides their width by four. Grey images have none.
  std::string sampling = "4:2:0";

  // MCUs from one restart marker to the next, up to 65535; 0: no markers. An MCU is the blocks of all components that
  // are coded together, 16 x 16 pixels in 4:2:0. Decoders can begin at each marker.
  int restart = 0;

  bool optimize = false;  // make Huffman tables for this image instead of the standard's: smaller files, one more pass

  // Keep entries of quantisation tables below 256, which all decoders can read. With false, qualities below 25 may have
  // larger entries, as cjpeg's have by default; such a file is extended sequential JPEG.
  bool baseline = true;

  // Quantisation tables that replace those of `quality`: empty, or 64 numbers row by row, from 1 to 255 (8191 with
  // `baseline` false). The first is for grey and luminance, the second for the two colour channels.
  std::vector<int> luminance_table = {};
  std::vector<int> chrominance_table = {};

  bool drop_alpha = false;  // false: an image with alpha is refused, since JPEG has none

  std::vector<std::byte> exif = {};  // a TIFF file from its byte order on, up to 65527 bytes; empty: none
  std::vector<std::byte> icc = {};   // a colour profile, up to 255 x 65519 bytes; empty: none
};

// Encodes images of u8: grey, RGB, and with drop_alpha also grey or RGB with alpha. Several images are encoded
// together; the files are in the order of the images. Throws invalid_argument for options out of range and sides of
// more than 65500 pixels. Throws unsupported for other pixels and for more than the device can hold.
std::vector<std::byte> encode(const Session& session, const ImageView& image, const Jpeg& options = {});
std::vector<std::byte> encode(const Session& session, const DeviceImage& image, const Jpeg& options = {});
std::vector<std::vector<std::byte>> encode(const Session& session, const std::vector<DeviceImage>& images,
                                           const Jpeg& options = {});

// Encodes many images with the same options. Keeps its kernels and device memory between calls. Only one thread may use
// it at a time.
class JpegEncoder {
 public:
  JpegEncoder(const Session& session, const Jpeg& options);  // throws as encode() does
  JpegEncoder(JpegEncoder&&) noexcept;
  JpegEncoder& operator=(JpegEncoder&&) noexcept;
  ~JpegEncoder();

  // Returns the files of the images. The bytes stay valid until the next call. Waits for the device. Throws as encode()
  // does.
  std::vector<std::span<const std::byte>> encode(const std::vector<DeviceImage>& images);

  std::vector<std::string> stages() const;  // what a call puts into the queue, in order
  std::uint64_t device_bytes() const;       // device memory that the calls so far needed, without the images

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// What a file says before its pixels.
struct JpegInfo {
  Size size;          // as stored, before the orientation is applied
  std::string kind;   // "baseline", "extended", "progressive", "lossless", "arithmetic", ...
  int precision = 8;  // bits of a sample
  struct Component {
    int id = 0;
    int h = 1, v = 1;  // sampling factors
    int quant = 0;     // number of its quantisation table
  };
  std::vector<Component> components;
  std::string color;     // "grey", "YCbCr", "RGB", "CMYK", "YCCK", "unknown"
  std::string sampling;  // "4:2:0" and similar, or the factors: "2x2,1x1,1x2"
  struct Table {
    int id = 0;
    int bits = 8;              // of an entry: 8 or 16
    std::vector<int> entries;  // 64, row by row
  };
  std::vector<Table> quantization;
  int huffman_tables = 0;
  int scans = 0;    // 1 where the first scan has everything; else the number of scan markers
  int restart = 0;  // MCUs between restart markers, 0: none
  std::vector<std::byte> exif, icc;
  int orientation = 1;  // of EXIF, 1 to 8
  std::string way;      // how decode() decodes it by default
  std::string reason;   // why it does so
};

// Reads a file's headers without any pixel. Throws io for a file that is no JPEG or is damaged before its pixels.
JpegInfo read_jpeg_info(std::span<const std::byte> file);

struct JpegDecoding {
  // Who decodes what. "restart": entropy decoding on the device, where each work-item has an interval between restart
  // markers. "sync": entropy decoding on the device by sub-sequences that synchronise themselves. "coefficients":
  // entropy decoding by libjpeg-turbo, the rest on the device. "host": everything by libjpeg-turbo. Empty: the way on
  // the device that tune_decoding() found fastest for such files, else sync where the file allows it.
  std::string way = {};
  int scale = 1;                                    // 1, 2, 4 or 8: both sides are divided by this and rounded up
  bool strict = false;                              // damage throws io; else lost parts are grey, with a warning
  std::int64_t max_pixels = std::int64_t{1} << 30;  // limit of the declared size, checked before memory is taken
};

struct JpegDecoded {
  DeviceImage image;                  // u8: grey or RGB
  std::string way;                    // see JpegDecoding
  std::string reason;                 // why this way
  std::vector<std::string> warnings;  // what was damaged
  JpegInfo info;
};

// Decodes a file to the same pixels as libjpeg-turbo's accurate integer method (`djpeg -dct int`). Throws io for a
// damaged file and one beyond the limits, unsupported for files that no way decodes, invalid_argument for wrong
// options.
JpegDecoded decode(const Session& session, std::span<const std::byte> file, const JpegDecoding& options = {});

// Decodes the files in one call by each way on the device that can decode all of them, in turns. Compares the pixels
// with those of the way `host`, and returns the times of a call by way. Later decoders on this device, in this and
// other processes, take the fastest way for similar calls: the same channels, sampling and scale, and about as many
// pixels, MCUs between markers, and files. Throws as decode() does: io for a damaged file, unsupported where no way has
// all files, device for wrong pixels. Throws invalid_argument for no files. Ignores `options.way` and `options.strict`.
WayTimes tune_decoding(const Session& session, const std::vector<std::span<const std::byte>>& files,
                       const JpegDecoding& options = {});

// Decodes many files with the same options; the files of one call are decoded together. Keeps its kernels and memory
// between calls. Only one thread may use it at a time.
class JpegDecoder {
 public:
  explicit JpegDecoder(const Session& session, const JpegDecoding& options = {});  // throws as decode() does
  JpegDecoder(JpegDecoder&&) noexcept;
  JpegDecoder& operator=(JpegDecoder&&) noexcept;
  ~JpegDecoder();

  // Returns the files' images in order. Images of one call may share memory. Waits for the device. Throws as decode()
  // does. On a CPU, once all images of a call are destroyed, later calls use their memory again: commands in other
  // queues than the session's must have ended by then.
  std::vector<JpegDecoded> decode(const std::vector<std::span<const std::byte>>& files);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Decoders and encoders for several threads. Each call takes one for itself; it is kept with its memory for later
// calls. All functions may be called at the same time.
class JpegCoders {
 public:
  virtual ~JpegCoders() = default;

  // Wait until one is free. Throw as decode() and encode() do. `sampling` is as Jpeg::sampling.
  virtual JpegDecoded decode(std::span<const std::byte> file) = 0;
  virtual std::vector<std::byte> encode(const DeviceImage& image, const std::string& sampling) = 0;

  // Compiles what turns stored images of this type upright. The orientation is EXIF's, 1 to 8; any other number counts
  // as 1.
  virtual void prepare_turn(int orientation, const ImageType& type) = 0;

  // Returns a stored image upright. Throws unsupported for an orientation that was not prepared for its type.
  virtual DeviceImage upright(const DeviceImage& image, int orientation) = 0;
};

// Compiles all programs that the coders need. At most `count` work at the same time; on a CPU only one, as the kernels
// of one image use all cores. Throws as encode() and decode() do.
std::unique_ptr<JpegCoders> jpeg_coders(const Session& session, std::size_t count, const Jpeg& encoding = {},
                                        const JpegDecoding& decoding = {});

}  // namespace lenslet
#pragma GCC visibility pop
