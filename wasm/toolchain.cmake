# Finds the em++ on the PATH, whichever it is (a distribution's or one from the SDK), and uses the toolchain file that
# belongs to it.
find_program(WORLDSIZE_EM_CONFIG em-config NO_CMAKE_FIND_ROOT_PATH)
if(NOT WORLDSIZE_EM_CONFIG)
  message(FATAL_ERROR "No Emscripten on the PATH: run `npm start`, or see README.md.")
endif()
execute_process(
  COMMAND ${WORLDSIZE_EM_CONFIG} EMSCRIPTEN_ROOT
  OUTPUT_VARIABLE emscripten_root
  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
include(${emscripten_root}/cmake/Modules/Platform/Emscripten.cmake)
