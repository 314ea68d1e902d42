#include "cli/commands.h"
namespace curvebench { int New(const Context&, const Words&) { return 3; } }
