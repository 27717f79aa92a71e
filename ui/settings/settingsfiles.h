// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The rules file and observe.json. Both may be edited by hand, so they are reloaded whenever they are needed.
// Owner: the main window; GUI thread.

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

    // On an error, the last valid rules stay. requested: the keys that the connection names.
    void loadRules(const RequestedKeys &requested = {});
    // With the last valid rules and the requested keys; null: there are neither.
    const std::shared_ptr<const Registry> &registry() const { return m_registry; }
    ObserveSettings loadObserve(); // Defaults if the file has an error

signals:
    void failed(const lockscope::Failure &failure); // A file has an error

private:
    RuleStore m_rules;
    ObserveStore m_observe;
    std::vector<Rule> m_good{};
    std::shared_ptr<const Registry> m_registry{};
};

} // namespace lockscope
