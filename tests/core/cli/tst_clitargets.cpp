// SPDX-License-Identifier: GPL-3.0-or-later
// Which servers the arguments name, and where passwords come from and go.

#include "app/cli/run/target.h"
#include "app/hidepasswords.h"
#include "tests/core/cli/parsedwords.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTemporaryDir>
#include <QTest>

namespace tst_clitargets
{

using namespace lockscope;
using namespace lockscope::cli;
using namespace lockscope::test;
using namespace std::chrono_literals;

class tst_CliTargets : public QObject
{
    Q_OBJECT

private slots:
    void targets();
    void passwords();
    void passwordsAreHidden();
};

void tst_CliTargets::targets()
{
    const auto usual = findTarget(*parse({"scan"}), {});
    QVERIFY(usual.ok());
    QCOMPARE(usual->spec.node().bytes, "127.0.0.1:6379");
    QVERIFY(!usual->spec.readOnly);
    QCOMPARE(usual->spec.clientName, QStringLiteral("lockscope-cli"));

    const auto url = findTarget(*parse({"scan", "-u", "rediss://ann:s3cret@h:7000/3", "--read-only",
                                        "--timeout", "2s", "--pattern", "x*"}),
                                {});
    QVERIFY(url.ok());
    QCOMPARE(url->spec.host, QStringLiteral("h"));
    QCOMPARE(url->spec.port, quint16(7000));
    QCOMPARE(url->spec.db, 3);
    QVERIFY(url->spec.tls.enabled && url->spec.readOnly);
    QVERIFY(url->spec.connectTimeout == 2s && url->spec.commandTimeout == 2s);
    QCOMPARE(url->spec.patterns, QList<QByteArray>{"x*"});

    const auto group = findTarget(
        *parse({"scan", "-u", "redis://a", "--url=redis://b:1", "--timeout", "2s", "--pattern", "x*"}), {});
    VERIFY_OK(group);
    QVERIFY(group->spec.topology == Topology::RedLock);
    QCOMPARE(group->spec.members.size(), size_t(2));
    for (const ConnectionSpec &member : group->spec.members) {
        QVERIFY(!member.readOnly && member.commandTimeout == 2s);
        QCOMPARE(member.patterns, QList<QByteArray>{"x*"});
        QCOMPARE(member.clientName, QStringLiteral("lockscope-cli"));
    }
    const auto second = findTarget(*parse({"scan", "-u", "redis://a", "-u", "nonsense"}), {});
    VERIFY_FAILS(second, ErrorKind::BadInput);
    QVERIFY2(second.failure().text.contains(QStringLiteral("member 2: it does not start")),
             qPrintable(second.failure().line()));

    for (const char *bad : {"redis://", "http://h", "redis://h:99999", "redis://h/notadb", "sentinel://h:1",
                            "cluster://h:1,", "redis://h:x", "nonsense"}) {
        const auto target = findTarget(*parse({"scan", "-u", bad}), {});
        QVERIFY2(!target.ok(), bad);
        QVERIFY2(!target.failure().text.isEmpty(), bad);
    }
}

void tst_CliTargets::passwords()
{
    QTemporaryDir dir;
    const QString fileName = dir.filePath(QStringLiteral("secret"));
    QFile file(fileName);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("from file\r\nsecond line\n");
    file.close();
    file.setPermissions(QFile::ReadOwner);
    const QByteArray name = QFile::encodeName(fileName);

    const EnvironmentPasswords environment{QStringLiteral("from env"), QStringLiteral("sentinel's")};
    const auto found = [&](const Words &words) { return findTarget(*parse(words), environment); };
    QCOMPARE(found({"scan"})->spec.password, QStringLiteral("from env"));
    QCOMPARE(found({"scan", "-u", "redis://:from%20url@h"})->spec.password, QStringLiteral("from url"));
    const auto fromFile = found({"scan", "--password-file", name});
    QVERIFY(fromFile.ok());
    QCOMPARE(fromFile->spec.password, QStringLiteral("from file"));
    QVERIFY(fromFile->warnings.isEmpty());

    const auto sentinel = found({"scan", "-u", "sentinel://h/m"});
    QCOMPARE(sentinel->spec.password, QStringLiteral("from env"));
    QCOMPARE(sentinel->spec.sentinel.password, QStringLiteral("sentinel's"));
    const auto group = found(
        {"scan", "-u", "redis://:own@a", "-u", "sentinel://b/m?sentinelpassword=own", "-u", "cluster://c"});
    QCOMPARE(group->spec.members[0].password, QStringLiteral("own"));
    QVERIFY(group->spec.members[0].sentinel.password.isEmpty());
    QCOMPARE(group->spec.members[1].password, QStringLiteral("from env"));
    QCOMPARE(group->spec.members[1].sentinel.password, QStringLiteral("own"));
    QCOMPARE(group->spec.members[2].password, QStringLiteral("from env"));
    QVERIFY(group->spec.password.isEmpty());

    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ReadOther);
    const auto loose = findTarget(*parse({"scan", "--password-file", name}), {});
    QCOMPARE(loose->warnings.size(), 1);
    QVERIFY(!findTarget(*parse({"scan", "--password-file", name + "x"}), {}).ok());
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    file.close();
    QVERIFY(!findTarget(*parse({"scan", "--password-file", name}), {}).ok());
}

void tst_CliTargets::passwordsAreHidden()
{
    const auto hidden = [](QByteArray word) {
        QByteArray program("lockscope-cli");
        char *words[] = {program.data(), word.data(), nullptr};
        hidePasswords(2, words);
        return word;
    };
    QCOMPARE(hidden("redis://ann:secret@h:1/2"), "redis://ann:******@h:1/2");
    QCOMPARE(hidden("--url=redis://secret@h"), "--url=redis://******@h");
    QCOMPARE(hidden("redis://:p@ss@h"), "redis://:****@h");
    QCOMPARE(hidden("redis://:p/s?s=@h"), "redis://:******@h");
    QCOMPARE(hidden("redis://h?ssh=ann@b:22"), "redis://h?ssh=ann@b:22");
    QCOMPARE(hidden("redis://a:b@h?ssh=ann@b:22"), "redis://a:*@h?ssh=ann@b:22");
    QCOMPARE(hidden("redis://h?proxy=http://ann:secret@b:1&db=1"),
             "redis://h?proxy=http://ann:******@b:1&db=1");
    QCOMPARE(hidden("redis://h?proxy=http%3A%2F%2Fann%3Asecret%40b"),
             "redis://h?proxy=" + QByteArray(29, '*'));
    QCOMPARE(hidden("redis://x@h?proxy=socks5://b:1"), "redis://*@h?proxy=socks5://b:1");
    QCOMPARE(hidden("sentinel://:x@h,i/m?sentinelpassword=secret&sentineluser=ann"),
             "sentinel://:*@h,i/m?sentinelpassword=******&sentineluser=ann");
    QCOMPARE(hidden("--url=sentinel://h/m?sentinelpassword="), "--url=sentinel://h/m?sentinelpassword=");
    QCOMPARE(hidden("redis://:x@h redis://i redis://a:y@j?db=1"),
             "redis://:*@h redis://i redis://a:*@j?db=1");
    QCOMPARE(hidden("redis://h:1/2"), "redis://h:1/2");
    QCOMPARE(hidden("scan"), "scan");
}

LOCKSCOPE_TEST(tst_CliTargets)

} // namespace tst_clitargets

#include "tst_clitargets.moc"
