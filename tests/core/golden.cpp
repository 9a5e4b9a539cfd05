#include "golden.hpp"

#include <cstdio>
#include <cstdlib>

#include "golden_data.hpp"

std::string_view golden_file(std::string_view name) {
  for (const GoldenFile& file : golden_files()) {
    if (file.name == name) return file.text;
  }
  std::fprintf(stderr, "There is no golden file named %.*s.\n", static_cast<int>(name.size()), name.data());
  std::abort();
}

std::vector<std::string_view> golden_file_names() {
  std::vector<std::string_view> names;
  for (const GoldenFile& file : golden_files()) names.push_back(file.name);
  return names;
}

std::string packed_catalogue() {
  std::string models;
  for (const GoldenFile& file : golden_files()) {
    if (!file.name.starts_with("models/")) continue;
    if (!models.empty()) models += ',';
    models += file.text;
  }
  std::string text = R"({"models":[)";
  text += models;
  text += R"(],"devices":)";
  text += golden_file("devices.json");
  text += '}';
  return text;
}
