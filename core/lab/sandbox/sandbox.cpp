// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/sandbox/sandbox.h"

namespace lockscope
{

Sandbox::Sandbox(std::unique_ptr<SandboxDeployment> deployment)
    : m_deployment(std::move(deployment)), m_server(m_deployment->node(0))
{
}

Outcome<std::unique_ptr<Sandbox>> Sandbox::start(const SandboxOptions &options)
{
    auto started = SandboxDeployment::start(SandboxTopology::Standalone,
                                            {.tls = options.tls ? SandboxTls::Clients : SandboxTls::Off,
                                             .password = options.password,
                                             .serverArguments = options.serverArguments});
    if (!started)
        return started.failure();
    return std::unique_ptr<Sandbox>(new Sandbox(std::move(*started)));
}

} // namespace lockscope
