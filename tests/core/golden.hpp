#pragma once

#include <string>
#include <string_view>
#include <vector>

/// The tests' data files, compiled into the program: as WebAssembly it has no file system.

/// The text of "memory_layout.json" (a file of tests/golden), "devices.json" or "models/Qwen3-8B.json" (files of
/// core/catalogue). Ends the program, naming the file, when there is none.
std::string_view golden_file(std::string_view name);

/// The names that golden_file knows, sorted.
std::vector<std::string_view> golden_file_names();

/// The catalogue as one document {"models": […], "devices": […]}, as the build packs it for the page.
std::string packed_catalogue();
