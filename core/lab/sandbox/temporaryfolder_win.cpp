// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/sandbox/sandboxserver.h"
#include "core/lab/sandbox/temporaryfolder.h"

namespace lockscope
{

TemporaryFolder::~TemporaryFolder() = default;

// There is no redis-server for Windows, so no folder is needed.
Outcome<std::unique_ptr<TemporaryFolder>> TemporaryFolder::make()
{
    return serverProgram().failure();
}

} // namespace lockscope
