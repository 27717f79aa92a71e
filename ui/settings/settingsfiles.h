// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The files of the user's rules and of how is judged and observed, both of which may be written by hand: they
// are read again whenever they are needed. Owner: the main window; GUI thread.

#include "core/config/observestore.h"
#include "core/config/rulestore.h"

#include <QObject>

#include <memory>

namespace lockscope
{

class SettingsFiles final : public QObject
{
    Q_OBJECT
public:
    explicit SettingsFiles(const QString &configDir) : m_rules(configDir), m_observe(configDir) {}

    const RuleStore &rules() const { return m_rules; }
    const ObserveStore &observe() const { return m_observe; }

    void loadRules(); // a fault keeps the rules that were good
    // With the last good rules; null: there are none.
    const std::shared_ptr<const Registry> &registry() const { return m_registry; }
    ObserveSettings loadObserve(); // the defaults where the file has a fault

signals:
    void failed(const lockscope::Failure &failure); // a file has a fault

private:
    RuleStore m_rules;
    ObserveStore m_observe;
    std::shared_ptr<const Registry> m_registry{};
};

} // namespace lockscope
