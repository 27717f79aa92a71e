// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/secrets.h"
#include "tests/support/uirunner.h"
#include "tests/ui/accesskeys.h"
#include "ui/connections/connectiondialog.h"
#include "ui/forms/fieldnames.h"
#include "ui/theme/appearance.h"
#include "ui/theme/language.h"
#include "ui/widgets/notice.h"
#include "ui/widgets/prose.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGroupBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTest>

namespace tst_connectiondialog
{

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

    void eachPageFits(const ConnectionSpec &spec, const QString &look)
    {
        ConnectionDialog dialog(spec, {});
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        dialog.show();
        auto *pages = dialog.findChild<QTabWidget *>();
        for (int i = 0; i < pages->count(); ++i) {
            pages->setCurrentIndex(i);
            QCoreApplication::processEvents();
            if (look.endsWith(QLatin1String("-en"))) {
                const QStringList doubled = test::doubledAccessKeys(dialog);
                QVERIFY2(doubled.isEmpty(), qPrintable(doubled.join(u'\n')));
            }
            const QSize least = dialog.minimumSizeHint();
            QVERIFY2(
                least.width() <= 1024 && least.height() <= 640,
                qPrintable(QStringLiteral("%1: %2×%3").arg(look).arg(least.width()).arg(least.height())));
        }
    }

private slots:
    void aNewConnectionIsReadOnly()
    {
        const ConnectionDialog dialog({}, {});
        QVERIFY(dialog.spec().readOnly);
        QVERIFY(dialog.spec().tls.verifyPeer);
        QCOMPARE(dialog.spec().environment, Environment::None); // until the user says what it is for
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

    void deploymentsGoInAndComeOut_data()
    {
        QTest::addColumn<QString>("url");
        QTest::newRow("one alone") << QStringLiteral("redis://h?topology=standalone");
        QTest::newRow("sentinel") << QStringLiteral(
            "sentinel://ann:x@a,[::1]:2/mm/1?tls=1&sni=s&sentineluser=bob&sentinelpassword=y");
        QTest::newRow("cluster") << QStringLiteral("cluster://a,b:1?addresses=typed&proxy=http://u:p@c:3128");
        QTest::newRow("mapped") << QStringLiteral(
            "redis://a?map=b:1=c:2&map=[fd00::1]=d&ssh=me@hop:22&sshkey=/k");
        QTest::newRow("group") << QStringLiteral(
            "redis://:x@a:1 sentinel://:y@b/m?sentinelpassword=z rediss://c");
    }
    void deploymentsGoInAndComeOut()
    {
        QFETCH(QString, url);
        auto parsed = parseConnectionUrl(url);
        QVERIFY(parsed.ok());
        parsed->name = QStringLiteral("p");
        parsed->folder = QStringLiteral("shop");
        parsed->colour = QStringLiteral("#123456"); // None of the choices
        ConnectionDialog dialog(*parsed, {});
        QCOMPARE(dialog.spec(), *parsed);
        QCOMPARE(dialog.urlEdit()->text(), connectionUrl(*parsed));
        // Typed into another dialog, the URL yields the same address and login.
        ConnectionDialog typed({}, {});
        typed.urlEdit()->setText(url);
        emit typed.urlEdit()->textEdited(url);
        QCOMPARE(connectionUrl(typed.spec()), connectionUrl(*parsed));
        QCOMPARE(secretsOf(typed.spec()), secretsOf(*parsed));
    }

    void whatIsNoAddressIsNamedAtItsField()
    {
        ConnectionSpec spec = named("c");
        spec.topology = Topology::Cluster;
        ConnectionDialog dialog(spec, {});
        QSignalSpy wanted(&dialog, &ConnectionDialog::connectWanted);
        dialog.findChild<QLineEdit *>(QStringLiteral("seeds"))->setText(QStringLiteral("b:1, c:x"));
        dialog.connectButton()->click();
        QVERIFY(dialog.problemAt(QStringLiteral("seeds")).contains(QStringLiteral("\"c:x\"")));
        ConnectionDialog group(named("g"), {});
        auto *kind = group.findChild<QComboBox *>(QStringLiteral("topology"));
        kind->setCurrentIndex(kind->findData(int(Topology::RedLock)));
        group.findChild<QPlainTextEdit *>(QStringLiteral("members"))
            ->setPlainText(QStringLiteral("redis://a\nredis://:SECRET@b:x"));
        group.connectButton()->click();
        QVERIFY(group.problemAt(QStringLiteral("members")).contains(QStringLiteral("line 2: URL: the port")));
        QVERIFY(!group.problemAt(QStringLiteral("members")).contains(QStringLiteral("SECRET")));
        QCOMPARE(wanted.count(), 0);
    }

    void aTestIsAskedForAndShown()
    {
        ConnectionDialog dialog(named("t"), {});
        QSignalSpy wanted(&dialog, &ConnectionDialog::testWanted);
        dialog.testButton()->click();
        QCOMPARE(wanted.count(), 1);
        QVERIFY(dialog.result() != QDialog::Accepted);
        dialog.showTest({{.step = ConnectionStep::Reach, .state = StageState::Ok},
                         {.step = ConnectionStep::Login,
                          .state = StageState::Failed,
                          .failure = {.kind = ErrorKind::NoAuth,
                                      .text = QStringLiteral("wrong"),
                                      .remedy = QStringLiteral("type it again")}},
                         {.step = ConnectionStep::MayRead, .state = StageState::Skipped}});
        const auto *outcome = dialog.findChild<Notice *>(QStringLiteral("outcome"));
        QCOMPARE(outcome->level(), VerdictLevel::Critical);
        const auto shown = [outcome] {
            QStringList texts;
            for (const Prose *prose : outcome->findChildren<Prose *>())
                texts << prose->text();
            return texts.join(u'\n');
        };
        QVERIFY2(shown().contains(QStringLiteral("TCP ok")) &&
                     shown().contains(QStringLiteral("Type it again")),
                 qPrintable(shown()));
        const NodeId one{"10.0.0.1:6379"}, other{"10.0.0.2:6379"};
        dialog.showTest({{.step = ConnectionStep::Reach, .state = StageState::Ok, .node = one},
                         {.step = ConnectionStep::Login, .state = StageState::Ok, .node = one},
                         {.step = ConnectionStep::Reach,
                          .state = StageState::Failed,
                          .node = other,
                          .failure = {.kind = ErrorKind::Refused, .text = QStringLiteral("no answer")}}});
        QCOMPARE(outcome->sentence(), QStringLiteral("1 of 2 servers failed"));
        QVERIFY2(shown().contains(QLatin1String("10.0.0.1:6379: TCP ok")), qPrintable(shown()));
        QVERIFY2(shown().contains(QLatin1String("10.0.0.2:6379: No answer")), qPrintable(shown()));
        dialog.showTest({{.step = ConnectionStep::Reach, .state = StageState::Ok}});
        QCOMPARE(outcome->level(), VerdictLevel::Ok);
    }

    void theButtonsStayWhereTheyAre()
    {
        ConnectionDialog dialog(named("t"), {});
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        const auto place = [&dialog] {
            QCoreApplication::processEvents();
            return dialog.testButton()->mapToGlobal(QPoint());
        };
        const QPoint before = place();
        dialog.testButton()->click();
        QCOMPARE(place(), before);
        dialog.showTest({{.step = ConnectionStep::Login,
                          .state = StageState::Failed,
                          .failure = {.kind = ErrorKind::NoAuth,
                                      .text = QStringLiteral("wrong ").repeated(60),
                                      .remedy = QStringLiteral("type it again ").repeated(40)}}});
        QCOMPARE(place(), before);
        QTest::keyClicks(dialog.hostEdit(), QStringLiteral("2"));
        QCOMPARE(place(), before);
        const auto *outcome = dialog.findChild<Notice *>(QStringLiteral("outcome"));
        QVERIFY(!outcome->isVisible());
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

    void aPasswordInTheUrlMovesToItsField()
    {
        ConnectionDialog dialog({}, {});
        dialog.show();
        QTest::keyClicks(dialog.urlEdit(), QStringLiteral("redis://bob:secret@far:7000"));
        dialog.nameEdit()->setFocus();
        emit dialog.urlEdit()->editingFinished();
        QVERIFY2(!dialog.urlEdit()->text().contains(QStringLiteral("secret")),
                 qPrintable(dialog.urlEdit()->text()));
        QCOMPARE(dialog.spec().password, QStringLiteral("secret"));
        QTest::keyClick(dialog.urlEdit(), Qt::Key_End);
        QTest::keyClicks(dialog.urlEdit(), QStringLiteral("/1"));
        QCOMPARE(dialog.spec().password, QStringLiteral("secret")); // The same server
        dialog.urlEdit()->selectAll();
        QTest::keyClicks(dialog.urlEdit(), QStringLiteral("redis://other:7000"));
        QCOMPARE(dialog.spec().password, QString());
    }

    void aPasswordIsForOneServer_data()
    {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<bool>("isKept");
        const QString plain = QStringLiteral("redis://bob:secret@far:7000");
        QTest::newRow("database") << plain << QStringLiteral("redis://bob:@far:7000/3") << true;
        QTest::newRow("port") << plain << QStringLiteral("redis://bob:@far:7001") << false;
        QTest::newRow("user") << plain << QStringLiteral("redis://ann:@far:7000") << false;
        QTest::newRow("socket") << plain << QStringLiteral("unix:///run/r.sock") << false;
        QTest::newRow("TLS off") << QStringLiteral("rediss://bob:secret@far:7000")
                                 << QStringLiteral("redis://bob:@far:7000") << false;
        QTest::newRow("master") << QStringLiteral("sentinel://bob:secret@far/one")
                                << QStringLiteral("sentinel://bob:@far/two") << false;
        QTest::newRow("another sentinel") << QStringLiteral("sentinel://bob:secret@far/one")
                                          << QStringLiteral("sentinel://bob:@far,b/one") << false;
    }
    void aPasswordIsForOneServer()
    {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(bool, isKept);
        const auto spec = parseConnectionUrl(from);
        QVERIFY(spec.ok());
        ConnectionDialog dialog(*spec, {});
        dialog.urlEdit()->setText(to);
        emit dialog.urlEdit()->textEdited(to);
        QCOMPARE(dialog.problemAt(QStringLiteral("url")), QString());
        QCOMPARE(dialog.spec().password, isKept ? QStringLiteral("secret") : QString());
    }

    // No field shows them.
    void membersKeepTheirPasswords()
    {
        ConnectionDialog dialog({}, {});
        dialog.show();
        const auto type = [&dialog](const char *url) {
            dialog.urlEdit()->setText(QLatin1String(url));
            emit dialog.urlEdit()->textEdited(dialog.urlEdit()->text());
            emit dialog.urlEdit()->editingFinished();
        };
        const auto passwords = [&dialog] {
            QStringList all;
            for (const ConnectionSpec &member : dialog.spec().members)
                all << member.password;
            return all;
        };
        type("redis://:x@a redis://:y@b redis://:z@c");
        QVERIFY2(!dialog.urlEdit()->text().contains(u'@'), qPrintable(dialog.urlEdit()->text()));
        QCOMPARE(passwords(), QStringList({QStringLiteral("x"), QStringLiteral("y"), QStringLiteral("z")}));
        type("redis://c redis://b/1 redis://other");
        QCOMPARE(passwords(), QStringList({QStringLiteral("z"), QStringLiteral("y"), QString()}));
        auto *password = dialog.findChild<QLineEdit *>(QStringLiteral("password"));
        QVERIFY(password);
        password->setText(QStringLiteral("w")); // For members without one
        type("redis://c redis://b/1 redis://another");
        QCOMPARE(password->text(), QStringLiteral("w"));
        QCOMPARE(passwords(), QStringList({QStringLiteral("z"), QStringLiteral("y"), QStringLiteral("w")}));
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
        QVERIFY(!dialog.connectButton()->isEnabled());
        dialog.urlEdit()->selectAll();
        QTest::keyClicks(dialog.urlEdit(), QStringLiteral("redis://x:99999"));
        QVERIFY(!dialog.hostEdit()->isEnabled()); // The fields show an earlier port
        QTest::keyClick(dialog.urlEdit(), Qt::Key_Backspace);
        QVERIFY(dialog.hostEdit()->isEnabled() && dialog.connectButton()->isEnabled());
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
        auto *dialog = new ConnectionDialog(named(""), {}); // Deletes itself when closed
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

    void whatCannotBeSavedIsNotLost()
    {
        auto *dialog = new ConnectionDialog(named("a"), {});
        QPointer<ConnectionDialog> alive(dialog);
        bool isSaved = false;
        connect(dialog, &ConnectionDialog::saveWanted, dialog, [&isSaved, dialog] {
            if (!isSaved)
                dialog->stayOpen();
        });
        dialog->show();
        dialog->saveButton()->click();
        QVERIFY(dialog->isVisible());
        isSaved = true;
        dialog->saveButton()->click();
        QTRY_VERIFY(!alive);
    }

    void twoOfOneNameAreRefused()
    {
        ConnectionDialog dialog(named("a"), {QStringLiteral("b")});
        QSignalSpy saved(&dialog, &ConnectionDialog::saveWanted);
        dialog.nameEdit()->setText(QStringLiteral("b"));
        dialog.saveButton()->click();
        QCOMPARE(saved.count(), 0);
        QVERIFY(dialog.problemAt(QStringLiteral("name")).contains(QStringLiteral("exists")));
    }

    void aCertificateNeedsItsKey()
    {
        ConnectionSpec spec = named("a");
        spec.tls = {.enabled = true, .certificateFile = QStringLiteral("/c")};
        ConnectionDialog dialog(spec, {});
        dialog.connectButton()->click();
        QVERIFY(!dialog.problemAt(QStringLiteral("key")).isEmpty());
    }

    void pagesFitASmallWindow_data()
    {
        QTest::addColumn<QString>("url");
        QTest::newRow("plain") << QStringLiteral("redis://cache.example:6379/2");
        QTest::newRow("sentinel") << QStringLiteral(
            "sentinel://a,b:26380/mymaster?ssh=ops@bastion&map=10.0.0.1:6379=localhost:7000&tls=1");
        QTest::newRow("proxy") << QStringLiteral(
            "cluster://a,b:7001,c:7002?proxy=socks5://ann@proxy.example:1080");
        QTest::newRow("group") << QStringLiteral("redis://a:6379 redis://b:6379 sentinel://c:26379/mymaster");
        QTest::newRow("socket") << QStringLiteral("unix:///run/redis/redis.sock");
    }
    void pagesFitASmallWindow()
    {
        QFETCH(QString, url);
        auto spec = parseConnectionUrl(url);
        QVERIFY(spec.ok());
        spec->name = QStringLiteral("orders-prod");
        spec->colour = QStringLiteral("#c0392b");
        ApplicationTheme theme;
        for (const QString &language : languages()) {
            installTranslations(*qApp, language);
            for (const auto appearance : {Appearance::Light, Appearance::Dark}) {
                theme.apply(appearance);
                const QString look =
                    appearance == Appearance::Dark ? QStringLiteral("dark") : QStringLiteral("light");
                eachPageFits(*spec, look + u'-' + language);
            }
        }
        installTranslations(*qApp, QStringLiteral("en"));
        theme.apply(Appearance::Light);
    }

    // Chinese puts the mnemonic in brackets.
    void aNameHasNoLetterInBrackets()
    {
        QWidget form;
        QLabel label(QStringLiteral("主机(&H)"), &form);
        QLineEdit field(&form);
        label.setBuddy(&field);
        nameFields(form);
        QCOMPARE(field.accessibleName(), QStringLiteral("主机"));
    }
};

LOCKSCOPE_UI_TEST(tst_ConnectionDialog)

} // namespace tst_connectiondialog

#include "tst_connectiondialog.moc"
