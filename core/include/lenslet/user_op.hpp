// An op of your own: OpenCL C with a comment that describes it. docs/your-own-filter.md explains it.
//
//   const auto vignette = UserOp::from_file("vignette.cl");
//   auto result = session.run(vignette({{"strength", 0.3}}), image);
//
// A UserOp is a Call like any other op's: it has every border, type, schedule and region, and can be tuned, verified
// and part of pipelines. Filters in the folders of LENSLET_OPS_PATH are ops by their names; a path that ends with ".cl"
// is the name of the op in that file. A plan keeps the text that it was made of; plans made after the file has changed
// have the new text.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lenslet/op.hpp>

#pragma GCC visibility push(default)
namespace lenslet {

// What a reference sees at one sample, or pixel, of the result: the inputs as doubles, with the border applied.
class UserWindow {
 public:
  virtual ~UserWindow() = default;

  virtual double at(int dx, int dy) const = 0;             // of the first input, in the result's channel
  virtual double at(int input, int dx, int dy) const = 0;  // of any input, counted from 0, in the result's channel
  // A value at the place itself. For filters of samples the channel is 0.
  virtual double sample(int input, int channel) const = 0;
  virtual bool inside(int dx, int dy) const = 0;  // whether that pixel lies in the image
  virtual std::int64_t x() const = 0;             // known where the filter's text uses X, Y, WIDTH, HEIGHT or CHANNEL
  virtual std::int64_t y() const = 0;
  virtual std::int64_t width() const = 0;
  virtual std::int64_t height() const = 0;
  virtual int channel() const = 0;  // for filters of windows only
  // For filters of whole pixels: the number of channels, without a kept alpha channel. For filters of samples: 1.
  virtual int channels() const = 0;

  virtual double number(std::string_view parameter) const = 0;  // a flag is 0 or 1, a choice the number of its word
};

// Computes the true results. A filter of samples has one result for each output. A filter of pixels has one for each
// channel of each output. Several threads may call it.
using UserReference = std::function<void(const UserWindow& window, std::span<double> out)>;

class UserOp {
 public:
  // Throw invalid_argument, as "my.cl:3:12: ...", for an invalid head or a missing function. Throw io for a file that
  // cannot be read. Text that does not compile throws build when it is planned, with the compiler's message at the
  // file's own lines. Ops of the same text are one op. A call only has the op's name. The name is known as long as a
  // UserOp, a Pipeline or a Plan of the text exists, and at least until 16 texts with the same `name` in their heads
  // are read.
  static UserOp from_file(const std::filesystem::path& file, UserReference reference = {});
  static UserOp from_text(const std::string& text, UserReference reference = {});

  // The same with a head that is written as an OpInfo. Its name, summary, details and parameters count, and the names
  // of its inputs and outputs. `window` is "5", "5x7" or "2*radius+1"; it is empty for filters of several inputs that
  // see no neighbours.
  static UserOp from_body(const OpInfo& info, const std::string& window, const std::string& body,
                          UserReference reference = {}, double tolerance = 0);

  const OpInfo& info() const { return *info_; }
  const std::string& text() const { return text_; }

  Call operator()(std::map<std::string, Value> arguments = {}) const { return {info().name, std::move(arguments)}; }
  operator Call() const { return {info().name}; }

 private:
  UserOp(std::shared_ptr<const OpInfo> info, std::string text) : info_(std::move(info)), text_(std::move(text)) {}

  std::shared_ptr<const OpInfo> info_;  // part of the op, which it holds
  std::string text_;
};

// Tells whether the op is a user's filter, or a pipeline with one. Such code may never end.
bool is_of_user(const OpInfo& op);

// Returns the names of the filters in the folders of LENSLET_OPS_PATH. A file with an error is listed by its file name.
// find_op() throws what is wrong with it, and where two files have the same name.
std::vector<std::string> user_op_names();

// Returns the folders of LENSLET_OPS_PATH that are not there.
std::vector<std::filesystem::path> missing_op_folders();

}  // namespace lenslet
#pragma GCC visibility pop
