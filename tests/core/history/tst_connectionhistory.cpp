// SPDX-License-Identifier: GPL-3.0-or-later
// The history file of a saved connection whose servers are changed, or whose name another connection gets.
#include "core/history/connectionhistory.h"
#include "tests/core/history/historystoretest.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QDir>

namespace tst_connectionhistory
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

constexpr auto Orders = "redis://orders:6379";
constexpr auto Stock = "redis://stock:6379";

class TestConnectionHistory : public HistoryStoreTest
{
    Q_OBJECT

private slots:
    void init() { start(); }
    void thatOfOtherServersIsSetAside();
    void thatOfUnknownServersIsContinued();
    void aReaderKeepsItInPlace();

private:
    QStringList files() const
    {
        return QDir(m_folder->path()).entryList({QStringLiteral("*.sqlite")}, QDir::Files, QDir::Name);
    }
    // Writes one hold of lock:a.
    void write(const QByteArray &servers, const QByteArray &owner)
    {
        auto store = openHistoryOf(file(), servers);
        VERIFY_OK(store);
        VERIFY_OK((*store)->append({lockEvent(EventKind::Acquired, "lock:a", owner, 0ms),
                                    lockEvent(EventKind::Released, "lock:a", owner, 5s, 5s)}));
        VERIFY_OK((*store)->commit());
    }
    static QByteArrayList ownersIn(const QString &file)
    {
        QByteArrayList owners;
        HistoryReader reader(file);
        if (!reader.openForReading().ok())
            return {"unreadable"};
        const auto events = reader.lockEvents({"lock:a"}, 100);
        for (const LockEvent &event : events ? events->events : std::vector<LockEvent>())
            owners << event.owner.bytes;
        return owners;
    }
};

void TestConnectionHistory::thatOfOtherServersIsSetAside()
{
    write(Orders, "me");
    write(Stock, "you");
    write(Stock, "you too");
    const QStringList both = files();
    QCOMPARE(both.size(), 2);
    QVERIFY2(both[0].startsWith(QLatin1String("history until ")), qPrintable(both[0]));
    QCOMPARE(ownersIn(m_folder->filePath(both[0])), QByteArrayList({"me", "me"}));
    QCOMPARE(ownersIn(file()), QByteArrayList({"you", "you", "you too", "you too"}));
    write(Orders, "me again"); // Perhaps within the same second
    QCOMPARE(files().size(), 3);
}

void TestConnectionHistory::thatOfUnknownServersIsContinued()
{
    write({}, "me");
    write(Orders, "you");
    QCOMPARE(files().size(), 1);
    QCOMPARE(ownersIn(file()), QByteArrayList({"me", "me", "you", "you"}));
    write(Stock, "they"); // By now it is known whose it was
    QCOMPARE(files().size(), 2);
    QCOMPARE(ownersIn(file()), QByteArrayList({"they", "they"}));
}

void TestConnectionHistory::aReaderKeepsItInPlace()
{
    write(Orders, "me");
    {
        HistoryReader reader(file());
        VERIFY_OK(reader.openForReading());
        const auto store = openHistoryOf(file(), Stock);
        QVERIFY(!store);
        QCOMPARE(store.failure().kind, ErrorKind::Busy);
    }
    write(Stock, "you");
    QCOMPARE(files().size(), 2);
    QCOMPARE(ownersIn(file()), QByteArrayList({"you", "you"}));
}

LOCKSCOPE_TEST(TestConnectionHistory)

} // namespace tst_connectionhistory

#include "tst_connectionhistory.moc"
