// Fills, copies and moves values in device memory, and makes values of their parts.
//
// A function that returns a Launch does not wait. Its work is in the session's queue: what the session does later sees
// the result. The work begins after the events of `after` have ended, as RunOptions::after says. A value may be of this
// session or of another in the same context; a value of any other session throws invalid_argument. To copy a rectangle
// of an image, pass a view: copy(session, image.view(a), other.view(b)). Session::upload and Session::download take
// views, too.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <lenslet/session.hpp>

namespace lenslet {

// Set all pixels or elements to one value, which rounds and saturates as in Image::set() and Array::set(). For images
// in the storages image and image_array the call waits until the work is done.
Launch fill(const Session& session, const DeviceImage& image, const std::array<double, 4>& pixel,
            const std::vector<Event>& after = {});
Launch fill(const Session& session, const DeviceArray& array, double element, const std::vector<Event>& after = {});

// Copy all pixels or elements. Throw invalid_argument where the types differ or the two share memory. Throw unsupported
// for images in the storages image and image_array, which Session::convert() copies.
Launch copy(const Session& session, const DeviceImage& from, const DeviceImage& to,
            const std::vector<Event>& after = {});
Launch copy(const Session& session, const DeviceArray& from, const DeviceArray& to,
            const std::vector<Event>& after = {});

// Move the elements of an array without waiting. Throw invalid_argument where the host's memory has another number of
// bytes. The host's memory must live, and stay untouched, until the launch has ended.
Launch upload_later(const Session& session, std::span<const std::byte> from, const DeviceArray& to,
                    const std::vector<Event>& after = {});
Launch download_later(const Session& session, const DeviceArray& from, std::span<std::byte> to,
                      const std::vector<Event>& after = {});

// Move the pixels of an image, a rectangle or a DeviceImage::layer() without waiting. Throw invalid_argument where
// sizes or formats differ, or the device's image has several layers. Throw unsupported in the storages image and
// image_array. The host's memory must live, and stay untouched, until the launch has ended.
Launch upload_later(const Session& session, const ImageView& from, const DeviceImage& to,
                    const std::vector<Event>& after = {});
Launch download_later(const Session& session, const DeviceImage& from, Image& to, const std::vector<Event>& after = {});

// A box of an array of one to three sides: `size` elements from `origin` on, along each side in the order of the shape.
// In an array of shape {slices, rows, columns} it is a cuboid, in {rows, columns} a rectangle.
struct Box {
  std::vector<std::int64_t> origin;
  std::vector<std::int64_t> size;  // each at least 1
};

// Move a box from device to host, from host to device, or between arrays. In the last two `origin` is the place of the
// box in the array `to`. The two arrays of copy() may be the same one where the boxes do not overlap. Throw
// invalid_argument for a box that does not lie in its array, for boxes that overlap, and where the element types
// differ.
Array download(const Session& session, const DeviceArray& array, const Box& box);
void upload(const Session& session, const Array& box, const DeviceArray& to, const std::vector<std::int64_t>& origin);
Launch copy(const Session& session, const DeviceArray& from, const Box& box, const DeviceArray& to,
            const std::vector<std::int64_t>& origin, const std::vector<Event>& after = {});

// Returns `count` rows of an array, from row `first` on, in the same memory. A row is one step along the first side: an
// array {100, 3} has 100 rows of 3 elements, an array {100} has 100 rows of one. Throws invalid_argument for rows
// outside the array, and for an array without sides. Throws unsupported where the first row does not begin at a
// multiple of DeviceInfo::alignment bytes.
DeviceArray part(const Session& session, const DeviceArray& array, std::int64_t first, std::int64_t count);

// Cuts an array into at most `parts` parts of about equal size, as work for several queues or devices. Together the
// parts are the whole array. Each begins at a multiple of DeviceInfo::alignment bytes, so a short array gives fewer
// parts. Throws invalid_argument where `parts` is less than 1.
std::vector<DeviceArray> divide(const Session& session, const DeviceArray& array, std::int64_t parts);

}  // namespace lenslet
