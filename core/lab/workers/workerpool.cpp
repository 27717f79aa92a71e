// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/workers/workerpool.h"

#include "core/formats/redissonnames.h"

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;
using Kind = LabEvent::Kind;

QByteArray tokenKey(const Workload &job)
{
    return redissonPrefixed("redisson_lock_token", job.key.bytes);
}

const QByteArray FencingToken = QByteArrayLiteral("lab-fencing-token");
const QByteArray GuardedWrite = QByteArrayLiteral("lab-write");

struct Worker {
    int number = 0;
    std::unique_ptr<LabClient> client{};
    std::unique_ptr<CriticalSection> guard{};
    QRandomGenerator random{};
    QByteArray token{}; // of the current hold
};

} // namespace

struct WorkerPool::State {
    WorkerPool *q = nullptr; // null: the pool is gone
    Workload job{};
    SectionTools tools{};
    std::vector<std::unique_ptr<Worker>> hands{};
    Instant began{};
    int working = 0;
    bool stopping = false;

    void tell(Kind kind, const Worker &hand) const;
    void fail(const Failure &why) const;
    bool mayBegin(int cycle, milliseconds pause = 0ms) const; // after the pause
    milliseconds untilCycle(int cycle, Worker &hand) const;

    using Ptr = std::shared_ptr<State>;
    static QCoro::Task<> toil(Ptr state, Worker *hand);
    static QCoro::Task<> cycle(Ptr state, Worker *hand);
    static QCoro::Task<> work(Ptr state, Worker *hand);
    static QCoro::Task<> stay(Ptr state, Worker *hand);
    static QCoro::Task<> sell(Ptr state, Worker *hand);
    static QCoro::Task<> takeToken(Ptr state, Worker *hand);
    static QCoro::Task<> write(Ptr state, Worker *hand);
    static QCoro::Task<bool> cached(Ptr state, Worker *hand);
    static QCoro::Task<> fill(Ptr state, Worker *hand);
    static QCoro::Task<> standStill(Ptr state, Worker *hand);
    static QCoro::Task<> warm(Ptr state, Worker *hand, std::shared_ptr<WakeUp> done,
                              std::shared_ptr<int> left, std::shared_ptr<std::optional<Failure>> why);
};

WorkerPool::WorkerPool(LabServers &ground, Workload job, QObject *parent)
    : QObject(parent), m_state(std::make_shared<State>())
{
    m_state->q = this;
    m_state->job = std::move(job);
    m_state->tools.local = std::make_shared<LocalLock>();
    m_state->tools.pauses = std::make_shared<CancellableSleep>();
    State *state = m_state.get(); // valid as long as the guards, which it owns
    m_state->tools.failed = [state](const Failure &why) { state->fail(why); };
    const std::weak_ptr weak = m_state;
    for (int i = 0; i < m_state->job.workers; ++i) {
        auto hand = std::make_unique<Worker>();
        hand->number = m_state->job.firstWorker + i;
        hand->random.seed(quint32(m_state->job.seed * 2654435761U + quint64(hand->number) * 7919U));
        hand->client = std::make_unique<LabClient>(ground, QStringLiteral("lab-worker-%1").arg(hand->number));
        Worker *one = hand.get();
        if (i == 0)
            m_state->tools.standStill = [weak, one] { return State::standStill(weak.lock(), one); };
        hand->guard = makeCriticalSection(m_state->job, *hand->client, m_state->tools, hand->number);
        m_state->hands.push_back(std::move(hand));
    }
}

WorkerPool::~WorkerPool()
{
    m_state->q = nullptr;
    m_state->stopping = true;
    m_state->tools.pauses->cancel();
    m_state->tools.local->cancel();
    for (const auto &hand : m_state->hands)
        hand->client->close();
}

QCoro::Task<Done> WorkerPool::prepare()
{
    const auto done = std::make_shared<WakeUp>();
    const auto left = std::make_shared<int>(m_state->job.workers);
    const auto why = std::make_shared<std::optional<Failure>>();
    for (const auto &hand : m_state->hands)
        State::warm(m_state, hand.get(), done, left, why);
    while (*left > 0)
        co_await done->wait(1min);
    if (*why)
        co_return **why;
    co_return Nothing{};
}

// Any reply proves that the connection works.
QCoro::Task<> WorkerPool::State::warm(Ptr state, Worker *hand, std::shared_ptr<WakeUp> done,
                                      std::shared_ptr<int> left, std::shared_ptr<std::optional<Failure>> why)
{
    const Command exists{"EXISTS", state->job.key.bytes};
    // Redisson creates the fencing counter without an expiry. With this one, nothing remains after the run,
    // however it ends; the longest run takes an hour.
    const Command token{"SET", tokenKey(state->job), "0", "NX", "PX", "7200000"};
    for (size_t member = 0; member < hand->client->size(); ++member) {
        auto reply = co_await hand->client->call(exists, member);
        if (reply && state->job.guard == "fenced-lock")
            reply = co_await hand->client->call(token, member);
        if (!reply && !*why)
            *why = reply.failure();
    }
    if (--*left == 0)
        done->fire();
}

void WorkerPool::start()
{
    m_state->began = now();
    m_state->working = int(m_state->hands.size());
    for (const auto &hand : m_state->hands)
        State::toil(m_state, hand.get());
}

void WorkerPool::stop()
{
    const auto state = m_state;
    state->stopping = true;
    state->tools.local->cancel();
    for (const auto &hand : state->hands)
        hand->client->cancelWaiting();
    state->tools.pauses->cancel();
}

Traffic WorkerPool::traffic() const
{
    Traffic sum;
    for (const auto &hand : m_state->hands)
        sum += hand->client->traffic();
    return sum;
}

void WorkerPool::State::tell(Kind kind, const Worker &hand) const
{
    if (q)
        emit q->happened({.kind = kind, .worker = hand.number, .at = now(), .mode = job.mode});
}

void WorkerPool::State::fail(const Failure &why) const
{
    if (q && !stopping)
        emit q->failed(why);
}

bool WorkerPool::State::mayBegin(int cycle, milliseconds pause) const
{
    return !stopping && (!job.rounds || cycle < *job.rounds) &&
           (!job.lasting || now() + pause < began + *job.lasting);
}

milliseconds WorkerPool::State::untilCycle(int cycle, Worker &hand) const
{
    if (job.every <= 0ms)
        return cycle > 0 || job.think.shape != Spell::Shape::Fixed ? job.think.draw(hand.random) : 0ms;
    const auto at = job.every * cycle + milliseconds(qint64(hand.random.bounded(double(job.every.count()))));
    return std::max(0ms, at - millisecondsBetween(began, now()));
}

QCoro::Task<> WorkerPool::State::toil(Ptr state, Worker *hand)
{
    for (int cycle = 0; state->mayBegin(cycle); ++cycle) {
        const milliseconds pause = state->untilCycle(cycle, *hand);
        if (!state->mayBegin(cycle, pause))
            break;
        if (pause > 0ms)
            co_await CancellableSleep::wait(state->tools.pauses, pause);
        if (!state->mayBegin(cycle))
            break;
        co_await State::cycle(state, hand);
    }
    if (--state->working == 0 && state->q)
        emit state->q->finished();
}

QCoro::Task<> WorkerPool::State::cycle(Ptr state, Worker *hand)
{
    if (state->job.work == Workload::Work::Cache) {
        const bool served = co_await cached(state, hand);
        if (served)
            co_return;
    }
    state->tell(Kind::Wanted, *hand);
    const bool entered = co_await hand->guard->enter();
    if (!entered) {
        state->tell(Kind::GaveUp, *hand);
        co_return;
    }
    if (state->job.fenced)
        co_await takeToken(state, hand);
    state->tell(Kind::Entered, *hand);
    if (state->job.standStill == Workload::StandStill::Inside)
        co_await standStill(state, hand);
    co_await work(state, hand);
    if (const auto until = hand->guard->validUntil(); until && now() > *until)
        state->tell(Kind::Overstayed, *hand);
    if (state->job.crashes > 0 && hand->random.generateDouble() < state->job.crashes) {
        state->tell(Kind::Crashed, *hand);
        hand->guard->abandon();
        co_return;
    }
    state->tell(Kind::Left, *hand);
    co_await hand->guard->leave();
}

QCoro::Task<> WorkerPool::State::work(Ptr state, Worker *hand)
{
    switch (state->job.work) {
    case Workload::Work::Sale:
        return sell(state, hand);
    case Workload::Work::Write:
        return write(state, hand);
    case Workload::Work::Cache:
        return fill(state, hand);
    case Workload::Work::Hold:
        break;
    }
    return stay(state, hand);
}

QCoro::Task<> WorkerPool::State::stay(Ptr state, Worker *hand)
{
    co_await CancellableSleep::wait(state->tools.pauses, state->job.hold.draw(hand->random));
}

// Reads, works, writes: correct only without concurrent workers.
QCoro::Task<> WorkerPool::State::sell(Ptr state, Worker *hand)
{
    const Command get{"GET", state->job.stock.bytes};
    const auto stock = co_await hand->client->call(get);
    if (!stock) {
        state->fail(stock.failure());
        co_return;
    }
    const qint64 left = stock->bytes.toLongLong();
    if (left <= 0) {
        state->tell(Kind::Refused, *hand);
        co_return;
    }
    co_await stay(state, hand);
    const Command set{"SET", state->job.stock.bytes, QByteArray::number(left - 1), "KEEPTTL"};
    const auto written = co_await hand->client->call(set);
    if (!written) {
        state->fail(written.failure());
        co_return;
    }
    state->tell(Kind::Sold, *hand);
}

// Called before Entered is reported; Redisson's own client receives the token with the lock.
QCoro::Task<> WorkerPool::State::takeToken(Ptr state, Worker *hand)
{
    const std::vector<QByteArray> keys{state->job.key.bytes, tokenKey(state->job)};
    const std::vector<QByteArray> args{hand->guard->owner().bytes};
    const auto told = co_await hand->client->evaluate(FencingToken, keys, args);
    if (!told)
        state->fail(told.failure());
    hand->token = told && !told->isNil() ? told->bytes : QByteArray("0"); // older than any: the lock is lost
}

QCoro::Task<> WorkerPool::State::write(Ptr state, Worker *hand)
{
    co_await stay(state, hand);
    const std::vector<QByteArray> keys{state->job.resource.bytes};
    const std::vector<QByteArray> args{"worker-" + QByteArray::number(hand->number), hand->token};
    const auto written = co_await hand->client->evaluate(GuardedWrite, keys, args);
    if (!written) {
        state->fail(written.failure());
        co_return;
    }
    state->tell(written->integer == 1 ? Kind::Wrote : Kind::Refused, *hand);
}

QCoro::Task<bool> WorkerPool::State::cached(Ptr state, Worker *hand)
{
    const Command get{"GET", state->job.resource.bytes};
    const auto found = co_await hand->client->call(get);
    if (!found)
        state->fail(found.failure());
    co_return found.ok() && !found->isNil();
}

QCoro::Task<> WorkerPool::State::fill(Ptr state, Worker *hand)
{
    if (co_await cached(state, hand)) // filled by the previous holder
        co_return;
    state->tell(Kind::WentToSource, *hand);
    co_await stay(state, hand);
    const Command set{"SET", state->job.resource.bytes, "value", "PX",
                      QByteArray::number(state->job.kept.count())};
    const auto written = co_await hand->client->call(set);
    if (!written)
        state->fail(written.failure());
}

// Until the process is killed or the pool is stopped.
QCoro::Task<> WorkerPool::State::standStill(Ptr state, Worker *hand)
{
    state->tell(Kind::StandsStill, *hand);
    while (co_await CancellableSleep::wait(state->tools.pauses, 1h)) {
    }
}

} // namespace lockscope
