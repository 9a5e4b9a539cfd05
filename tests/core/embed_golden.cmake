# Writes OUTPUT, a source that defines golden_files() of golden_data.hpp with every JSON file below GOLDEN and CATALOGUE.
# Bytes, not string literals: those have a length limit.
set(arrays "")
set(entries "")
set(count 0)
foreach(folder IN ITEMS ${GOLDEN} ${CATALOGUE})
  file(GLOB_RECURSE names RELATIVE ${folder} ${folder}/*.json)
  list(SORT names)
  foreach(name IN LISTS names)
    file(READ ${folder}/${name} bytes HEX)
    string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
    string(APPEND arrays "constexpr unsigned char file_${count}[] = {${bytes}};\n")
    string(APPEND entries "    {\"${name}\", text(file_${count})},\n")
    math(EXPR count "${count} + 1")
  endforeach()
endforeach()

file(
  WRITE ${OUTPUT}
  "#include \"golden_data.hpp\"\n"
  "#include <cstddef>\n\n"
  "namespace {\n"
  "${arrays}\n"
  "template <std::size_t n>\n"
  "std::string_view text(const unsigned char (&bytes)[n]) {\n"
  "  return {reinterpret_cast<const char*>(bytes), n};\n"
  "}\n\n"
  "const GoldenFile files[] = {\n${entries}};\n"
  "}  // namespace\n\n"
  "std::span<const GoldenFile> golden_files() { return files; }\n")
