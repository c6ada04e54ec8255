// JSON that is cut, damaged, foreign or old: one line says what is wrong and where, and nothing crashes.
#include <functional>
#include <string_view>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sys/resource.h>

#include <lenslet/error.hpp>

#include "studies/report/html.hpp"
#include "studies/report/json.hpp"
#include "studies/report/markdown.hpp"
#include "synthetic.hpp"

namespace lenslet::report {
namespace {

using testing::HasSubstr;

std::string refusal(const std::string& text) {
  try {
    parse_record(text);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::io);
    const std::string message = error.what();
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    EXPECT_LT(message.size(), 300u) << message;
    return message;
  }
  ADD_FAILURE() << "it was read";
  return {};
}

std::string refusal_of(const std::function<void(Json&)>& change) {
  Json json = to_json(synthetic_record());
  change(json);
  return refusal(json.dump());
}

TEST(BadJson, EveryPrefixIsRefused) {
  const std::string whole = to_json(synthetic_record()).dump();
  for (std::size_t size = 0; size < whole.size(); ++size)
    ASSERT_THAT(refusal(whole.substr(0, size)), HasSubstr("not JSON, or cut short: wrong at byte")) << size;
}

// Every record that is read can also be rendered.
TEST(BadJson, EveryDamagedByteIsRefusedOrHarmless) {
  const std::string whole = to_json(synthetic_record()).dump();
  constexpr std::string_view damages = "0\"[\xff";
  for (std::size_t place = 0; place < whole.size(); ++place) {
    std::string text = whole;
    text[place] = damages[place % damages.size()];
    try {
      const Record record = parse_record(text);
      markdown({record});
      to_json(record);
    } catch (const Error& error) {
      ASSERT_EQ(error.kind(), ErrorKind::io) << error.what();
    }
  }
}

// Each value of the record in turn is removed, or gets another type.
void each_value(Json& json, const std::function<void()>& visit) {
  if (!json.is_structured()) return;
  for (auto& value : json) {
    const Json old = value;
    for (const Json& other : {Json(), Json(-7), Json(1e300), Json("text"), Json::array(), Json::object()}) {
      value = other;
      visit();
    }
    value = old;
    each_value(value, visit);
  }
}

TEST(BadJson, EveryValueOfAnotherTypeIsRefusedOrHarmless) {
  Json json = to_json(synthetic_record());
  each_value(json, [&json] {
    try {
      const Record record = parse_record(json.dump());
      markdown({record});
      to_json(record);
    } catch (const Error& error) {
      ASSERT_EQ(error.kind(), ErrorKind::io) << error.what();
    }
  });
}

TEST(BadJson, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(refusal("{}"), "no record of 'lenslet study': 'content' does not say so");
  EXPECT_EQ(refusal("[1, 2]"), "no record of 'lenslet study': 'content' does not say so");
  EXPECT_THAT(refusal("{\"content\": 1e999}"), HasSubstr("a number is out of range"));
  EXPECT_EQ(refusal_of([](Json& json) { json["content"] = "lenslet bench"; }),
            "no record of 'lenslet study': 'content' does not say so");
  EXPECT_EQ(refusal_of([](Json& json) { json["format"] = 0; }),
            "format: 0; this version of lenslet reads the formats 1 and 2");
  EXPECT_EQ(refusal_of([](Json& json) { json["format"] = 3; }),
            "format: 3; this version of lenslet reads the formats 1 and 2: a newer one wrote the file");
  EXPECT_EQ(refusal_of([](Json& json) { json["format"] = 1; }),
            "studies[0].claims[0].figures: a text is expected, not an array");
  EXPECT_EQ(refusal_of([](Json& json) { json.erase("studies"); }), "'studies' is missing");
  EXPECT_EQ(refusal_of([](Json& json) { json["device"]["name"] = 3; }), "device.name: a text is expected, not 3");
  EXPECT_EQ(refusal_of([](Json& json) { json["device"]["x"] = Json::array(); }),
            "device: a fact is neither a text, a number, true nor false");
  EXPECT_EQ(refusal_of([](Json& json) { json["options"]["runs"] = 1e30; }),
            "options.runs: a whole number is expected, not 1e+30");
}

std::string nested(std::size_t depth) {
  return std::string(depth, '[') + std::string(depth, ']');
}

// Without a bound, the parsing library would recurse until the stack ends.
TEST(BadJson, DeepNestingIsRefused) {
  EXPECT_THAT(refusal(nested(64)), HasSubstr("'content' does not say so"));
  for (const std::size_t depth : {65, 100'000, 10'000'000})
    EXPECT_EQ(refusal(nested(depth)), "arrays and objects in one another more than 64 deep") << depth;
  EXPECT_EQ(refusal(std::string(100'000, '[')), "arrays and objects in one another more than 64 deep");
  std::string objects;
  for (int i = 0; i < 100'000; ++i) objects += "{\"a\":";
  EXPECT_EQ(refusal(objects), "arrays and objects in one another more than 64 deep");
}

// Without a bound, the parsing library would compare each field with all before it.
TEST(BadJson, TooManyFieldsAreRefused) {
  const auto object = [](int fields) {
    std::string text = "{";
    for (int i = 0; i < fields; ++i) text += fmt::format("{}\"{}\":0", i == 0 ? "" : ",", i);
    return text + "}";
  };
  EXPECT_THAT(refusal("[" + object(1000) + "," + object(1000) + "]"), HasSubstr("'content' does not say so"));
  EXPECT_EQ(refusal(object(1001)), "an object of more than 1000 fields");
}

TEST(BadJson, MoreThanFitsInMemoryIsRefused) {
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_AS, &before), 0);
  std::vector<char>(std::size_t{1} << 16);  // what is freed stays for the message, and is too little for the text
  const rlimit nothing_more{1, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_AS, &nothing_more), 0);
  const std::string reason = refusal(R"(["text", {"key": [1, null]}])");
  ASSERT_EQ(setrlimit(RLIMIT_AS, &before), 0);
  EXPECT_EQ(reason, "a JSON text needs 1031 bytes of memory; allowed: 0 bytes (half of what is free)");
}

TEST(BadJson, ManyTimesTheSameTextIsRefused) {
  EXPECT_EQ(refusal_of([](Json& json) {
              json["source_parts"][0] = std::string(std::size_t{1} << 20, 'x');
              json["studies"][0]["sources"][0] = Json(std::vector<int>(100, 0));
            }),
            "studies[0].sources[0]: more text than kernels have");
  EXPECT_EQ(refusal_of([](Json& json) { json["studies"][0]["sources"][0] = {99}; }),
            "studies[0].sources[0][0]: 99 is out of range; allowed: 0 to 1");
}

TEST(BadJson, SaysWhichPointOfWhichChart) {
  const auto refused = [](const std::function<void(Json&)>& change) {
    return refusal_of([&](Json& json) { change(json["studies"][0]); });
  };
  EXPECT_EQ(refused([](Json& study) { study["charts"][0]["lines"][0]["points"][1]["x"] = "\n"; }),
            "studies[0].charts[0].lines[0].points[1].x: a number is expected, not \"\\n\"");
  EXPECT_EQ(refused([](Json& study) { study["charts"][0]["lines"][0]["points"][0]["source"] = 2; }),
            "studies[0].charts[0].lines[0].points[0].source: 2 is out of range; allowed: -1 to 1");
  EXPECT_EQ(refused([](Json& study) { study["charts"][1]["lines"][0]["points"][0]["x"] = 2; }),
            "studies[0].charts[1].lines[0].points[0].x: 2 is no place of one of 2 categories");
  EXPECT_EQ(refused([](Json& study) { study["claims"][1]["verdict"] = "true"; }),
            "studies[0].claims[1].verdict: a verdict is expected, not \"true\"");
  EXPECT_EQ(refused([](Json& study) { study["claims"][0]["figures"][0]["speed_up"]["low"] = 0; }),
            "studies[0].claims[0].figures[0].speed_up.low: a number over 0 is expected, not 0");
  EXPECT_EQ(refused([](Json& study) { study["claims"][0]["figures"][0]["speed_up"]["claimed"] = {1}; }),
            "studies[0].claims[0].figures[0].speed_up.claimed: 1 bounds; two are expected");
  EXPECT_EQ(refused([](Json& study) { study["tables"][0]["rows"][0] = {"1"}; }),
            "studies[0].tables[0].rows[0]: 1 cells in a table of 2 columns");
  EXPECT_EQ(refused([](Json& study) { study["tables"][0]["keys"] = 3; }),
            "studies[0].tables[0].keys: 3 is out of range; allowed: 0 to 2");
  EXPECT_EQ(refused([](Json& study) { study["timelines"][0]["spans"][1]["end_ms"] = 0; }),
            "studies[0].timelines[0].spans[1].end_ms: 0 lies before the begin");
}

}  // namespace
}  // namespace lenslet::report
