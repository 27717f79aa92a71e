// SPDX-License-Identifier: GPL-3.0-or-later
// Alerts that are found while the window changes its connection.

#include "core/engine/alerts/alerts.h"
#include "tests/support/uirunner.h"
#include "ui/status/alertbridge.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

namespace tst_alertbridge
{

using namespace lockscope;

namespace
{

ConnectionSpec named(const char *name)
{
    ConnectionSpec spec;
    spec.name = QLatin1String(name);
    return spec;
}

LockDelta with(const char *key)
{
    auto lock = std::make_shared<Lock>();
    lock->key = {QByteArray(key)};
    lock->kind = {"token-lock"};
    lock->confidence = Confidence::Certain;
    lock->holders.append(Holder{.id = {QByteArray("me")}});
    LockDelta delta;
    delta.upserted.push_back(lock);
    return delta;
}

} // namespace

class TestAlertBridge final : public QObject
{
    Q_OBJECT
private slots:
    void whatWasLeftIsNotTold();
    void theLogUsesTheNewName();
};

// The thread of the history may be behind: the window has opened another connection by then.
void TestAlertBridge::whatWasLeftIsNotTold()
{
    const QTemporaryDir folder;
    const QString log = folder.filePath(QStringLiteral("alerts.log"));
    Engine engine;
    Alerts alerts(log);
    alerts.observe(&engine);
    AlertBridge bridge;
    bridge.attach(&alerts);
    const QSignalSpy told(&bridge, &AlertBridge::alerted);
    alerts.setRules({QStringLiteral("key:lock:*")});
    bridge.leave(); // The first one is opened
    emit engine.closed();
    emit engine.opened(named("shop"), {});
    emit engine.tableChanged(with("lock:a"));
    QCOMPARE(told.size(), 1);
    bridge.leave(); // Another one is opened
    emit engine.tableChanged(with("lock:b"));
    QCOMPARE(told.size(), 1);
    emit engine.closed();
    emit engine.opened(named("tills"), {});
    emit engine.tableChanged(with("lock:c"));
    QCOMPARE(told.size(), 2);
    QCOMPARE(told.back().front().value<std::vector<Alert>>().front().key.bytes, "lock:c");
    QFile file(log);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArrayList lines = file.readAll().trimmed().split('\n');
    QCOMPARE(lines.size(), 3);
    for (const auto &[line, connection] : {std::pair(0, "shop"), std::pair(1, "shop"), std::pair(2, "tills")})
        QVERIFY2(lines[line].endsWith(QByteArray(" connection=") + connection), lines[line].constData());
}

void TestAlertBridge::theLogUsesTheNewName()
{
    const QTemporaryDir folder;
    const QString log = folder.filePath(QStringLiteral("alerts.log"));
    Engine engine;
    Alerts alerts(log);
    alerts.observe(&engine);
    alerts.setRules({QStringLiteral("key:lock:*")});
    emit engine.opened(named("orders"), {});
    engine.rename(QStringLiteral("shop"));
    emit engine.tableChanged(with("lock:a"));
    QFile file(log);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray written = file.readAll();
    QVERIFY2(written.contains("connection=shop") && !written.contains("orders"), written.constData());
}

LOCKSCOPE_UI_TEST(TestAlertBridge)

} // namespace tst_alertbridge

#include "tst_alertbridge.moc"
