# A library of the tests' data files: a C++ source is written from them.
file(GLOB golden_inputs CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/golden/*.json)
file(GLOB_RECURSE catalogue_inputs CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/core/catalogue/*.json)
set(golden_source ${CMAKE_BINARY_DIR}/golden_data.cpp)
set(golden_script ${CMAKE_CURRENT_LIST_DIR}/embed_golden.cmake)

add_custom_command(
  OUTPUT ${golden_source}
  COMMAND ${CMAKE_COMMAND} -DOUTPUT=${golden_source} -DGOLDEN=${CMAKE_CURRENT_SOURCE_DIR}/golden
          -DCATALOGUE=${PROJECT_SOURCE_DIR}/core/catalogue -P ${golden_script}
  DEPENDS ${golden_inputs} ${catalogue_inputs} ${golden_script}
  COMMENT "Embedding the golden files"
  VERBATIM)

add_library(worldsize_golden STATIC ${CMAKE_CURRENT_LIST_DIR}/golden.cpp ${golden_source})
target_include_directories(worldsize_golden PUBLIC ${CMAKE_CURRENT_LIST_DIR})
target_link_libraries(worldsize_golden PRIVATE worldsize_warnings)
