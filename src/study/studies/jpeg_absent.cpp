// The study `jpeg` in a build without the component lenslet::jpeg: nothing is measured.
#include "study/judgement.hpp"
#include "study/studies/jpeg.hpp"

namespace lenslet::study {

void measure_jpeg(Experiment& experiment) {
  const std::string why = "this lenslet was built without the component lenslet::jpeg (cmake -DLENSLET_JPEG=OFF)";
  experiment.note("Nothing was measured: " + why + ".");
  for (const ListedClaim& claim : claims_of("jpeg"))
    experiment.report().claims.push_back(Judgement(experiment, claim).cannot(why).claim());
}

}  // namespace lenslet::study
