// SPDX-License-Identifier: GPL-3.0-or-later
// Facts: redisson/redisson: RedissonSpinLock.java, api/LockOptions.java, 3.15.0 to 4.7.0. Its hash looks like
// a reentrant lock's, so decode() needs a user's rule. It has no channel; waiters retry after 1 to 128 ms.
#include "core/formats/planning.h"
#include "core/formats/redisson/redissonlock.h"

#include <array>

namespace lockscope
{

namespace
{

constexpr std::array<Fingerprint, 2> SpinLockPrints{{
    {"5b9e58d1bcb8498e14aa1d5b49a1ca5b90748946", "Redisson", "spin unlock", "3.15.0-3.23.5"},
    {"73ac2729af29ea9a975f95e8097f7ee9a74cce3d", "Redisson", "spin unlock", "3.24.0-4.7.0"},
}};

const FamilyFacts SpinLockFacts = redisson::factsOf({"spin-lock"}, 12, SpinLockPrints);

class SpinLock final : public RedissonLock
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::SpinLock)
public:
    SpinLock() : RedissonLock(SpinLockFacts) {}

    QString title() const override { return tr("Spin lock (Redisson)"); }
    QString legend() const override
    {
        return tr(
            "The hash of Redisson's reentrant lock, acquired by clients that retry every 1 to 128 ms instead "
            "of waiting for a message. Many waiters put load on the server, and none of them can be seen.");
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
    std::optional<QByteArray> wakeChannel(const LockName &) const override { return {}; }
    QByteArray channelPattern() const override { return {}; }
    std::optional<LockName> subjectOfChannel(QByteArrayView) const override { return {}; }

protected:
    std::optional<Failure> impossible(const ActRequest &request, const Lock *seen) const override
    {
        if (request.act != ActKind::Wake)
            return RedissonLock::impossible(request, seen);
        return unsupportedAct(request.key, tr("there is no client to wake: the waiters of a spin lock poll"),
                              tr("release the lock, or force-release it"));
    }
};

} // namespace

std::unique_ptr<Format> family_spinlock()
{
    return std::make_unique<SpinLock>();
}

} // namespace lockscope
