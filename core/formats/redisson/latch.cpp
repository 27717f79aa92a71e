// SPDX-License-Identifier: GPL-3.0-or-later
// "latch": Redisson's count-down latch. A string with the counts that are left; the key goes with the last
// one. Facts: redisson/redisson: RedissonCountDownLatch.java, pubsub/CountDownLatchPubSub.java, 3.5.0
// to 4.7.0.
#include "core/formats/format.h"
#include "core/formats/planning.h"
#include "core/formats/shapes.h"

#include <QCoreApplication>

#include <array>
#include <climits>

namespace lockscope
{

namespace
{

// More counts than this under a name that says latch: some other number.
constexpr qint64 MaxGuessedCount = 1'000'000;
constexpr QByteArrayView ChannelStart = "redisson_countdownlatch__channel__{";

std::optional<qint64> countsLeft(const KeyReading &reading)
{
    if (reading.type == ValueType::None && !reading.listened.isEmpty())
        return 0; // its key goes with the last count
    if (reading.type != ValueType::String || reading.size != reading.string.size() || reading.size > 15)
        return {};
    return decimal(reading.string);
}

} // namespace

class CountDownLatch final : public Format
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::CountDownLatch)
public:
    LockKind kind() const override { return {"latch"}; }
    Nature nature() const override { return Nature::Latch; }
    QString title() const override { return tr("Count-down latch (Redisson)"); }
    QString legend() const override;
    int rank() const override { return 30; }
    const std::vector<std::string_view> &libraries() const override;
    std::vector<QByteArray> patterns() const override;
    milliseconds defaultLease() const override { return milliseconds(0); }
    std::optional<milliseconds> watchdogPeriod(milliseconds) const override { return {}; }
    bool reentrant() const override { return false; }
    OwnerId makeOwner() const override { return {}; } // it has none
    std::span<const Fingerprint> fingerprints() const override;

    bool mayBe(const KeySight &sight) const override;
    std::optional<Decoded> decode(const KeyReading &reading) const override;
    QStringList explain(const KeyReading &reading) const override;
    std::optional<QByteArray> wakeChannel(const LockName &key) const override;
    QByteArray channelPattern() const override;
    std::optional<LockName> subjectOfChannel(QByteArrayView channel) const override;
    Outcome<ActPlan> plan(const ActRequest &request, const Lock *seen) const override;

private:
    std::optional<Confidence> confidenceOf(const KeyReading &reading) const;
    void planCountDown(const ActRequest &request, ActPlan &plan) const;
    void planOpen(const ActRequest &request, ActPlan &plan) const;
    void planWake(const ActRequest &request, ActPlan &plan) const;
    Failure unsupported(const ActRequest &request) const;
};

QString CountDownLatch::legend() const
{
    return tr(
        "A gate with a number of counts to go: each task that is done counts it down, and with the last "
        "count all that wait go on. If a task dies before it counts, they wait for ever.");
}

const std::vector<std::string_view> &CountDownLatch::libraries() const
{
    static const std::vector<std::string_view> libraries{"Redisson"};
    return libraries;
}

std::vector<QByteArray> CountDownLatch::patterns() const
{
    return {QByteArrayLiteral("*[Ll][Aa][Tt][Cc][Hh]*"),
            QByteArrayLiteral("*[Cc][Oo][Uu][Nn][Tt][Dd][Oo][Ww][Nn]*")};
}

std::span<const Fingerprint> CountDownLatch::fingerprints() const
{
    static constexpr std::array<Fingerprint, 2> all{{
        {"c103a1b27e5635c206edc800af5851a8c4cc8305", "Redisson", "latch count-down", "3.5.0-3.21.3"},
        {"38060fab26b0e7c5982a5cfd7ad542e44d3da19b", "Redisson", "latch count-down", "3.22.0-4.7.0"},
    }};
    return all;
}

bool CountDownLatch::mayBe(const KeySight &sight) const
{
    return sight.type == ValueType::String && hasLatchWord(sight.key);
}

std::optional<Confidence> CountDownLatch::confidenceOf(const KeyReading &reading) const
{
    const std::optional<qint64> count = countsLeft(reading);
    if (!count)
        return {};
    if (reading.ruled == kind())
        return Confidence::Certain;
    if (!reading.listened.isEmpty()) {
        if (reading.listened == wakeChannel(reading.key))
            return Confidence::Certain;
        return {}; // waited for, but not as a latch is
    }
    // A latch never has an expiry, and its key goes with the last count.
    if (hasLatchWord(reading.key.bytes) && !reading.ttl && *count >= 1 && *count <= MaxGuessedCount)
        return Confidence::Guess;
    return {};
}

std::optional<Decoded> CountDownLatch::decode(const KeyReading &reading) const
{
    const std::optional<Confidence> confidence = confidenceOf(reading);
    if (!confidence)
        return {};
    auto extras = std::make_shared<LockExtras>();
    extras->toGo = std::max<qint64>(0, *countsLeft(reading));
    Decoded decoded{.kind = kind(), .libraries = &libraries(), .confidence = *confidence};
    decoded.extras = std::move(extras);
    decoded.lasting = true;
    return decoded;
}

QStringList CountDownLatch::explain(const KeyReading &reading) const
{
    const std::optional<Confidence> confidence = confidenceOf(reading);
    if (!confidence)
        return {};
    QStringList lines;
    if (reading.ruled == kind())
        lines << tr("A whole number, as a count-down latch of Redisson keeps it");
    else if (*confidence == Confidence::Certain)
        lines << tr("A whole number, and somebody waits on %1: a count-down latch of Redisson")
                     .arg(escapedText(reading.listened));
    else
        lines << tr("A whole number under a name that says latch: nothing but a waiter on its channel could "
                    "prove it");
    const int left = int(std::clamp<qint64>(*countsLeft(reading), 0, INT_MAX));
    lines << tr("%n count(s) to go until it opens", nullptr, left);
    lines << tr("Nobody holds it: who still has to count is written nowhere");
    if (reading.key.bytes.contains('{'))
        lines << tr("Its name has braces: in a cluster its channel is in another slot, and Redisson's own "
                    "commands fail there");
    return lines;
}

// Redisson adds braces here even to a name that has some.
std::optional<QByteArray> CountDownLatch::wakeChannel(const LockName &key) const
{
    return ChannelStart.toByteArray() + key.bytes + '}';
}

QByteArray CountDownLatch::channelPattern() const
{
    return ChannelStart.toByteArray() + "*}";
}

std::optional<LockName> CountDownLatch::subjectOfChannel(QByteArrayView channel) const
{
    if (!channel.startsWith(ChannelStart) || !channel.endsWith('}') ||
        channel.size() < ChannelStart.size() + 2)
        return {};
    return LockName{channel.sliced(ChannelStart.size()).chopped(1).toByteArray()};
}

Outcome<ActPlan> CountDownLatch::plan(const ActRequest &request, const Lock *seen) const
{
    if (const std::optional<Failure> problem = ownerlessRequestProblem(request))
        return *problem;
    ActPlan plan{.act = request.act, .key = request.key, .kind = kind(), .keys = {request.key.bytes}};
    plan.channels = {*wakeChannel(request.key)};
    switch (request.act) {
    case ActKind::Release:
        planCountDown(request, plan);
        break;
    case ActKind::ForceRelease:
        if (request.expectedOwner && !request.expectedOwner->isEmpty())
            return badInput(request.key, tr("nobody holds a latch, so no owner can be compared"),
                            tr("ask for any owner"));
        planOpen(request, plan);
        break;
    case ActKind::Wake:
        if (seen && seen->extras && seen->extras->toGo.value_or(0) > 0)
            return unsupported(request);
        planWake(request, plan);
        break;
    case ActKind::Acquire:
    case ActKind::Renew:
    case ActKind::SetExpiry:
    case ActKind::RemoveShare:
        return unsupported(request);
    }
    return plan;
}

Failure CountDownLatch::unsupported(const ActRequest &request) const
{
    switch (request.act) {
    case ActKind::Acquire:
        return unsupportedAct(request.key, tr("a latch is waited for, not taken"),
                              tr("use release to count it down by one"));
    case ActKind::Renew:
        return unsupportedAct(request.key, tr("a latch has no time that runs out"),
                              tr("nothing needs renewing"));
    case ActKind::SetExpiry:
        return unsupportedAct(
            request.key, tr("a latch that expires tells nobody: those that wait for it would wait for ever"),
            tr("use force-release to open it"));
    case ActKind::Wake:
        // Its threads ask for the count, find it above 0, and the gate stays open: they ask again at once.
        return unsupportedAct(request.key,
                              tr("counts are left: the message would open the gate in each client without "
                                 "letting anybody through, and they would ask Redis without pause"),
                              tr("use release to count down, or force-release to open it"));
    default:
        return unsupportedAct(request.key, tr("nobody holds a share of a latch"),
                              tr("use release to count it down by one"));
    }
}

void CountDownLatch::planCountDown(const ActRequest &request, ActPlan &plan) const
{
    plan.script = "latch-release";
    plan.args = {plan.channels.front(), wakeMessage()};
    if (!request.withTexts)
        return;
    plan.steps << tr("Counts the latch down by one");
    plan.steps << tr("With the last count: publishes %1 on %2, so that all that wait go on, then deletes it")
                      .arg(QString::fromLatin1(wakeMessage()), escapedText(plan.channels.front()));
    plan.commands << redisCliEval(plan);
    plan.warnings << tr("Nothing records who has counted: if the task counts itself too, the latch opens one "
                        "task too early");
}

void CountDownLatch::planOpen(const ActRequest &request, ActPlan &plan) const
{
    const std::optional<qint64> expected = shownNumber(request);
    plan.script = "latch-force-release";
    plan.args = {expected ? "count" : "any", expected ? QByteArray::number(*expected) : QByteArray(),
                 plan.channels.front(), wakeMessage()};
    if (!request.withTexts)
        return;
    if (expected)
        plan.steps << tr("Goes on only if %1 counts are left, as shown").arg(*expected);
    plan.steps << tr("Publishes %1 on %2, so that all that wait go on")
                      .arg(QString::fromLatin1(wakeMessage()), escapedText(plan.channels.front()));
    plan.steps << tr("Deletes the latch");
    plan.commands << redisCliEval(plan);
    plan.warnings << tr("This cannot be made safe: those that wait go on although tasks are not done");
    plan.warnings << tr("Tasks that count down later find no latch and notice nothing; if it is set anew "
                        "meanwhile, they count the new one down");
    if (!expected)
        plan.warnings << tr("No count is compared: it opens however many are left");
}

void CountDownLatch::planWake(const ActRequest &request, ActPlan &plan) const
{
    plan.script = "latch-wake";
    plan.args = {plan.channels.front(), wakeMessage()};
    if (!request.withTexts)
        return;
    plan.steps << tr("If the latch is gone or at 0: publishes %1 on %2, so that those that still wait go on")
                      .arg(QString::fromLatin1(wakeMessage()), escapedText(plan.channels.front()));
    plan.steps << tr("While counts are left, publishes nothing; changes nothing either way");
    plan.commands << redisCliEval(plan);
}

std::unique_ptr<Format> family_latch()
{
    return std::make_unique<CountDownLatch>();
}

} // namespace lockscope
