// SPDX-License-Identifier: GPL-3.0-or-later
// lockscope-cli at a terminal: tables that fit, colours, progress, and keys that interrupt.

#include "core/config/profilestore.h"
#include "tests/live/cli/clitest.h"
#include "tests/live/program.h"
#include "tests/support/runner.h"

#include <fcntl.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

namespace tst_cliterminal
{

using namespace lockscope;
using namespace lockscope::test;

namespace
{

const QByteArray Alice = "11111111-1111-4111-8111-111111111111:1";

// The program with its own terminal, which receives both its streams. The destructor ends it.
class AtTerminal
{
public:
    AtTerminal(const QByteArrayList &arguments, unsigned short width, const QByteArrayList &variables = {})
    {
        QByteArrayList words{QFile::encodeName(programPath())};
        words += arguments;
        std::vector<char *> argv;
        for (QByteArray &word : words)
            argv.push_back(word.data());
        argv.push_back(nullptr);
        QByteArrayList assignments = variables; // The first assignment of a name counts
        assignments += {"TERM=xterm", "LC_ALL=C.UTF-8", "PATH=" + qgetenv("PATH")};
        std::vector<char *> environment;
        for (QByteArray &assignment : assignments)
            environment.push_back(assignment.data());
        environment.push_back(nullptr);
        winsize size{24, width, 0, 0};
        m_pid = ::forkpty(&m_master, nullptr, nullptr, &size);
        if (m_pid == 0) {
            ::execve(argv[0], argv.data(), environment.data());
            ::_exit(99);
        }
        ::fcntl(m_master, F_SETFL, O_NONBLOCK);
    }
    ~AtTerminal()
    {
        if (m_pid > 0) {
            ::kill(m_pid, SIGKILL);
            ::waitpid(m_pid, nullptr, 0);
        }
        ::close(m_master);
    }
    AtTerminal(const AtTerminal &) = delete;
    AtTerminal &operator=(const AtTerminal &) = delete;

    const QByteArray &seen()
    {
        char buffer[4096];
        for (ssize_t n = ::read(m_master, buffer, sizeof buffer); n > 0;
             n = ::read(m_master, buffer, sizeof buffer))
            m_seen.append(buffer, n);
        return m_seen;
    }
    void type(const QByteArray &keys)
    {
        const ssize_t written = ::write(m_master, keys.constData(), size_t(keys.size()));
        QCOMPARE(written, keys.size());
    }
    bool ended()
    {
        seen(); // A full terminal would block it
        if (m_pid > 0 && ::waitpid(m_pid, &m_state, WNOHANG) == m_pid)
            m_pid = 0;
        return m_pid == 0;
    }
    int status() const { return WIFEXITED(m_state) ? WEXITSTATUS(m_state) : 128 + WTERMSIG(m_state); }

private:
    int m_master = -1;
    pid_t m_pid = 0;
    int m_state = 0;
    QByteArray m_seen;
};

// The final lines: without colours and without overwritten text.
QByteArrayList plainLines(const QByteArray &seen)
{
    static const QRegularExpression escape(QStringLiteral("\x1b\\[[0-9;]*[A-Za-z]"));
    QString plain = QString::fromUtf8(seen);
    plain.remove(escape);
    plain.replace(QStringLiteral("\r\n"), QStringLiteral("\n"));
    QByteArrayList lines;
    for (const QString &line : plain.split(u'\n'))
        lines += line.mid(line.lastIndexOf(u'\r') + 1).toUtf8();
    return lines;
}

} // namespace

class tst_CliTerminal : public CliTest
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void tablesFit_data();
    void tablesFit();
    void coloursMayBeSwitchedOff_data();
    void coloursMayBeSwitchedOff();
    void documentsAreIndented();
    void aKeyInterruptsTheWatch();
    void aKeyReachesTheCommandOnce();
    void aPasswordIsAskedForAndNotShown();
    void aKeyInterruptsTheQuestion();
    void productionIsConfirmedByTheName_data();
    void productionIsConfirmedByTheName();
    void aKeyInterruptsTheConfirmation();

private:
    // A folder with the profile "own", which has a user and a password in the keychain.
    QByteArray folderWithProfile()
    {
        ConnectionSpec spec = m_sandbox->tcp();
        spec.name = QStringLiteral("own");
        spec.user = QStringLiteral("ann");
        spec.inKeychain = true;
        spec.readOnly = true;
        return ProfileStore(m_folder.path()).save({spec}) ? QFile::encodeName(m_folder.path()) : QByteArray();
    }
    // Arguments to force a lock on a production profile.
    QByteArrayList forcing(const QByteArray &key)
    {
        ConnectionSpec spec = m_sandbox->tcp();
        spec.name = QStringLiteral("orders");
        spec.environment = Environment::Production;
        if (!ProfileStore(m_folder.path()).save({spec}))
            return {};
        return {"--config-dir",  QFile::encodeName(m_folder.path()),
                "--profile",     "orders",
                "force-release", key,
                "--any-owner",   "--reason",
                "a test"};
    }

    QTemporaryDir m_folder;
};

void tst_CliTerminal::initTestCase()
{
    startServer();
}

void tst_CliTerminal::init()
{
    ask({"FLUSHALL"});
    ask({"HSET", "lock:" + QByteArray(90, 'x') + ":end", Alice, "1"});
    ask({"HSET", "lock:锁锁锁", Alice, "1"});
}

void tst_CliTerminal::tablesFit_data()
{
    QTest::addColumn<int>("width");
    for (const int width : {80, 100, 140})
        QTest::addRow("%d columns", width) << width;
}

void tst_CliTerminal::tablesFit()
{
    QFETCH(int, width);
    AtTerminal terminal({"-u", url(), "scan"}, static_cast<unsigned short>(width));
    QTRY_VERIFY(terminal.ended());
    QCOMPARE(terminal.status(), 0);
    const QByteArrayList lines = plainLines(terminal.seen());
    QVERIFY2(lines.size() >= 4, terminal.seen().constData());
    for (const QByteArray &line : lines.mid(0, 3)) {
        const QString text = QString::fromUtf8(line);
        // A wide character takes two columns.
        const auto columns = text.size() + text.count(u'锁');
        QVERIFY2(columns <= width, line.constData());
    }
    QVERIFY2(terminal.seen().contains("…") && terminal.seen().contains(":end"), terminal.seen().constData());
    QVERIFY(terminal.seen().contains("\x1b["));
}

void tst_CliTerminal::coloursMayBeSwitchedOff_data()
{
    QTest::addColumn<QByteArray>("variable");
    QTest::newRow("NO_COLOR") << QByteArray("NO_COLOR=1");
    QTest::newRow("dumb terminal") << QByteArray("TERM=dumb");
}

void tst_CliTerminal::coloursMayBeSwitchedOff()
{
    QFETCH(QByteArray, variable);
    AtTerminal terminal({"-u", url(), "-q", "scan"}, 120, {variable});
    QTRY_VERIFY(terminal.ended());
    QVERIFY(terminal.seen().contains("lock:"));
    static const QRegularExpression colour(QStringLiteral("\x1b\\[[0-9;]*m"));
    QVERIFY2(!QString::fromUtf8(terminal.seen()).contains(colour), terminal.seen().constData());
}

void tst_CliTerminal::documentsAreIndented()
{
    AtTerminal terminal({"-u", url(), "-q", "scan", "--json"}, 120);
    QTRY_VERIFY(terminal.ended());
    QVERIFY2(terminal.seen().startsWith("{\r\n  \"locks\": [\r\n    {\r\n"), terminal.seen().constData());
    const QByteArray document = QByteArray(terminal.seen()).replace("\r\n", "\n");
    QVERIFY(QJsonDocument::fromJson(document).isObject());
}

void tst_CliTerminal::aKeyInterruptsTheWatch()
{
    AtTerminal terminal({"-u", url(), "acquire", "lock:w", "--watchdog"}, 100);
    QTRY_VERIFY(terminal.seen().contains("acquired by"));
    terminal.type("\x03");
    QTRY_VERIFY(terminal.ended());
    QCOMPARE(terminal.status(), 0);
    QCOMPARE(ask({"EXISTS", "lock:w"}), "0");
}

void tst_CliTerminal::aKeyReachesTheCommandOnce()
{
    AtTerminal terminal(
        {"-u", url(), "acquire", "lock:c", "--", "sh", "-c",
         "trap 'echo caught' INT; echo ready; until [ \"$line\" = go ]; do read line; done; exit 4"},
        100);
    QTRY_VERIFY(terminal.seen().contains("ready"));
    terminal.type("\x03");
    QTRY_VERIFY(terminal.seen().contains("caught"));
    QCOMPARE(ask({"EXISTS", "lock:c"}), "1");
    terminal.type("go\n");
    QTRY_VERIFY(terminal.ended());
    QCOMPARE(terminal.status(), 4);
    // The terminal has sent it to the command already: passed on, it would come twice.
    QCOMPARE(terminal.seen().count("caught"), 1);
    QCOMPARE(ask({"EXISTS", "lock:c"}), "0");
}

void tst_CliTerminal::aPasswordIsAskedForAndNotShown()
{
    QVERIFY(ask({"ACL", "SETUSER", "ann", "on", ">s3cret", "~*", "&*", "+@all"}).contains("OK"));
    ask({"SET", "lock:a", Alice, "PX", "60000"});
    AtTerminal program({"--config-dir", folderWithProfile(), "--profile", "own", "show", "lock:a"}, 120);
    QTRY_VERIFY(program.seen().contains("Password of own: "));
    // Here is no keychain, and it says so.
    QVERIFY(program.seen().contains("cannot use the keychain"));
    program.type("s3cret\n");
    QTRY_VERIFY(program.ended());
    QCOMPARE(program.status(), 0);
    QVERIFY(program.seen().contains("lock:a"));
    QVERIFY(!program.seen().contains("s3cret"));
}

void tst_CliTerminal::aKeyInterruptsTheQuestion()
{
    AtTerminal program({"--config-dir", folderWithProfile(), "--profile", "own", "scan"}, 120);
    QTRY_VERIFY(program.seen().contains("Password of own: "));
    program.type("\x03");
    QTRY_VERIFY(program.ended());
    QCOMPARE(program.status(), 130);
}

void tst_CliTerminal::productionIsConfirmedByTheName_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("typed");
    QTest::addColumn<bool>("right");
    QTest::newRow("the name") << QByteArray("lock:p") << QByteArray("lock:p") << true;
    QTest::newRow("another") << QByteArray("lock:p") << QByteArray("lock:q") << false;
    QTest::newRow("nothing") << QByteArray("lock:p") << QByteArray() << false;
    QTest::newRow("one that ends in a space") << QByteArray("lock:p ") << QByteArray("lock:p ") << true;
    QTest::newRow("that without its space") << QByteArray("lock:p ") << QByteArray("lock:p") << false;
    QTest::newRow("a space too much") << QByteArray("lock:p") << QByteArray("lock:p ") << false;
}

void tst_CliTerminal::productionIsConfirmedByTheName()
{
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, typed);
    QFETCH(bool, right);
    ask({"HSET", key, Alice, "1"});
    AtTerminal program(forcing(key), 120);
    QTRY_VERIFY(program.seen().contains("orders is production. To confirm force-release, type "
                                        "the lock's name (" +
                                        key + "): "));
    QCOMPARE(ask({"EXISTS", key}).trimmed(), "1");
    program.type(typed + "\n");
    QTRY_VERIFY(program.ended());
    QVERIFY2((program.status() == 0) == right, program.seen().constData());
    QCOMPARE(ask({"EXISTS", key}).trimmed(), right ? "0" : "1");
    if (!right)
        QVERIFY2(program.seen().contains("name typed") || program.seen().contains("name to be typed"),
                 program.seen().constData());
}

void tst_CliTerminal::aKeyInterruptsTheConfirmation()
{
    ask({"HSET", "lock:p", Alice, "1"});
    AtTerminal program(forcing("lock:p"), 120);
    QTRY_VERIFY(program.seen().contains("(lock:p): "));
    program.type("\x03");
    QTRY_VERIFY(program.ended());
    QCOMPARE(program.status(), 130);
    QCOMPARE(ask({"EXISTS", "lock:p"}).trimmed(), "1");
}

LOCKSCOPE_TEST(tst_CliTerminal)

} // namespace tst_cliterminal

#include "tst_cliterminal.moc"
