// What computes strips for the dispatcher: a device by a stream, or what a test puts in its place.
#pragma once

#include <lenslet/stream.hpp>

namespace lenslet {

struct Strip {
  SharedValues inputs;
  FramePart part;
};

class StripWorker {
 public:
  virtual ~StripWorker() = default;
  virtual void push(const Strip& strip) = 0;  // does not wait
  virtual Result pop() = 0;                   // waits for the oldest strip, and throws what went wrong with it
};

class StreamWorker : public StripWorker {
 public:
  StreamWorker(const Session& session, const Plan& plan, std::size_t strips)
      : stream_(session, plan, {.frames = strips, .reuse_inputs = false}) {}

  void push(const Strip& strip) override { stream_.push(strip.inputs, strip.part); }
  Result pop() override { return *stream_.pop(); }

 private:
  Stream stream_;
};

}  // namespace lenslet
