// Images of the host that kernels use where they lie.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <lenslet/ops.hpp>
#include <lenslet/session.hpp>
#include <lenslet/work.hpp>

#include "counted_calls.hpp"
#include "image_support.hpp"
#include "op/op.hpp"
#include "session/plan.hpp"

namespace lenslet {
namespace {

constexpr std::byte guard{0xa5};

// Pages between two that nobody may touch.
class Pages {
 public:
  explicit Pages(std::size_t bytes) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    size_ = (bytes + page - 1) / page * page;
    all_ = static_cast<std::byte*>(
        mmap(nullptr, size_ + 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    mprotect(all_, page, PROT_NONE);
    mprotect(all_ + page + size_, page, PROT_NONE);
    page_ = page;
  }
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;
  ~Pages() { munmap(all_, size_ + 2 * page_); }

  std::byte* begin() const { return all_ + page_; }
  std::byte* end() const { return begin() + size_; }

 private:
  std::byte* all_;
  std::size_t size_, page_;
};

class InPlace : public testing::Test {
 protected:
  void SetUp() override {
    if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
    session.emplace(SessionOptions{.background = false});
    if (session->device().kind != DeviceKind::cpu || !session->device().host_memory)
      GTEST_SKIP() << "a device with memory of its own";
  }

  std::vector<Call> calls() const {
    return {ops::Gaussian{.sigma = 1.3},   ops::Median{.ksize = 3}, ops::Sobel{},
            ops::Brightness{.scale = 1.5}, ops::Dilate{.ksize = 5}, ops::Transpose{}};
  }

  // The result by way of the device's own memory.
  Image apart(const Call& call, const Image& image) const {
    OpOptions options;
    options.specialize = Specialize::cached;
    return session->download(
        session->plan(image_work(call, image.format(), image.size(), options)).run(session->upload(image)).image());
  }

  // Compares results on images that begin behind the first sample of their memory with those by the device's own.
  void compare_apart(const Work& work) const {
    const std::vector<HostValue> values = op::problem_of(work)->typical();
    std::vector<std::vector<std::byte>> memory;
    std::vector<HostView> views;
    std::vector<DeviceValue> on_device;
    for (const HostValue& value : values) {
      on_device.push_back(upload_value(*session, value));
      const auto* image = std::get_if<Image>(&value);
      views.push_back(image ? HostView(moved(*image, memory)) : HostView(ArrayView(std::get<Array>(value))));
    }
    OpOptions options = work.options;
    options.specialize = Specialize::cached;
    const DeviceResults wanted = session->plan(Work{work.call, work.inputs, options}).run(on_device);
    const Result made = session->run(work.call, HostViews(views), work.options);
    for (std::size_t i = 0, image = 0; i < wanted.size(); ++i) {
      if (!std::holds_alternative<DeviceImage>(wanted[i])) continue;
      EXPECT_TRUE(equal(made.images.at(image++), session->download(wanted.image(i)))) << work.call.op;
    }
  }

  // On the first of these formats that the op takes, if any.
  void compare_apart(const OpInfo& op, std::initializer_list<PixelFormat> formats) const {
    const auto* taken = std::ranges::find_if(formats, [&](PixelFormat format) { return takes(op, format); });
    if (taken != formats.end()) compare_apart(image_work(typical_call(op), *taken, {61, 43}));
  }

  static bool takes(const OpInfo& op, PixelFormat format) {
    try {
      return !work_outputs(image_work(typical_call(op), format, {61, 43})).empty();
    } catch (const Error&) {
      return false;
    }
  }

  static ImageView moved(const Image& image, std::vector<std::vector<std::byte>>& memory) {
    const std::size_t bytes = static_cast<std::size_t>(image.stride() * image.height());
    const std::size_t offset = size_of(image.format().type);
    memory.emplace_back(bytes + offset);
    std::memcpy(memory.back().data() + offset, image.data(), bytes);
    return {memory.back().data() + offset, image.size(), image.format(), image.stride()};
  }

  std::optional<Session> session;
};

// The first byte of an image lies directly behind a page that nobody may touch, or its last before one.
TEST_F(InPlace, TouchesNothingBesideTheImage) {
  const Size size{83, 37};
  for (const SampleType type : {SampleType::u8, SampleType::u16, SampleType::f32})
    for (const Call& call : calls()) {
      const Image image = pattern(size, {type, 1}), wanted = apart(call, image);
      const auto bytes = static_cast<std::size_t>(image.stride() * image.height());
      const Pages from(bytes), to(bytes);
      for (const bool at_end : {false, true}) {
        std::byte* const first = at_end ? from.end() - bytes : from.begin();
        std::byte* const result = at_end ? to.end() - bytes : to.begin();
        std::memcpy(first, image.data(), bytes);
        std::fill(to.begin(), to.end(), guard);
        session->run_into(call, ImageView(first, size, image.format()),
                          MutableImageView(result, wanted.size(), wanted.format()));
        EXPECT_TRUE(std::equal(result, result + bytes, wanted.data())) << call.op << ' ' << name_of(type) << at_end;
        EXPECT_EQ(std::count(to.begin(), to.end(), guard), to.end() - to.begin() - static_cast<std::ptrdiff_t>(bytes) +
                                                               std::count(wanted.data(), wanted.data() + bytes, guard));
      }
    }
}

// Rows with gaps, at any byte: what cannot be used in place is copied, and the bytes are the same.
TEST_F(InPlace, ServesAnyAlignmentAndStride) {
  const Size size{61, 23};
  const Call call = ops::Gaussian{.sigma = 1};
  for (const SampleType type : {SampleType::u8, SampleType::u16, SampleType::f32})
    for (const std::int64_t offset : {0, 1, 2, 3, 4, 64, 127})
      for (const std::int64_t gap : {0, 1, 4, 52}) {
        const Image image = pattern(size, {type, 1}), wanted = apart(call, image);
        const std::int64_t row = image.stride(), stride = row + gap;
        std::vector<std::byte> from(static_cast<std::size_t>(offset + stride * size.height), guard), to(from);
        for (std::int64_t y = 0; y < size.height; ++y)
          std::copy_n(image.row(y), row, from.data() + offset + y * stride);
        session->run_into(call, ImageView(from.data() + offset, size, image.format(), stride),
                          MutableImageView(to.data() + offset, size, image.format(), stride));
        std::vector<std::byte> expected(to.size(), guard);
        for (std::int64_t y = 0; y < size.height; ++y)
          std::copy_n(wanted.row(y), row, expected.data() + offset + y * stride);
        EXPECT_EQ(to, expected) << name_of(type) << " at " << offset << ", rows " << stride << " apart";
      }
}

// Kernels of all ops take images that begin at any sample, which no allocation of the device does.
TEST_F(InPlace, ServesEveryOp) {
  bool is_float = false;
  for (const OpInfo& op : ops_of_images()) {
    const SampleType type = std::exchange(is_float, !is_float) ? SampleType::f32 : SampleType::u8;
    compare_apart(op, {{type, 1}, {SampleType::u8, 1}, {type, 3}});
  }
}

// PoCL takes halves for aligned ones where it may.
TEST_F(InPlace, ServesEveryOpOfHalves) {
  for (const OpInfo& op : ops_of_images()) compare_apart(op, {{SampleType::f16, 1}, {SampleType::f16, 3}});
}

TEST_F(InPlace, CopiesNothingWhereSamplesAreAligned) {
  const Image image = pattern({64, 48}, {SampleType::f32, 1});
  Image target(image.size(), image.format());
  const Call call = ops::Gaussian{.sigma = 1};
  session->run_into(call, image, target);
  counted_calls().reset();
  session->run_into(call, image, target);
  const Image made = session->run(call, image).image();
  EXPECT_EQ(counted_calls().transfers, 0);
  EXPECT_TRUE(equal(made, target));
}

TEST_F(InPlace, ATargetMayLieOnAnInput) {
  const Image image = pattern({70, 50}, {SampleType::u8, 1});
  for (const Call& call : {Call(ops::Gaussian{.sigma = 2}), Call(ops::Median{.ksize = 5})}) {
    const Image wanted = apart(call, image);
    Image both = image;
    session->run_into(call, both, both);
    EXPECT_TRUE(equal(both, wanted)) << call.op;
    const ImageView shifted(both.row(1), {70, 49}, image.format(), both.stride());
    const Image part = session->run(call, shifted).image();
    session->run_into(call, shifted, MutableImageView(both.row(0), {70, 49}, image.format(), both.stride()));
    EXPECT_TRUE(std::equal(part.data(), part.data() + part.stride() * 49, both.data())) << call.op;
  }
}

TEST_F(InPlace, TwoInputsMayBeOneImage) {
  const Image image = pattern({70, 50}, {SampleType::u8, 1});
  EXPECT_TRUE(equal(session->run(ops::Blend{.alpha = 0.5}, {image, image}).image(), image));
}

TEST_F(InPlace, AResultOutlivesTheSession) {
  const Image image = pattern({70, 50}, {SampleType::u16, 1}), wanted = apart(ops::Sobel{}, image);
  const Image made = session->run(ops::Sobel{}, image).image();
  session.reset();
  EXPECT_TRUE(equal(made, wanted));
}

}  // namespace
}  // namespace lenslet
