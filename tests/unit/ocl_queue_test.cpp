// Memory and transfers on a real device.
#include "ocl/queue.hpp"

#include <algorithm>
#include <chrono>
#include <functional>
#include <thread>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/error.hpp>

#include "ocl/program.hpp"
#include "ocl_test_support.hpp"

namespace lenslet::ocl {
namespace {

using testing::HasSubstr;
using RawBytes = std::vector<std::byte>;

RawBytes counting(std::size_t size) {
  RawBytes bytes(size);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::byte>(i % 251);
  return bytes;
}

class QueueTest : public DeviceTest {
 protected:
  RawBytes read(const Buffer& from) const {
    RawBytes bytes(from.bytes());
    queue().read(from, 0, bytes);
    return bytes;
  }
  Buffer zeros(std::size_t size) const {
    Buffer buffer = queue().allocate(size);
    queue().write(buffer, 0, RawBytes(size));
    return buffer;
  }
};

TEST_F(QueueTest, WritesAndReadsAtAnOffset) {
  const Buffer buffer = zeros(100);
  const RawBytes bytes = counting(10);
  queue().write(buffer, 33, bytes);
  queue().write(buffer, 0, {});
  RawBytes expected(100);
  std::copy(bytes.begin(), bytes.end(), expected.begin() + 33);
  EXPECT_EQ(read(buffer), expected);
}

TEST_F(QueueTest, CopiesAndTellsTheTime) {
  const Buffer from = queue().allocate(1000);
  const Buffer to = zeros(1000);
  queue().write(from, 0, counting(1000));
  const Event event = queue().copy(from, to, 999);
  EXPECT_GE(event.end_ns(), event.start_ns());
  RawBytes expected = counting(1000);
  expected[999] = std::byte{0};
  EXPECT_EQ(read(to), expected);
  queue().finish();
}

struct RowsCase {
  Rows device;
  std::uint64_t host_stride;
  std::uint64_t row_bytes;
  std::uint64_t rows;
};

class QueueRows : public QueueTest, public testing::WithParamInterface<RowsCase> {};

TEST_P(QueueRows, GoThereAndBackAndTouchNothingElse) {
  const auto [device, host_stride, row_bytes, rows] = GetParam();
  const std::size_t size = device.offset + (rows - 1) * device.stride + row_bytes;  // ends with the last row
  const Buffer buffer = zeros(size);
  const RawBytes host = counting((rows - 1) * host_stride + row_bytes);
  queue().write_rows(buffer, device, host.data(), host_stride, row_bytes, rows);
  RawBytes expected(size);
  RawBytes back_expected(host.size());
  for (std::uint64_t y = 0; y < rows; ++y) {
    const auto row = host.begin() + static_cast<std::ptrdiff_t>(y * host_stride);
    const auto end = row + static_cast<std::ptrdiff_t>(row_bytes);
    std::copy(row, end, expected.begin() + static_cast<std::ptrdiff_t>(device.offset + y * device.stride));
    std::copy(row, end, back_expected.begin() + static_cast<std::ptrdiff_t>(y * host_stride));
  }
  EXPECT_EQ(read(buffer), expected);
  RawBytes back(host.size());
  queue().read_rows(buffer, device, back.data(), host_stride, row_bytes, rows);
  EXPECT_EQ(back, back_expected);
}

INSTANTIATE_TEST_SUITE_P(Ocl, QueueRows,
                         testing::Values(RowsCase{{0, 10}, 10, 10, 7},   // no gaps
                                         RowsCase{{64, 10}, 10, 10, 7},  // no gaps, not at the start
                                         RowsCase{{0, 16}, 10, 10, 7},   // gaps on the device
                                         RowsCase{{0, 10}, 13, 10, 7},   // gaps on the host
                                         RowsCase{{5, 17}, 13, 10, 7},   // gaps on both
                                         RowsCase{{64, 17}, 13, 10, 7},  // an offset larger than a stride
                                         RowsCase{{12, 17}, 13, 10, 7},  // a row runs over the end of a pitch
                                         RowsCase{{3, 1}, 1, 1, 9},      // a column
                                         RowsCase{{3, 0}, 0, 10, 1}));   // one row, where strides mean nothing

// No memory copies 16 MB in a microsecond, but some drivers say so.
TEST_F(QueueTest, CopiesTakeAPossibleTime) {
  constexpr std::size_t bytes = 16 << 20;
  const Buffer from = zeros(bytes), to = zeros(bytes);
  const Queue with_times = timed(queue());
  const auto begun = std::chrono::steady_clock::now();
  EXPECT_GT(with_times.copy(from, to, bytes).seconds(begun), 1e-6);
}

TEST_F(QueueTest, NoRowsOrNoBytesAreNoWork) {
  const Buffer buffer = zeros(10);
  std::byte byte{1};
  queue().write_rows(buffer, {0, 1}, &byte, 1, 1, 0);
  queue().read_rows(buffer, {0, 1}, &byte, 1, 0, 1);
  EXPECT_EQ(read(buffer), RawBytes(10));
  EXPECT_EQ(byte, std::byte{1});
}

std::string message_of(const std::function<void()>& work, ErrorKind kind) {
  try {
    work();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), kind);
    return error.what();
  }
  ADD_FAILURE() << "no error";
  return {};
}

TEST_F(QueueTest, RowsBeyondTheBufferAreAnError) {
  const Buffer buffer = zeros(100);
  const RawBytes host(1000);
  const auto write = [&] { queue().write_rows(buffer, {0, 16}, host.data(), 10, 10, 8); };
  EXPECT_THAT(message_of(write, ErrorKind::device), HasSubstr("CL_INVALID_VALUE (-30), for 8 rows of 10 bytes"));
}

TEST_F(QueueTest, TooLargeAnAllocationNamesBothNumbers) {
  const std::uint64_t most = queue().device().info().max_allocation;
  const std::string message = message_of([&] { queue().allocate(most + 1); }, ErrorKind::unsupported);
  EXPECT_THAT(message, HasSubstr(std::to_string(most + 1)));
  EXPECT_THAT(message, HasSubstr("largest has " + std::to_string(most)));
}

TEST_F(QueueTest, AFailedCallNamesTheBytes) {
  EXPECT_THAT(message_of([&] { queue().allocate(0); }, ErrorKind::device),
              HasSubstr("clCreateBuffer failed: CL_INVALID_BUFFER_SIZE (-61), for 0 bytes"));
}

TEST_F(QueueTest, AWrongGroupIsNamed) {
  BuildRequest request;
  request.source = "kernel void nothing(global int* out) { out[get_global_id(0)] = 1; }";
  Kernel kernel(build(queue(), request).program, "nothing");
  kernel.set(0, zeros(64));
  const std::size_t too_many = queue().device().info().max_group + 1;
  const auto launch = [&] { queue().launch(kernel, {too_many, 1}, {too_many, 1}); };
  EXPECT_THAT(message_of(launch, ErrorKind::device),
              HasSubstr(fmt::format("kernel nothing over {0}x1 work-items in groups of {0}x1", too_many)));
}

TEST_F(QueueTest, ThreadsShareAQueue) {
  std::vector<std::jthread> threads;
  for (std::size_t thread = 0; thread < 4; ++thread)
    threads.emplace_back([&, thread] {
      for (std::size_t i = 0; i < 20; ++i) {
        const RawBytes bytes(1 + 97 * i, static_cast<std::byte>(thread));
        const Buffer buffer = queue().allocate(bytes.size());
        queue().write(buffer, 0, bytes);
        EXPECT_EQ(read(buffer), bytes);
      }
    });
}

}  // namespace
}  // namespace lenslet::ocl
