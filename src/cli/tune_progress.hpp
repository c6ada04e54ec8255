// How far tuning is, on a line of standard error that is drawn over itself, where that is a terminal.
#pragma once

#include <lenslet/tune.hpp>
#include <string>

namespace lenslet::cli {

class TuneLine {
 public:
  TuneLine(std::string what, double budget_seconds);
  ~TuneLine();
  TuneLine(const TuneLine&) = delete;
  TuneLine& operator=(const TuneLine&) = delete;

  void draw(const TuneProgress& progress) const;

 private:
  std::string what_;
  double budget_seconds_;
  bool shown_;
};

}  // namespace lenslet::cli
