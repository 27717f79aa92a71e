// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The families that a user's rules define. They are asked before all others. Pure; any thread.

#include "core/formats/format.h"
#include "core/values/rule.h"

#include <QCoreApplication>

namespace lockscope
{

// One format for each kind that rules define, and one for each known kind that rules name.
std::vector<std::unique_ptr<Format>> formatsOf(const std::vector<Rule> &rules);

// A registry for one key to which the user assigned this family. family must outlive it.
std::shared_ptr<const Registry> registryOfKey(const Format &family, const LockName &key);

// Replaces "{key}" in a template for a key or channel with the lock's name.
QByteArray filledIn(const QByteArray &text, const QByteArray &key);
// The inverse: the name that turns the template into filled. None: no name does.
std::optional<QByteArray> filledWith(const QByteArray &text, QByteArrayView filled);

// Returns a kind whose name has static lifetime, because kinds are compared and kept as views. Any thread.
LockKind internKind(const QByteArray &name);
// The same for a name from a history file. Names are kept for ever, so of those that neither Lockscope nor a
// rule knows, only the first thousand short ones get a kind of their own; others get the kind "unknown".
LockKind storedKind(const QByteArray &name);

// A kind that a rule defines.
class RuleFormat final : public Format
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::RuleFormat)
public:
    explicit RuleFormat(Rule rule);

    LockKind kind() const override { return m_kind; }
    Nature nature() const override;
    QString title() const override;
    QString legend() const override;
    int rank() const override { return 0; }
    const std::vector<std::string_view> &libraries() const override;
    std::vector<QByteArray> patterns() const override;
    milliseconds defaultLease() const override { return m_rule.lease; }
    std::optional<milliseconds> watchdogPeriod(milliseconds lease) const override { return lease / 3; }
    bool reentrant() const override;
    OwnerId makeOwner() const override;
    OwnerParts ownerParts(const OwnerId &id) const override;

    NameRole roleOf(QByteArrayView key) const override;
    bool claims(QByteArrayView key) const override;
    bool mayBe(const KeySight &sight) const override;
    std::vector<CompanionKey> companions(const KeyReading &reading) const override;
    std::optional<Decoded> decode(const KeyReading &reading) const override;
    QStringList explain(const KeyReading &reading) const override;

    std::optional<QByteArray> wakeChannel(const LockName &key) const override;
    QByteArray wakeMessage() const override { return m_rule.message; }
    QByteArray channelPattern() const override;
    std::optional<LockName> subjectOfChannel(QByteArrayView channel) const override;

    Outcome<ActPlan> plan(const ActRequest &request, const Lock *seen) const override;

private:
    std::optional<LockName> subjectOfCompanion(QByteArrayView key) const;
    bool isMeant(const KeyReading &reading) const;

    Rule m_rule;
    LockKind m_kind;
};

// A known kind for the keys that a rule assigns to it, whatever they look like.
class RuledFamily : public Format
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::RuledFamily)
public:
    RuledFamily(const Format &family, std::vector<QByteArray> patterns); // family must outlive it

    LockKind kind() const override { return m_family.kind(); }
    Nature nature() const override { return m_family.nature(); }
    QString title() const override { return m_family.title(); }
    QString legend() const override { return m_family.legend(); }
    int rank() const override { return 0; }
    const std::vector<std::string_view> &libraries() const override { return m_family.libraries(); }
    std::vector<QByteArray> patterns() const override { return m_patterns; }
    milliseconds defaultLease() const override { return m_family.defaultLease(); }
    std::optional<milliseconds> watchdogPeriod(milliseconds lease) const override
    {
        return m_family.watchdogPeriod(lease);
    }
    Renewer renewer() const override { return m_family.renewer(); }
    bool reentrant() const override { return m_family.reentrant(); }
    OwnerId makeOwner() const override { return m_family.makeOwner(); }
    OwnerParts ownerParts(const OwnerId &id) const override { return m_family.ownerParts(id); }

    bool claims(QByteArrayView key) const override;
    bool mayBe(const KeySight &sight) const override;
    std::vector<CompanionKey> companions(const KeyReading &reading) const override;
    bool hasEssentialCompanions() const override { return m_family.hasEssentialCompanions(); }
    std::optional<Decoded> decode(const KeyReading &reading) const override;
    QStringList explain(const KeyReading &reading) const override;

    std::optional<QByteArray> wakeChannel(const LockName &key) const override
    {
        return m_family.wakeChannel(key);
    }
    QByteArray wakeMessage() const override { return m_family.wakeMessage(); }
    std::optional<QByteArray> waiterChannel(const LockName &key, const OwnerId &owner) const override
    {
        return m_family.waiterChannel(key, owner);
    }
    bool queues() const override { return m_family.queues(); }
    Outcome<ActPlan> plan(const ActRequest &request, const Lock *seen) const override
    {
        return m_family.plan(request, seen);
    }

protected:
    bool matches(QByteArrayView key) const; // one of the patterns
    // As if the rule said so of this very key.
    std::optional<Decoded> decodeAsRuled(const KeyReading &reading) const;
    QStringList explainAsRuled(const KeyReading &reading) const;

private:
    bool isMeant(const KeyReading &reading) const;
    KeyReading ruled(const KeyReading &reading) const;

    const Format &m_family;
    std::vector<QByteArray> m_patterns;
};

} // namespace lockscope
