// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytesize.h"
#include "core/config/observestore.h"
#include "tests/support/runner.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

namespace tst_observestore
{

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

ObserveSettings unusual()
{
    return {.thresholds = {.longHeld = 90s,
                           .overdue = 2.25,
                           .grace = 1500ms,
                           .manyHolds = 3,
                           .absurdLease = 48h,
                           .replicaLag = 250ms},
            .aliases = {{"8f3c*", QStringLiteral("orders-7")},
                        {QByteArray("\xff\x00*", 3), QStringLiteral("批处理")}},
            .alerts = {QStringLiteral("verdict>=warning for 30s"), QStringLiteral("\"quoted\"")},
            .history = {.keep = true, .age = 7 * 24h, .bytes = (qint64(1) << 29) + 1},
            .auditSyslog = QStringLiteral("/dev/log")};
}

QStringList problems(const QByteArray &json)
{
    QStringList texts;
    const ObserveBook book = observeFromJson(json);
    for (const Failure &problem : book.problems)
        texts << problem.text;
    if (!texts.isEmpty() && book.settings != ObserveSettings())
        texts << QStringLiteral("and yet some of it was taken");
    return texts;
}

void write(const QString &fileName, const QByteArray &bytes)
{
    QFile file(fileName);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
}

} // namespace

class TestObserveStore final : public QObject
{
    Q_OBJECT

private slots:
    void whatIsWrittenIsRead();
    void whatIsMissingIsTheDefault();
    void everyFaultIsNamed_data();
    void everyFaultIsNamed();
    void allFaultsAreTold();
    void aFaultyFileIsLeftAsItIs();
    void whatCouldNotBeReadIsNotWritten();
    void isForItsOwnerOnly();
    void sizes_data();
    void sizes();
};

void TestObserveStore::whatIsWrittenIsRead()
{
    const QTemporaryDir dir;
    const ObserveStore store(dir.path());
    QVERIFY(store.load().settings == ObserveSettings() && store.load().problems.isEmpty());
    for (const ObserveSettings &settings : {unusual(), ObserveSettings()}) {
        const Done saved = store.save(settings);
        QVERIFY2(saved.ok(), saved.ok() ? "" : qPrintable(saved.failure().line()));
        const ObserveBook book = store.load();
        QVERIFY2(book.problems.isEmpty(), qPrintable(problems(observeToJson(settings)).join(u'\n')));
        QVERIFY(book.settings == settings);
    }
}

void TestObserveStore::whatIsMissingIsTheDefault()
{
    QVERIFY(observeFromJson("{}").settings == ObserveSettings());
    QCOMPARE(problems("{}"), QStringList());
    ObserveSettings wanted;
    wanted.thresholds.longHeld = 1h;
    QVERIFY(observeFromJson(R"({"thresholds": {"long_held": "1h"}})").settings == wanted);
}

void TestObserveStore::everyFaultIsNamed_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QByteArray>("told"); // Part of the message
    const auto row = [](const char *name, const char *json, const char *told) {
        QTest::newRow(name) << QByteArray(json) << QByteArray(told);
    };
    row("no JSON", "{\n \"version\": 1,\n oops}", "line 3");
    row("no object", "[]", "line 1: must be an object");
    row("newer", "{\"version\": 2}", "written by a newer version of Lockscope");
    row("unknown", "{\n\"alarms\": []}", "line 2: \"alarms\" is not a field");
    row("unknown inside", "{\"thresholds\": {\n\"longheld\": \"1s\"}}",
        "line 2: \"thresholds/longheld\" is not a field");
    row("no unit", "{\"thresholds\": {\n\"long_held\": \"600\"}}",
        "line 2: \"thresholds/long_held\" must be a duration");
    row("a number", "{\"thresholds\": {\n\"grace\": 5}}", "line 2: \"thresholds/grace\" must be a string");
    row("nothing", "{\"thresholds\": {\"grace\": \"0s\"}}", "\"thresholds/grace\" must be a duration");
    row("before it is due", "{\"thresholds\": {\"overdue\": 0.5}}",
        "\"thresholds/overdue\" must be a number from 1 to 100");
    row("half a hold", "{\"thresholds\": {\"many_holds\": 2.5}}", "must be a whole number");
    row("no part", "{\"thresholds\": 5}", "\"thresholds\" must be an object");
    row("a size without a unit", "{\"history\": {\n\"bytes\": \"100\"}}",
        "line 2: \"history/bytes\" must be a size");
    row("a log that is no socket", "{\"audit\": {\"syslog\": \"yes\"}}",
        "\"audit/syslog\" must be the path of a socket");
    row("too small", "{\"history\": {\"bytes\": \"1KiB\"}}", "at least 16MiB");
    row("a word for a switch", "{\"history\": {\"keep\": \"yes\"}}",
        "\"history/keep\" must be true or false");
    row("an alias without a pattern", "{\"aliases\": [\n{\"name\": \"x\"}]}",
        "line 2: \"aliases/0/pattern\" must be a glob");
    row("an alias without a name", "{\"aliases\": [{\"pattern\": \"x\"},\n{\"pattern\": \"x\"}]}",
        "line 2: \"aliases/1/name\"");
    row("no alias", "{\"aliases\": [\n5]}", "line 2: \"aliases/0\" must be an object");
    row("no list", "{\"aliases\": {}}", "\"aliases\" must be a list");
    row("an empty alert", "{\"alerts\": [\"a\",\n\" \"]}", "line 2: \"alerts/1\" must be a rule");
    row("an alert that is wrong", R"({"alerts": ["verdict >= warning"]})",
        R"("alerts/0" is not a rule: a field is missing before >=)");
    row("no alert", "{\"alerts\": [5]}", "\"alerts/0\" must be a rule");
    row("a password", "{\"password\": \"x\"}", "holds no passwords");
}

void TestObserveStore::everyFaultIsNamed()
{
    QFETCH(QByteArray, json);
    QFETCH(QByteArray, told);
    const QStringList texts = problems(json);
    QVERIFY(!texts.isEmpty());
    QVERIFY2(texts.join(u'\n').contains(QString::fromUtf8(told)), qPrintable(texts.join(u'\n')));
}

void TestObserveStore::allFaultsAreTold()
{
    const QStringList texts = problems(R"({"thresholds": {"grace": 5, "overdue": "x", "odd": 1}, "more": 2,
        "history": {"keep": 1, "age": ""}, "alerts": ["", ""], "aliases": [{}]})");
    QVERIFY2(texts.size() == 10, qPrintable(texts.join(u'\n')));
}

void TestObserveStore::aFaultyFileIsLeftAsItIs()
{
    const QTemporaryDir dir;
    const ObserveStore store(dir.path());
    const QByteArray faulty = R"({"thresholds": {"long_held": "soon"}, "alerts": ["worth keeping"]})";
    write(store.fileName(), faulty);
    QCOMPARE(store.load().problems.size(), 1);
    const Done saved = store.save(unusual());
    QVERIFY(!saved.ok());
    QVERIFY2(saved.failure().text.contains(QStringLiteral("long_held")), qPrintable(saved.failure().line()));
    QFile file(store.fileName());
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), faulty);
}

void TestObserveStore::whatCouldNotBeReadIsNotWritten()
{
    const QTemporaryDir dir;
    const ObserveStore store(dir.path());
    ObserveSettings settings;
    settings.thresholds.overdue = 0;
    QVERIFY(!store.save(settings).ok());
    QVERIFY(!QFile::exists(store.fileName()));
}

void TestObserveStore::isForItsOwnerOnly()
{
    const QTemporaryDir dir;
    const ObserveStore store(dir.filePath(QStringLiteral("new")));
    QVERIFY(store.save({}).ok());
    const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
    QVERIFY(!(QFile::permissions(store.fileName()) & others));
}

void TestObserveStore::sizes_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<qint64>("bytes"); // -1: invalid
    QTest::addColumn<QString>("shown");
    const auto row = [](const char *text, qint64 bytes, const char *shown) {
        QTest::newRow(text) << QString::fromLatin1(text) << bytes << QString::fromLatin1(shown);
    };
    row("1GiB", qint64(1) << 30, "1GiB");
    row("1024 MiB", qint64(1) << 30, "1GiB");
    row("700KiB", 700 * 1024, "700KiB");
    row("1000B", 1000, "1000B");
    row("0B", 0, "0B");
    for (const char *wrong : {"", "5", "MiB", "-1MiB", "+1MiB", "1.5GiB", "1GB", "99999999TiB", "1 0MiB"})
        row(wrong, -1, "");
}

void TestObserveStore::sizes()
{
    QFETCH(QString, text);
    QFETCH(qint64, bytes);
    QFETCH(QString, shown);
    const auto size = parseSize(text);
    QCOMPARE(size.ok() ? *size : -1, bytes);
    if (size.ok())
        QCOMPARE(sizeText(*size), shown);
}

LOCKSCOPE_TEST(TestObserveStore)

} // namespace tst_observestore

#include "tst_observestore.moc"
