// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fleet/fleettargets.h"

#include "core/values/connection/sshconsent.h"

#include <algorithm>
#include <utility>

namespace lockscope
{

namespace
{

// The user whose password is missing; empty: none is. The default user may have none.
QString userWithoutPassword(const ConnectionSpec &spec)
{
    const auto lacks = [](const QString &user, const QString &password) {
        return !user.isEmpty() && user != QLatin1String("default") && password.isEmpty();
    };
    if (lacks(spec.user, spec.password))
        return spec.user;
    if (lacks(spec.sentinel.user, spec.sentinel.password))
        return spec.sentinel.user;
    for (const ConnectionSpec &member : spec.members) {
        if (const QString user = userWithoutPassword(member); !user.isEmpty())
            return user;
    }
    return {};
}

bool isSamePlace(const ConnectionSpec &a, const ConnectionSpec &b)
{
    return a.host == b.host && a.port == b.port && a.socketPath == b.socketPath && a.db == b.db &&
           a.seeds == b.seeds && a.sentinel.masterName == b.sentinel.masterName && a.proxy == b.proxy &&
           a.ssh.destination == b.ssh.destination && a.ssh.port == b.ssh.port &&
           std::ranges::equal(a.members, b.members, isSamePlace);
}

} // namespace

FleetTargets::FleetTargets(const QString &configDir, ReadSecrets read)
    : m_profiles(configDir), m_rules(configDir), m_observe(configDir), m_keychain(configDir),
      m_read(std::move(read))
{
    if (!m_read)
        m_read = [this](const QString &profile, const Keychain::Read &told) {
            m_keychain.read(profile, told);
        };
}

QString FleetTargets::nameOf(const ConnectionSpec &open) const
{
    const auto isThis = [&open](const FleetTarget &target) {
        return open.name.isEmpty() ? isSamePlace(target.spec, open) : target.spec.name == open.name;
    };
    const auto found = std::ranges::find_if(m_targets, isThis);
    return found == m_targets.end() ? QString() : found->spec.name;
}

bool FleetTargets::isSame(const QString &name, const ConnectionSpec &open) const
{
    return std::ranges::any_of(m_targets, [&](const FleetTarget &target) {
        const ConnectionSpec &spec = target.spec;
        return spec.name == name && isSamePlace(spec, open) && spec.patterns == open.patterns &&
               spec.user == open.user;
    });
}

void FleetTargets::load(const QString &folder)
{
    m_folder = folder;
    auto saved = m_profiles.load();
    m_failure = saved ? Failure{.text = {}} : saved.failure();
    if (saved) // A fault in the file ends no connection
        m_saved = std::move(*saved);
    m_folders.clear();
    for (const ConnectionSpec &profile : std::as_const(m_saved)) {
        if (!profile.folder.isEmpty() && !m_folders.contains(profile.folder))
            m_folders << profile.folder;
    }
    m_folders.sort(Qt::CaseInsensitive);
    // A file with a fault is reported by the main window. The last valid rules stay, as there.
    if (RuleBook book = m_rules.load(); book.problems.isEmpty() && book.rules != m_known) {
        m_known = std::move(book.rules);
        m_registries.clear();
    }
    build();
    askNext();
}

void FleetTargets::retry()
{
    m_keychainFailure.reset();
    build();
    askNext();
}

void FleetTargets::forget(const QString &name)
{
    m_secrets.remove(name);
    m_accepted.remove(name);
    m_keychainFailure.reset();
}

void FleetTargets::learn(const ConnectionSpec &connected)
{
    const Secrets secrets = secretsOf(connected);
    const auto saved = std::ranges::find(m_saved, connected.name, &ConnectionSpec::name);
    if (saved == m_saved.cend())
        return;
    // The open connection goes on with the password that it logged in with. Once the keychain has another, it
    // is old.
    const bool isNew = m_learnt.value(connected.name) != secrets || !saved->inKeychain;
    m_learnt.insert(connected.name, secrets);
    if (isNew && !secrets.isEmpty() && m_secrets.value(connected.name) != secrets) {
        m_secrets.insert(connected.name, secrets);
        build();
    }
    if (!userWithoutPassword(connected).isEmpty() && !m_accepted.contains(connected.name)) {
        m_accepted.insert(connected.name);
        build();
    }
}

// The same one for the same patterns, so that a connection that has not changed stays open.
std::shared_ptr<const Registry> FleetTargets::registryFor(const ConnectionSpec &spec)
{
    const auto known = m_registries.constFind(spec.patterns);
    if (known != m_registries.cend())
        return *known;
    return *m_registries.insert(spec.patterns, registryWith(m_known, {.patterns = spec.patterns}));
}

FleetTarget FleetTargets::target(const ConnectionSpec &profile, const ObserveSettings &observe)
{
    FleetTarget target{.spec = profile,
                       .options = {.thresholds = observe.thresholds,
                                   .aliases = observe.aliases,
                                   .registry = registryFor(profile)},
                       .alerting = {.rules = observe.alerts,
                                    .least = observe.thresholds.leastConfidence,
                                    .pins = m_pins ? m_pins(profile.name) : QSet<LockName>()},
                       .why = {.text = {}}};
    if (!sshToConfirm(profile).isEmpty()) {
        target.obstacle = FleetObstacle::SshConsent;
        return target;
    }
    if (const auto secrets = m_secrets.constFind(profile.name); secrets != m_secrets.cend()) {
        giveSecrets(*secrets, target.spec);
    } else if (profile.inKeychain && m_keychainFailure) {
        target.obstacle = FleetObstacle::Password;
        target.why = *m_keychainFailure;
        return target;
    } else if (profile.inKeychain) {
        target.obstacle = FleetObstacle::Keychain;
        return target;
    }
    // A failed login is on record at the server, and may lock the user out.
    const QString user = userWithoutPassword(target.spec);
    if (!user.isEmpty() && !m_accepted.contains(profile.name)) {
        target.obstacle = FleetObstacle::Password;
        target.why = {.kind = ErrorKind::NoAuth,
                      .text = tr("No password is saved for the user %1").arg(user)};
    }
    return target;
}

void FleetTargets::build()
{
    const ObserveSettings observe = m_observe.load().settings;
    m_targets.clear();
    m_kept.clear();
    for (const ConnectionSpec &profile : std::as_const(m_saved)) {
        if (m_folder.isEmpty() || profile.folder == m_folder) {
            m_targets.push_back(target(profile, observe));
            m_followed.insert(profile.name);
        } else if (m_followed.contains(profile.name)) {
            m_kept.push_back(target(profile, observe));
            m_kept.back().isShown = false;
        }
    }
    emit changed();
}

// One after another, so that a locked keychain asks its user once.
void FleetTargets::askNext()
{
    if (isWaiting())
        return;
    const auto next = std::ranges::find(m_targets, FleetObstacle::Keychain, &FleetTarget::obstacle);
    if (next == m_targets.end())
        return;
    m_asked = next->spec.name;
    m_read(m_asked, [this, name = m_asked](const Outcome<Secrets> &secrets) { take(name, secrets); });
}

void FleetTargets::take(const QString &name, const Outcome<Secrets> &secrets)
{
    m_asked.clear();
    if (secrets)
        m_secrets.insert(name, *secrets);
    else
        m_keychainFailure = secrets.failure();
    build();
    askNext();
}

} // namespace lockscope
