// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/values/connection/readcommands.h"
#include "tests/support/uirunner.h"
#include "ui/help/commandpalette.h"

#include <QAction>
#include <QLineEdit>
#include <QProcess>
#include <QTest>
#include <QTreeWidget>

namespace tst_lockcommands
{

using namespace lockscope;

class tst_LockCommands : public QObject
{
    Q_OBJECT

private slots:
    // A shell proves the quoting: it must turn the word back into the bytes.
    void everyShellReadsTheBytesBack_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("plain") << QByteArray("lock:order:77");
        QTest::newRow("blank") << QByteArray("two words");
        QTest::newRow("quotes") << QByteArray("it's \"$HOME\" `x` \\ !");
        QTest::newRow("glob") << QByteArray("*?[a]{b}");
        QTest::newRow("empty") << QByteArray("");
        QTest::newRow("utf-8") << QByteArray("\xe9\x94\x81:1");
        QTest::newRow("binary") << QByteArray("\xff\x01%s\\'\"\x80"
                                              "1");
        QTest::newRow("leading minus") << QByteArray("-n");
    }
    void everyShellReadsTheBytesBack()
    {
        QFETCH(QByteArray, bytes);
        QProcess shell;
        shell.start(QStringLiteral("/bin/sh"),
                    {QStringLiteral("-c"), QStringLiteral("printf '%s' ") + shellQuotedBytes(bytes)});
        QVERIFY(shell.waitForFinished());
        QCOMPARE(shell.readAllStandardOutput(), bytes);
    }

    void theCommandsNeverHoldThePassword()
    {
        ConnectionSpec spec;
        spec.host = QStringLiteral("h");
        spec.user = QStringLiteral("u");
        spec.password = QStringLiteral("secret");
        spec.db = 3;
        spec.tls = {.enabled = true, .verifyPeer = false, .caFile = QStringLiteral("/c a")};
        QCOMPARE(redisCli(spec),
                 QStringLiteral("redis-cli -h h -p 6379 --user u -n 3 --tls --cacert '/c a' --insecure"));
        spec.socketPath = QStringLiteral("/s");
        QVERIFY(redisCli(spec).startsWith(QStringLiteral("redis-cli -s /s ")));
    }

    void eachTypeIsReadInItsWay()
    {
        Lock lock;
        lock.key.bytes = "k";
        ConnectionSpec spec;
        spec.host = QStringLiteral("h");
        lock.type = ValueType::String;
        QCOMPARE(readCommands(lock, spec), (QStringList{QStringLiteral("redis-cli -h h -p 6379 GET k"),
                                                        QStringLiteral("redis-cli -h h -p 6379 PTTL k")}));
        lock.type = ValueType::Hash;
        QVERIFY(readCommands(lock, spec).first().contains(QStringLiteral("HGETALL")));
        lock.key.bytes = QByteArray("a\0b", 3);
        QVERIFY(readCommands(lock, spec).first().startsWith(u'#'));
    }

    void thePaletteRunsWhatItFinds()
    {
        QAction rescan(QStringLiteral("Rescan")), quit(QStringLiteral("Quit")), off(QStringLiteral("Resume"));
        off.setEnabled(false);
        bool ran = false;
        connect(&rescan, &QAction::triggered, this, [&] { ran = true; });
        auto *palette = new CommandPalette({&quit, &off, &rescan}, nullptr); // Deletes itself
        palette->show();
        QCOMPARE(palette->list()->topLevelItemCount(), 3);
        QTest::keyClicks(palette->edit(), QStringLiteral("res"));
        QCOMPARE(palette->list()->topLevelItemCount(), 2);
        // A disabled command is listed but does not run, and no other one runs in its place.
        QCOMPARE(palette->list()->currentItem()->text(0), QStringLiteral("Resume"));
        QTest::keyClick(palette->edit(), Qt::Key_Return);
        QVERIFY(palette->isVisible() && !ran);
        QTest::keyClick(palette->edit(), Qt::Key_Down);
        QCOMPARE(palette->list()->currentItem()->text(0), QStringLiteral("Rescan"));
        QTest::keyClick(palette->edit(), Qt::Key_Return);
        QTRY_VERIFY(ran);
    }

    void thePaletteSaysThatNothingMatches()
    {
        QAction quit(QStringLiteral("Quit"));
        auto *palette = new CommandPalette({&quit}, nullptr); // Deletes itself
        palette->show();
        QTest::keyClicks(palette->edit(), QStringLiteral("xyzzy"));
        QCOMPARE(palette->list()->topLevelItemCount(), 1);
        QCOMPARE(palette->list()->topLevelItem(0)->text(0), QStringLiteral("No command matches \"xyzzy\""));
        QTest::keyClick(palette->edit(), Qt::Key_Return);
        QVERIFY(palette->isVisible()); // Nothing ran
        palette->edit()->clear();
        QCOMPARE(palette->list()->currentItem()->text(0), QStringLiteral("Quit"));
        palette->reject();
    }

    void thePaletteForgetsCommandsThatAreDeleted()
    {
        auto gone = std::make_unique<QAction>(QStringLiteral("Connect to a"));
        QAction quit(QStringLiteral("Quit"));
        auto *palette = new CommandPalette({gone.get(), &quit}, nullptr); // Deletes itself
        palette->show();
        QCOMPARE(palette->list()->currentItem()->text(0), QStringLiteral("Connect to a"));
        gone.reset();
        QTest::keyClick(palette->edit(), Qt::Key_Return);
        QVERIFY(palette->isVisible()); // Nothing ran
        QCOMPARE(palette->list()->topLevelItemCount(), 1);
        QCOMPARE(palette->list()->currentItem()->text(0), QStringLiteral("Quit"));
        palette->reject();
    }

    void lettersInOrderAreEnough()
    {
        QVERIFY(paletteRank(QStringLiteral("Copy as text"), QStringLiteral("cat")).has_value());
        QVERIFY(!paletteRank(QStringLiteral("Copy as text"), QStringLiteral("tac")).has_value());
        QVERIFY(*paletteRank(QStringLiteral("Rescan"), QStringLiteral("scan")) <
                *paletteRank(QStringLiteral("Rescan"), QStringLiteral("rsn")));
    }
};

LOCKSCOPE_UI_TEST(tst_LockCommands)

} // namespace tst_lockcommands

#include "tst_lockcommands.moc"
