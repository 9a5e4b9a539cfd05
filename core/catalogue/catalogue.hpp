#pragma once

#include <string_view>
#include <vector>

#include "document/json.hpp"

namespace worldsize {

/// Models and devices by id, as JSON records with their sources. The records live in this folder; whoever runs the
/// planner packs them into one document {"models": […], "devices": […]} and hands it over.
///
/// A model record: {"id", "config", "config_source", "published_parameters", "published_source", "evidence"}.
/// A device record: {"id", "vendor", "memory_bytes", "memory_source", "scale_up_domain", "datasheet": {…}, "sources"}.
class Catalogue {
 public:
  /// Replaces the records. On a problem nothing changes.
  void load(std::string_view text, Problems& problems);

  bool empty() const { return models_.empty() && devices_.empty(); }

  /// The record that `id` names: exactly, else without regard to case, organisation or ending ("qwen3-235b-a22b",
  /// "h200"), if that is one record only. Null when there is none or it is ambiguous.
  const JsonObject* model(std::string_view id) const;
  const JsonObject* device(std::string_view id) const;

  const std::vector<JsonObject>& models() const { return models_; }
  const std::vector<JsonObject>& devices() const { return devices_; }

 private:
  std::vector<JsonObject> models_;
  std::vector<JsonObject> devices_;
};

/// The id of a record.
std::string_view id_of(const JsonObject& record);

}  // namespace worldsize
