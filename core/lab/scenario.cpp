// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/scenario.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace lockscope
{

std::vector<Scenario> allScenarios()
{
    std::vector<Scenario> all = makeScenarios();
    std::ranges::sort(all, {}, &Scenario::order);
    return all;
}

Outcome<Scenario> findScenario(const QByteArray &name)
{
    QStringList names;
    for (const Scenario &scenario : allScenarios()) {
        if (scenario.name == name)
            return scenario;
        names += QString::fromUtf8(scenario.name);
    }
    return Failure{
        .kind = ErrorKind::BadInput,
        .text =
            QCoreApplication::translate("lockscope::Scenario", "unknown scenario %1").arg(escapedText(name)),
        .remedy = QCoreApplication::translate("lockscope::Scenario", "available: %1")
                      .arg(names.join(QStringLiteral(", ")))};
}

} // namespace lockscope
