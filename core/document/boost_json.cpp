// The one place where Boost.JSON is compiled; everywhere else only its declarations are included.
#include <boost/json/src.hpp>
