// SPDX-License-Identifier: GPL-3.0-or-later
// "latch": Redisson's count-down latch. A string with the remaining count, deleted when the count reaches 0.
// Facts: redisson/redisson: RedissonCountDownLatch.java, pubsub/CountDownLatchPubSub.java, 3.5.0 to 4.7.0.
#include "core/formats/family.h"
#include "core/formats/lockwords.h"
#include "core/formats/planning.h"
#include "core/formats/shapes.h"

#include <QCoreApplication>

#include <array>
#include <climits>

namespace lockscope
{

namespace
{

// A larger number is probably not a latch, even if the name says so.
constexpr qint64 MaxGuessedCount = 1'000'000;
constexpr QByteArrayView ChannelStart = "redisson_countdownlatch__channel__{";

std::optional<qint64> countsLeft(const KeyReading &reading)
{
    if (reading.type == ValueType::None && !reading.listened.isEmpty())
        return 0; // the key is deleted when the count reaches 0
    if (reading.type != ValueType::String || reading.size != reading.string.size() || reading.size > 15)
        return {};
    return decimal(reading.string);
}

constexpr std::array<Fingerprint, 2> CountDownLatchPrints{{
    {"c103a1b27e5635c206edc800af5851a8c4cc8305", "Redisson", "latch count-down", "3.5.0-3.21.3"},
    {"38060fab26b0e7c5982a5cfd7ad542e44d3da19b", "Redisson", "latch count-down", "3.22.0-4.7.0"},
}};

const FamilyFacts CountDownLatchFacts{
    .kind = {"latch"},
    .nature = Nature::Latch,
    .rank = 30,
    .libraries = {"Redisson"},
    .patterns = {"*[Ll][Aa][Tt][Cc][Hh]*"},
    .fingerprints = CountDownLatchPrints,
};

} // namespace

class CountDownLatch final : public PlannedFamily
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::CountDownLatch)
public:
    CountDownLatch() : PlannedFamily(CountDownLatchFacts) {}

    QString title() const override { return tr("Count-down latch (Redisson)"); }
    QString legend() const override;
    OwnerId makeOwner() const override { return {}; } // a latch has no owner

    bool mayBe(const KeySight &sight) const override;
    std::optional<Decoded> decode(const KeyReading &reading) const override;
    QStringList explain(const KeyReading &reading) const override;
    std::optional<QByteArray> wakeChannel(const LockName &key) const override;
    QByteArray channelPattern() const override;
    std::optional<LockName> subjectOfChannel(QByteArrayView channel) const override;

private:
    std::optional<Confidence> confidenceOf(const KeyReading &reading) const;
    void planRelease(ActDraft &draft) const override;
    void planForceRelease(ActDraft &draft) const override;
    void planWake(ActDraft &draft) const override;
    std::optional<Failure> problem(const ActDraft &draft) const override;
};

QString CountDownLatch::legend() const
{
    return tr("A gate with a count: each finished task counts it down, and the last count lets all waiters "
              "through. If a task dies before it counts, they wait forever.");
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
        return {}; // it has waiters, but on another kind's channel
    }
    // A latch never has an expiry, and its key is deleted when the count reaches 0.
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
        lines << tr("A whole number, as stored by Redisson's count-down latch");
    else if (*confidence == Confidence::Certain)
        lines << tr("A whole number, and a client waits on %1: Redisson's count-down latch")
                     .arg(escapedText(reading.listened));
    else
        lines << tr(
            "A whole number under a name that suggests a latch: only a waiter on its channel could prove it");
    const int left = int(std::clamp<qint64>(*countsLeft(reading), 0, INT_MAX));
    lines << tr("%n count(s) left until it opens", nullptr, left);
    lines << tr("It has no holder: which tasks still have to count is not recorded");
    if (reading.key.bytes.contains('{'))
        lines << tr("Its name has braces: in a cluster its channel is in another slot, and Redisson's own "
                    "commands fail there");
    return lines;
}

// Redisson adds braces here even if the name has some.
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

std::optional<Failure> CountDownLatch::problem(const ActDraft &draft) const
{
    const ActRequest &request = draft.request;
    if (std::optional<Failure> found = ownerlessRequestProblem(request))
        return found;
    switch (request.act) {
    case ActKind::Release:
        return {};
    case ActKind::ForceRelease:
        if (request.expectedOwner && !request.expectedOwner->isEmpty())
            return badInput(request.key, tr("a latch has no holder, so no owner can be compared"),
                            tr("allow any owner"));
        return {};
    case ActKind::Acquire:
        return unsupportedAct(request.key, tr("clients wait for a latch; they do not acquire it"),
                              tr("use release to count it down by one"));
    case ActKind::Renew:
        return unsupportedAct(request.key, tr("a latch has no lease"), tr("no renewal is needed"));
    case ActKind::SetExpiry:
        return unsupportedAct(request.key,
                              tr("a latch that expires notifies no client: its waiters would wait forever"),
                              tr("use force-release to open it"));
    case ActKind::Wake:
        if (!draft.seen || !draft.seen->extras || draft.seen->extras->toGo.value_or(0) <= 0)
            return {};
        // A waiter that is woken reads a count above 0 with the gate open, and asks again at once.
        return unsupportedAct(request.key,
                              tr("counts are left: the message would open the gate in each client without "
                                 "letting any through, and they would poll Redis without pause"),
                              tr("use release to count down, or force-release to open it"));
    case ActKind::RemoveShare:
        break;
    }
    return unsupportedAct(request.key, tr("a latch has no shares"),
                          tr("use release to count it down by one"));
}

void CountDownLatch::planRelease(ActDraft &draft) const
{
    const QByteArray channel = announce(draft);
    if (!draft.send("latch-release", {channel, wakeMessage()}))
        return;
    draft.steps << tr("Counts the latch down by one");
    draft.steps
        << tr("With the last count: publishes %1 on %2, so that all waiters continue, then deletes it")
               .arg(QString::fromLatin1(wakeMessage()), escapedText(channel));
    draft.warnings << tr("It is not recorded which tasks have counted: if the task itself counts too, the "
                         "latch opens one task too early");
}

void CountDownLatch::planForceRelease(ActDraft &draft) const
{
    const QByteArray channel = announce(draft);
    const std::optional<qint64> expected = shownNumber(draft.request);
    if (!draft.send("latch-force-release",
                    {expected ? "count" : "any", expected ? QByteArray::number(*expected) : QByteArray(),
                     channel, wakeMessage()}))
        return;
    if (expected)
        draft.steps << tr("Continues only if %1 counts are left, as shown").arg(*expected);
    draft.steps << tr("Publishes %1 on %2, so that all waiters continue")
                       .arg(QString::fromLatin1(wakeMessage()), escapedText(channel));
    draft.steps << tr("Deletes the latch");
    draft.warnings << tr("This cannot be made safe: waiters continue although tasks are not finished");
    draft.warnings << tr("Tasks that count down later find no latch and notice nothing; if it is set again "
                         "meanwhile, they count the new one down");
    if (!expected)
        draft.warnings << tr("No count is compared: it opens however many are left");
}

void CountDownLatch::planWake(ActDraft &draft) const
{
    const QByteArray channel = announce(draft);
    if (!draft.send("latch-wake", {channel, wakeMessage()}))
        return;
    draft.steps
        << tr("If the latch is gone or at 0: publishes %1 on %2, so that clients that still wait continue")
               .arg(QString::fromLatin1(wakeMessage()), escapedText(channel));
    draft.steps << tr("If counts are left, publishes nothing; changes nothing in either case");
}

std::unique_ptr<Format> family_latch()
{
    return std::make_unique<CountDownLatch>();
}

} // namespace lockscope
