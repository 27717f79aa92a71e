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

void check(const ScenarioRunPtr &run, const Receipt &receipt)
{
    if (receipt.result == ActResult::Refused || receipt.result == ActResult::Unknown)
        run->fault(receipt.failure);
}

} // namespace

ScriptedWorker workerOf(const ScenarioRunPtr &run, int number, const ScenarioRun::Place *place)
{
    const QString name = QStringLiteral("lab-worker-%1").arg(number);
    return {place ? &run->client(*place, name) : &run->client(name), number};
}

QCoro::Task<Receipt> act(ScenarioRunPtr run, ScriptedWorker worker, ActRequest request)
{
    request.withTexts = false;
    const Receipt receipt = co_await worker.client->act(request);
    check(run, receipt);
    co_return receipt;
}

QCoro::Task<Receipt> enter(ScenarioRunPtr run, ScriptedWorker worker, ActRequest request,
                           milliseconds patience)
{
    request.act = ActKind::Acquire;
    request.withTexts = false;
    const Instant deadline = now() + patience;
    run->note(Kind::Wanted, worker.number, request.mode);
    Receipt receipt = co_await worker.client->act(request);
    while (receipt.result != ActResult::Done && !run->isOver() && now() < deadline) {
        co_await ScenarioRun::rest(run, BetweenAsking);
        receipt = co_await worker.client->act(request);
    }
    check(run, receipt);
    const bool in = receipt.result == ActResult::Done;
    run->note(in ? Kind::Entered : Kind::GaveUp, worker.number, request.mode);
    co_return receipt;
}

QCoro::Task<Receipt> leave(ScenarioRunPtr run, ScriptedWorker worker, ActRequest request)
{
    request.act = ActKind::Release;
    run->note(Kind::Left, worker.number, request.mode);
    return act(run, worker, request);
}

QCoro::Task<bool> enterPlain(ScenarioRunPtr run, ScriptedWorker worker, LockName key, milliseconds lease,
                             milliseconds patience)
{
    const Command set{"SET", key.bytes, worker.value(), "NX", "PX", QByteArray::number(lease.count())};
    const Instant deadline = now() + patience;
    run->note(Kind::Wanted, worker.number);
    for (;;) {
        const Reply reply = co_await ask(run, worker, set);
        if (reply.type == Reply::Type::Status) {
            run->note(Kind::Entered, worker.number);
            co_return true;
        }
        if (run->isOver() || now() >= deadline)
            break;
        co_await ScenarioRun::rest(run, BetweenTries);
    }
    run->note(Kind::GaveUp, worker.number);
    co_return false;
}

Figures endOwners(const ScenarioRunPtr &run)
{
    const std::vector<Count> counts{{"owners", Tr::tr("owners"), run->checker().inside()}};
    const std::deque<Visit> visits = run->checker().visits();
    for (const Visit &visit : visits) {
        if (!visit.left)
            run->note(Kind::Left, visit.worker);
    }
    return run->endArm(counts);
}

QCoro::Task<Reply> ask(ScenarioRunPtr run, ScriptedWorker worker, Command command)
{
    const auto reply = co_await worker.client->call(command);
    if (reply)
        co_return *reply;
    run->fault(reply.failure());
    co_return Reply();
}

} // namespace lockscope
