// OpenGL's buffers as arrays: whose turn it is, and errors of unsuitable contexts.
#include <cstdlib>
#include <optional>
#include <thread>

#include "gl_support.hpp"
#include "refusal.hpp"

namespace lenslet::gl {
namespace {

const ArrayType hundred{SampleType::f32, {100}};

class Arrays : public GlTest {
 protected:
  Arrays() { glCreateBuffers(1, &buffer); }
  ~Arrays() override { glDeleteBuffers(1, &buffer); }

  void set(const std::vector<float>& values) const {
    glNamedBufferData(buffer, static_cast<GLsizeiptr>(values.size() * sizeof(float)), values.data(), GL_STATIC_DRAW);
  }

  static std::vector<float> values_in(GLuint name) {
    std::vector<float> values(100);
    glGetNamedBufferSubData(name, 0, 400, values.data());
    return values;
  }

  GLuint buffer = 0;
};

TEST_F(Arrays, OfOpenGlComeAndGo) {
  set(std::vector<float>(120, 3));
  SharedArray shared = context.array(buffer, hundred);
  EXPECT_EQ(shared.buffer(), buffer);
  shared.acquire();
  const Array got = session.download(shared.array());
  EXPECT_EQ(got.at(0), 3);
  EXPECT_EQ(got.at(99), 3);
  session.fill(shared.array(), 5);
  shared.release();
  EXPECT_EQ(values_in(buffer), std::vector<float>(100, 5));
  GLfloat behind = 0;
  glGetNamedBufferSubData(buffer, 400, 4, &behind);
  EXPECT_EQ(behind, 3);
}

TEST_F(Arrays, OfOurOwnAreMovedAsTheirAccessSays) {
  SharedArray shared = context.allocate(hundred, KernelAccess::write_only);
  for (int turn = 1; turn <= 3; ++turn) {
    shared.acquire();
    session.fill(shared.array(), turn);
    shared.release();
    EXPECT_EQ(values_in(shared.buffer()), std::vector<float>(100, static_cast<float>(turn)));
  }
  const bool copies = context.sharing() == Sharing::copies;
  EXPECT_EQ(context.traffic(), (Traffic{0, copies ? 3u * 400 : 0}));
  set(std::vector<float>(100, 1));
  SharedArray read = context.array(buffer, hundred, KernelAccess::read_only);
  read.acquire();
  session.fill(read.array(), 2);
  read.release();
  EXPECT_EQ(values_in(buffer), std::vector<float>(100, context.sharing() == Sharing::objects ? 2 : 1));
  SharedArray moved = std::move(shared);
  EXPECT_EQ(values_in(moved.buffer()), std::vector<float>(100, 3));
  std::swap(moved, read);
  EXPECT_EQ(values_in(read.buffer()), std::vector<float>(100, 3));
}

TEST_F(Arrays, AreHadByOneAtATime) {
  SharedArray shared = context.allocate(hundred);
  EXPECT_THAT(refusal([&] { shared.release(); }), testing::StartsWith("release() of what the session has not"));
  shared.acquire();
  EXPECT_THAT(refusal([&] { shared.acquire(); }), testing::StartsWith("acquire() of what the session has already"));
  shared.release();
}

TEST_F(Arrays, AreRefusedWithTheReason) {
  EXPECT_EQ(refusal([&] { context.array(99, hundred); }), "99 is no buffer of OpenGL's");
  set({1, 2, 3});
  EXPECT_EQ(refusal([&] { context.array(buffer, hundred); }),
            "f32 [100] of 400 bytes in OpenGL's buffer " + std::to_string(buffer) + " of 12 bytes; allowed: what fits");
  EXPECT_EQ(refusal([&] { context.allocate({SampleType::u8, {0}}); }), "u8 [0] has no elements; allowed: at least one");
}

using Contexts = GlTest;

TEST_F(Contexts, ShareWhatTheTestIsFor) {
  const char* wanted = std::getenv("LENSLET_TEST_SHARING");
  EXPECT_EQ(name_of(context.sharing()), wanted != nullptr ? wanted : name_of(context.sharing())) << context.reason();
}

TEST_F(Contexts, SayWhyTheyShareNoMore) {
  if (context.sharing() == Sharing::objects) return;
  EXPECT_THAT(context.reason(), testing::HasSubstr("objects: "));
  EXPECT_THAT(refusal([&] { Context(session, {.sharing = Sharing::objects}); }, ErrorKind::unsupported),
              testing::AllOf(testing::StartsWith("OpenGL and OpenCL do not share objects: "),
                             testing::EndsWith("; copies always work")));
  EXPECT_THAT(refusal([&] { Context(session, {.sharing = Sharing::memory}); }, ErrorKind::unsupported),
              testing::StartsWith("OpenGL and OpenCL do not share memory: "));
  EXPECT_THAT(
      refusal([&] { Context(session, {.sharing = Sharing::copies, .semaphores = true}); }, ErrorKind::unsupported),
      testing::HasSubstr("; without them the host waits"));
  EXPECT_FALSE(context.renderer().empty());
}

TEST_F(Contexts, OpenASession) {
  const Context opened = Context::open({.device = ""});
  EXPECT_EQ(opened.session().device().name, session.device().name);
  EXPECT_EQ(opened.semaphores(), false);
}

TEST_F(Contexts, AreOfOneThread) {
  SharedArray shared = context.allocate(hundred);
  std::string in_other;
  std::thread([&] { in_other = refusal([&] { shared.acquire(); }); }).join();
  EXPECT_EQ(in_other, "no OpenGL context is current in this thread; allowed: that of the gl::Context");
  const OffscreenContext other;
  EXPECT_THAT(refusal([&] { shared.acquire(); }), testing::StartsWith("another OpenGL context is current"));
}

TEST(NoContext, IsRefused) {
  const Session session;
  EXPECT_THAT(refusal([&] { const Context context(session); }, ErrorKind::unsupported),
              testing::StartsWith("no OpenGL context is current in this thread; "));
}

TEST(NoContext, IsLeftToByValuesThatOutliveIt) {
  auto opengl = std::make_unique<OffscreenContext>();
  const Session session;
  std::optional<SharedArray> kept(Context(session).allocate(hundred));
  opengl.reset();
  EXPECT_THROW(kept->acquire(), Error);
  kept.reset();
}

TEST(SharingWords, AreParsed) {
  EXPECT_EQ(parse_sharing("memory"), Sharing::memory);
  EXPECT_EQ(name_of(Sharing::objects), "objects");
  EXPECT_EQ(refusal([] { parse_sharing("magic"); }), "unknown way to share 'magic'; allowed: copies, memory, objects");
}

}  // namespace
}  // namespace lenslet::gl
