# Fails when FILE, compressed by gzip, is larger than LARGEST bytes.
file(MAKE_DIRECTORY ${FILE}.size)
execute_process(COMMAND gzip -9 -c ${FILE} OUTPUT_FILE ${FILE}.size/gz COMMAND_ERROR_IS_FATAL ANY)
file(SIZE ${FILE}.size/gz gzipped_bytes)
file(REMOVE_RECURSE ${FILE}.size)
if(gzipped_bytes GREATER LARGEST)
  # Without the file, the next build links and checks again instead of taking it for done.
  file(REMOVE ${FILE})
  message(FATAL_ERROR "${FILE} is ${gzipped_bytes} bytes gzipped, more than the ${LARGEST} it may have.")
endif()
