# One interface target for what the project's own code is compiled with; users of the library never see it.
add_library(lenslet_warnings INTERFACE)
target_compile_features(lenslet_warnings INTERFACE cxx_std_20)
target_compile_options(lenslet_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion)
# GCC 12 sees overlapping copies in std::string's operator+ where there are none (its bug 105651).
target_compile_options(lenslet_warnings INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
if(LENSLET_SANITIZE)
  target_compile_options(lenslet_warnings INTERFACE -fsanitize=${LENSLET_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  if(LENSLET_SANITIZE_NOT)
    target_compile_options(lenslet_warnings INTERFACE -fno-sanitize=${LENSLET_SANITIZE_NOT})
  endif()
  # The checks of undefined behaviour are a third of the time of compiling tests, and are of the code that is tested.
  target_compile_options(lenslet_warnings INTERFACE $<$<BOOL:$<TARGET_PROPERTY:LENSLET_IS_TESTS>>:-fno-sanitize=undefined>)
  target_link_options(lenslet_warnings INTERFACE -fsanitize=${LENSLET_SANITIZE})
  target_sources(lenslet_warnings INTERFACE ${PROJECT_SOURCE_DIR}/tests/sanitizers/keep_libraries.cpp)
endif()
