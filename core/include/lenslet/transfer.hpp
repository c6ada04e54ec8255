// Fills values in device memory, copies them and parts of them, and makes values of parts.
//
// What returns a Launch does not wait: the work is in the session's queue, and what the session does later finds it
// done. It begins when the events of `after` have ended, as with RunOptions::after. Memory of another session, but for
// one in the same context, is invalid_argument in all calls. Rectangles of images are views: copy(session,
// image.view(a), other.view(b)); Session::upload and Session::download take views as well.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <lenslet/session.hpp>

namespace lenslet {

// Set all pixels or elements to one value, which rounds and saturates as Image::set() and Array::set() do. Of images in
// the storages image and image_array the call waits until it is done.
Launch fill(const Session& session, const DeviceImage& image, const std::array<double, 4>& pixel,
            const std::vector<Event>& after = {});
Launch fill(const Session& session, const DeviceArray& array, double element, const std::vector<Event>& after = {});

// Copy all pixels or elements. Both sides have one type, or the call throws invalid_argument, and lie apart in memory.
// Images in the storages image and image_array throw unsupported: Session::convert() takes them to a buffer.
Launch copy(const Session& session, const DeviceImage& from, const DeviceImage& to,
            const std::vector<Event>& after = {});
Launch copy(const Session& session, const DeviceArray& from, const DeviceArray& to,
            const std::vector<Event>& after = {});

// Move the elements of an array without waiting. The host's memory has as many bytes, or they throw invalid_argument;
// it lives until the launch has ended, and is neither changed nor looked at before.
Launch upload_later(const Session& session, std::span<const std::byte> from, const DeviceArray& to,
                    const std::vector<Event>& after = {});
Launch download_later(const Session& session, const DeviceArray& from, std::span<std::byte> to,
                      const std::vector<Event>& after = {});

// The same of the pixels of an image, a rectangle or DeviceImage::layer(). Both sides have one size and format and the
// device's has one layer, or they throw invalid_argument; in the storages image and image_array they throw unsupported,
// as copies do.
Launch upload_later(const Session& session, const ImageView& from, const DeviceImage& to,
                    const std::vector<Event>& after = {});
Launch download_later(const Session& session, const DeviceImage& from, Image& to, const std::vector<Event>& after = {});

// A box of an array of one to three sides: from `origin` on, `size` elements along each side, in the order of its
// shape. An array of shape {slices, rows, columns} has cuboids, one of {rows, columns} rectangles.
struct Box {
  std::vector<std::int64_t> origin;
  std::vector<std::int64_t> size;  // each at least 1
};

// Move a box to the host, from there, or from one array to another, which may be the same one where the boxes lie
// apart. Uploads and copies put it where `origin` says. Throw invalid_argument for a box that does not lie in its
// array, or of another type than the array.
Array download(const Session& session, const DeviceArray& array, const Box& box);
void upload(const Session& session, const Array& box, const DeviceArray& to, const std::vector<std::int64_t>& origin);
Launch copy(const Session& session, const DeviceArray& from, const Box& box, const DeviceArray& to,
            const std::vector<std::int64_t>& origin, const std::vector<Event>& after = {});

// Returns `count` rows of an array, from row `first` on, as an array in the same memory: an array {100, 3} has 100
// rows, an array {100} as many elements. Throws invalid_argument where these are not in it, unsupported where the first
// one begins at no multiple of DeviceInfo::alignment bytes.
DeviceArray part(const Session& session, const DeviceArray& array, std::int64_t first, std::int64_t count);

// Returns at most `parts` parts of an array that are about equal and together all of it, as work for several queues or
// devices: each begins where a part may begin, so that a short array has fewer. Throws invalid_argument for less than
// one part.
std::vector<DeviceArray> divide(const Session& session, const DeviceArray& array, std::int64_t parts);

}  // namespace lenslet
