// Tries candidates in this process: without protection and without a time-out.
#include "tune/executor.hpp"
#include "tune/tryout.hpp"

namespace lenslet::tune {
namespace {

class LocalExecutor final : public Executor {
 public:
  LocalExecutor(const Session& session, const Work& work) : tryout_(session, work) {}

  int copies() override { return tryout_.copies(); }

  std::optional<Trial> attempt(const std::string& schedule, double rival_ms, const std::optional<std::string>& proven,
                               std::chrono::steady_clock::time_point) override {
    return tryout_.attempt(schedule, rival_ms, proven);
  }

  std::vector<Measured> compare(const std::vector<std::string>& schedules, double limit_ms) override {
    return tryout_.compare(schedules, limit_ms);
  }

 private:
  Tryout tryout_;
};

}  // namespace

std::unique_ptr<Executor> make_local_executor(const Session& session, const Work& work) {
  return std::make_unique<LocalExecutor>(session, work);
}

}  // namespace lenslet::tune
