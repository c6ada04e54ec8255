// Graphs of stages: memory that values share, work of the host between the device's, loops, and their errors.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/error.hpp>
#include <lenslet/session.hpp>

#include "array/values.hpp"
#include "ocl/select.hpp"
#include "ocl/values.hpp"
#include "op/graph.hpp"
#include "refusal.hpp"

namespace lenslet::op {
namespace {

class GraphTest : public testing::Test {
 protected:
  void SetUp() override {
    if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
    queue_.emplace(ocl::choose_device({}));
  }

  const ocl::Queue& queue() const { return *queue_; }
  Graph graph() const {
    return Graph(Maker(queue(), [](auto&&, auto&&) -> ocl::Program { throw std::logic_error("none"); }));
  }

  DeviceArray array(const Array& values) const {
    ocl::Buffer buffer = queue().allocate(values.type().bytes());
    queue().write(buffer, 0, values.bytes());
    return {values.type(), buffer};
  }

  // All stages, as a launch of a plan runs them when it is waited for.
  static void run(Graph& graph, const std::vector<DeviceValue>& inputs, const std::vector<DeviceValue>& outputs) {
    Launches launches;
    graph.run(inputs, outputs, launches);
    for (const ocl::Event& launch : launches) launch.wait();
  }

 private:
  std::optional<ocl::Queue> queue_;
};

void ignore(const Graph&) {}

TEST_F(GraphTest, ValuesThatAreNotAliveTogetherShareMemory) {
  Graph graph = this->graph();
  const GraphValue a = graph.scratch(1000), b = graph.scratch(600), c = graph.scratch(800),
                   unused = graph.scratch(5000);
  graph.host("a to b", {a, b}, ignore);
  graph.host("b to c", {b, c}, ignore);
  graph.allocate();
  EXPECT_EQ(graph.scratch_bytes(), 1600u);
  EXPECT_EQ(&graph.buffer(a), &graph.buffer(c));
  EXPECT_NE(&graph.buffer(a), &graph.buffer(b));
  EXPECT_NE(unused, a);
}

TEST_F(GraphTest, ValuesOfALoopAreAliveAsLongAsTheLoop) {
  Graph graph = this->graph();
  const GraphValue a = graph.scratch(100), b = graph.scratch(100);
  const std::size_t first = graph.size();
  graph.host("a", {a}, ignore);
  graph.host("b", {b}, ignore);
  graph.host_loop("again", first, {}, [](const Graph&) { return false; });
  graph.allocate();
  EXPECT_EQ(graph.scratch_bytes(), 200u);
}

TEST_F(GraphTest, LoopsUntilTheHostIsContent) {
  Graph graph = this->graph();
  const GraphValue sum = graph.scratch(sizeof(std::int32_t));
  const auto number = [&](const Graph& bound) { return ocl::download<std::int32_t>(queue(), bound.buffer(sum), 1)[0]; };
  const auto put = [&](const Graph& bound, std::int32_t value) {
    queue().write(bound.buffer(sum), 0, ocl::bytes_of(std::vector{value}));
  };
  graph.host("zero", {sum}, [&](const Graph& bound) { put(bound, 0); });
  const std::size_t first = graph.size();
  graph.host("add", {sum}, [&](const Graph& bound) { put(bound, number(bound) + 3); });
  graph.host_loop("enough", first, {sum}, [&](const Graph& bound) { return number(bound) < 10; });
  graph.copy(sum, Graph::output(0), sizeof(std::int32_t));
  graph.allocate();
  EXPECT_THAT(graph.stages(), testing::ElementsAre("zero", "add", "enough", "copy"));
  for (int turn = 0; turn < 2; ++turn) {
    const DeviceArray out = array(Array::of<std::int32_t>({0}));
    run(graph, {}, {out});
    EXPECT_EQ(ocl::download<std::int32_t>(queue(), out.buffer(), 1)[0], 12);
  }
}

class HostWork : public testing::Test {
 protected:
  void SetUp() override {
    if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
  }
};

TEST_F(HostWork, IsDoneWhenTheQueueIsUsedAgain) {
  const Session session;
  const ArrayType type{SampleType::f32, {1000}}, one{SampleType::f32, {}};
  const Plan plan = session.plan(array_work({"reduce.mean"}, {type}));
  std::vector<DeviceValue> outputs;
  Array x(type);
  for (std::int64_t i = 0; i < x.count(); ++i) x.set(i, 5);
  const std::vector<DeviceValue> inputs{session.upload(x)};
  for (const ValueType& output : plan.outputs())
    outputs.emplace_back(session.upload(Array(std::get<ArrayType>(output))));
  { const Launch dropped = plan.launch_into(inputs, outputs); }
  EXPECT_EQ(session.download(std::get<DeviceArray>(outputs[0])).at(0), 5);
}

// A sum of nothing puts no command into the queue by itself.
TEST_F(HostWork, KeepsTheOrderOfLaunches) {
  const Session session;
  const ArrayType type{SampleType::f32, {10}}, none{SampleType::f32, {0}};
  const Plan mean = session.plan(array_work({"reduce.mean"}, {type}));
  const Plan of_none = session.plan(array_work({"reduce.sum"}, {none}));
  const std::vector<DeviceValue> x{session.upload(Array::of<float>(std::vector<float>(10, 5)))};
  const std::vector<DeviceValue> nothing{session.upload(Array(none))};
  const DeviceArray result = session.upload(Array(std::get<ArrayType>(mean.outputs()[0])));
  const Launch first = mean.launch_into(x, {result});
  const Launch last = of_none.launch_into(nothing, {result});
  last.wait();
  EXPECT_EQ(session.download(result).at(0), 0);
  first.wait();
  EXPECT_EQ(session.download(result).at(0), 0);
}

TEST_F(HostWork, SaysWhatIsWrongWithTheInputsToWhoWaits) {
  const Session session;
  const ArrayType type{SampleType::f32, {100}};
  const Plan plan = session.plan(array_work({"fit"}, {type, type}));
  Array x(type), y(type);
  for (std::int64_t i = 0; i < x.count(); ++i) x.set(i, static_cast<double>(i)), y.set(i, 2 * x.at(i));
  const DeviceValue good = session.upload(x), values = session.upload(y);
  x.set(7, std::numeric_limits<double>::quiet_NaN());
  const std::vector<DeviceValue> bad{session.upload(x), values};
  std::vector<DeviceValue> outputs;
  for (const ValueType& output : plan.outputs())
    outputs.emplace_back(session.upload(Array(std::get<ArrayType>(output))));
  const Launch refused = plan.launch_into(bad, outputs);
  const DeviceResults next = plan.run({good, values});  // comes after it, and is not harmed
  EXPECT_NEAR(session.download(next.array()).at(1), 2, 1e-6);
  EXPECT_THAT(refusal([&] { refused.wait(); }), testing::HasSubstr("x[7] is nan"));
}

}  // namespace
}  // namespace lenslet::op
