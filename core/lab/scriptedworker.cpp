// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/scriptedworker.h"

#include "core/base/tr.h"

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;
using Kind = LabEvent::Kind;

constexpr milliseconds BetweenTries = 5ms;
constexpr milliseconds BetweenAsking = 200ms;

void check(const ScenarioRunPtr &stage, const Receipt &receipt)
{
    if (receipt.result == ActResult::Refused || receipt.result == ActResult::Unknown)
        stage->fault(receipt.failure);
}

} // namespace

ScriptedWorker playerOf(const ScenarioRunPtr &stage, int number, const ScenarioRun::Place *place)
{
    const QString name = QStringLiteral("lab-worker-%1").arg(number);
    return {place ? &stage->client(*place, name) : &stage->client(name), number};
}

QCoro::Task<Receipt> act(ScenarioRunPtr stage, ScriptedWorker player, ActRequest request)
{
    request.withTexts = false;
    const Receipt receipt = co_await player.client->act(request);
    check(stage, receipt);
    co_return receipt;
}

QCoro::Task<Receipt> enter(ScenarioRunPtr stage, ScriptedWorker player, ActRequest request,
                           milliseconds patience)
{
    request.act = ActKind::Acquire;
    request.withTexts = false;
    const Instant deadline = now() + patience;
    stage->note(Kind::Wanted, player.number, request.mode);
    Receipt receipt = co_await player.client->act(request);
    while (receipt.result != ActResult::Done && !stage->isOver() && now() < deadline) {
        co_await ScenarioRun::rest(stage, BetweenAsking);
        receipt = co_await player.client->act(request);
    }
    check(stage, receipt);
    const bool in = receipt.result == ActResult::Done;
    stage->note(in ? Kind::Entered : Kind::GaveUp, player.number, request.mode);
    co_return receipt;
}

QCoro::Task<Receipt> leave(ScenarioRunPtr stage, ScriptedWorker player, ActRequest request)
{
    request.act = ActKind::Release;
    stage->note(Kind::Left, player.number, request.mode);
    return act(stage, player, request);
}

QCoro::Task<bool> enterPlain(ScenarioRunPtr stage, ScriptedWorker player, LockName key, milliseconds lease,
                             milliseconds patience)
{
    const Command set{"SET", key.bytes, player.value(), "NX", "PX", QByteArray::number(lease.count())};
    const Instant deadline = now() + patience;
    stage->note(Kind::Wanted, player.number);
    for (;;) {
        const Reply reply = co_await ask(stage, player, set);
        if (reply.type == Reply::Type::Status) {
            stage->note(Kind::Entered, player.number);
            co_return true;
        }
        if (stage->isOver() || now() >= deadline)
            break;
        co_await ScenarioRun::rest(stage, BetweenTries);
    }
    stage->note(Kind::GaveUp, player.number);
    co_return false;
}

Figures endOwners(const ScenarioRunPtr &stage)
{
    const std::vector<Count> counts{{"owners", Tr::tr("owners"), stage->ledger().inside()}};
    const std::deque<Visit> visits = stage->ledger().visits();
    for (const Visit &visit : visits) {
        if (!visit.left)
            stage->note(Kind::Left, visit.worker);
    }
    return stage->endArm(counts);
}

QCoro::Task<Reply> ask(ScenarioRunPtr stage, ScriptedWorker player, Command command)
{
    const auto reply = co_await player.client->call(command);
    if (reply)
        co_return *reply;
    stage->fault(reply.failure());
    co_return Reply();
}

} // namespace lockscope
