# Every header of the core is compiled on its own: one that needs another included first fails the build.
if(CMAKE_SYSTEM_NAME STREQUAL "Emscripten")
  return()
endif()

file(GLOB_RECURSE core_headers CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/core ${PROJECT_SOURCE_DIR}/core/*.hpp)
set(header_sources "")
foreach(header IN LISTS core_headers)
  set(source ${CMAKE_BINARY_DIR}/headers/${header}.cpp)
  file(CONFIGURE OUTPUT ${source} CONTENT "#include \"@header@\"\n#include \"@header@\" // again: is it guarded?\n" @ONLY)
  list(APPEND header_sources ${source})
endforeach()

if(header_sources)
  add_library(worldsize_headers OBJECT ${header_sources})
  target_link_libraries(worldsize_headers PRIVATE worldsize_core worldsize_warnings)
  target_compile_options(worldsize_headers PRIVATE -O0 -g0 -fno-sanitize=all) # never run
endif()
