// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Base classes of the built-in families. Family answers from a table of facts. PlannedFamily does the steps
// common to all plans; a family overrides the acts that it supports. Pure; any thread.

#include "core/formats/format.h"

namespace lockscope
{

struct FamilyFacts {
    LockKind kind{};
    Nature nature = Nature::Mutex;
    int rank = 0;
    std::vector<std::string_view> libraries{};
    std::vector<QByteArray> patterns{};
    milliseconds lease{0}; // 0: no expiry is set
    // The watchdog renews after this fraction of the lease. 0: no watchdog.
    struct {
        int numerator = 0;
        int denominator = 1;
    } renewal{};
    Renewer renewer = Renewer::Program;
    bool reentrant = false;
    std::optional<WaitMode> waiting{}; // nothing: as its channel tells
    std::span<const Fingerprint> fingerprints{};
};

class Family : public Format
{
public:
    explicit Family(const FamilyFacts &facts) : m_facts(facts) {} // facts must outlive it

    LockKind kind() const override { return m_facts.kind; }
    Nature nature() const override { return m_facts.nature; }
    int rank() const override { return m_facts.rank; }
    const std::vector<std::string_view> &libraries() const override { return m_facts.libraries; }
    std::vector<QByteArray> patterns() const override { return m_facts.patterns; }
    milliseconds defaultLease() const override { return m_facts.lease; }
    std::optional<milliseconds> watchdogPeriod(milliseconds lease) const override;
    Renewer renewer() const override { return m_facts.renewer; }
    bool reentrant() const override { return m_facts.reentrant; }
    WaitMode waiting() const override { return m_facts.waiting ? *m_facts.waiting : Format::waiting(); }
    std::span<const Fingerprint> fingerprints() const override { return m_facts.fingerprints; }
    std::optional<QByteArray> wakeChannel(const LockName &) const override { return {}; }

private:
    const FamilyFacts &m_facts;
};

// A plan under construction. Do not copy it: steps and warnings refer to its own plan.
struct ActDraft {
    const ActRequest &request;
    const Lock *seen = nullptr;
    OwnerId owner{};      // acquire: the requested or a new id; other acts: as requested
    milliseconds lease{}; // as requested, or the family's default
    ActPlan plan{};
    std::optional<OwnerId> meant{}; // set-expiry, after sendExpiry(): the owner to compare; none: any
    QStringList &steps = plan.steps;
    QStringList &warnings = plan.warnings;

    // Sets script and arguments. Returns false if the caller may skip the texts.
    bool send(const char *script, std::vector<QByteArray> arguments);
    // Set-expiry: sends "owner" or "any", the owner, the time in ms, then more.
    bool sendExpiry(const char *script, const std::vector<QByteArray> &more = {});
    // Force-release: sends "owner" or "any", and the expected owner.
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
    // Returns why the request is wrong or impossible for this kind. plan() itself checks that a set-expiry
    // has a time.
    virtual std::optional<Failure> problem(const ActDraft &draft) const = 0;
    // Adds the wake-up channel to the plan and returns it.
    QByteArray announce(ActDraft &draft) const;
    virtual std::vector<QByteArray> keysOf(const LockName &key) const { return {key.bytes}; }

    // One function per act; problem() has accepted the request. plan() adds the EVAL line to copy, unless the
    // function adds commands of its own.
    virtual void planAcquire(ActDraft &) const {}
    virtual void planRenew(ActDraft &) const {}
    virtual void planRelease(ActDraft &) const {}
    virtual void planForceRelease(ActDraft &) const {}
    virtual void planWake(ActDraft &) const {}
    virtual void planSetExpiry(ActDraft &) const {}
    virtual void planRemoveShare(ActDraft &draft) const { planRelease(draft); }
};

} // namespace lockscope
