// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the built-in families share. Family: what a family is, as data. PlannedFamily: the steps that every
// plan takes, so that a family says only what is its own. Pure; any thread.

#include "core/formats/format.h"

namespace lockscope
{

struct FamilyFacts {
    LockKind kind{};
    Nature nature = Nature::Mutex;
    int rank = 0;
    std::vector<std::string_view> libraries{};
    std::vector<QByteArray> patterns{};
    milliseconds lease{0}; // 0: it sets no expiry
    // The part of the lease after which a watchdog renews it. 0: there is no watchdog.
    struct {
        int numerator = 0;
        int denominator = 1;
    } renewal{};
    bool reentrant = false;
    std::span<const Fingerprint> fingerprints{};
};

class Family : public Format
{
public:
    explicit Family(const FamilyFacts &facts) : m_facts(facts) {} // facts live for ever

    LockKind kind() const override { return m_facts.kind; }
    Nature nature() const override { return m_facts.nature; }
    int rank() const override { return m_facts.rank; }
    const std::vector<std::string_view> &libraries() const override { return m_facts.libraries; }
    std::vector<QByteArray> patterns() const override { return m_facts.patterns; }
    milliseconds defaultLease() const override { return m_facts.lease; }
    std::optional<milliseconds> watchdogPeriod(milliseconds lease) const override;
    bool reentrant() const override { return m_facts.reentrant; }
    std::span<const Fingerprint> fingerprints() const override { return m_facts.fingerprints; }
    std::optional<QByteArray> wakeChannel(const LockName &) const override { return {}; }

private:
    const FamilyFacts &m_facts;
};

// A plan while it is made. Not to be copied: it refers to itself.
struct ActDraft {
    const ActRequest &request;
    const Lock *seen = nullptr;
    OwnerId owner{};      // acquire: the one named, or a fresh one; else as named
    milliseconds lease{}; // the one asked for, or the family's own
    ActPlan plan{};
    std::optional<OwnerId> meant{}; // set-expiry, once sent: who; nothing: whoever
    QStringList &steps = plan.steps;
    QStringList &warnings = plan.warnings;

    // What is sent. False: the texts may be left out.
    bool send(const char *script, std::vector<QByteArray> arguments);
    // Set-expiry: "owner" or "any", the owner meant, the time, and more.
    bool sendExpiry(const char *script, const std::vector<QByteArray> &more = {});
    // Force-release: "owner" or "any", and the owner expected.
    bool sendForced(const char *script);

    QString ownerText() const { return escapedText(owner.bytes); }
    QString leaseText() const { return humanDuration(lease); }
};

class PlannedFamily : public Family
{
public:
    using Family::Family;
    Outcome<ActPlan> plan(const ActRequest &request, const Lock *seen) const override;

protected:
    // What is wrong with the request, or cannot be done to such a lock. That a set-expiry names a time is
    // checked besides.
    virtual std::optional<Failure> problem(const ActDraft &draft) const = 0;
    // Its waiters are told on their channel, which is this.
    QByteArray announce(ActDraft &draft) const;
    virtual std::vector<QByteArray> keysOf(const LockName &key) const { return {key.bytes}; }

    // One act each, of those that problem() lets pass. The command to copy is the script's own call, unless
    // the step names others.
    virtual void planAcquire(ActDraft &) const {}
    virtual void planRenew(ActDraft &) const {}
    virtual void planRelease(ActDraft &) const {}
    virtual void planForceRelease(ActDraft &) const {}
    virtual void planWake(ActDraft &) const {}
    virtual void planSetExpiry(ActDraft &) const {}
    virtual void planRemoveShare(ActDraft &draft) const { planRelease(draft); }
};

} // namespace lockscope
