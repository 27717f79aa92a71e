// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/settingsfiles.h"

namespace lockscope
{

void SettingsFiles::loadRules(const RequestedKeys &requested)
{
    const RuleBook book = m_rules.load();
    QStringList faults;
    for (const RuleProblem &problem : book.problems)
        faults << problem.sentence();
    if (faults.isEmpty())
        m_good = book.rules;
    m_registry = registryWith(m_good, requested);
    if (!faults.isEmpty())
        emit failed({.kind = ErrorKind::BadInput,
                     .text = tr("The rules in %1 are ignored: %2")
                                 .arg(m_rules.fileName(), faults.join(QLatin1String("; "))),
                     .remedy = tr("Fix the file and connect again. Lockscope has not changed it.")});
}

ObserveSettings SettingsFiles::loadObserve()
{
    const ObserveBook book = m_observe.load();
    QStringList faults;
    for (const Failure &problem : book.problems)
        faults << problem.text;
    if (!faults.isEmpty())
        emit failed({.kind = ErrorKind::BadInput,
                     .text = tr("The settings in %1 are ignored: %2")
                                 .arg(m_observe.fileName(), faults.join(QLatin1String("; "))),
                     .remedy = tr("Fix the file and connect again. Lockscope has not changed it.")});
    return book.settings;
}

} // namespace lockscope
