// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/reading/scriptevidence.h"

#include "core/base/tr.h"
#include "core/formats/strings/barenumber.h"

#include <algorithm>
#include <mutex>
#include <set>

namespace lockscope
{

namespace
{

QString text(std::string_view latin)
{
    return QString::fromLatin1(latin.data(), qsizetype(latin.size()));
}

std::vector<const Fingerprint *> allFingerprints(const Registry &registry)
{
    std::vector<const Fingerprint *> all;
    for (const auto &format : registry.formats()) {
        for (const Fingerprint &fingerprint : format->fingerprints())
            all.push_back(&fingerprint);
    }
    return all;
}

// Locks point to their libraries across threads and outlive the engine, so each order is kept forever.
const std::vector<std::string_view> *kept(std::vector<std::string_view> libraries)
{
    static std::mutex mutex;
    static std::set<std::vector<std::string_view>> orders;
    const std::lock_guard guard(mutex);
    return &*orders.insert(std::move(libraries)).first;
}

} // namespace

Command ScriptEvidence::question(const Registry &registry)
{
    Command command{"SCRIPT", "EXISTS"};
    for (const Fingerprint *fingerprint : allFingerprints(registry))
        command.push_back(QByteArray(fingerprint->sha1.data(), qsizetype(fingerprint->sha1.size())));
    return command;
}

ScriptEvidence ScriptEvidence::from(const Registry &registry, const Reply &answer)
{
    ScriptEvidence evidence;
    const std::vector<const Fingerprint *> all = allFingerprints(registry);
    if (answer.items.size() != all.size())
        return evidence;
    for (size_t i = 0; i < all.size(); ++i) {
        if (answer.items[i].integer == 1)
            evidence.m_found.push_back(all[i]);
    }
    return evidence;
}

const std::vector<std::string_view> *
ScriptEvidence::ranked(const std::vector<std::string_view> *libraries) const
{
    if (!libraries || libraries->size() < 2 || m_found.empty())
        return libraries;
    std::vector<std::string_view> order = *libraries;
    std::stable_partition(order.begin(), order.end(), [this](std::string_view library) {
        return std::any_of(m_found.begin(), m_found.end(),
                           [library](const Fingerprint *found) { return found->library == library; });
    });
    return order == *libraries ? libraries : kept(std::move(order));
}

bool ScriptEvidence::mayBeSpun(const Lock &lock) const
{
    if (!mayBeOf(lock, "spin-lock"))
        return false;
    return std::any_of(m_found.begin(), m_found.end(), [](const Fingerprint *found) {
        return found->script.find("spin") != std::string_view::npos;
    });
}

std::optional<LockKind> ScriptEvidence::semaphores() const
{
    const auto has = [this](std::string_view word) {
        return std::ranges::any_of(
            m_found, [word](const Fingerprint *found) { return found->script.starts_with(word); });
    };
    return has("semaphore ") ? std::optional(LockKind{"semaphore"})
           : has("permit ")  ? std::optional(LockKind{"permit-semaphore"})
                             : std::nullopt;
}

void ScriptEvidence::noteSemaphore(Lock &lock) const
{
    static const std::vector<LockKind> Plain{LockKind{"semaphore"}, LockKind{"counter-lock"}};
    static const std::vector<LockKind> Permits{LockKind{"permit-semaphore"}, LockKind{"counter-lock"}};
    const std::optional<LockKind> used = semaphores();
    if (!used || lock.permits() || !mayBeOf(lock, "counter-lock"))
        return;
    LockExtras extras = *lock.extras;
    extras.alternatives = *used == Plain.front() ? &Plain : &Permits;
    lock.extras = std::make_shared<const LockExtras>(std::move(extras));
}

bool mayBeSemaphore(const Lock &lock)
{
    const std::vector<LockKind> *others = lock.extras ? lock.extras->alternatives : nullptr;
    return others && !others->empty() &&
           (others->front() == LockKind{"semaphore"} || others->front() == LockKind{"permit-semaphore"});
}

static bool hasLockName(const KeyReading &reading)
{
    const Format *format = Registry::builtIn().find("untokened-lock");
    return format->mayBe({.key = reading.key.bytes, .type = reading.type});
}

bool isOpenNumber(const Registry &registry, const KeyReading &reading)
{
    if (!bareNumber(reading))
        return false;
    const auto [format, decoded] = registry.decode(reading);
    if (!format) // 0: a word for "free"
        return hasLockName(reading) && registry.roleOf(reading.key.bytes).kind == NameRole::Kind::Open;
    return (format->kind() == LockKind{"untokened-lock"} || format->kind() == LockKind{"counter-lock"}) &&
           decoded->confidence != Confidence::Certain;
}

QStringList ScriptEvidence::explain(const Format &format) const
{
    QStringList lines;
    for (const Fingerprint &fingerprint : format.fingerprints()) {
        if (std::find(m_found.begin(), m_found.end(), &fingerprint) != m_found.end())
            lines << Tr::tr("This server was sent the script \"%1\" of %2 %3 since it started")
                         .arg(text(fingerprint.script), text(fingerprint.library),
                              text(fingerprint.releases));
    }
    return lines;
}

} // namespace lockscope
