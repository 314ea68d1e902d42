#include "cli/commands.h"
namespace curvebench { int Bench(const Context&, const Words&) { return 3; } }
