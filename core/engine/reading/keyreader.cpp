// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/reading/keyreader.h"

#include "core/base/tr.h"
#include "core/engine/reading/keyprobe.h"
#include "core/redis/servererror.h"

#include <algorithm>

namespace lockscope
{

namespace
{

constexpr size_t PageSize = 500;
constexpr size_t ManyCompanions = 100; // fewer are not worth a round trip to find out which exist

Failure sessionGone()
{
    return {.kind = ErrorKind::Cancelled, .text = Tr::tr("Lockscope closed the connection")};
}

Batch questions(const std::vector<KeyProbe> &page)
{
    Batch batch;
    for (const KeyProbe &probe : page) {
        if (probe.state() == KeyProbe::State::Asking)
            probe.ask(batch);
    }
    return batch;
}

void takeAnswers(std::vector<KeyProbe> &page, const Replies &replies)
{
    const Reply *next = replies.items.data();
    for (KeyProbe &probe : page) {
        if (probe.state() == KeyProbe::State::Asking)
            next += probe.take(next, replies.middle(), nullptr, replies.uncertainty());
    }
}

// A failure of every key, such as LOADING, or the refusal of the only key asked for.
std::optional<Failure> failureOf(std::vector<KeyProbe> &page, const NodeId &node, bool alone)
{
    for (KeyProbe &probe : page) {
        const bool failed = probe.state() == KeyProbe::State::Failed;
        const bool refused = probe.state() == KeyProbe::State::Refused;
        if (failed || (refused && alone))
            return probe.failure(node);
    }
    return {};
}

KeyReading notRead(LockName key, const QByteArray &answer)
{
    return {.key = std::move(key), .type = ValueType::Other, .size = RefusedSize, .refusal = answer};
}

void collect(std::vector<KeyProbe> &page, const NodeId &node, std::vector<KeyReading> &readings)
{
    for (KeyProbe &probe : page) {
        KeyReading &reading = probe.reading();
        if (probe.state() == KeyProbe::State::Refused) {
            const bool isImported = reading.isImported;
            reading = notRead(std::move(reading.key), probe.failure(node).serverText);
            reading.isImported = isImported;
        }
        readings.push_back(std::move(reading));
    }
}

} // namespace

QCoro::Task<Outcome<std::vector<KeyReading>>> readKeys(QPointer<Session> session, std::vector<LockName> keys,
                                                       std::vector<ValueType> knownTypes)
{
    using Purpose = KeyProbe::Purpose;
    std::vector<KeyReading> readings;
    readings.reserve(keys.size());
    bool weighable = true;
    for (size_t first = 0; first < keys.size(); first += PageSize) {
        std::vector<KeyProbe> page;
        const size_t end = std::min(first + PageSize, keys.size());
        for (size_t i = first; i < end; ++i) {
            const ValueType known = i < knownTypes.size() ? knownTypes[i] : ValueType::None;
            page.emplace_back(Purpose::Read, std::move(keys[i]), known, weighable);
        }
        for (Batch batch = questions(page); !batch.isEmpty(); batch = questions(page)) {
            if (!session)
                co_return sessionGone();
            const Outcome<Replies> replies = co_await session->send(std::move(batch));
            if (!replies)
                co_return replies.failure();
            takeAnswers(page, *replies);
        }
        if (!session)
            co_return sessionGone();
        if (const auto failure = failureOf(page, session->node(), keys.size() == 1))
            co_return *failure;
        weighable = weighable &&
                    std::all_of(page.begin(), page.end(), [](const KeyProbe &p) { return p.weighable(); });
        collect(page, session->node(), readings);
    }
    co_return readings;
}

namespace
{

// The companions asked for, and the index of each one's lock.
struct CompanionRound {
    std::vector<LockName> keys{};
    std::vector<size_t> owners{};
};

std::vector<LockName> allCompanions(const Registry &registry, const KeyReading &lock)
{
    std::vector<LockName> keys;
    for (CompanionKey &companion : registry.companions(lock))
        keys.push_back(std::move(companion.key));
    return keys;
}

CompanionRound companionsOf(const Registry &registry, const std::vector<LockQuestion> &questions,
                            std::vector<KeyReading> &locks)
{
    CompanionRound round;
    for (size_t i = 0; i < locks.size(); ++i) {
        KeyReading &lock = locks[i];
        lock.listened = questions[i].listened;
        lock.companionsRead = questions[i].allCompanions;
        if (lock.type == ValueType::Other || (lock.type == ValueType::None && !questions[i].allCompanions))
            continue;
        lock.essentialsRead = true;
        const auto wanted =
            questions[i].allCompanions ? allCompanions(registry, lock) : registry.essentialCompanions(lock);
        round.keys.insert(round.keys.end(), wanted.begin(), wanted.end());
        round.owners.resize(round.keys.size(), i);
    }
    return round;
}

// A lock whose own key is missing keeps a reading of each, as it exists only through them.
void leaveOut(CompanionRound &round, const std::vector<bool> &missing, const std::vector<KeyReading> &locks)
{
    CompanionRound rest;
    for (size_t i = 0; i < round.keys.size(); ++i) {
        const size_t owner = round.owners[i];
        if (missing[i] && locks[owner].type != ValueType::None)
            continue;
        rest.keys.push_back(std::move(round.keys[i]));
        rest.owners.push_back(owner);
    }
    round = std::move(rest);
}

// What is missing on a node that takes over its slot may be on the other one.
void addCompanion(KeyReading &lock, KeyReading companion)
{
    if (companion.type == ValueType::None && companion.size == RefusedSize)
        companion = notRead(std::move(companion.key), "TRYAGAIN");
    if (companion.size == RefusedSize)
        lock.companionsRead = false;
    lock.companions.push_back(std::move(companion));
}

// A wake-up channel of the key with subscribers: only that distinguishes a semaphore or a latch.
QCoro::Task<QByteArray> listenedChannel(QPointer<Session> session, const Registry &registry, LockName key)
{
    std::vector<QByteArray> channels;
    for (const auto &format : registry.formats()) {
        const auto channel = format->channelPattern().isEmpty() ? std::nullopt : format->wakeChannel(key);
        if (channel && std::find(channels.begin(), channels.end(), *channel) == channels.end())
            channels.push_back(*channel);
    }
    if (channels.empty() || !session)
        co_return {};
    Batch batch;
    for (const char *command : {"NUMSUB", "SHARDNUMSUB"}) { // SHARDNUMSUB since 7.0
        Command question{"PUBSUB", command};
        question.insert(question.end(), channels.begin(), channels.end());
        batch.add(std::move(question));
    }
    const Outcome<Replies> replies = co_await session->send(std::move(batch));
    if (!replies)
        co_return {};
    for (const Reply &reply : replies->items) {
        for (size_t i = 1; reply.isArray() && i < reply.items.size(); i += 2) {
            if (reply.items[i].number().value_or(0) > 0)
                co_return reply.items[i - 1].bytes;
        }
    }
    co_return {};
}

// A number may be that of a semaphore or a latch, whatever its name suggests.
bool isUnclear(const Registry &registry, const KeyReading &lock)
{
    const std::optional<Decoded> decoded = registry.decode(lock).second;
    bool isNumber = false;
    lock.string.toLongLong(&isNumber);
    return !decoded || (isNumber && decoded->confidence != Confidence::Certain);
}

} // namespace

std::vector<LockQuestion> wholeLock(LockName key)
{
    return {LockQuestion{.key = std::move(key), .allCompanions = true}};
}

QCoro::Task<Outcome<std::vector<KeyReading>>> readLocks(QPointer<Session> session, const Registry &registry,
                                                        std::vector<LockQuestion> questions,
                                                        std::shared_ptr<MissingKeys> missing)
{
    std::vector<LockName> keys;
    std::vector<ValueType> types;
    for (const LockQuestion &question : questions) {
        keys.push_back(question.key);
        types.push_back(question.knownType);
    }
    Outcome<std::vector<KeyReading>> locks = co_await readKeys(session, std::move(keys), std::move(types));
    if (!locks)
        co_return locks;
    // Worth a round trip only if the user asked for this key and its value does not show what it is.
    const bool mayAsk = questions.size() == 1 && questions.front().allCompanions &&
                        questions.front().listened.isEmpty() && locks->front().type == ValueType::String;
    if (mayAsk && isUnclear(registry, locks->front()))
        questions.front().listened = co_await listenedChannel(session, registry, questions.front().key);
    co_return co_await readCompanions(session, registry, std::move(questions), *std::move(locks), missing);
}

QCoro::Task<Outcome<std::vector<KeyReading>>>
readCompanions(QPointer<Session> session, const Registry &registry, std::vector<LockQuestion> questions,
               std::vector<KeyReading> locks, std::shared_ptr<MissingKeys> missing)
{
    if (!session)
        co_return sessionGone();
    CompanionRound round = companionsOf(registry, questions, locks);
    if (missing && round.keys.size() >= ManyCompanions)
        leaveOut(round, co_await MissingKeys::among(missing, session, round.keys), locks);
    if (round.keys.empty())
        co_return locks;
    Outcome<std::vector<KeyReading>> companions = co_await readKeys(session, round.keys);
    if (!companions && isConnectionFailure(companions.failure().kind))
        co_return companions.failure();
    for (size_t i = 0; i < round.keys.size(); ++i) {
        KeyReading &lock = locks[round.owners[i]];
        lock.essentialsRead = lock.essentialsRead && companions;
        addCompanion(lock, companions ? std::move((*companions)[i])
                                      : notRead(round.keys[i], companions.failure().serverText));
    }
    co_return locks;
}

} // namespace lockscope
