// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The thread of the fleet, which exists while its window is open. GUI thread. Owner: the composition. Closing
// the window does not wait for it; the destructor does.

#include "app/workthread.h"

#include <memory>
#include <vector>

namespace lockscope
{

class FleetBridge;
class FleetWatch;

class FleetHost final : public QObject
{
    Q_OBJECT
public:
    explicit FleetHost(FleetBridge &bridge); // bridge may be destroyed first
    ~FleetHost() override;

private:
    struct Run {
        WorkThread thread{QStringLiteral("fleet")};
        FleetWatch *watch; // on that thread
    };
    void begin(FleetBridge &bridge);
    void end();

    std::unique_ptr<Run> m_run;
    std::vector<std::unique_ptr<Run>> m_ending{};
};

} // namespace lockscope
