// An op of your own: OpenCL C with a comment that describes it, which docs/your-own-filter.md explains.
//
//   const auto vignette = UserOp::from_file("vignette.cl");
//   auto result = session.run(vignette({{"strength", 0.3}}), image);
//
// It is a Call like that of any other op: it has every border, type, schedule and region, and is tuned, verified and
// part of pipelines. Filters of the folders that LENSLET_OPS_PATH names are ops by their names, and a path that ends
// with ".cl" is the name of the op in that file. Plans keep the text that they were made of; a plan that is made after
// the file has changed has the new text.
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

namespace lenslet {

// What a reference sees at one sample, or pixel, of the result: the inputs in double, the border rule applied.
class UserWindow {
 public:
  virtual ~UserWindow() = default;

  virtual double at(int dx, int dy) const = 0;              // of the first input, in the result's channel
  virtual double at(int input, int dx, int dy) const = 0;   // of any, counted from 0
  virtual double sample(int input, int channel) const = 0;  // at the place itself; of samples the channel is 0
  virtual bool inside(int dx, int dy) const = 0;            // whether that pixel lies in the image
  virtual std::int64_t x() const = 0;                       // known where the filter's text asks for X or its kin
  virtual std::int64_t y() const = 0;
  virtual std::int64_t width() const = 0;
  virtual std::int64_t height() const = 0;
  virtual int channel() const = 0;   // of filters of windows alone
  virtual int channels() const = 0;  // of whole pixels, beside an alpha channel that is kept; of samples 1

  virtual double number(std::string_view parameter) const = 0;  // a flag is 0 or 1, a choice the place of its word
};

// The true results: of samples one for each output, of whole pixels the channels of all outputs. Several threads may
// call it.
using UserReference = std::function<void(const UserWindow& window, std::span<double> out)>;

class UserOp {
 public:
  // Throw invalid_argument, "my.cl:3:12: ...", for a head that is none or a function that is missing, io for a file
  // that cannot be read. Text that does not compile is an error of kind build where it is planned, with the compiler's
  // words at the file's own lines. Ops of the same text are one op. Calls have its name alone, which is known as long
  // as a UserOp, Pipeline or Plan of this text lives, and at least until another text with the same `name` in its head
  // is read.
  static UserOp from_file(const std::filesystem::path& file, UserReference reference = {});
  static UserOp from_text(const std::string& text, UserReference reference = {});

  // The same of a head that is written as an OpInfo: name, summary, details, parameters, and the names of inputs and
  // outputs count. `window` is "5", "5x7" or "2*radius+1", empty for filters of several inputs that see no
  // neighbours.
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

// Whether the op is a user's filter, or a pipeline with one: code that may never end.
bool is_of_user(const OpInfo& op);

// The names of the filters in the folders that LENSLET_OPS_PATH names. find_op() throws what is wrong with a file,
// whose own name then stands for that of its op, and of a name that two files have.
std::vector<std::string> user_op_names();

// The folders that LENSLET_OPS_PATH names and that are none.
std::vector<std::filesystem::path> missing_op_folders();

}  // namespace lenslet
