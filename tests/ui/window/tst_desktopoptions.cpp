// SPDX-License-Identifier: GPL-3.0-or-later
// The command line of the desktop program, reproduced for the next start.
#include "app/desktop/options.h"
#include "tests/support/runner.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>

namespace tst_desktopoptions
{

using namespace lockscope;

namespace
{

ConnectionSpec fromUrl(const QString &url)
{
    const auto spec = parseConnectionUrl(url);
    return spec ? *spec : ConnectionSpec{};
}

// As passed to main(), with the program name first.
Outcome<DesktopOptions> readAgain(const DesktopOptions &options)
{
    return parseOptions(QStringList{QStringLiteral("lockscope")} + commandLine(options).arguments);
}

} // namespace

class tst_DesktopOptions : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QFile recording(file());
        QVERIFY(m_folder.isValid() && recording.open(QIODevice::WriteOnly));
    }

    void isReadAsItWasWritten()
    {
        DesktopOptions options;
        options.configDir = QStringLiteral("/tmp/a b");
        options.profile = QStringLiteral("-prod");
        options.patterns = {"a*", "-b", "锁:*"};
        options.readOnly = true;
        options.newWindow = true;
        const auto read = readAgain(options);
        QVERIFY2(read.ok(), read.ok() ? "" : qPrintable(read.failure().line()));
        QCOMPARE(read->configDir, options.configDir);
        QCOMPARE(read->profile, options.profile);
        QCOMPARE(read->patterns, options.patterns);
        QVERIFY(read->readOnly && read->newWindow && !read->url && !read->sandbox);

        DesktopOptions sandbox;
        sandbox.sandbox = SandboxTopology::RedLock;
        QVERIFY(readAgain(sandbox)->sandbox == SandboxTopology::RedLock);
        QVERIFY(!readAgain(sandbox)->readOnly);
        DesktopOptions group;
        group.url = fromUrl(QStringLiteral("redis://a redis://b:2 redis://c"));
        QVERIFY(readAgain(group)->url == group.url);
    }

    void noPasswordInIt()
    {
        DesktopOptions options;
        options.url = fromUrl(QStringLiteral("rediss://me:geheim@one:7000/2"));
        const CommandLine line = commandLine(options);
        QCOMPARE(line.arguments, QStringList{QStringLiteral("--url=rediss://me:@one:7000/2")});
        QCOMPARE(line.password, QStringLiteral("geheim"));
    }

    void whatIsForOneStart()
    {
        DesktopOptions options;
        options.link = fromUrl(QStringLiteral("redis://one"));
        options.recording = QStringLiteral("/tmp/locks.lockscope");
        options.language = QStringLiteral("en");
        QCOMPARE(commandLine(options).arguments, QStringList());
    }

    void whatFits_data()
    {
        QTest::addColumn<QString>("url");
        QTest::addColumn<bool>("fits");
        const auto row = [](const char *url, bool fits) {
            QTest::newRow(url) << QString::fromLatin1(url) << fits;
        };
        row("redis://one:7000/2", true);
        row("rediss://me:geheim@one?cacert=/a&sni=b", true);
        row("unix:///run/redis.sock?db=1", true);
        row("redis://a redis://b:2 redis://c", true);
        row("cluster://:geheim@a:1,b:2", true);
        row("sentinel://:geheim@a:1,b:2/orders?sentineluser=u", true);
        row("redis://one?ssh=me@two", true);
        // Passwords that no environment variable can carry.
        row("redis://:geheim@a redis://b redis://c", false);
        row("sentinel://a:1/orders?sentineluser=u&sentinelpassword=geheim", false);
        row("redis://one?proxy=socks5://me:geheim@two:1080", false);
    }
    void whatFits()
    {
        QFETCH(QString, url);
        QFETCH(bool, fits);
        ConnectionSpec spec = fromUrl(url);
        QVERIFY(!spec.host.isEmpty() || !spec.socketPath.isEmpty() || !spec.members.empty());
        QCOMPARE(fitsCommandLine(spec), fits);
        spec.patterns = {"a*"};
        spec.readOnly = false;
        QCOMPARE(fitsCommandLine(spec), fits);
        spec.patterns = {"\xff*"};
        QVERIFY(!fitsCommandLine(spec));
        spec.patterns.clear();
        spec.environment = Environment::Production;
        QVERIFY(!fitsCommandLine(spec));
    }

    void aLinkThatSaysNothingIsToldInTheWindow()
    {
        const auto options =
            parseOptions({QStringLiteral("lockscope"), QStringLiteral("redis://:geheim@x:nix")});
        QVERIFY(options.ok());
        QVERIFY(options->linkFault && !options->link);
        QVERIFY(!options->linkFault->line().contains(QStringLiteral("geheim")));
        QVERIFY(options->recording.isEmpty());
    }

    // FILE is a file that exists, URL the same as file:///…, FOLDER its folder.
    void aFileIsARecording_data()
    {
        QTest::addColumn<QStringList>("words");
        const auto row = [](const char *words) {
            QTest::newRow(words) << QString::fromLatin1(words).split(u' ');
        };
        row("FILE");
        row("URL");
        row("-- FILE");
        row("--new-window FILE");
        row("FILE --new-window --language=en --config-dir=/tmp");
    }
    void aFileIsARecording()
    {
        QFETCH(QStringList, words);
        const auto options = parse(words);
        QVERIFY2(options.ok(), options.ok() ? "" : qPrintable(options.failure().line()));
        QCOMPARE(options->recording, file());
        QVERIFY(!options->url && !options->link && !options->linkFault && !options->sandbox);
        QCOMPARE(options->newWindow, words.contains(QStringLiteral("--new-window")));
    }

    void aRelativePathIsKept()
    {
        const QString relative = QDir::current().relativeFilePath(file());
        QVERIFY(QFileInfo(relative).isRelative());
        const auto options = parse({relative});
        QVERIFY2(options.ok(), options.ok() ? "" : qPrintable(options.failure().line()));
        QCOMPARE(options->recording, relative);
    }

    void whatIsRefused_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char *words, const char *reason) {
            QTest::newRow(words) << QString::fromLatin1(words).split(u' ') << QString::fromLatin1(reason);
        };
        row("FILE FILE", "only one file");
        row("FILE URL", "only one file");
        for (const char *words : {"FILE redis://one", "FILE redis://x:nix", "FILE --url=redis://one",
                                  "FILE --profile=prod", "FILE --sandbox=standalone",
                                  "FILE --snapshot=picture.png", "FILE --read-only", "FILE --pattern=a*"})
            row(words, "a file cannot be combined with");
        row("FILE --page=audit", "--page requires --snapshot");
        row("--sandbox FILE", "unknown sandbox");
        row("absent.lockscope", "file absent.lockscope does not exist: use a recording");
        row("FOLDER/absent", "/absent does not exist: use a recording");
        row("file:///absent%20one", "file /absent one does not exist: use a recording");
        row("file://", "file:// does not exist: use a recording");
        row("FOLDER", " is a folder: use a recording");
        row("/dev/null", "/dev/null is not a regular file: use a recording");
        row("-x", "Unknown option 'x'");
        row("-- -x", "unknown option \"-x\"");
        row("-- -", "unknown option \"-\"");
        row("", "unknown option \"\"");
    }
    void whatIsRefused()
    {
        QFETCH(QStringList, words);
        QFETCH(QString, reason);
        const auto options = parse(words);
        QVERIFY(!options.ok());
        QCOMPARE(options.failure().kind, ErrorKind::BadInput);
        const QString line = options.failure().line();
        QVERIFY2(line.contains(reason), qPrintable(line));
    }

    void aFileThatCannotBeReadIsRefused()
    {
        QVERIFY(QFile::setPermissions(file(), {}));
        const bool hidden = !QFileInfo(file()).isReadable();
        const auto options = parse({QStringLiteral("FILE")});
        QVERIFY(QFile::setPermissions(file(), QFile::ReadOwner | QFile::WriteOwner));
        if (!hidden)
            QSKIP("root can read every file");
        QVERIFY(!options.ok());
        const QString line = options.failure().line();
        QVERIFY2(line.startsWith(QStringLiteral("cannot read %1: ").arg(file())), qPrintable(line));
    }

    void helpNamesBoth() { QVERIFY(helpText().contains(QStringLiteral("[LINK | FILE]"))); }

private:
    // With a blank, a percent sign and letters that a URL encodes.
    QString file() const { return m_folder.filePath(QStringLiteral("locks 100%25 锁.lockscope")); }

    Outcome<DesktopOptions> parse(QStringList words) const
    {
        for (QString &word : words) {
            if (word == QLatin1String("FILE"))
                word = file();
            else if (word == QLatin1String("URL"))
                word = QString::fromLatin1(QUrl::fromLocalFile(file()).toEncoded());
            else if (word.startsWith(QLatin1String("FOLDER")))
                word.replace(0, 6, m_folder.path());
        }
        return parseOptions(QStringList{QStringLiteral("lockscope")} + words);
    }

    QTemporaryDir m_folder;
};

LOCKSCOPE_TEST(tst_DesktopOptions)

} // namespace tst_desktopoptions

#include "tst_desktopoptions.moc"
