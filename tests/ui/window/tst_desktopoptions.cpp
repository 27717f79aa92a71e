// SPDX-License-Identifier: GPL-3.0-or-later
// The command line of the desktop program, reproduced for the next start.
#include "app/desktop/options.h"
#include "tests/support/runner.h"

#include <QTest>

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

    void linkAndLanguageAreForOneStart()
    {
        DesktopOptions options;
        options.link = fromUrl(QStringLiteral("redis://one"));
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
    }
};

LOCKSCOPE_TEST(tst_DesktopOptions)

} // namespace tst_desktopoptions

#include "tst_desktopoptions.moc"
