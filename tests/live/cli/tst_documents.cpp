// SPDX-License-Identifier: GPL-3.0-or-later
// Every command in the documents is run, and prints what they show.

#include "core/lab/sandbox/sandboxdeployment.h"
#include "tests/live/documentfiles.h"
#include "tests/live/documents.h"
#include "tests/live/program.h"
#include "tests/support/runner.h"

#include <QDeadlineTimer>
#include <QTemporaryDir>

#include <map>

namespace tst_documents
{

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::test::documentfiles;

namespace
{

// The addresses in documents, and which node of which sandbox answers there. A name that no document uses
// starts no server.
struct Address {
    const char *documented;
    SandboxTopology topology;
    size_t node; // Index into the URLs of the sandbox
};
constexpr Address Addresses[] = {
    {"localhost:6379", SandboxTopology::Standalone, 0},
    {"primary.example:6379", SandboxTopology::Replica, 0},
    {"sentinel-1.example:26379", SandboxTopology::Sentinel, 0},
    {"sentinel-2.example:26379", SandboxTopology::Sentinel, 1},
    {"cluster-1.example:6379", SandboxTopology::Cluster, 0},
    {"cluster-2.example:6379", SandboxTopology::Cluster, 1},
    {"node-1.example:6379", SandboxTopology::RedLock, 0},
    {"node-2.example:6379", SandboxTopology::RedLock, 1},
    {"node-3.example:6379", SandboxTopology::RedLock, 2},
    {"node-4.example:6379", SandboxTopology::RedLock, 3},
    {"node-5.example:6379", SandboxTopology::RedLock, 4},
};
// Other names to replace. The programs are in PATH here.
constexpr const char *ProgramsFolder = "build/bin/";
constexpr const char *SentinelsMaster = "mymaster";
constexpr const char *UnixSocket = "/run/redis/redis.sock";
// A server with TLS and a password, without demo locks.
constexpr const char *TlsAddress = "secure.example:6380";
constexpr const char *TlsAuthority = "/etc/ssl/redis-ca.pem";
constexpr const char *TlsPassword = "correct-horse";

// Blocks that are not run here, by document and first line. The document states the reason, and what checks
// the block instead, in the comment before it.
const QSet<std::pair<QString, QString>> NotRun{
    {QStringLiteral("README.md"), QStringLiteral("./installer/run")},
    {QStringLiteral("README.md"), QStringLiteral("./installer/package")},
    {QStringLiteral("resources/docs/building.md"),
     QStringLiteral("cmake --preset dev && cmake --build --preset dev && ctest --preset dev")},
    {QStringLiteral("resources/docs/building.md"),
     QStringLiteral(
         "cmake --build --preset dev --target lockscope_tests_core && build-dev/tests/core tst_verdict")},
    {QStringLiteral("resources/docs/building.md"),
     QStringLiteral("ctest --preset dev -L core                     # one folder")},
    {QStringLiteral("resources/docs/building.md"),
     QStringLiteral("cmake --build --preset release --target bench_NAME && build/bin/bench_NAME")},
    {QStringLiteral("resources/docs/building.md"),
     QStringLiteral("cmake --preset asan && cmake --build --preset asan --target lockscope_fuzz && mkdir -p"
                    " build-asan/found && build-asan/tests/fuzz keys build-asan/found -max_total_time=3600")},
    {QStringLiteral("resources/docs/building.md"), QStringLiteral("tests/tsan/run -L ui")},
    {QStringLiteral("resources/docs/building.md"), QStringLiteral("tests/bench/start --peers build/peers")},
    {QStringLiteral("resources/docs/locks.md"),
     QStringLiteral("ctest --preset release -R interop/truth            # all clients")},
};

// A working folder, with servers at the addresses used in its commands.
class Place
{
public:
    Place() = default;
    ~Place()
    {
        for (const auto &sandbox : m_sandboxes) { // Each removes its files
            sandbox->process.terminate();
            sandbox->process.waitForFinished();
        }
    }

    // Empty: ready; otherwise what is missing.
    QString prepare(const QString &text)
    {
        if (!m_folder.isValid() || !QDir(path()).mkpath(QStringLiteral("bin")))
            return QStringLiteral("no temporary folder");
        for (const Address &address : Addresses) {
            const QString name = QString::fromLatin1(address.documented);
            if (!text.contains(name))
                continue;
            const QStringList real = addressesOf(address.topology);
            if (address.node >= size_t(real.size()))
                return name + QStringLiteral(": the sandbox did not start");
            meet(name, real[qsizetype(address.node)]);
        }
        if (text.contains(QLatin1String(UnixSocket)))
            addressesOf(SandboxTopology::Standalone);
        if (text.contains(QLatin1String(TlsAddress)) && !startWithTls())
            return QStringLiteral("no server with TLS");
        return writePrograms() ? QString() : QStringLiteral("no programs");
    }

    Ended run(const QString &script) const
    {
        QProcess shell;
        shell.setProcessEnvironment(environment());
        shell.setWorkingDirectory(path());
        shell.setProcessChannelMode(QProcess::MergedChannels); // As on a terminal
        shell.start(QStringLiteral("sh"), {QStringLiteral("-c"), QStringLiteral("%1\n").arg(asHere(script))});
        shell.closeWriteChannel();
        if (!shell.waitForFinished(120'000))
            return {.err = "did not end within 120 s"};
        return {.status = shell.exitCode(), .out = shell.readAll()};
    }

    bool keep(const QString &name, const QString &text) const { return write(name, asHere(text)); }

private:
    QString path() const { return m_folder.path(); }

    bool write(const QString &name, const QString &text) const
    {
        const QString file = path() + QLatin1Char('/') + name;
        QDir().mkpath(QFileInfo(file).path());
        QFile opened(file);
        return opened.open(QIODevice::WriteOnly) && opened.write(text.toUtf8()) > 0;
    }

    // Only the program's own sandbox has the demo locks.
    QStringList addressesOf(SandboxTopology topology)
    {
        if (const auto known = m_addresses.find(topology); known != m_addresses.end())
            return known->second;
        auto program =
            std::make_unique<Program>(QByteArrayList{"--json", "sandbox", "--no-password", name(topology)});
        const QDeadlineTimer patience(30000);
        while (!program->said("\n")) {
            if (!program->process.waitForReadyRead(int(patience.remainingTime())))
                return {};
        }
        const QString said = QString::fromUtf8(program->output());
        static const QRegularExpression address(QStringLiteral("[0-9.]+:[0-9]+"));
        static const QRegularExpression socket(QStringLiteral("unix://([^\"]+)"));
        QStringList all;
        for (auto found = address.globalMatch(said); found.hasNext();)
            all << found.next().captured();
        if (const auto found = socket.match(said); found.hasMatch())
            m_replaced.append({QString::fromLatin1(UnixSocket), found.captured(1)});
        if (topology == SandboxTopology::Sentinel) {
            m_replaced.append(
                {QString::fromLatin1(SentinelsMaster), QString::fromLatin1(SandboxDeployment::MasterName)});
        }
        m_sandboxes.push_back(std::move(program));
        m_addresses[topology] = all;
        return all;
    }

    void meet(const QString &documented, const QString &real)
    {
        m_replaced.append({documented, real});
        // The form in a saved connection.
        const QString saved = QStringLiteral("\"host\": \"%1\", \"port\": %2");
        m_replaced.append(
            {saved.arg(documented.section(QLatin1Char(':'), 0, 0), documented.section(QLatin1Char(':'), 1)),
             saved.arg(real.section(QLatin1Char(':'), 0, 0), real.section(QLatin1Char(':'), 1))});
    }

    bool startWithTls()
    {
        auto started = SandboxDeployment::start(
            SandboxTopology::Standalone,
            {.tls = SandboxTls::Clients, .password = QString::fromLatin1(TlsPassword)});
        if (!started)
            return false;
        m_secure = std::move(*started);
        const ConnectionSpec spec = m_secure->node(0).tls();
        m_replaced.append({QString::fromLatin1(TlsAddress),
                           QStringLiteral("127.0.0.1:%1").arg(m_secure->node(0).tlsPort())});
        m_replaced.append({QString::fromLatin1(TlsAuthority), spec.tls.caFile});
        return true;
    }

    // The window saves a snapshot, because it then exits.
    bool writePrograms() const
    {
        const QString window = QStringLiteral(LOCKSCOPE_BINARY_DIR "/lockscope");
        const QString script =
            QFile::exists(window)
                ? QStringLiteral("#!/bin/sh\nexec '%1' --snapshot picture.png \"$@\"\n").arg(window)
                : QStringLiteral("#!/bin/sh\n"); // Built without the window
        return write(QStringLiteral("bin/lockscope"), script) &&
               QFile::setPermissions(path() + QStringLiteral("/bin/lockscope"),
                                     QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }

    QProcessEnvironment environment() const
    {
        QProcessEnvironment result = QProcessEnvironment::systemEnvironment();
        result.remove(QStringLiteral("XDG_CONFIG_HOME"));
        result.insert(QStringLiteral("HOME"), path());
        result.insert(QStringLiteral("XDG_RUNTIME_DIR"), path());
        result.insert(QStringLiteral("PATH"), path() + QStringLiteral("/bin:" LOCKSCOPE_BINARY_DIR ":") +
                                                  result.value(QStringLiteral("PATH")));
        return result;
    }

    QString asHere(QString text) const
    {
        text.remove(QLatin1String(ProgramsFolder));
        for (const auto &[documented, real] : m_replaced)
            text.replace(documented, real);
        return text;
    }

    QTemporaryDir m_folder;
    QList<std::pair<QString, QString>> m_replaced;
    std::map<SandboxTopology, QStringList> m_addresses;
    std::vector<std::unique_ptr<Program>> m_sandboxes;
    std::unique_ptr<SandboxDeployment> m_secure;
};

constexpr const char *Mark = "----- the next command -----";

// Prints a mark before each command, to separate their outputs.
QString consoleScript(const QList<Shown> &all)
{
    QString script;
    for (const Shown &shown : all)
        script += QStringLiteral("lockscope_status=$?; echo '%1'; (exit $lockscope_status)\n%2\n")
                      .arg(QLatin1String(Mark), shown.command);
    return script;
}

// The first difference to the document; empty: none.
QString notAsShown(const QList<Shown> &all, const QByteArray &output)
{
    const QStringList parts = QString::fromUtf8(output).split(QLatin1String(Mark) + QLatin1Char('\n'));
    if (parts.size() != all.size() + 1)
        return QStringLiteral("%1 commands, and %2 were run").arg(all.size()).arg(parts.size() - 1);
    for (qsizetype i = 0; i < all.size(); ++i) {
        const QString missing = missingFrom(parts[i + 1].split(QLatin1Char('\n')), all[i].output);
        if (!missing.isEmpty())
            return all[i].command + QStringLiteral(": there is no line as this: ") + missing;
    }
    return {};
}

// The problem; empty: none.
QString fails(const Block &block, const Place &place)
{
    for (const QString &first : block.noted(QStringLiteral("test: before"))) {
        if (const Ended ended = place.run(first); ended.status != 0)
            return first + QLatin1Char('\n') + QString::fromUtf8(ended.told());
    }
    const bool console = block.language == QLatin1String("console");
    const QList<Shown> shown = console ? shownIn(block) : QList<Shown>();
    const Ended ended = place.run(console ? consoleScript(shown)
                                          : QStringLiteral("set -e\n") + block.lines.join(QLatin1Char('\n')));
    const QStringList status = block.noted(QStringLiteral("test: status"));
    if (ended.status != (status.isEmpty() ? 0 : status.first().toInt()))
        return QString::fromUtf8(ended.told());
    const QString missing = console ? notAsShown(shown, ended.out) : QString();
    return missing.isEmpty() ? QString() : missing + QLatin1Char('\n') + QString::fromUtf8(ended.told());
}

} // namespace

class TestDocuments final : public QObject
{
    Q_OBJECT

private slots:
    void aDifferenceIsSeen_data();
    void aDifferenceIsSeen();
    void commandsDoWhatIsSaid_data();
    void commandsDoWhatIsSaid();
    void whatIsNotRunIsListed();
};

void TestDocuments::aDifferenceIsSeen_data()
{
    QTest::addColumn<QString>("shown");
    QTest::addColumn<bool>("same");
    QTest::newRow("as it is") << "lock:a  rlock  9.5 s\nthe end" << true;
    QTest::newRow("another time, other columns") << "lock:a rlock 19 s\nthe end" << true;
    QTest::newRow("a line left out") << "the end" << true;
    QTest::newRow("a part left out") << "lock:a …" << true;
    QTest::newRow("the other order") << "the end\nlock:a  rlock  9.5 s" << false;
    QTest::newRow("another key") << "lock:b  rlock  9.5 s" << false;
    QTest::newRow("a part of a line") << "lock:a" << false;
    QTest::newRow("twice") << "the end\nthe end" << false;
}

void TestDocuments::aDifferenceIsSeen()
{
    QFETCH(QString, shown);
    QFETCH(bool, same);
    const QStringList output{QStringLiteral("lock:a  rlock  9.5 s"), QString(), QStringLiteral("the end")};
    QCOMPARE(missingFrom(output, shown.split(QLatin1Char('\n'))).isEmpty(), same);
}

void TestDocuments::commandsDoWhatIsSaid_data()
{
    QStringList paths;
    for (const QString &path : userDocuments()) {
        const QList<Block> blocks = blocksOf(textOf(top() + path));
        if (!isTranslation(path) && std::any_of(blocks.begin(), blocks.end(), [](const Block &block) {
                return block.isCommands() && block.noted(QStringLiteral("not run:")).isEmpty();
            }))
            paths << path;
    }
    QVERIFY(paths.contains(QStringLiteral("README.md")));
    addRows(paths);
}

void TestDocuments::commandsDoWhatIsSaid()
{
    QFETCH(QString, path);
    const QList<Block> blocks = blocksOf(textOf(top() + path));
    QString all;
    for (const Block &block : blocks)
        all += block.lines.join(QLatin1Char('\n')) + block.notes.join(QLatin1Char('\n'));
    Place place;
    QCOMPARE(place.prepare(all), QString());
    for (const Block &block : blocks) {
        if (!block.noted(QStringLiteral("not run:")).isEmpty())
            continue;
        for (const QString &file : block.noted(QStringLiteral("test: file")))
            QVERIFY(place.keep(file, block.lines.join(QLatin1Char('\n')) + QLatin1Char('\n')));
        const QString wrong = block.isCommands() ? fails(block, place) : QString();
        QVERIFY2(wrong.isEmpty(),
                 qPrintable(QStringLiteral("%1:%2: %3").arg(path).arg(block.line).arg(wrong)));
    }
}

void TestDocuments::whatIsNotRunIsListed()
{
    QSet<std::pair<QString, QString>> found;
    for (const QString &path : userDocuments()) {
        if (isTranslation(path))
            continue;
        for (const Block &block : blocksOf(textOf(top() + path))) {
            if (!block.noted(QStringLiteral("not run:")).isEmpty())
                found.insert({path, block.lines.value(0)});
        }
    }
    for (const auto &[path, line] : found)
        QVERIFY2(NotRun.contains({path, line}), qPrintable(path + QStringLiteral(": ") + line));
    for (const auto &[path, line] : NotRun)
        QVERIFY2(found.contains({path, line}), qPrintable(path + QStringLiteral(": ") + line));
}

LOCKSCOPE_TEST(TestDocuments)

} // namespace tst_documents

#include "tst_documents.moc"
