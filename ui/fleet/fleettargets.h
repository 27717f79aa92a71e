// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The saved connections, ready to be followed: with the rules and thresholds of the main window, and with
// their passwords, which are read from the keychain one after another, each once. Owner: FleetPage; GUI
// thread. A connection without its password has an obstacle; a file that cannot be read is a failure().

#include "core/config/keychain.h"
#include "core/config/observestore.h"
#include "core/config/profilestore.h"
#include "core/config/rulestore.h"
#include "core/fleet/fleetmember.h"

#include <QHash>
#include <QObject>
#include <QSet>

namespace lockscope
{

class FleetTargets final : public QObject
{
    Q_OBJECT
public:
    // Calls told once, later.
    using ReadSecrets = std::function<void(const QString &profile, const Keychain::Read &told)>;
    // configDir: as for ProfileStore. read: empty: from the keychain.
    explicit FleetTargets(const QString &configDir, ReadSecrets read = {});

    // Which locks of a saved connection are pinned. Asked with each load().
    using Pins = std::function<QSet<LockName>(const QString &profile)>;
    void setPins(Pins pins) { m_pins = std::move(pins); }
    // The saved connection that this one is, by its name or by its servers; empty: none that is followed.
    QString nameOf(const ConnectionSpec &open) const;
    // Whether its locks are those of that connection: the same servers, patterns and user.
    bool isSame(const QString &name, const ConnectionSpec &open) const;

    // Reads the files again. A folder; empty: all connections. The rest is not followed, and its passwords
    // are not read. changed() follows.
    void load(const QString &folder);
    void retry();                     // asks the keychain again if it failed
    void forget(const QString &name); // the password of that profile was changed
    // The passwords of a connection that is established. Those that were typed are nowhere else.
    void learn(const ConnectionSpec &connected);
    const std::vector<FleetTarget> &all() const { return m_targets; }
    // Those of other folders that were followed before, to go on without being shown.
    const std::vector<FleetTarget> &kept() const { return m_kept; }
    const QStringList &folders() const { return m_folders; }
    const Failure &failure() const { return m_failure; } // the text is empty if there is none
    bool isWaiting() const { return !m_asked.isEmpty(); }

signals:
    void changed();

private:
    std::shared_ptr<const Registry> registryFor(const ConnectionSpec &spec);
    FleetTarget target(const ConnectionSpec &profile, const ObserveSettings &observe);
    void build();
    void askNext();
    void take(const QString &name, const Outcome<Secrets> &secrets);

    ProfileStore m_profiles;
    RuleStore m_rules;
    ObserveStore m_observe;
    Keychain m_keychain;
    ReadSecrets m_read;
    Pins m_pins{};
    QList<ConnectionSpec> m_saved{};
    QString m_folder{};
    QStringList m_folders{};
    std::vector<FleetTarget> m_targets{};
    std::vector<FleetTarget> m_kept{};
    QSet<QString> m_followed{}; // names
    QSet<QString> m_accepted{}; // names of connections whose server accepted a user without a password
    Failure m_failure{};
    std::vector<Rule> m_known{};                                            // of m_registries
    QHash<QList<QByteArray>, std::shared_ptr<const Registry>> m_registries; // by patterns
    QHash<QString, Secrets> m_secrets{};
    QHash<QString, Secrets> m_learnt{}; // as last told by learn(), also if forgotten since
    QString m_asked{};                  // whose password is being read; empty: none
    std::optional<Failure> m_keychainFailure{};
};

} // namespace lockscope
