// SPDX-License-Identifier: GPL-3.0-or-later
// lockscope-cli records on a disk that is full, for a time or to the end.

#include "tests/live/cli/clitest.h"
#include "tests/live/smalldisk.h"
#include "tests/support/runner.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

namespace tst_clifulldisk
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

const QString Size = QStringLiteral("2m");

// until(WORDS): waits until the log of the program has them.
const QByteArray Until = "until_said() { n=0; until grep -q \"$1\" log; do n=$((n + 1)); [ $n -lt 600 ] || "
                         "{ echo \"not said: $1\"; cat log; exit 1; }; sleep 0.05; done; }\n"
                         "fill() { dd if=/dev/zero of=filler bs=1k 2>/dev/null; }\n";

} // namespace

class tst_CliFullDisk : public CliTest
{
    Q_OBJECT

private slots:
    void initTestCase() { startServer(); }
    void init()
    {
        ask({"FLUSHALL"});
        m_folder = std::make_unique<QTemporaryDir>();
    }
    void aFullDiskIsSaidAndMended();
    void aDiskThatStaysFull();
    void aDiskThatIsFullAgain();
    void aCrashedRecordingOnAReadOnlyDisk();

private:
    std::unique_ptr<QTemporaryDir> m_folder;
};

void tst_CliFullDisk::aFullDiskIsSaidAndMended()
{
    QTemporaryDir outside; // what the program says does not fit either
    const QByteArray cli = '\'' + QFile::encodeName(programPath()) + "' ";
    const QByteArray log = QFile::encodeName(outside.path()) + "/log";
    const Ended ended = onASmallDisk(
        m_folder->path(), Size,
        Until + "ln -s '" + log + "' log\n" + cli + "-u '" + url() + "' record locks.sqlite > out 2> '" +
            log + "' &\npid=$!\n" + "until_said 'recording the locks'\nfill\n" +
            // Each changes the file.
            "i=0; until grep -q 'not recording' log || [ $i -ge 300 ]; do i=$((i + 1)); " + cli + "-u '" +
            url() + "' acquire lock:full:$i --lease 60s >/dev/null; done\n" +
            "until_said 'not recording'\nkill -0 $pid && echo goes on\nrm filler\n" +
            "until_said 'recording again'\nkill -TERM $pid; wait $pid; echo status $?\ncat out log\n" + cli +
            "contention --history locks.sqlite --since 1h; echo status $?\n" + cli +
            "watch --recording locks.sqlite --json | awk '/recording-began/ { run++ } /\"acquired\"/ || (run "
            "== 1 && /\"seen\"/) { n++ } END { print n + 0, \"in the file\" }'\n");
    if (isWithoutSmallDisk(ended))
        QSKIP("no mount namespace here");
    QVERIFY2(ended.out.contains("goes on"), ended.told().constData());
    QVERIFY2(ended.out.count("status 0") == 2, ended.told().constData());
    QVERIFY2(ended.out.count("not recording") == 1 && ended.out.contains("disk is full"),
             ended.told().constData());
    QVERIFY2(ended.out.contains("with 1 gap"), ended.told().constData());
    QVERIFY2(!ended.out.contains("unknown number of locks"), ended.told().constData());
    QVERIFY2(QString::fromUtf8(ended.out).contains(QRegularExpression(
                 QStringLiteral("not recording since \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d: "))),
             ended.told().constData());
    QVERIFY2(ended.out.contains("recording again since 2"), ended.told().constData());
    // What was acquired on the full disk is not in the file, and not counted.
    const auto number = [&ended](const char *pattern) {
        const QRegularExpression form{QString::fromLatin1(pattern)};
        const auto found = form.match(QString::fromUtf8(ended.out));
        return found.hasMatch() ? found.captured(1).toLongLong() : -1;
    };
    const qint64 recorded = number("recorded (\\d+) event");
    QVERIFY2(recorded >= 0 && recorded <= number("(\\d+) in the file"), ended.told().constData());
}

void tst_CliFullDisk::aDiskThatStaysFull()
{
    QTemporaryDir outside;
    const QByteArray cli = '\'' + QFile::encodeName(programPath()) + "' ";
    const QByteArray log = QFile::encodeName(outside.path()) + "/log";
    const Ended ended = onASmallDisk(
        m_folder->path(), Size,
        Until + "ln -s '" + log + "' log\n" + cli + "-u '" + url() + "' record locks.sqlite > '" + log +
            ".out' 2> '" + log + "' &\npid=$!\nuntil_said 'recording the locks'\nfill\n" +
            "until_said 'not recording'\nkill -TERM $pid; wait $pid; echo status $?\ncat '" + log + "' '" +
            log + ".out'\n");
    if (isWithoutSmallDisk(ended))
        QSKIP("no mount namespace here");
    QVERIFY2(ended.out.contains("status 5"), ended.told().constData());
    QVERIFY2(ended.out.contains(" gap"), ended.told().constData()); // The summary is there all the same
}

// The summary says what is in the file, although the file cannot be completed.
void tst_CliFullDisk::aDiskThatIsFullAgain()
{
    QTemporaryDir outside;
    const QByteArray cli = '\'' + QFile::encodeName(programPath()) + "' ";
    const QByteArray log = QFile::encodeName(outside.path()) + "/log";
    const Ended ended = onASmallDisk(
        m_folder->path(), Size,
        Until + "ln -s '" + log + "' log\n" + cli + "-u '" + url() + "' record locks.sqlite > '" + log +
            ".out' 2> '" + log + "' &\npid=$!\nuntil_said 'recording the locks'\nfill\n" +
            "i=0; until grep -q 'not recording' log || [ $i -ge 300 ]; do i=$((i + 1)); " + cli + "-u '" +
            url() + "' acquire lock:full:$i --lease 60s >/dev/null; done\n" +
            "until_said 'not recording'\nrm filler\nuntil_said 'recording again'\nfill\n" +
            "kill -TERM $pid; wait $pid; echo status $?\ncat '" + log + "' '" + log + ".out'\n");
    if (isWithoutSmallDisk(ended))
        QSKIP("no mount namespace here");
    QVERIFY2(ended.out.contains("status 5"), ended.told().constData());
    QVERIFY2(ended.out.contains(" gap") && !ended.out.contains("unknown number of locks"),
             ended.told().constData());
}

// As on a mounted snapshot: the newest events are in the log, which SQLite cannot read there.
void tst_CliFullDisk::aCrashedRecordingOnAReadOnlyDisk()
{
    QTemporaryDir outside;
    const QByteArray cli = '\'' + QFile::encodeName(programPath()) + "' ";
    const QByteArray log = QFile::encodeName(outside.path()) + "/log";
    const Ended ended = onASmallDisk(
        m_folder->path(), Size,
        Until + "ln -s '" + log + "' log\n" + cli + "-u '" + url() + "' record locks.sqlite > '" + log +
            ".out' 2> '" + log + "' &\npid=$!\nuntil_said 'recording the locks'\nn=0; until " + cli +
            "watch --recording locks.sqlite 2>/dev/null | grep -q 'recording begins'; do "
            "n=$((n + 1)); [ $n -lt 600 ] || exit 1; sleep 0.05; done\n[ -s locks.sqlite-wal ] || exit 1\n"
            "kill -KILL $pid; wait $pid\nrm -f locks.sqlite-shm\n"
            "mount -o remount,ro \"$PWD\" || exit 77\n" +
            cli + "watch --recording locks.sqlite; echo status $?\nmkdir '" + log +
            ".copy' && cp locks.sqlite* '" + log + ".copy' && " + cli + "watch --recording '" + log +
            ".copy/locks.sqlite'; echo status $?\n");
    if (isWithoutSmallDisk(ended))
        QSKIP("no mount namespace here");
    QVERIFY2(ended.out.contains("status 5"), ended.told().constData());
    QVERIFY2(ended.out.contains("copy it and ") &&
                 ended.out.contains("-wal to a folder that can be written, and use the copy"),
             ended.told().constData());
    QVERIFY2(ended.out.contains("recording begins") && ended.out.contains("status 0"),
             ended.told().constData());
}

LOCKSCOPE_TEST(tst_CliFullDisk)

} // namespace tst_clifulldisk

#include "tst_clifulldisk.moc"
