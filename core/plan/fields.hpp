#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "document/json.hpp"

namespace worldsize {

/// What a field takes, and with it how its text is read.
enum class FieldKind {
  integer,
  number,
  tokens,
  bytes,
  gigabytes,
  integer_or_max,
  integer_or_auto,
  bytes_or_auto,
  choice,
  text,
  object,
  integers,
};

/// The forms that a model is given in, as bits.
enum ModelKindBits : std::uint8_t { kHfConfig = 1, kDecoder = 2, kAggregate = 4, kLayered = 3, kEveryModel = 7 };

struct Choice {
  std::string id;
  std::string label;
};

/// One field of the plan document. The table of fields is the single definition: the reader, the normalised document,
/// the messages and the page's inputs all come from it.
struct Field {
  std::string_view pointer = {};
  std::string_view label = {};
  std::string_view symbol = {};
  FieldKind kind = FieldKind::integer;
  std::string_view unit = {};
  double min = 0;
  double max = 0;
  std::string_view default_json = {};  ///< empty: no default of its own (given by a preset, or optional)
  std::vector<Choice> (*choices)() = nullptr;
  std::uint8_t model_kinds = kEveryModel;  ///< with which kinds of model the field has an effect
  std::string_view help = {};
};

std::span<const Field> plan_fields();

/// The field at `pointer`, or null.
const Field* find_field(std::string_view pointer);

/// "layout" of "/layout/tensor_parallel".
std::string_view group_of(const Field& field);

/// The last step of the pointer: "tensor_parallel".
std::string_view name_of(const Field& field);

std::string_view field_kind_name(FieldKind kind);

/// "1 to 4,096", "replicate or split", …: for messages.
std::string allowed_values(const Field& field);

}  // namespace worldsize
