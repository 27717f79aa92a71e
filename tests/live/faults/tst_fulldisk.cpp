// SPDX-License-Identifier: GPL-3.0-or-later
// The disk with the audit log is full. See resources/docs/faults.md.

#include "core/lab/sandbox/sandboxdeployment.h"
#include "tests/live/smalldisk.h"
#include "tests/support/heldlock.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTemporaryDir>
#include <QTest>

namespace tst_fulldisk
{

using namespace lockscope;
using namespace lockscope::test;

class tst_FullDisk : public QObject
{
    Q_OBJECT

private slots:
    void whatCannotBeRecordedIsSaid();
};

void tst_FullDisk::whatCannotBeRecordedIsSaid()
{
    auto started = SandboxDeployment::start(SandboxTopology::Standalone);
    VERIFY_OK(started);
    const SandboxServer &server = (*started)->node(0);
    for (const char *key : {"lock:a", "lock:b", "lock:c", "lock:d"})
        VERIFY_OK(hold(server, key, Alice));
    const QTemporaryDir folder;
    const QString disk = folder.path();
    const QByteArray url = connectionUrl(server.spec()).toUtf8();
    const QByteArray cli =
        '\'' + QFile::encodeName(programPath()) + "' --config-dir '" + QFile::encodeName(disk) + "' ";
    const auto release = [&](const QByteArray &where, const QByteArray &key) {
        return cli + where + " release " + key + " --owner " + Alice + " --reason test; echo status $?\n";
    };
    const QByteArray profile =
        R"({"version": 2, "profiles": [{"name": "prod", "host": "127.0.0.1", "port": )" +
        QByteArray::number(server.port()) + R"(, "read_only": false, "environment": "production"}]})";
    const QByteArray fill = "dd if=/dev/zero of='" + QFile::encodeName(disk) + "/filler' bs=1k 2>/dev/null\n";
    const QByteArray direct = "-u '" + url + "'";
    const Ended ended =
        onASmallDisk(disk, QStringLiteral("400k"),
                     "cat > '" + QFile::encodeName(disk) + "/profiles.json' <<'END'\n" + profile + "\nEND\n" +
                         release(direct, "lock:a") + fill + release(direct, "lock:b") +
                         release("--profile prod", "lock:c --confirm lock:c") + "rm '" +
                         QFile::encodeName(disk) + "/filler'\n" + release(direct, "lock:d") + cli +
                         "audit --verify; echo status $?\n" + cli + "audit; true\n");
    if (isWithoutSmallDisk(ended))
        QSKIP("no mount namespace here");
    // Recorded; not recorded, done and said; on production refused; afterwards as before, with an intact log.
    QByteArrayList statuses; // "status N" is printed after each run
    for (const QByteArray &line : ended.out.split('\n')) {
        if (line.startsWith("status "))
            statuses += line.mid(7);
    }
    QVERIFY2(statuses == QByteArrayList({"0", "0", "5", "0", "0"}), ended.told().constData());
    QVERIFY2(ended.out.count("this action is not in the audit log") == 2, ended.told().constData());
    QVERIFY2(ended.out.contains("lock:a") && ended.out.contains("lock:d"), ended.told().constData());
    QCOMPARE(ownerOn(server, "lock:b"), QByteArray());
    QCOMPARE(ownerOn(server, "lock:c"), Alice);
}

LOCKSCOPE_TEST(tst_FullDisk)

} // namespace tst_fulldisk

#include "tst_fulldisk.moc"
