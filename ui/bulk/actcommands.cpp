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

ActCommands::ActCommands(EngineBridge &link, const ConnectionSpec &spec, ActKind act,
                         const std::vector<LockPtr> &locks, QObject *parent)
    : QObject(parent), m_link(link),
      m_series(spec, act,
               act == ActKind::SetExpiry ? std::optional<milliseconds>(ExampleExpiry) : std::nullopt, locks,
               now())
{
    connect(&link, &EngineBridge::planned, this, [this](quint64 id, const Outcome<ActPlan> &plan) {
        const auto asked = m_asked.constFind(id);
        if (asked == m_asked.cend())
            return;
        m_series.planned(*asked, plan);
        m_asked.erase(asked);
        pump();
    });
    connect(&link, &EngineBridge::openWanted, this, &QObject::deleteLater);
    connect(&link, &EngineBridge::closeWanted, this, &QObject::deleteLater);
    QTimer::singleShot(0, this, &ActCommands::pump);
}

void ActCommands::pump()
{
    while (const std::optional<int> row = m_series.nextToPlan()) {
        ActRequest request = m_series.requestOf(*row);
        request.dryRun = true;
        m_asked.insert(m_link.plan(request), *row);
    }
    if (m_series.unplanned() > 0)
        return;
    emit ready(QString::fromUtf8(bulkScript(m_series, {.at = wallNow()})), m_series.meant());
    deleteLater();
}

} // namespace lockscope
