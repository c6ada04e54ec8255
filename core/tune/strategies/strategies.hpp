// The strategies, each a function in a file of its own; core/tune/search.cpp lists them.
#pragma once

namespace lenslet::tune {

class Search;

void descent(Search& search);
void random_walk(Search& search);
void exhaustive(Search& search);

}  // namespace lenslet::tune
