#include "catalogue/catalogue.hpp"

#include <algorithm>
#include <cctype>
#include <string>

namespace worldsize {
namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

std::string without_organisation(std::string_view id) {
  const auto slash = id.rfind('/');
  return lower(slash == std::string_view::npos ? id : id.substr(slash + 1));
}

template <typename Matches>
const JsonObject* only_match(const std::vector<JsonObject>& records, Matches matches) {
  const JsonObject* found = nullptr;
  for (const JsonObject& record : records) {
    if (!matches(id_of(record))) continue;
    if (found != nullptr) return nullptr;
    found = &record;
  }
  return found;
}

const JsonObject* find(const std::vector<JsonObject>& records, std::string_view id) {
  if (id.empty()) return nullptr;
  if (const auto* exact = only_match(records, [&](std::string_view one) { return one == id; })) return exact;
  const std::string wanted = lower(id);
  if (const auto* same = only_match(
          records, [&](std::string_view one) { return lower(one) == wanted || without_organisation(one) == wanted; }))
    return same;
  return only_match(records, [&](std::string_view one) { return without_organisation(one).rfind(wanted, 0) == 0; });
}

/// The objects with an id in the list `name`.
std::vector<JsonObject> records_of(const JsonObject& document, std::string_view name, Problems& problems) {
  std::vector<JsonObject> records;
  const Json* list = document.if_contains({name.data(), name.size()});
  if (list == nullptr || !list->is_array()) {
    problems.push_back({ProblemCode::wrong_type, child_pointer("", name),
                        "The catalogue has no list of " + std::string(name) + ".", "", "a list of records"});
    return records;
  }
  for (const Json& one : list->get_array()) {
    const JsonObject* record = one.if_object();
    if (record == nullptr || id_of(*record).empty()) {
      problems.push_back({ProblemCode::wrong_type, child_pointer("", name),
                          "A record of the catalogue's " + std::string(name) + " has no id.",
                          to_text(one).substr(0, 80), "objects with an id"});
      continue;
    }
    records.push_back(*record);
  }
  return records;
}

}  // namespace

std::string_view id_of(const JsonObject& record) {
  const Json* id = record.if_contains("id");
  if (id == nullptr || !id->is_string()) return {};
  return {id->get_string().data(), id->get_string().size()};
}

void Catalogue::load(std::string_view text, Problems& problems) {
  Problems found;
  const auto document = parse_json(text, found);
  if (document && !document->is_object())
    found.push_back({ProblemCode::wrong_type, "", "The catalogue is " + std::string(type_name(*document)) + ".", "",
                     "an object with models and devices"});
  if (found.empty()) {
    auto models = records_of(document->get_object(), "models", found);
    auto devices = records_of(document->get_object(), "devices", found);
    if (found.empty()) {
      models_ = std::move(models);
      devices_ = std::move(devices);
    }
  }
  problems.insert(problems.end(), found.begin(), found.end());
}

const JsonObject* Catalogue::model(std::string_view id) const { return find(models_, id); }
const JsonObject* Catalogue::device(std::string_view id) const { return find(devices_, id); }

}  // namespace worldsize
