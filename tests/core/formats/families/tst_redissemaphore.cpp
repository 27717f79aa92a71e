// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/format.h"
#include "tests/core/formats/keyreadings.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QFile>
#include <QTest>

namespace tst_redissemaphore
{

using namespace lockscope;
using namespace std::chrono_literals;
using lockscope::test::Fields;
using lockscope::test::hashKey;
using lockscope::test::withCompanions;

namespace
{

const QByteArray grabbed = QByteArrayLiteral("SEMAPHORE:printers:GRABBED");
const QByteArray available = QByteArrayLiteral("SEMAPHORE:printers:AVAILABLE");
const QByteArray exists = QByteArrayLiteral("SEMAPHORE:printers:EXISTS");
KeyReading nothing(QByteArray key = grabbed)
{
    return {.key = {std::move(key)}, .type = ValueType::None};
}

KeyReading freeTokens(qint64 size)
{
    return {.key = {available}, .type = ValueType::List, .size = size};
}

const KeyReading mark{.key = {exists}, .type = ValueType::String, .size = 1, .string = "1"};

const Format &semaphore()
{
    return *Registry::builtIn().find("redis-semaphore");
}

} // namespace

class tst_redissemaphore : public QObject
{
    Q_OBJECT
private slots:
    void holders();
    void permits();
    void lookAlikes_data();
    void lookAlikes();
    void namesTellTheirRole();
    void explains();
    void plans();
    void refusesWhatMakesNoSense();
};

void tst_redissemaphore::holders()
{
    const KeyReading lock = hashKey(grabbed, {{"0", "1787313600.251"}, {"0.731", "1787313601"}});
    const auto [format, decoded] = Registry::builtIn().decode(lock);
    QVERIFY(decoded && decoded->kind == LockKind{"redis-semaphore"} && decoded->lasting);
    QCOMPARE(decoded->holders.size(), 2);
    QCOMPARE(decoded->holders[1].id.bytes, QByteArray("0.731"));
    QVERIFY(decoded->holders[0].mode == HoldMode::Permit && !decoded->holders[0].expiresAt);
    QVERIFY2(!decoded->extras->permits->available, "the list was not read");
    QVERIFY(Registry::builtIn().mayBeLock({.key = grabbed, .type = ValueType::Hash}));
    const auto asked = semaphore().companions(lock);
    QVERIFY(asked.size() == 2 && asked[0].key == LockName{available} && asked[0].essential);
    const KeyReading expiring = hashKey(grabbed, {{"0", "1787313600.251"}}, 60s);
    QVERIFY(semaphore().decode(expiring)->holders[0].expiresAt == expiring.readAt + 60s);
}

void tst_redissemaphore::permits()
{
    const auto of = [](const KeyReading &reading) { return *semaphore().decode(reading)->extras->permits; };
    const Permits some =
        of(withCompanions(hashKey(grabbed, {{"0", "1787313600.251"}}), {freeTokens(2), mark}));
    QVERIFY(some.held == 1 && some.available == 2 && some.total == 3);
    const Permits all = of(withCompanions(hashKey(grabbed, {{"0", "1787313600.251"}}), {mark}));
    QVERIFY2(all.available == 0 && all.total == 1, "an empty list is no key");
    // Tokens are numbered from 0: "1" and 0.731 prove nothing, "3" proves four.
    const Fields numbered{{"3", "1787313600.251"}, {"0.731", "1787313600"}, {"1", "1787313600"}};
    QCOMPARE(of(withCompanions(hashKey(grabbed, numbered), {mark})).total, 4);
    QCOMPARE(of(withCompanions(hashKey(grabbed, numbered), {})).total, 3);
    KeyReading listed = freeTokens(1);
    listed.members = {{.bytes = "5"}};
    QCOMPARE(of(withCompanions(hashKey(grabbed, numbered), {listed, mark})).total, 6);
    const KeyReading refused{.key = {available}, .type = ValueType::Other, .size = RefusedSize};
    const Permits unknown = of(withCompanions(hashKey(grabbed, {{"0", "1787313600.251"}}), {refused, mark}));
    QVERIFY2(unknown.held == 1 && !unknown.available && !unknown.total, "the list may not be read");
    const KeyReading idle = withCompanions(nothing(), {freeTokens(3), mark});
    QVERIFY(of(idle).held == 0 && of(idle).total == 3);
    QVERIFY(semaphore().decode(idle)->holders.isEmpty());
    QCOMPARE(semaphore().decode(idle)->extras->companions.size(), size_t(2));
    const KeyReading lost = withCompanions(nothing(), {mark});
    QVERIFY2(of(lost).total == 1 && of(lost).held == 0 && of(lost).available == 0, "it was made with one");
    QVERIFY(semaphore().explain(lost).join(u'\n').contains(u"lost"));
}

void tst_redissemaphore::lookAlikes_data()
{
    QTest::addColumn<KeyReading>("lock");
    QTest::newRow("another prefix") << hashKey("semaphore:printers:GRABBED", {{"0", "1787313600"}});
    QTest::newRow("no name") << hashKey("SEMAPHORE:GRABBED", {{"0", "1787313600"}});
    QTest::newRow("another ending") << hashKey("SEMAPHORE:printers:HELD", {{"0", "1787313600"}});
    QTest::newRow("values that are no times") << hashKey(grabbed, {{"0", "1787313600"}, {"1", "yes"}});
    QTest::newRow("nothing at all") << nothing();
    QTest::newRow("nothing beside it") << withCompanions(nothing(), {});
    QTest::newRow("a name of another kind") << withCompanions(nothing("lock:a"), {freeTokens(3)});
    KeyReading large = hashKey(grabbed, {{"0", "1787313600"}});
    large.size = 100;
    QTest::newRow("not all was read") << large;
    QTest::newRow("sidekiq's") << hashKey("uniquejobs:0123456789abcdef0123456789abcdef:GRABBED",
                                          {{"0", "1787313600"}});
}

void tst_redissemaphore::lookAlikes()
{
    QFETCH(KeyReading, lock);
    QVERIFY(!semaphore().decode(lock));
    QVERIFY(semaphore().explain(lock).isEmpty());
}

void tst_redissemaphore::namesTellTheirRole()
{
    const Registry &registry = Registry::builtIn();
    QVERIFY(registry.roleOf(available).kind == NameRole::Kind::Companion);
    QVERIFY(registry.roleOf(exists).kind == NameRole::Kind::Trace); // Stays when no token is taken
    for (const QByteArray &name : {available, exists})
        QCOMPARE(registry.roleOf(name).subject.bytes, grabbed);
    for (const char *name : {"SEMAPHORE:printers:VERSION", "SEMAPHORE:printers:release_locks"})
        QVERIFY(registry.roleOf(name).kind == NameRole::Kind::Noise);
    for (const char *name :
         {"SEMAPHORE:printers:GRABBED", "SEMAPHORE:printers", "printers:AVAILABLE", "SEMAPHORE:EXISTS"})
        QVERIFY(registry.roleOf(name).kind == NameRole::Kind::Open);
}

void tst_redissemaphore::explains()
{
    const QString text = semaphore().explain(hashKey(grabbed, {{"0", "1787313600.251"}})).join(u'\n');
    QVERIFY2(text.contains(u"Token 0 was acquired at 2026-08-21T12:00:00.251Z"), qPrintable(text));
    QVERIFY(text.contains(u"BLPOP") && text.contains(u"no expiry"));
}

void tst_redissemaphore::plans()
{
    QVERIFY(!semaphore().title().isEmpty() && !semaphore().legend().isEmpty());
    QVERIFY(semaphore().makeOwner() != semaphore().makeOwner());
    for (const ActKind act :
         {ActKind::Acquire, ActKind::Release, ActKind::ForceRelease, ActKind::RemoveShare}) {
        const auto plan = semaphore().plan({.act = act, .key = {grabbed}, .owner = {"0"}}, nullptr);
        VERIFY_OK(plan);
        QVERIFY2(QFile::exists(QStringLiteral(":/lua/%1.lua").arg(QLatin1String(plan->script))),
                 plan->script.constData());
        QCOMPARE(plan->keys, (std::vector<QByteArray>{grabbed, available, exists}));
        QVERIFY(!plan->steps.isEmpty() && !plan->commands.isEmpty());
        const bool harsh = act == ActKind::ForceRelease || act == ActKind::RemoveShare;
        QCOMPARE(plan->warnings.join(u'\n').contains(u"one too many"), harsh);
    }
}

void tst_redissemaphore::refusesWhatMakesNoSense()
{
    for (const ActKind act : {ActKind::Renew, ActKind::SetExpiry, ActKind::Wake}) {
        const auto plan =
            semaphore().plan({.act = act, .key = {grabbed}, .owner = {"0"}, .lease = 5s}, nullptr);
        VERIFY_FAILS(plan, ErrorKind::Unsupported);
        QVERIFY(!plan.failure().text.isEmpty() && !plan.failure().remedy.isEmpty());
    }
    VERIFY_FAILS(semaphore().plan({.act = ActKind::Acquire, .key = {"printers"}}, nullptr),
                 ErrorKind::BadInput);
    VERIFY_FAILS(semaphore().plan({.act = ActKind::RemoveShare, .key = {grabbed}}, nullptr),
                 ErrorKind::BadInput);
}

LOCKSCOPE_TEST(tst_redissemaphore)

} // namespace tst_redissemaphore

#include "tst_redissemaphore.moc"
