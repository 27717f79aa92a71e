// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/format.h"
#include "tests/core/formats/keyreadings.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QFile>
#include <QTest>

namespace tst_joblock
{

using namespace lockscope;
using lockscope::test::stringKey;

namespace
{

const QByteArray uuid = QByteArrayLiteral("8743c9c0-0795-4907-87fd-6c719a6b4586");

KeyReading withJob(KeyReading lock, std::vector<std::pair<QByteArray, QByteArray>> fields)
{
    lock.companionsRead = true;
    const qint64 size = qint64(fields.size());
    lock.companions.push_back({.key = {lock.key.bytes.chopped(5)},
                               .type = fields.empty() ? ValueType::None : ValueType::Hash,
                               .size = size,
                               .fields = std::move(fields)});
    return lock;
}

const std::vector<std::pair<QByteArray, QByteArray>> job{
    {"name", "send"}, {"data", "{}"}, {"opts", "{}"}, {"pb", "mailer-1"}};

} // namespace

class tst_joblock : public QObject
{
    Q_OBJECT

private slots:
    void recognises_data();
    void recognises();
    void lookAlikes_data();
    void lookAlikes();
    void noise_data();
    void noise();
    void explainsTheJobAndItsWorker();
    void plansWhatMakesSense();
    void warnsBeforeTheJobIsRunAgain();
    void renewsAsTheLibrary();

private:
    const Format &m_format = *Registry::builtIn().find("job-lock");
};

void tst_joblock::recognises_data()
{
    QTest::addColumn<KeyReading>("lock");
    QTest::addColumn<QByteArray>("library");
    QTest::addColumn<Confidence>("confidence");
    const auto row = [](const char *title, KeyReading lock, const char *library, Confidence confidence) {
        QTest::newRow(title) << lock << QByteArray(library) << confidence;
    };
    row("BullMQ", stringKey("bull:mail:7:lock", uuid + ":12"), "BullMQ", Confidence::Likely);
    row("Bull", stringKey("bull:mail:7:lock", uuid), "Bull", Confidence::Likely);
    row("with its job", withJob(stringKey("bull:mail:7:lock", uuid + ":12"), job), "BullMQ",
        Confidence::Certain);
    row("Bull under another prefix, with its job", withJob(stringKey("app:mail:7:lock", uuid), job), "Bull",
        Confidence::Certain);
    row("BullMQ under another prefix", stringKey("app:mail:7:lock", uuid + ":12"), "BullMQ",
        Confidence::Likely);
    row("a tag as the prefix", stringKey("{bull}:mail:7:lock", uuid), "Bull", Confidence::Likely);
    row("a job's id with colons", stringKey("bull:mail:repeat:0123:99:lock", uuid + ":1"), "BullMQ",
        Confidence::Likely);
    row("a token of the application's", stringKey("bull:mail:7:lock", "my-worker"), "BullMQ",
        Confidence::Likely);
    row("without an expiry", stringKey("bull:mail:7:lock", uuid + ":12", {}), "BullMQ", Confidence::Likely);
}

void tst_joblock::recognises()
{
    QFETCH(KeyReading, lock);
    QFETCH(QByteArray, library);
    QFETCH(Confidence, confidence);
    QVERIFY(Registry::builtIn().mayBeLock({.key = lock.key.bytes, .type = lock.type, .ttl = lock.ttl}));
    const auto [format, decoded] = Registry::builtIn().decode(lock);
    QCOMPARE(format, &m_format);
    QCOMPARE(decoded->libraries->front(), std::string_view(library.constData(), size_t(library.size())));
    QCOMPARE(int(decoded->confidence), int(confidence));
    QCOMPARE(decoded->holders.size(), 1);
    QCOMPARE(decoded->holders.front().id.bytes, lock.string);
    QVERIFY(!format->explain(lock).isEmpty());
    const auto companions = format->companions(lock);
    QCOMPARE(companions.size(), size_t(1));
    QCOMPARE(companions.front().key.bytes, lock.key.bytes.chopped(5));
    QVERIFY2(!companions.front().essential, "a job may be large: it is read only when somebody looks");
}

void tst_joblock::lookAlikes_data()
{
    QTest::addColumn<KeyReading>("lock");
    const auto row = [](const char *title, KeyReading lock) { QTest::newRow(title) << lock; };
    row("BullMQ's word for no lock", stringKey("bull:mail:7:lock", "0"));
    row("too few parts", stringKey("bull:7:lock", uuid + ":12"));
    row("an empty queue", stringKey("bull::7:lock", uuid + ":12"));
    row("an empty job", stringKey("bull:mail::lock", uuid + ":12"));
    row("a home-made lock", stringKey("app:order:7:lock", uuid));
    row("a hash that is no job",
        withJob(stringKey("app:order:7:lock", uuid), {{"name", "Ann"}, {"data", "x"}}));
    row("another ending", stringKey("bull:mail:7:locks", uuid + ":12"));
    row("JSON", stringKey("bull:mail:7:lock", "{\"a\":1}"));
    row("nothing at all", stringKey("bull:mail:7:lock", ""));
    KeyReading hash = stringKey("bull:mail:7:lock", uuid);
    hash.type = ValueType::Hash;
    row("another type", hash);
}

void tst_joblock::lookAlikes()
{
    QFETCH(KeyReading, lock);
    QVERIFY(!m_format.decode(lock));
    QVERIFY(m_format.explain(lock).isEmpty());
}

void tst_joblock::noise_data()
{
    QTest::addColumn<bool>("noise");
    for (const char *key : {"bull:lock-jobs:stalled-check", "bull:lock-jobs:meta", "bull:lock-jobs:limiter",
                            "bull:lock-jobs:id", "{bull}:lock-jobs:pc"})
        QTest::newRow(key) << true;
    for (const char *key : {"bull:mail:7:lock", "app:lock:meta", "bull:lock-jobs:7", "bull:meta", "bull:"})
        QTest::newRow(key) << false;
}

void tst_joblock::noise()
{
    QFETCH(bool, noise);
    QCOMPARE(m_format.roleOf(QTest::currentDataTag()).kind == NameRole::Kind::Noise, noise);
}

void tst_joblock::explainsTheJobAndItsWorker()
{
    const QString text =
        m_format.explain(withJob(stringKey("bull:mail:7:lock", uuid + ":12"), job)).join(QLatin1Char('\n'));
    for (const char *words : {"Job 7", "queue mail", "8743c9c0", "was 12", "mailer-1", "No client waits"})
        QVERIFY2(text.contains(QLatin1String(words)), words);
    const QString gone =
        m_format.explain(withJob(stringKey("bull:mail:7:lock", uuid), {})).join(QLatin1Char('\n'));
    QVERIFY(gone.contains(QLatin1String("itself is gone")));
    const QString unread = m_format.explain(stringKey("bull:mail:7:lock", uuid)).join(QLatin1Char('\n'));
    QVERIFY(!unread.contains(QLatin1String("itself is gone")));
    // Its lockDuration is an option, and its worker may be dead.
    KeyReading longer = withJob(stringKey("bull:mail:7:lock", uuid + ":12"), job);
    longer.ttl = std::chrono::seconds(118);
    const QString withOption = m_format.explain(longer).join(QLatin1Char('\n'));
    QVERIFY2(withOption.contains(QLatin1String("at least 1 min 58 s")), qPrintable(withOption));
    QVERIFY(!withOption.contains(QLatin1String("15 s")) && !withOption.contains(QLatin1String("is being")));
}

void tst_joblock::plansWhatMakesSense()
{
    const auto plan = [this](ActKind act, const char *key = "bull:mail:7:lock") {
        return m_format.plan({.act = act, .key = {key}, .owner = {uuid}, .lease = milliseconds(5000)},
                             nullptr);
    };
    for (const ActKind act : {ActKind::Renew, ActKind::Release, ActKind::ForceRelease, ActKind::SetExpiry}) {
        const Outcome<ActPlan> made = plan(act);
        VERIFY_OK(made);
        QVERIFY(QFile::exists(QStringLiteral(":/lua/%1.lua").arg(QLatin1String(made->script))));
        VERIFY_FAILS(plan(act, "lock:a"), ErrorKind::BadInput);
    }
    for (const ActKind act : {ActKind::Acquire, ActKind::Wake, ActKind::RemoveShare}) {
        VERIFY_FAILS(plan(act), ErrorKind::Unsupported);
        QVERIFY(!plan(act).failure().text.isEmpty());
    }
}

void tst_joblock::warnsBeforeTheJobIsRunAgain()
{
    for (const ActKind act : {ActKind::Release, ActKind::ForceRelease, ActKind::SetExpiry}) {
        const Outcome<ActPlan> plan = m_format.plan(
            {.act = act, .key = {"bull:mail:7:lock"}, .owner = {uuid}, .lease = milliseconds(5000)}, nullptr);
        QVERIFY(plan->warnings.front().contains(QLatin1String("a second time")));
    }
}

void tst_joblock::renewsAsTheLibrary()
{
    const Outcome<ActPlan> plan =
        m_format.plan({.act = ActKind::Renew, .key = {"bull:mail:repeat:1:lock"}, .owner = {uuid}}, nullptr);
    QCOMPARE(plan->keys, (std::vector<QByteArray>{"bull:mail:repeat:1:lock", "bull:mail:stalled"}));
    QCOMPARE(plan->args, (std::vector<QByteArray>{uuid, "30000", "repeat:1"}));
}

LOCKSCOPE_TEST(tst_joblock)

} // namespace tst_joblock

#include "tst_joblock.moc"
