// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/format.h"
#include "tests/core/formats/keyreadings.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QFile>
#include <QTest>

namespace tst_sidekiqlock
{

using namespace lockscope;
using namespace std::chrono_literals;
using lockscope::test::hashKey;
using lockscope::test::withCompanions;

namespace
{

const QByteArray digest = QByteArrayLiteral("uniquejobs:0123456789abcdef0123456789abcdef");
const QByteArray sha = QByteArrayLiteral("my-app:jobs:") + QByteArray("0123456789abcdef").repeated(4);
const QByteArray ann = QByteArrayLiteral("0123456789abcdef01234567");
const QByteArray bob = QByteArrayLiteral("fedcba9876543210fedcba98");
const QByteArray json =
    R"({"worker":"MailJob","queue":"mailers","limit":1,"type":"until_executed","ttl":null,"time":1787313600.25})";
KeyReading list(QByteArray key, const QByteArrayList &members)
{
    KeyReading reading{
        .key = {std::move(key)}, .type = ValueType::List, .size = members.size(), .readAt = now()};
    for (const QByteArray &member : members)
        reading.members.push_back({.bytes = member});
    return reading;
}

KeyReading string(QByteArray key, QByteArray value)
{
    const qint64 size = value.size();
    return {.key = {std::move(key)}, .type = ValueType::String, .size = size, .string = std::move(value)};
}

const Format &sidekiq()
{
    return *Registry::builtIn().find("sidekiq-lock");
}

} // namespace

class tst_sidekiqlock : public QObject
{
    Q_OBJECT
private slots:
    void recognises_data();
    void recognises();
    void lookAlikes_data();
    void lookAlikes();
    void severalJobsShareIt();
    void showsTheQueue();
    void aDigestAloneIsALockOfVersion5();
    void namesTellTheirRole_data();
    void namesTellTheirRole();
    void asksForCompanions();
    void explains();
    void plans();
    void refusesWhatMakesNoSense();
};

void tst_sidekiqlock::recognises_data()
{
    QTest::addColumn<KeyReading>("lock");
    QTest::addColumn<Confidence>("confidence");
    QTest::addColumn<QString>("said");
    QTest::newRow("version 9") << hashKey(digest + ":LOCKED", {{ann, json}}) << Confidence::Certain
                               << QStringLiteral("sidekiq-unique-jobs 9");
    QTest::newRow("version 8") << hashKey(digest + ":LOCKED", {{ann, "1787313600.2512"}})
                               << Confidence::Certain << QStringLiteral("7 or 8");
    QTest::newRow("while running") << hashKey(digest + ":RUN:LOCKED", {{ann, "1787313600.2512"}})
                                   << Confidence::Certain << QStringLiteral("while the job runs");
    QTest::newRow("version 6") << hashKey(digest + ":GRABBED", {{ann, "1787313600.2512"}})
                               << Confidence::Certain << QStringLiteral("6 or older");
    QTest::newRow("another prefix") << hashKey(sha + ":LOCKED", {{ann, "1787313600.2512"}})
                                    << Confidence::Likely << QStringLiteral("7 or 8");
    QTest::newRow("a digest of one's own") << hashKey("uniquejobs:import:LOCKED", {{ann, json}})
                                           << Confidence::Likely << QStringLiteral("sidekiq-unique-jobs 9");
    QTest::newRow("in a namespace") << hashKey("app:" + digest + ":LOCKED", {{ann, json}})
                                    << Confidence::Certain << QStringLiteral("sidekiq-unique-jobs 9");
    QTest::newRow("a job id of one's own") << hashKey(digest + ":LOCKED", {{"import-7", json}})
                                           << Confidence::Likely << QStringLiteral("sidekiq-unique-jobs 9");
    QTest::newRow("with an expiry") << hashKey(digest + ":LOCKED", {{ann, json}}, 60s) << Confidence::Certain
                                    << QStringLiteral("sidekiq-unique-jobs 9");
}

void tst_sidekiqlock::recognises()
{
    QFETCH(KeyReading, lock);
    QFETCH(Confidence, confidence);
    QFETCH(QString, said);
    const auto [format, decoded] = Registry::builtIn().decode(lock);
    QVERIFY(decoded && decoded->kind == LockKind{"sidekiq-lock"});
    QCOMPARE(int(decoded->confidence), int(confidence));
    QCOMPARE(decoded->holders.size(), 1);
    QCOMPARE(decoded->holders[0].id.bytes, lock.fields[0].first);
    QVERIFY(decoded->holders[0].mode == HoldMode::Exclusive && decoded->lasting);
    QCOMPARE(decoded->holders[0].expiresAt.has_value(), lock.ttl.has_value());
    const QString lines = format->explain(lock).join(u'\n');
    QVERIFY2(lines.contains(said), qPrintable(lines));
    QVERIFY(Registry::builtIn().mayBeLock({.key = lock.key.bytes, .type = lock.type, .ttl = lock.ttl}));
}

void tst_sidekiqlock::lookAlikes_data()
{
    QTest::addColumn<KeyReading>("lock");
    QTest::newRow("an account that is locked") << hashKey("account:7:LOCKED", {{ann, "1787313600"}});
    QTest::newRow("another prefix and another id") << hashKey(sha + ":LOCKED", {{"user-7", "1787313600"}});
    QTest::newRow("a counter") << hashKey(digest + ":LOCKED", {{ann, "3"}});
    QTest::newRow("a field with spaces") << hashKey(digest + ":LOCKED", {{"a job", json}});
    QTest::newRow("broken JSON") << hashKey(digest + ":LOCKED", {{ann, "{\"worker\""}});
    QTest::newRow("mixed values") << hashKey(digest + ":LOCKED", {{ann, json}, {bob, "1787313600"}});
    QTest::newRow("JSON in version 6") << hashKey(digest + ":GRABBED", {{ann, json}});
    QTest::newRow("another ending") << hashKey(digest + ":locked", {{ann, json}});
    KeyReading large = hashKey(digest + ":LOCKED", {{ann, json}});
    large.size = 100;
    QTest::newRow("not all was read") << large;
    QTest::newRow("a string") << string(digest + ":LOCKED", ann);
    QTest::newRow("nothing there") << withCompanions({.key = {digest + ":LOCKED"}, .type = ValueType::None},
                                                     {});
    QTest::newRow("only the wake-up in the queue") << withCompanions(
        {.key = {digest + ":LOCKED"}, .type = ValueType::None}, {list(digest + ":QUEUED", {"1"})});
}

void tst_sidekiqlock::lookAlikes()
{
    QFETCH(KeyReading, lock);
    QVERIFY(!sidekiq().decode(lock));
    QVERIFY(sidekiq().explain(lock).isEmpty());
}

void tst_sidekiqlock::severalJobsShareIt()
{
    QByteArray three = json;
    three.replace("\"limit\":1", "\"limit\":3");
    const auto nine = sidekiq().decode(hashKey(digest + ":LOCKED", {{ann, three}, {bob, three}}));
    QVERIFY(nine && nine->holders.size() == 2 && nine->holders[0].mode == HoldMode::Permit);
    QCOMPARE(*nine->extras->permits->held, 2);
    QCOMPARE(*nine->extras->permits->total, 3);
    QCOMPARE(*nine->extras->permits->available, 1);
    const KeyReading eight = hashKey(digest + ":LOCKED", {{ann, "1787313600.2"}, {bob, "1787313600.3"}});
    const auto unknown = sidekiq().decode(eight);
    QVERIFY(unknown && *unknown->extras->permits->held == 2 && !unknown->extras->permits->total);
    const auto known =
        sidekiq().decode(withCompanions(eight, {string(digest + ":INFO", R"({"worker":"W","limit":2})")}));
    QVERIFY(known && *known->extras->permits->total == 2 && *known->extras->permits->available == 0);
    QCOMPARE(known->extras->companions, std::vector<LockName>{{digest + ":INFO"}});
}

void tst_sidekiqlock::showsTheQueue()
{
    const KeyReading queued = list(digest + ":QUEUED", {"1", bob, ann}); // Newest first
    const auto free =
        sidekiq().decode(withCompanions({.key = {digest + ":LOCKED"}, .type = ValueType::None}, {queued}));
    QVERIFY(free && free->holders.isEmpty() && free->queue.size() == 2);
    QCOMPARE(free->queue[0].id.bytes, ann);
    QCOMPARE(free->queue[1].id.bytes, bob);
    const QByteArray carl = QByteArrayLiteral("aaaaaaaaaaaaaaaaaaaaaaaa");
    const auto held = sidekiq().decode(withCompanions(hashKey(digest + ":LOCKED", {{carl, "1787313600.2"}}),
                                                      {queued, list(digest + ":PRIMED", {carl})}));
    QVERIFY(held && held->holders.size() == 1 && held->queue.size() == 3);
    QCOMPARE(held->queue[0].id.bytes, carl);
    QCOMPARE(held->extras->companions.size(), size_t(2));
}

void tst_sidekiqlock::aDigestAloneIsALockOfVersion5()
{
    const QByteArray digest = "uniquejobs:0123456789abcdef0123456789abcdef";
    KeyReading value = string(digest, ann);
    value.ttl = milliseconds(30000);
    value.readAt = now();
    const KeyReading none{.key = {digest + ":LOCKED"}, .readAt = now()};
    const auto [format, decoded] = Registry::builtIn().decode(withCompanions(none, {value}));
    QCOMPARE(format, &sidekiq());
    QCOMPARE(decoded->confidence, Confidence::Likely);
    QCOMPARE(decoded->holders.size(), 1);
    QCOMPARE(decoded->holders.front().id.bytes, ann);
    QVERIFY(decoded->deadline && *decoded->deadline == value.readAt + milliseconds(30000));
    QVERIFY(format->explain(withCompanions(none, {value})).front().contains(QStringLiteral("5 or older")));
    // Later versions write it for a job on its way in.
    const auto queued =
        Registry::builtIn().decode(withCompanions(none, {value, list(digest + ":QUEUED", {bob})})).second;
    QVERIFY(queued && queued->holders.isEmpty() && queued->queue.size() == 1);
    QVERIFY(!Registry::builtIn().decode(withCompanions(none, {string(digest, "busy")})).second);
}

void tst_sidekiqlock::namesTellTheirRole_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("subject"); // Empty: not a companion
    QTest::addColumn<bool>("noise");
    const auto companion = [](const QByteArray &name, const QByteArray &subject) {
        QTest::newRow(name.constData()) << name << subject << false;
    };
    companion(digest, digest + ":LOCKED");
    companion(digest + ":RUN", digest + ":RUN:LOCKED");
    companion(digest + ":QUEUED", digest + ":LOCKED");
    companion(digest + ":PRIMED", digest + ":LOCKED");
    companion(digest + ":INFO", digest + ":LOCKED");
    companion(digest + ":RUN:QUEUED", digest + ":RUN:LOCKED");
    companion(sha + ":QUEUED", sha + ":LOCKED");
    companion(digest + ":EXISTS", digest + ":GRABBED");
    companion(digest + ":AVAILABLE", digest + ":GRABBED");
    companion(digest + ":VERSION", digest + ":GRABBED");
    companion(digest + ":LOCKED", "");
    companion(digest + ":GRABBED", "");
    companion(sha, "");
    companion("order:QUEUED", "");
    companion("lock:uniquejobs", "");
    for (const char *noise : {"uniquejobs:digests", "uniquejobs:expiring_digests", "uniquejobs:changelog",
                              "uniquejobs:working:web-1:4242:0123456789ab",
                              "uniquejobs:heartbeat:web-1:4242:01", "unique:keys", "app:uniquejobs:digests"})
        QTest::newRow(noise) << QByteArray(noise) << QByteArray() << true;
}

void tst_sidekiqlock::namesTellTheirRole()
{
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, subject);
    QFETCH(bool, noise);
    const NameRole role = Registry::builtIn().roleOf(name);
    QCOMPARE(role.kind == NameRole::Kind::Noise, noise);
    QCOMPARE(role.kind == NameRole::Kind::Companion, !subject.isEmpty());
    QCOMPARE(role.subject.bytes, subject);
}

void tst_sidekiqlock::asksForCompanions()
{
    QCOMPARE(sidekiq().companions(hashKey(digest + ":LOCKED", {{ann, "1787313600.2"}})).size(), size_t(4));
    QVERIFY(sidekiq().companions(hashKey(digest + ":LOCKED", {{ann, json}})).empty());
    QVERIFY(sidekiq().companions(hashKey("account:7:LOCKED", {{ann, "1787313600"}})).empty());
    QCOMPARE(sidekiq().companions({.key = {digest + ":LOCKED"}, .type = ValueType::None}).size(), size_t(4));
    QCOMPARE(sidekiq().companions(hashKey(digest + ":GRABBED", {{ann, "1787313600.2"}})).size(), size_t(3));
}

void tst_sidekiqlock::explains()
{
    const QString nine = sidekiq().explain(hashKey(digest + ":LOCKED", {{ann, json}})).join(u'\n');
    QVERIFY2(nine.contains(u"worker MailJob, queue mailers"), qPrintable(nine));
    QVERIFY(nine.contains(u"Kind of lock: until_executed") && nine.contains(u"2026-08-21T12:00:00.250Z"));
    QVERIFY(nine.contains(u"lock_ttl") && nine.contains(u"No client waits"));
    const QString eight =
        sidekiq()
            .explain(withCompanions(
                hashKey(digest + ":LOCKED", {{ann, "1787313600.5"}}, 60s),
                {string(digest + ":INFO",
                        R"({"worker":"W","queue":"q","type":"until_expired","time":1787313600.5})")}))
            .join(u'\n');
    QVERIFY2(eight.contains(u"2026-08-21T12:00:00.500Z") && eight.contains(u"worker W"), qPrintable(eight));
    QVERIFY(eight.contains(u"stays until it expires") && eight.contains(u"block on a list"));
    QVERIFY(!eight.contains(u"lock_ttl"));
    QCOMPARE(eight.count(QStringLiteral("acquired it at")), 1);
}

void tst_sidekiqlock::plans()
{
    QVERIFY(!sidekiq().title().isEmpty() && !sidekiq().legend().isEmpty());
    for (const QByteArray &key : {digest + ":LOCKED", digest + ":GRABBED"}) {
        for (const ActKind act :
             {ActKind::Release, ActKind::ForceRelease, ActKind::SetExpiry, ActKind::RemoveShare}) {
            const auto plan =
                sidekiq().plan({.act = act, .key = {key}, .owner = {ann}, .lease = 5s}, nullptr);
            VERIFY_OK(plan);
            QVERIFY2(QFile::exists(QStringLiteral(":/lua/%1.lua").arg(QLatin1String(plan->script))),
                     plan->script.constData());
            QCOMPARE(plan->keys.front(), key);
            QVERIFY(!plan->steps.isEmpty() && !plan->commands.isEmpty() && !plan->warnings.isEmpty());
        }
    }
    const auto spaced = sidekiq().plan(
        {.act = ActKind::Release, .key = {"app:" + digest + ":LOCKED"}, .owner = {ann}}, nullptr);
    VERIFY_OK(spaced);
    QCOMPARE(spaced->keys[5], QByteArray("app:uniquejobs:digests"));
    QCOMPARE(spaced->args[0], "app:" + digest);
}

void tst_sidekiqlock::refusesWhatMakesNoSense()
{
    for (const ActKind act : {ActKind::Acquire, ActKind::Renew, ActKind::Wake}) {
        const auto plan = sidekiq().plan({.act = act, .key = {digest + ":LOCKED"}, .owner = {ann}}, nullptr);
        VERIFY_FAILS(plan, ErrorKind::Unsupported);
        QVERIFY(!plan.failure().text.isEmpty() && !plan.failure().remedy.isEmpty());
    }
    VERIFY_FAILS(sidekiq().plan({.act = ActKind::Release, .key = {digest}, .owner = {ann}}, nullptr),
                 ErrorKind::BadInput);
    VERIFY_FAILS(sidekiq().plan({.act = ActKind::RemoveShare, .key = {digest + ":LOCKED"}}, nullptr),
                 ErrorKind::BadInput);
    VERIFY_FAILS(sidekiq().plan({.act = ActKind::SetExpiry, .key = {digest + ":LOCKED"}}, nullptr),
                 ErrorKind::BadInput);
}

LOCKSCOPE_TEST(tst_sidekiqlock)

} // namespace tst_sidekiqlock

#include "tst_sidekiqlock.moc"
