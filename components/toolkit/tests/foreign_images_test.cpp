// Image objects that other OpenCL code has made.
#include <gtest/gtest.h>

#include <lenslet/opencl_images.hpp>

#include "image_of_kind.hpp"
#include "refusal.hpp"

namespace lenslet {
namespace {

class ForeignImages : public testing::Test {
 protected:
  void SetUp() override {
    if (!session.device().images) GTEST_SKIP() << "no images";
  }

  Session session;
};

TEST_F(ForeignImages, AreTakenAsTheyAre) {
  for (const ImageKind kind : image_kinds) {
    if (kind == ImageKind::image1d_buffer) continue;  // its memory is an array's
    const ImageObject own(session, small(kind, four_bytes), KernelAccess::read_only);
    const ImageObject taken = opencl::image_object(session, opencl::memory_of(own));
    EXPECT_EQ(taken.description(), own.description());
    EXPECT_EQ(taken.access(), KernelAccess::read_only);
    EXPECT_EQ(opencl::memory_of(taken), opencl::memory_of(own));
  }
}

TEST_F(ForeignImages, ThatAreNoneAreRefused) {
  EXPECT_EQ(refusal([&] { opencl::image_object(session, nullptr); }), "the image object is null");
  const DeviceArray array = session.allocate(ArrayType{SampleType::u8, {16}});
  EXPECT_EQ(refusal([&] { opencl::image_object(session, opencl::memory_of(array)); }),
            "the object is no image object; allowed: image objects");
  const Session other;
  const ImageObject foreign(other, ImageDescription{ImageKind::image2d, {}, 4, 4});
  EXPECT_EQ(refusal([&] { opencl::image_object(session, opencl::memory_of(foreign)); }),
            "the image object is of another context than the session's");
}

}  // namespace
}  // namespace lenslet
