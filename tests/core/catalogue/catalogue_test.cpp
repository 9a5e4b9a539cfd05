#include "catalogue/catalogue.hpp"

#include <set>

#include "support.hpp"

namespace worldsize::test {
namespace {

Catalogue loaded() {
  Catalogue catalogue;
  Problems found;
  catalogue.load(packed_catalogue(), found);
  EXPECT_TRUE(found.empty());
  return catalogue;
}

TEST(Catalogue, EveryDeviceSaysWhereItsMemoryComesFrom) {
  const Catalogue catalogue = loaded();
  std::set<std::string> ids;
  for (const JsonObject& device : catalogue.devices()) {
    const std::string id(id_of(device));
    EXPECT_TRUE(ids.insert(id).second) << id << " twice";
    EXPECT_GE(*as_whole(device.at("memory_bytes")), Int{8} << 30) << id;
    EXPECT_GE(*as_whole(device.at("scale_up_domain")), 1) << id;
    EXPECT_FALSE(device.at("memory_source").as_string().empty()) << id;
    EXPECT_FALSE(device.at("sources").as_array().empty()) << id;
    // What a driver reports is within 10 % of the data sheet's figure, read as GB or as GiB.
    const double sheet = *as_number(device.at("datasheet").at("memory_gb"));
    EXPECT_NEAR(*as_number(device.at("memory_bytes")) / 1e9, sheet, 0.1 * sheet) << id;
  }
  EXPECT_EQ(ids.size(), 31U);
}

TEST(Catalogue, EveryModelSaysWhereItsConfigAndCountComeFrom) {
  const Catalogue catalogue = loaded();
  for (const JsonObject& model : catalogue.models())
    for (const char* name : {"config_source", "published_source", "evidence"})
      EXPECT_FALSE(model.at(name).as_string().empty()) << id_of(model) << " " << name;
}

TEST(Catalogue, FindsARecordOnlyIfOneIsMeant) {
  const Catalogue catalogue = loaded();
  EXPECT_EQ(id_of(*catalogue.device("H100-SXM5-80GB")), "H100-SXM5-80GB");
  EXPECT_EQ(id_of(*catalogue.device("h200")), "H200-SXM-141GB");
  EXPECT_EQ(catalogue.device("h100"), nullptr);
  EXPECT_EQ(catalogue.device(""), nullptr);
  // An exact name wins over names that begin with it.
  EXPECT_EQ(id_of(*catalogue.model("qwen3-8b")), "Qwen/Qwen3-8B");
}

TEST(Catalogue, ADamagedOneChangesNothing) {
  Planner made;
  ASSERT_EQ(json(made.load_catalogue(packed_catalogue())).at("ok"), Json(true));
  for (const char* damaged : {"", "[]", "{}", R"({"models": [], "devices": [{}]})", R"({"models": 1, "devices": []})"})
    EXPECT_EQ(json(made.load_catalogue(damaged)).at("ok"), Json(false)) << damaged;
  EXPECT_EQ(json(made.evaluate("{}")).at("ok"), Json(true));
}

}  // namespace
}  // namespace worldsize::test
