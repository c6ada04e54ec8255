// The types of samples and elements that a call's inputs are taken with, where nobody says --type.
#pragma once

#include <lenslet/work.hpp>
#include <string>
#include <vector>

namespace lenslet::cli {

// Whether the op takes the call with its inputs and options.
bool is_accepted(const Work& work);

SampleType type_in(const ValueType& type);  // of samples or elements

// Types whose samples f32 holds, or about so.
bool may_be_floats(SampleType type);

// Such images become f32 where the op takes that and not their own type, or where a pipeline is refused without it; a
// note says so.
void widen_samples(const OpInfo& info, const Call& call, const std::vector<std::string>& files,
                   std::vector<ValueType>& types, std::vector<std::string>& notes);

// The same where missing samples of their own type cannot be left out, but those of f32 can.
void widen_for_missing(Work& work, const std::vector<std::string>& files, std::vector<std::string>& notes);

// Elements of f64, as all of CSV files are, become f32 where the op takes no others; a note says so.
void narrow_doubles(const Call& call, const std::vector<std::string>& files, std::vector<ValueType>& types,
                    std::vector<std::string>& notes);

// Throws invalid_argument where the call is refused for the types of its inputs and taken with floats: the message
// names the --type. `beside` is an option that --type does not go with, or empty.
void refuse_types(const OpInfo& info, const Call& call, const std::vector<ValueType>& types,
                  const std::string& beside = {});

}  // namespace lenslet::cli
