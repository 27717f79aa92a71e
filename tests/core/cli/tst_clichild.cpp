// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/terminal/childprocess.h"
#include "app/cli/terminal/interruption.h"
#include "app/cli/terminal/oneshot.h"
#include "tests/support/runner.h"

#include <unistd.h>

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <qcorotask.h>

#include <cerrno>
#include <csignal>

namespace tst_clichild
{

using namespace lockscope::cli;

class tst_CliChild : public QObject
{
    Q_OBJECT
private slots:
    void endsWithItsStatus_data();
    void endsWithItsStatus();
    void itsStatusIsKnownWhereTheParentIgnoredIt();
    void cannotBeStarted();
    void getsBytesAndEnvironment();
    void isSentSignals();
    void sigpipeIsAsEverywhere();
    void interruptionsAreTold();
    void ignoredSignalsStayIgnored();
    void dispositionsComeBack();
    void aMomentBeforeTheWait();
    void aMomentDuringTheWait();
};

void tst_CliChild::endsWithItsStatus_data()
{
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<int>("status");
    QTest::newRow("success") << QByteArray("true") << 0;
    QTest::newRow("a status of its own") << QByteArray("exit 7") << 7;
    QTest::newRow("ended by a signal") << QByteArray("kill -TERM $$") << 128 + SIGTERM;
    QTest::newRow("killed") << QByteArray("kill -KILL $$") << 128 + SIGKILL;
}

void tst_CliChild::endsWithItsStatus()
{
    QFETCH(QByteArray, script);
    QFETCH(int, status);
    ChildProcess child;
    QSignalSpy ended(&child, &ChildProcess::ended);
    QCOMPARE(child.start({"sh", "-c", script}, {}), 0);
    QVERIFY(ended.wait());
    QCOMPARE(ended[0][0].toInt(), status);
    child.send(SIGTERM); // The process has ended
}

// Some parents start programs with SIGCHLD ignored: then the kernel keeps no exit status.
void tst_CliChild::itsStatusIsKnownWhereTheParentIgnoredIt()
{
    ::signal(SIGCHLD, SIG_IGN);
    ChildProcess child;
    QSignalSpy ended(&child, &ChildProcess::ended);
    QCOMPARE(child.start({"sh", "-c", "exit 7"}, {}), 0);
    QVERIFY(ended.wait());
    ::signal(SIGCHLD, SIG_DFL);
    QCOMPARE(ended[0][0].toInt(), 7);
}

void tst_CliChild::cannotBeStarted()
{
    QCOMPARE(ChildProcess().start({"/no/such/program"}, {}), ENOENT);
    QCOMPARE(ChildProcess().start({"no-such-program-anywhere"}, {}), ENOENT);
    QCOMPARE(ChildProcess().start({"/etc/passwd"}, {}), EACCES);
}

void tst_CliChild::getsBytesAndEnvironment()
{
    QTemporaryDir dir;
    const QByteArray file = QFile::encodeName(dir.filePath(QStringLiteral("out")));
    qputenv("LOCKSCOPE_KEY", "an older one");
    ChildProcess child;
    QSignalSpy ended(&child, &ChildProcess::ended);
    const std::vector<QByteArray> command{
        "sh", "-c", "printf '%s|%s|%s' \"$1\" \"$LOCKSCOPE_KEY\" \"$HOME\" > \"$2\"", "sh", "\xff arg", file};
    QCOMPARE(child.start(command, {"LOCKSCOPE_KEY=\xfe=key"}), 0);
    QVERIFY(ended.wait());
    QFile written(QFile::decodeName(file));
    QVERIFY(written.open(QIODevice::ReadOnly));
    QCOMPARE(written.readAll(), "\xff arg|\xfe=key|" + qgetenv("HOME"));
    qunsetenv("LOCKSCOPE_KEY");
}

void tst_CliChild::isSentSignals()
{
    ChildProcess child;
    QSignalSpy ended(&child, &ChildProcess::ended);
    QCOMPARE(child.start({"sleep", "60"}, {}), 0);
    child.send(SIGINT);
    QVERIFY(ended.wait());
    QCOMPARE(ended[0][0].toInt(), 128 + SIGINT);
}

void tst_CliChild::sigpipeIsAsEverywhere()
{
    const Interruption interruption; // ignores SIGPIPE for this process
    ChildProcess child;
    QSignalSpy ended(&child, &ChildProcess::ended);
    QCOMPARE(child.start({"sh", "-c", "kill -PIPE $$"}, {}), 0);
    QVERIFY(ended.wait());
    QCOMPARE(ended[0][0].toInt(), 128 + SIGPIPE);
}

void tst_CliChild::interruptionsAreTold()
{
    Interruption interruption;
    QSignalSpy caught(&interruption, &Interruption::caught);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        ::kill(::getpid(), signal);
        QVERIFY(caught.wait());
        QCOMPARE(caught.takeFirst(), (QVariantList{signal, false}));
    }
}

void tst_CliChild::ignoredSignalsStayIgnored()
{
    ::signal(SIGHUP, SIG_IGN);
    Interruption interruption;
    QSignalSpy caught(&interruption, &Interruption::caught);
    ::kill(::getpid(), SIGHUP);
    ::kill(::getpid(), SIGINT);
    QVERIFY(caught.wait());
    QCOMPARE(caught.size(), 1);
    QCOMPARE(caught[0][0].toInt(), SIGINT);
    ::signal(SIGHUP, SIG_DFL);
}

void tst_CliChild::dispositionsComeBack()
{
    const auto handler = [](int signal) {
        struct sigaction action = {};
        ::sigaction(signal, nullptr, &action);
        return action.sa_handler;
    };
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) {
        const auto before = handler(signal);
        {
            const Interruption interruption;
            QVERIFY(handler(signal) != before || before == SIG_IGN);
        }
        QVERIFY(handler(signal) == before);
    }
}

namespace
{

QCoro::Task<> note(OneShot<int> *moment, int *result)
{
    *result = co_await moment->reached();
}

} // namespace

void tst_CliChild::aMomentBeforeTheWait()
{
    OneShot<int> moment;
    int result = 0;
    moment.happen(3);
    moment.happen(4);
    note(&moment, &result);
    QCOMPARE(result, 3);
}

void tst_CliChild::aMomentDuringTheWait()
{
    OneShot<int> moment;
    int result = 0;
    note(&moment, &result);
    QCOMPARE(result, 0);
    moment.happen(3);
    QCOMPARE(result, 0); // Never within the call that triggers it
    moment.happen(4);
    QTRY_COMPARE(result, 3);
}

LOCKSCOPE_TEST(tst_CliChild)

} // namespace tst_clichild

#include "tst_clichild.moc"
