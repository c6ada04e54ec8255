#include "tool/ranks/ranks.hpp"

#include <utility>

namespace lenslet::cli {
namespace {

Ranks* joined_ranks = nullptr;

class OwnStrips : public StripSource {
 public:
  explicit OwnStrips(Strips strips) : strips_(std::move(strips)) {}
  const std::vector<ImageType>& outputs() const override { return strips_.outputs(); }
  std::uint64_t memory_bytes() const override { return strips_.memory_bytes(); }
  std::optional<Result> next() override { return strips_.next(); }
  void reuse(Image&& image) override {
    std::vector<Image> images;
    images.push_back(std::move(image));
    strips_.reuse(std::move(images));
  }
  std::vector<DeviceShare> shares() const override { return strips_.shares(); }

 private:
  Strips strips_;
};

}  // namespace

Ranks* ranks() {
  return joined_ranks;
}

void set_ranks(Ranks* joined) {
  joined_ranks = joined;
}

bool is_first_rank() {
  return joined_ranks == nullptr || joined_ranks->rank() == 0;
}

std::unique_ptr<StripSource> own_strips(const GroupPlan& group, const std::vector<ImageType>& inputs,
                                        std::vector<ReadRows> sources, const StripOptions& options) {
  return std::make_unique<OwnStrips>(Strips(group, inputs, std::move(sources), options));
}

std::unique_ptr<StripSource> make_strips(const Session& session, const GroupPlan& group,
                                         const std::vector<ImageType>& inputs, std::vector<ReadRows> sources,
                                         const StripOptions& options) {
  if (joined_ranks != nullptr)
    return joined_ranks->strips(session, group.plans.front(), inputs, std::move(sources), options);
  return own_strips(group, inputs, std::move(sources), options);
}

std::string device_for_rank(const std::string& selector) {
  return joined_ranks != nullptr ? joined_ranks->device(selector) : selector;
}

}  // namespace lenslet::cli
