// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bulk/actcommands.h"

#include "ui/bridges/enginebridge.h"
#include "ui/bulk/bulkreport.h"

#include <QTimer>

namespace lockscope
{

namespace
{

constexpr std::chrono::seconds ExampleExpiry{30};

} // namespace

ActCommands::ActCommands(EngineBridge &bridge, const ConnectionSpec &spec, ActKind act,
                         const std::vector<LockPtr> &locks, QObject *parent)
    : QObject(parent), m_bridge(bridge),
      m_series(spec, act,
               act == ActKind::SetExpiry ? std::optional<milliseconds>(ExampleExpiry) : std::nullopt, locks,
               now())
{
    connect(&bridge, &EngineBridge::planned, this, [this](quint64 id, const Outcome<ActPlan> &plan) {
        const auto asked = m_asked.constFind(id);
        if (asked == m_asked.cend())
            return;
        m_series.planned(*asked, plan);
        m_asked.erase(asked);
        pump();
    });
    connect(&bridge, &EngineBridge::openWanted, this, &QObject::deleteLater);
    connect(&bridge, &EngineBridge::closeWanted, this, &QObject::deleteLater);
    QTimer::singleShot(0, this, &ActCommands::pump);
}

void ActCommands::pump()
{
    while (const std::optional<int> row = m_series.nextToPlan()) {
        ActRequest request = m_series.requestOf(*row);
        request.dryRun = true;
        m_asked.insert(m_bridge.plan(request), *row);
    }
    if (m_series.unplanned() > 0)
        return;
    emit ready(QString::fromUtf8(bulkScript(m_series, {.at = wallNow()})), m_series.meant());
    deleteLater();
}

} // namespace lockscope
