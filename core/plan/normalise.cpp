#include "plan/normalise.hpp"

#include <algorithm>
#include <boost/json/parse.hpp>

#include "plan/field_value.hpp"
#include "plan/fields.hpp"
#include "units/text.hpp"

namespace worldsize {
namespace {

constexpr std::string_view kDefaultModel = "Qwen/Qwen3-235B-A22B";
constexpr std::string_view kDefaultDevice = "H200-SXM-141GB";

/// How many single-character edits turn one name into the other.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

std::string_view view(const boost::json::string& text) { return {text.data(), text.size()}; }
std::string_view key_of(const boost::json::key_value_pair& member) {
  return {member.key().data(), member.key().size()};
}

class Normaliser {
 public:
  Normaliser(const JsonObject& given, const Catalogue& catalogue) : given_(given), catalogue_(catalogue) {}

  NormalPlan run() {
    check_version();
    check_members("", given_, {"version", "model", "precision", "device", "engine", "layout", "workload", "sweep"});
    result_.document["version"] = kPlanVersion;
    model();
    for (const char* group : {"precision", "device", "engine", "layout", "workload", "sweep"}) this->group(group);
    return std::move(result_);
  }

 private:
  void add(ProblemCode code, const std::string& pointer, const std::string& message, const std::string& value,
           const std::string& allowed) {
    result_.problems.push_back({code, pointer, message, value, allowed});
  }

  void check_version() {
    const Json* version = given_.if_contains("version");
    if (version == nullptr) return;
    const auto number = as_whole(*version);
    if (number && *number == kPlanVersion) return;
    const bool newer = number && *number > kPlanVersion;
    add(ProblemCode::unsupported_version, "/version",
        newer ? fill("The plan has version {}, which a newer planner made; this one reads version {}.",
                     {*number, kPlanVersion})
              : fill("The plan's version must be {}.", {kPlanVersion}),
        to_text(*version), with_commas(kPlanVersion));
  }

  void check_members(const std::string& pointer, const JsonObject& object, const std::vector<std::string_view>& known) {
    for (const auto& member : object) {
      const std::string_view key = key_of(member);
      if (std::find(known.begin(), known.end(), key) != known.end()) continue;
      std::string message =
          fill("There is no field named {}{}",
               {key.substr(0, 60), (pointer.empty() ? " in a plan." : " in " + pointer.substr(1) + ".")});
      const auto nearest = std::min_element(known.begin(), known.end(), [&](std::string_view a, std::string_view b) {
        return edit_distance(key, a) < edit_distance(key, b);
      });
      if (key.size() <= 60 && nearest != known.end() && edit_distance(key, *nearest) <= 1 + nearest->size() / 5)
        message += fill(" Did you mean {}?", {*nearest});
      std::string list;
      for (const std::string_view name : known) list += (list.empty() ? "" : ", ") + std::string(name);
      add(ProblemCode::unknown_field, child_pointer(pointer, key), message, to_text(member.value()).substr(0, 60),
          list);
    }
  }

  /// The object given for a group; an empty one, with a problem, when it is something else.
  const JsonObject& object_at(const JsonObject& parent, const std::string& pointer, std::string_view name) {
    static const JsonObject none;
    const Json* value = parent.if_contains({name.data(), name.size()});
    if (value == nullptr) return none;
    if (const JsonObject* object = value->if_object()) return *object;
    add(ProblemCode::wrong_type, child_pointer(pointer, name),
        fill("{} is {}; it takes an object.", {name, type_name(*value)}), to_text(*value).substr(0, 60), "an object");
    return none;
  }

  static std::vector<std::string_view> names_in(const std::string& prefix) {
    std::vector<std::string_view> names;
    for (const Field& field : plan_fields())
      if (field.pointer.substr(0, field.pointer.rfind('/')) == prefix) names.push_back(name_of(field));
    return names;
  }

  /// Value of one field: what was given, else the preset's, else the default.
  void field(const Field& field, const JsonObject& given, const JsonObject* preset, JsonObject& normal) {
    const std::string_view name = name_of(field);
    const Json* value = given.if_contains({name.data(), name.size()});
    const Json* preset_value = preset != nullptr ? preset->if_contains({name.data(), name.size()}) : nullptr;
    std::optional<Json> read;
    if (value != nullptr) read = read_field_value(field, *value, result_.problems);
    if (read && preset_value != nullptr && name == "preset") read = *preset_value;  // the catalogue's spelling
    if (read && preset_value != nullptr && *read != *preset_value)
      result_.overrides.push_back({std::string(field.pointer), *read, *preset_value});
    if (!read && preset_value != nullptr) read = *preset_value;
    if (!read && !field.default_json.empty()) read = boost::json::parse(field.default_json);
    if (read) normal[name] = *read;
  }

  void group(const std::string& name) {
    const std::string pointer = "/" + name;
    const JsonObject& given = object_at(given_, "", name);
    const std::vector<std::string_view> names = names_in(pointer);
    check_members(pointer, given, names);
    JsonObject normal;
    JsonObject preset;
    if (name == "device") preset = device_preset(given);
    for (const Field& field : plan_fields())
      if (group_of(field) == name) this->field(field, given, preset.empty() ? nullptr : &preset, normal);
    result_.document[name] = normal;
  }

  /// A text field naming a preset; nothing when absent, with a problem when it is not a text.
  std::optional<std::string> preset_id(const JsonObject& given, std::string_view pointer) {
    const Json* value = given.if_contains("preset");
    if (value == nullptr) return std::nullopt;
    const auto read = read_field_value(*find_field(pointer), *value, result_.problems);
    if (!read) return std::nullopt;
    return std::string(view(read->get_string()));
  }

  void unknown_preset(const std::string& pointer, const std::string& what, const std::string& id,
                      const std::vector<JsonObject>& records) {
    std::string near;
    for (const JsonObject& record : records) {
      if (near.size() > 200) break;
      near += (near.empty() ? "" : ", ") + std::string(id_of(record));
    }
    add(ProblemCode::unknown_preset, pointer,
        records.empty() ? fill("The catalogue is not loaded, so {} {} cannot be looked up.", {what, id})
                        : fill("The catalogue has no single {} named {}.", {what, id.substr(0, 80)}),
        to_text(Json(id)), near);
  }

  /// The values that the named device gives. A plan with its own memory needs no record.
  JsonObject device_preset(const JsonObject& given) {
    JsonObject preset;
    const bool has_memory = given.contains("memory_bytes");
    auto id = preset_id(given, "/device/preset");
    if (!id && !has_memory) id = std::string(kDefaultDevice);
    if (id) {
      const JsonObject* record = catalogue_.device(*id);
      if (record != nullptr) {
        for (const char* name : {"memory_bytes", "scale_up_domain"}) preset[name] = record->at(name);
        preset["preset"] = id_of(*record);
      } else if (!has_memory) {
        unknown_preset("/device/preset", "device", *id, catalogue_.devices());
      }
    }
    // Devices of no catalogue: what a plan does not say about them is the smallest that is always true.
    if (!preset.contains("memory_bytes"))
      preset["memory_bytes"] = has_memory ? given.at("memory_bytes") : Json(1 << 20);
    if (!preset.contains("scale_up_domain")) preset["scale_up_domain"] = 8;
    return preset;
  }

  void model() {
    const JsonObject& given = object_at(given_, "", "model");
    check_members("/model", given, {"preset", "hf_config", "decoder", "aggregate"});
    const bool layered = given.contains("preset") || given.contains("hf_config");
    const bool decoder = given.contains("decoder");
    const bool aggregate = given.contains("aggregate");
    if (int{layered} + int{decoder} + int{aggregate} > 1)
      add(ProblemCode::model_kind_conflict, "/model", "The model is given in more than one form; which one is meant?",
          "", "one of preset with or without hf_config, decoder, aggregate");
    JsonObject normal;
    if (aggregate && !layered) {
      result_.model_kind = ModelKind::aggregate;
      normal["aggregate"] = plain_model(given, "aggregate");
    } else if (decoder && !layered) {
      result_.model_kind = ModelKind::decoder;
      normal["decoder"] = plain_model(given, "decoder");
    } else {
      config_model(given, normal);
    }
    result_.document["model"] = normal;
  }

  JsonObject plain_model(const JsonObject& given, const std::string& name) {
    const std::string pointer = "/model/" + name;
    const JsonObject& object = object_at(given, "/model", name);
    check_members(pointer, object, names_in(pointer));
    JsonObject normal;
    for (const Field& field : plan_fields())
      if (field.pointer.substr(0, field.pointer.rfind('/')) == pointer) this->field(field, object, nullptr, normal);
    return normal;
  }

  void config_model(const JsonObject& given, JsonObject& normal) {
    auto id = preset_id(given, "/model/preset");
    const Json* config = given.if_contains("hf_config");
    if (!id && config == nullptr) id = std::string(kDefaultModel);
    const JsonObject* record = id ? catalogue_.model(*id) : nullptr;
    if (id) normal["preset"] = record != nullptr ? Json(id_of(*record)) : Json(*id);
    if (config == nullptr) {
      if (record == nullptr) {
        unknown_preset("/model/preset", "model", *id, catalogue_.models());
        return;
      }
      normal["hf_config"] = record->at("config");
      return;
    }
    if (!read_field_value(*find_field("/model/hf_config"), *config, result_.problems)) return;
    normal["hf_config"] = config_with_numbers(config->get_object());
    if (record != nullptr && record->at("config").is_object())
      compare_with_preset(normal["hf_config"].get_object(), record->at("config").get_object());
  }

  /// A config whose sizes may be typed as text in the page ("70k") with the texts read as numbers.
  JsonObject config_with_numbers(JsonObject config) {
    for (const Field& field : plan_fields()) {
      if (field.pointer.rfind("/model/hf_config/", 0) != 0) continue;
      Json* value = config.if_contains(name_of(field));
      if (value == nullptr || !value->is_string()) continue;
      if (const auto read = read_field_value(field, *value, result_.problems)) {
        *value = *read;
      } else {
        *value = static_cast<Int>(field.min);
      }
    }
    return config;
  }

  void compare_with_preset(const JsonObject& config, const JsonObject& preset) {
    for (const auto& member : preset) {
      const Json* value = config.if_contains(member.key());
      if (value == nullptr || *value != member.value())
        result_.overrides.push_back({child_pointer("/model/hf_config", key_of(member)),
                                     value != nullptr ? *value : Json(nullptr), member.value()});
    }
    for (const auto& member : config)
      if (!preset.contains(member.key()))
        result_.overrides.push_back({child_pointer("/model/hf_config", key_of(member)), member.value(), Json(nullptr)});
  }

  const JsonObject& given_;
  const Catalogue& catalogue_;
  NormalPlan result_;
};

}  // namespace

std::string_view model_kind_name(ModelKind kind) {
  return kind == ModelKind::hf_config ? "hf_config" : kind == ModelKind::decoder ? "decoder" : "aggregate";
}

NormalPlan normalise(const JsonObject& given, const Catalogue& catalogue) { return Normaliser(given, catalogue).run(); }

}  // namespace worldsize
