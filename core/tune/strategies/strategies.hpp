// The strategies. Each is a function in its own file; core/tune/search.cpp lists them.
#pragma once

namespace lenslet::tune {

class Search;

void descent(Search& search);
void random_walk(Search& search);
void exhaustive(Search& search);

}  // namespace lenslet::tune
