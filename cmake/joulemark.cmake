# The shape of every target of the project, said once.

add_library(joulemark_warnings INTERFACE)
target_compile_options(joulemark_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion
  -Wnon-virtual-dtor -Wold-style-cast -Woverloaded-virtual $<$<BOOL:${JOULEMARK_WERROR}>:-Werror>)
if(JOULEMARK_SANITIZE)
  target_compile_options(joulemark_warnings INTERFACE -fsanitize=${JOULEMARK_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(joulemark_warnings INTERFACE -fsanitize=${JOULEMARK_SANITIZE})
endif()

# joulemark_library(NAME SOURCES a.cc HEADERS a.h [LINK lib...]): one folder, one target, alias joulemark::NAME.
function(joulemark_library name)
  cmake_parse_arguments(arg "" "" "SOURCES;HEADERS;LINK" ${ARGN})
  add_library(joulemark_${name} STATIC ${arg_SOURCES})
  add_library(joulemark::${name} ALIAS joulemark_${name})
  target_sources(joulemark_${name} PUBLIC FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR} FILES ${arg_HEADERS})
  target_include_directories(joulemark_${name} PUBLIC ${PROJECT_SOURCE_DIR})
  target_link_libraries(joulemark_${name} PUBLIC ${arg_LINK} PRIVATE joulemark_warnings)
endfunction()

# joulemark_test(NAME SOURCES a_test.cc [LINK lib...] [LABELS l...] [OPTIMIZED]): a GoogleTest program, one ctest entry per TEST.
# The test code itself is compiled for speed of compiling; OPTIMIZED is for programs that compute a lot.
function(joulemark_test name)
  cmake_parse_arguments(arg "OPTIMIZED" "" "SOURCES;LINK;LABELS" ${ARGN})
  if(NOT BUILD_TESTING)
    return()
  endif()
  add_executable(${name} ${arg_SOURCES})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(${name} PRIVATE ${arg_LINK} joulemark_warnings GTest::gmock_main)
  set_target_properties(${name} PROPERTIES UNITY_BUILD OFF)
  if(NOT arg_OPTIMIZED)
    target_compile_options(${name} PRIVATE -O0)
  endif()
  if(JOULEMARK_SANITIZE MATCHES "undefined")
    target_compile_options(${name} PRIVATE -fno-sanitize=undefined)  # a third of the compile time of test code, whose own arithmetic matters little
  endif()
  target_compile_options(${name} PRIVATE -fpch-preprocess)  # lets ccache keep what a precompiled header is part of
  target_precompile_headers(${name} PRIVATE <gmock/gmock.h> <gtest/gtest.h> <chrono> <filesystem> <fstream> <functional> <map> <optional>
    <string> <vector> <tl/expected.hpp>)
  target_compile_definitions(${name} PRIVATE
    JOULEMARK_FIXTURES="${PROJECT_SOURCE_DIR}/tests/fixtures" JOULEMARK_GOLDEN="${PROJECT_SOURCE_DIR}/tests/golden"
    JOULEMARK_SHARED_FIXTURES="${JOULEMARK_SHARED}/fixtures")
  set(labels LABELS unit)
  if(arg_LABELS)
    set(labels LABELS ${arg_LABELS})
  endif()
  gtest_discover_tests(${name} DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 120 ${labels})
endfunction()
