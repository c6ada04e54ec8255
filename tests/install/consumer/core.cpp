// Uses the core alone: the op structs, the registry behind them, and a device where there is one.
#include <cstdio>

#include <lenslet/lenslet.hpp>

int main() {
  const lenslet::Call call = lenslet::ops::Gaussian{.sigma = 2};
  if (lenslet::find_op(call.op).name != "gaussian") return 1;
  if (lenslet::devices().empty()) return 0;

  lenslet::Image image({5, 3}, {lenslet::SampleType::u8, 1});
  image.set(2, 1, 0, 200);
  const lenslet::Session session;
  const lenslet::Result result = session.run(lenslet::ops::Mean{.ksize = 3}, image);
  std::printf("lenslet %s on %s: %g\n", lenslet::version, session.device().name.c_str(), result.images[0].at(1, 1, 0));
  return result.images[0].at(1, 1, 0) == 22 ? 0 : 1;  // 200 / 9
}
