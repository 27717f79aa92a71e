// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/relay.h"

#include "core/base/wakeup.h"
#include "core/formats/format.h"

#include <qcorotimer.h>

namespace lockscope::test
{

using namespace std::chrono_literals;

namespace
{

// No lock expires during a test, so a lost lock was taken by another client.
constexpr milliseconds Lease = 10min;
constexpr milliseconds LongestWait = 25s; // Well below the lease, for which a missed wake-up would sleep

} // namespace

struct Relay::Runner {
    explicit Runner(const ConnectionSpec &server) : session(server), client(session, Registry::builtIn()) {}
    Session session;
    LockClient client;
    OwnerId owner{};
    Receipt last{};
};

Relay::Relay(ConnectionSpec server, LockName key, QByteArray kind, bool sameOwner, quint32 seed)
    : m_server(std::move(server)), m_key(std::move(key)), m_kind(std::move(kind)), m_sameOwner(sameOwner),
      m_random(seed)
{
}

Relay::~Relay()
{
    for (const auto &runner : m_runners)
        runner->session.close();
}

void Relay::start()
{
    for (int i = 0; i < 2; ++i) {
        m_runners.push_back(std::make_unique<Runner>(m_server));
        m_runners.back()->session.open();
    }
    play(this);
}

void Relay::stop()
{
    m_stopping = true;
}

QCoro::Task<Receipt> Relay::acquire(size_t turn, milliseconds wait)
{
    Runner &runner = *m_runners[turn];
    if (runner.owner.isEmpty() || !m_sameOwner)
        runner.owner = Registry::builtIn().find(m_kind)->makeOwner();
    return runner.client.act({.act = ActKind::Acquire,
                              .key = m_key,
                              .kind = m_kind,
                              .owner = runner.owner,
                              .lease = Lease,
                              .wait = wait});
}

QCoro::Task<> Relay::waitFor(Relay *self, size_t turn, std::shared_ptr<WakeUp> over)
{
    self->m_runners[turn]->last = co_await self->acquire(turn, LongestWait);
    over->fire();
}

// Whether the receipt shows that the hold still exists; counts a hold that another client ended.
bool Relay::isStillHeld(size_t turn, const Receipt &receipt)
{
    if (receipt.result == ActResult::Done)
        return true;
    const bool isLost = receipt.result == ActResult::AlreadyGone || receipt.result == ActResult::OwnerChanged;
    if (isLost)
        ++m_tally.lost[m_runners[turn]->owner];
    else
        m_tally.faults << receipt.line();
    return false;
}

QCoro::Task<bool> Relay::isGivenBack(Relay *self, size_t turn)
{
    const ActRequest request{.act = ActKind::Release,
                             .key = self->m_key,
                             .kind = self->m_kind,
                             .owner = self->m_runners[turn]->owner};
    const Receipt receipt = co_await self->m_runners[turn]->client.act(request);
    const bool given = self->isStillHeld(turn, receipt);
    self->m_tally.released += given ? 1 : 0;
    co_return given;
}

// Releases and tries again at once; the waiting client may be faster.
QCoro::Task<bool> Relay::isRetaken(Relay *self, size_t turn)
{
    const bool given = co_await isGivenBack(self, turn);
    if (!given)
        co_return false;
    const Receipt taken = co_await self->acquire(turn, 0ms);
    const bool again = taken.result == ActResult::Done;
    self->m_tally.retaken += again ? 1 : 0;
    if (!again && taken.result != ActResult::NotAcquired)
        self->m_tally.faults << taken.line();
    co_return again;
}

// One turn: a random sequence of what holders do. True: held to the end, and ready for release.
QCoro::Task<bool> Relay::hold(Relay *self, size_t turn)
{
    std::uniform_int_distribution<int> die(0, 5);
    for (int act = die(self->m_random); act > 0; act = die(self->m_random)) {
        if (act <= 2) {
            const ActRequest request{.act = ActKind::Renew,
                                     .key = self->m_key,
                                     .kind = self->m_kind,
                                     .owner = self->m_runners[turn]->owner,
                                     .lease = Lease};
            const Receipt renewed = co_await self->m_runners[turn]->client.act(request);
            if (!self->isStillHeld(turn, renewed))
                co_return false;
            ++self->m_tally.renewed;
        } else if (act <= 4) {
            // Some holds last long enough for other clients to see them and act.
            co_await QCoro::sleepFor(act == 3 ? 1ms : self->m_longHold.load());
        } else {
            const bool again = co_await isRetaken(self, turn);
            if (!again)
                co_return false;
        }
    }
    co_return true;
}

QCoro::Task<> Relay::play(Relay *self)
{
    size_t turn = 0;
    self->m_runners[turn]->last = co_await self->acquire(turn, LongestWait);
    while (!self->m_stopping) {
        ++self->m_tally.acquired;
        const auto over = std::make_shared<WakeUp>();
        waitFor(self, 1 - turn, over);
        const bool held = co_await hold(self, turn);
        if (held)
            co_await isGivenBack(self, turn);
        turn = 1 - turn;
        co_await over->wait(LongestWait + 5s);
        const Receipt &next = self->m_runners[turn]->last;
        if (next.result != ActResult::Done) {
            ++self->m_tally.asleep;
            self->m_tally.faults << QStringLiteral("left asleep: ") + next.line();
            break;
        }
    }
    co_await isGivenBack(self, turn);
    self->m_ended = true;
}

} // namespace lockscope::test
