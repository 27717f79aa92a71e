// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Checks that ActRequest::withTexts does not change what a plan sends.

#include "core/formats/format.h"

#include <QTest>

#include <set>

namespace lockscope::test
{

inline std::vector<ActRequest> requestsFor(const Format &format)
{
    using namespace std::chrono_literals;
    // Keys and parts that each family accepts as its own.
    const QByteArrayList keys{"lock:order",         "order.writer",     "uniquejobs:order:LOCKED",
                              "uniquejobs:order",   "bull:mail:7:lock", "SEMAPHORE:order:GRABBED",
                              "rueidislock:0:order"};
    const QByteArrayList parts{"", "3", "c9K1Yq2mTzqOuQvH7nbyXw"};
    std::vector<ActRequest> requests;
    for (const ActKind act : {ActKind::Acquire, ActKind::Renew, ActKind::Release, ActKind::ForceRelease,
                              ActKind::Wake, ActKind::SetExpiry, ActKind::RemoveShare}) {
        for (const QByteArray &key : keys) {
            for (const QByteArray &part : parts) {
                for (const OwnerId &owner : {format.makeOwner(), OwnerId{"7"}}) {
                    const ActRequest plain{
                        .act = act, .key = {key}, .owner = owner, .part = part, .lease = 5s};
                    ActRequest waiting = plain;
                    waiting.wait = 2s;
                    waiting.watchdog = true;
                    ActRequest expecting = plain;
                    expecting.mode = HoldMode::Read;
                    expecting.expectedOwner = owner;
                    expecting.expectedCount = 1;
                    ActRequest ofSeveral = plain;
                    ofSeveral.mode = HoldMode::Write;
                    ofSeveral.lease.reset();
                    ofSeveral.expectedHolders = {{.id = owner, .part = part}};
                    requests.insert(requests.end(), {plain, waiting, expecting, ofSeveral});
                }
            }
        }
    }
    return requests;
}

// planned: receives the acts that the format plans. A failed comparison returns early.
inline void comparePlansWithoutTexts(const Format &format, std::set<ActKind> &planned)
{
    for (ActRequest request : requestsFor(format)) {
        const Outcome<ActPlan> told = format.plan(request, nullptr);
        request.withTexts = false;
        const Outcome<ActPlan> sent = format.plan(request, nullptr);
        QCOMPARE(sent.ok(), told.ok());
        if (!told.ok())
            continue;
        planned.insert(request.act);
        QVERIFY(!told->steps.isEmpty() && !told->commands.isEmpty());
        QCOMPARE(sent->script, told->script);
        QCOMPARE(sent->keys, told->keys);
        QCOMPARE(sent->args, told->args);
        QCOMPARE(sent->channels, told->channels);
        const QStringList texts = sent->steps + sent->commands + sent->warnings;
        QVERIFY2(texts.isEmpty(), qPrintable(QStringLiteral("%1, %2: %3")
                                                 .arg(QLatin1String(format.kind().name.data()),
                                                      QLatin1String(name(request.act)), texts.join(u'\n'))));
    }
}

} // namespace lockscope::test
