// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/connectiondialog.h"

#include <QCheckBox>
#include <QGroupBox>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace lockscope;

namespace
{

ConnectionSpec named(const char *name, const char *host = "localhost")
{
    ConnectionSpec spec;
    spec.name = QLatin1String(name);
    spec.host = QLatin1String(host);
    return spec;
}

} // namespace

class tst_ConnectionDialog : public QObject
{
    Q_OBJECT

private slots:
    void aNewConnectionIsReadOnly()
    {
        const ConnectionDialog dialog({}, {});
        QVERIFY(dialog.spec().readOnly);
        QVERIFY(dialog.spec().tls.verifyPeer);
        QCOMPARE(dialog.spec().environment, Environment::Development);
    }

    void whatGoesInComesOut()
    {
        ConnectionSpec spec = named("prod", "redis.example");
        spec.port = 6390;
        spec.user = QStringLiteral("watcher");
        spec.password = QStringLiteral("secret");
        spec.db = 4;
        spec.clientName = QStringLiteral("night");
        spec.connectTimeout = std::chrono::milliseconds(1234);
        spec.tls = {.enabled = true,
                    .verifyPeer = false,
                    .caFile = QStringLiteral("/ca"),
                    .certificateFile = QStringLiteral("/c"),
                    .keyFile = QStringLiteral("/k"),
                    .serverName = QStringLiteral("name")};
        spec.patterns = {QByteArrayLiteral("lock:*"), QByteArrayLiteral("\xff*")};
        spec.readOnly = false;
        spec.environment = Environment::Production;
        QVERIFY(ConnectionDialog(spec, {}).spec() == spec);
        ConnectionSpec socket = named("s", "");
        socket.socketPath = QStringLiteral("/run/r.sock");
        QVERIFY(ConnectionDialog(socket, {}).spec() == socket);
    }

    void aUrlFillsTheFieldsAndKeepsTheCare()
    {
        ConnectionSpec careful = named("p");
        careful.environment = Environment::Production;
        ConnectionDialog dialog(careful, {});
        dialog.urlEdit()->clear();
        QTest::keyClicks(dialog.urlEdit(), QStringLiteral("rediss://bob:pw@far:7000/2"));
        const ConnectionSpec spec = dialog.spec();
        QCOMPARE(spec.host, QStringLiteral("far"));
        QCOMPARE(spec.port, quint16(7000));
        QCOMPARE(spec.user, QStringLiteral("bob"));
        QCOMPARE(spec.password, QStringLiteral("pw"));
        QCOMPARE(spec.db, 2);
        QVERIFY(spec.tls.enabled);
        QVERIFY(spec.readOnly);
        QCOMPARE(spec.environment, Environment::Production);
        QCOMPARE(spec.name, QStringLiteral("p"));
    }

    void fieldsFillTheUrlWithoutThePassword()
    {
        ConnectionSpec spec = named("p");
        spec.password = QStringLiteral("secret");
        ConnectionDialog dialog(spec, {});
        dialog.hostEdit()->clear();
        QTest::keyClicks(dialog.hostEdit(), QStringLiteral("other"));
        QVERIFY(dialog.urlEdit()->text().contains(QStringLiteral("other:6379")));
        QVERIFY(!dialog.urlEdit()->text().contains(QStringLiteral("secret")));
    }

    void aBadUrlSaysSoAtItsFieldAndConnectsNowhere()
    {
        ConnectionDialog dialog({}, {});
        QSignalSpy wanted(&dialog, &ConnectionDialog::connectWanted);
        QTest::keyClicks(dialog.urlEdit(), QStringLiteral("http://x"));
        QVERIFY(dialog.problemAt(QStringLiteral("url")).contains(QStringLiteral("redis://")));
        dialog.connectButton()->click();
        QCOMPARE(wanted.count(), 0);
        QVERIFY(dialog.result() != QDialog::Accepted);
    }

    void aMissingHostIsNamedAtItsField()
    {
        ConnectionDialog dialog({}, {});
        QSignalSpy wanted(&dialog, &ConnectionDialog::connectWanted);
        dialog.connectButton()->click();
        QCOMPARE(wanted.count(), 0);
        QVERIFY(!dialog.problemAt(QStringLiteral("host")).isEmpty());
        QTest::keyClicks(dialog.hostEdit(), QStringLiteral("h"));
        QVERIFY(dialog.problemAt(QStringLiteral("host")).isEmpty());
    }

    void connectingNeedsNoNameButSavingDoes()
    {
        auto *dialog = new ConnectionDialog(named(""), {}); // deletes itself when closed
        QPointer<ConnectionDialog> alive(dialog);
        QSignalSpy saved(dialog, &ConnectionDialog::saveWanted);
        QSignalSpy wanted(dialog, &ConnectionDialog::connectWanted);
        dialog->saveButton()->click();
        QCOMPARE(saved.count(), 0);
        QVERIFY(!dialog->problemAt(QStringLiteral("name")).isEmpty());
        dialog->show();
        dialog->connectButton()->click();
        QCOMPARE(wanted.count(), 1);
        QTRY_VERIFY(!alive);
    }

    void twoOfOneNameAreRefused()
    {
        ConnectionDialog dialog(named("a"), {QStringLiteral("b")});
        QSignalSpy saved(&dialog, &ConnectionDialog::saveWanted);
        dialog.nameEdit()->setText(QStringLiteral("b"));
        dialog.saveButton()->click();
        QCOMPARE(saved.count(), 0);
        QVERIFY(dialog.problemAt(QStringLiteral("name")).contains(QStringLiteral("already")));
    }

    void aCertificateNeedsItsKey()
    {
        ConnectionSpec spec = named("a");
        spec.tls = {.enabled = true, .certificateFile = QStringLiteral("/c")};
        ConnectionDialog dialog(spec, {});
        dialog.connectButton()->click();
        QVERIFY(!dialog.problemAt(QStringLiteral("key")).isEmpty());
    }
};

QTEST_MAIN(tst_ConnectionDialog)
#include "tst_connectiondialog.moc"
