// SPDX-License-Identifier: GPL-3.0-or-later
// Facts: redisson/redisson: RedissonNonReentrantLock.java, 4.4.0 to 4.7.0. Its hash is a reentrant lock's
// with a count of 1. The two cannot be told apart, so decode() needs a user's rule.
#include "core/formats/redisson/redissonlock.h"

#include <array>

namespace lockscope
{

namespace
{

constexpr std::array<Fingerprint, 1> NonReentrantLockPrints{{
    {"3daa7be6cf69d9309ad990442e83bf25094f9b22", "Redisson", "non-reentrant acquire", "4.4.0-4.7.0"},
}};

const FamilyFacts NonReentrantLockFacts = [] {
    FamilyFacts facts = redisson::factsOf({"nonreentrant-lock"}, 12, NonReentrantLockPrints);
    facts.reentrant = false;
    return facts;
}();

class NonReentrantLock final : public RedissonLock
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::NonReentrantLock)
public:
    NonReentrantLock() : RedissonLock(NonReentrantLockFacts) {}

    QString title() const override { return tr("Non-reentrant lock (Redisson)"); }
    QString legend() const override
    {
        return tr("The hash of Redisson's reentrant lock, which its own holder cannot acquire a second time. "
                  "A second attempt is an error, where a reentrant lock would count up.");
    }
    NameRole roleOf(QByteArrayView) const override { return {}; }
    std::optional<Decoded> decode(const KeyReading &reading) const override
    {
        return reading.ruled == kind() ? decodeHold(reading) : std::nullopt;
    }
    QStringList explain(const KeyReading &reading) const override
    {
        return reading.ruled == kind() ? holdLines(reading) : QStringList();
    }
    QByteArray channelPattern() const override { return {}; }
    std::optional<LockName> subjectOfChannel(QByteArrayView) const override { return {}; }
};

} // namespace

std::unique_ptr<Format> family_nonreentrantlock()
{
    return std::make_unique<NonReentrantLock>();
}

} // namespace lockscope
