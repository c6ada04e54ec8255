// What computes strips for the dispatcher: a device by a stream, or what a test puts in its place.
#pragma once

#include <lenslet/stream.hpp>

#include "session/row_copier.hpp"

namespace lenslet {

struct Strip {
  SharedImages inputs;
  FramePart part;
};

class StripWorker {
 public:
  virtual ~StripWorker() = default;
  virtual void push(const Strip& strip) = 0;  // does not wait
  virtual Result pop() = 0;                   // waits for the oldest strip, and throws what went wrong with it
  virtual std::shared_ptr<LentMemory> lent() const = 0;  // what strips lie in and go to
};

class StreamWorker : public StripWorker {
 public:
  StreamWorker(const Session& session, const Plan& plan, const StreamOptions& options)
      : stream_(session, plan, options) {}

  void push(const Strip& strip) override { stream_.push(strip.inputs, strip.part); }
  Result pop() override { return *stream_.pop(); }
  std::shared_ptr<LentMemory> lent() const override { return stream_.lent(); }

 private:
  Stream stream_;
};

}  // namespace lenslet
