// SPDX-License-Identifier: GPL-3.0-or-later
// Widths of the columns of the list, as what is in it changes.

#include "tests/support/uirunner.h"
#include "ui/locks/lockcolumns.h"
#include "ui/locks/lockdelegate.h"
#include "ui/text/format.h"

#include <QHeaderView>
#include <QStandardItemModel>
#include <QTest>

namespace tst_lockcolumns
{

using namespace lockscope;

class tst_LockColumns : public QObject
{
    Q_OBJECT

    QStandardItemModel m_model{0, LockColumnCount};
    QHeaderView m_header{Qt::Horizontal};

    static int wide(const QString &text)
    {
        return QFontMetrics(QApplication::font()).horizontalAdvance(text);
    }
    static bool mayGive(int column)
    {
        return column == int(LockColumn::Owner) || column == int(LockColumn::Ttl);
    }
    int width(LockColumn column) const { return m_header.sectionSize(int(column)); }
    LockColumns::Widths widths() const
    {
        LockColumns::Widths widths{};
        for (int column = 0; column < LockColumnCount; ++column)
            widths[size_t(column)] = m_header.sectionSize(column);
        return widths;
    }
    static LockColumns::Needs needs()
    {
        LockColumns::Needs needs;
        needs.content.fill(wide(QStringLiteral("contended")));
        return needs;
    }

private slots:
    void init()
    {
        m_header.setModel(&m_model);
        m_header.setStretchLastSection(false);
    }

    void whatComesMovesNoColumn_data()
    {
        QTest::addColumn<int>("room");
        QTest::newRow("window of 1024") << 697;
        QTest::newRow("window of 1280") << 880;
        QTest::newRow("wide") << 1600;
    }
    void whatComesMovesNoColumn()
    {
        QFETCH(int, room);
        LockColumns columns(m_header);
        columns.setUp();
        columns.setShown(int(LockColumn::Node), false);
        columns.setShown(int(LockColumn::Renewals), false);
        columns.setShown(int(LockColumn::Client), false);
        LockColumns::Needs first;
        first.content[size_t(LockColumn::Verdict)] = wide(QStringLiteral("OKxxxxx"));
        first.content[size_t(LockColumn::Key)] = wide(QStringLiteral("latch:warehouse"));
        columns.widen(first);
        columns.fit(room);
        const LockColumns::Widths before = widths();
        LockColumns::Needs later = first;
        later.content[size_t(LockColumn::Verdict)] =
            wide(text::verdictCode("renewal-overdue") + QStringLiteral("xxx"));
        later.content[size_t(LockColumn::Held)] = wide(QStringLiteral("≥ 9 min 59 s"));
        later.content[size_t(LockColumn::Owner)] = wide(QStringLiteral("6666…:88"));
        later.content[size_t(LockColumn::Ttl)] = wide(QStringLiteral("59 min 59 s"));
        columns.widen(later);
        columns.grow();
        QCOMPARE(widths(), before);
        columns.widen(first); // They went again
        columns.grow();
        QCOMPARE(widths(), before);
    }

    void aNameIsNotCutBesideFreeRoom()
    {
        LockColumns columns(m_header);
        columns.setUp();
        for (const LockColumn hidden : {LockColumn::Node, LockColumn::Renewals, LockColumn::Client})
            columns.setShown(int(hidden), false);
        LockColumns::Needs first;
        first.content[size_t(LockColumn::Key)] = wide(QStringLiteral("lock:a"));
        first.wholeOwner = wide(QStringLiteral("3f0c9f4e-1111-4222-8333-444455556666"));
        columns.widen(first);
        columns.fit(880);
        LockColumns::Needs later = first;
        later.content[size_t(LockColumn::Key)] = wide(QStringLiteral("lock:payments:settlement:eu"));
        columns.widen(later);
        columns.grow();
        QVERIFY2(width(LockColumn::Key) >= later.content[size_t(LockColumn::Key)],
                 qPrintable(QString::number(width(LockColumn::Key))));
    }

    void onlyTheNameGivesForWhatComes()
    {
        LockColumns columns(m_header);
        columns.setUp();
        columns.widen(needs());
        for (const int room : {500, 697, 880, 1200}) {
            columns.fit(room);
            LockColumns::Widths before = widths();
            for (int column = 0; column < LockColumnCount; ++column) {
                LockColumns::Needs later = needs();
                later.content[size_t(column)] = before[size_t(column)] + 40;
                columns.widen(later);
                columns.grow();
                const LockColumns::Widths after = widths();
                const bool matters = column == int(LockColumn::Key) || column == int(LockColumn::Verdict);
                for (int other = 0; other < LockColumnCount; ++other)
                    QVERIFY2(other == int(LockColumn::Key) || after[size_t(other)] >= before[size_t(other)] ||
                                 (matters && mayGive(other)) || column == int(LockColumn::Verdict),
                             qPrintable(QStringLiteral("%1: %2, %3").arg(room).arg(column).arg(other)));
                before = after;
            }
        }
    }

    void oneLongNameLeavesTheOthersTheirRoom()
    {
        LockColumns columns(m_header);
        columns.setUp();
        for (const LockColumn hidden : {LockColumn::Node, LockColumn::Renewals, LockColumn::Client})
            columns.setShown(int(hidden), false);
        LockColumns::Needs needs;
        needs.content[size_t(LockColumn::Verdict)] = wide(QStringLiteral("dead queue headxxxx"));
        needs.content[size_t(LockColumn::Owner)] = wide(QStringLiteral("66666666…:88"));
        needs.content[size_t(LockColumn::Key)] = wide(QString(140, u'x'));
        columns.widen(needs);
        columns.fit(880); // A window of 1280
        QVERIFY(width(LockColumn::Verdict) >= needs.content[size_t(LockColumn::Verdict)]);
        QVERIFY(width(LockColumn::Owner) >= needs.content[size_t(LockColumn::Owner)]);
    }

    void theVerdictHasRoomAfterTheOthers()
    {
        LockColumns columns(m_header);
        columns.setUp();
        columns.widen(needs());
        columns.fit(1600);
        const int verdict = width(LockColumn::Verdict);
        LockColumns::Widths before = widths();
        for (int room = 1600; room > 100 && width(LockColumn::Verdict) == verdict; room -= 10) {
            before = widths();
            columns.fit(room);
        }
        const LockColumns::Widths least = before;
        columns.fit(10); // All give all they can
        for (const LockColumn column :
             {LockColumn::Held, LockColumn::Waiters, LockColumn::Ttl, LockColumn::Kind, LockColumn::Renewals})
            QVERIFY2(least[size_t(column)] - width(column) < 10, qPrintable(QString::number(int(column))));
        QVERIFY(width(LockColumn::Verdict) >= wide(text::verdictCode("no-expiry")));
    }

    void aLongNameGivesWhatAVerdictNeeds()
    {
        LockColumns columns(m_header);
        columns.setUp();
        for (const LockColumn hidden : {LockColumn::Node, LockColumn::Renewals, LockColumn::Client})
            columns.setShown(int(hidden), false);
        LockColumns::Needs first;
        first.content[size_t(LockColumn::Verdict)] = wide(QStringLiteral("OKxxxxx"));
        first.content[size_t(LockColumn::Key)] =
            wide(QString(40, u'x')); // Of a row that is out of sight later
        columns.widen(first);
        columns.fit(880);
        LockColumns::Needs later = first;
        later.content[size_t(LockColumn::Verdict)] = width(LockColumn::Verdict) + 30;
        const int owner = width(LockColumn::Owner);
        columns.widen(later);
        columns.grow();
        QCOMPARE(width(LockColumn::Verdict), later.content[size_t(LockColumn::Verdict)]);
        QCOMPARE(width(LockColumn::Owner), owner);
    }

    // Even if other columns have room for texts that are not there.
    void aVerdictIsNotCutForWhatMayCome()
    {
        LockColumns columns(m_header);
        columns.setUp();
        for (const LockColumn hidden : {LockColumn::Node, LockColumn::Renewals, LockColumn::Client})
            columns.setShown(int(hidden), false);
        LockColumns::Needs first;
        first.content[size_t(LockColumn::Key)] = wide(QStringLiteral("lock:settlement"));
        columns.widen(first);
        columns.fit(697);
        LockColumns::Needs later = first;
        later.content[size_t(LockColumn::Verdict)] = width(LockColumn::Verdict) + 20;
        QVERIFY(columns.cutsVerdict(later));
        columns.widen(later);
        columns.grow();
        QCOMPARE(width(LockColumn::Verdict), later.content[size_t(LockColumn::Verdict)]);
    }

    void whatVerdictsNoLongerNeedGoesBackToNames()
    {
        LockColumns columns(m_header);
        columns.setUp();
        for (const LockColumn hidden : {LockColumn::Node, LockColumn::Renewals, LockColumn::Client})
            columns.setShown(int(hidden), false);
        LockColumns::Needs needs;
        needs.content[size_t(LockColumn::Key)] = wide(QString(40, u'x'));
        needs.content[size_t(LockColumn::Verdict)] = wide(QString(25, u'x')); // Of a lock that ended
        columns.widen(needs);
        columns.fit(697);
        const int name = width(LockColumn::Key);
        const auto measure = [&](const QString &verdict) {
            needs.content[size_t(LockColumn::Verdict)] = wide(verdict);
            columns.widen(needs);
            const bool isGiven = columns.giveBack(needs);
            if (isGiven)
                columns.fit(697);
            return isGiven;
        };
        const QString least = QStringLiteral("no expiryxxx");
        for (int i = 0; i < 5; ++i)
            QVERIFY(!measure(least)); // It may come again soon
        QVERIFY(!measure(QString(25, u'x')));
        int measures = 1;
        while (!measure(least) && measures < 100)
            ++measures;
        QVERIFY2(measures > 5 && measures < 100, qPrintable(QString::number(measures)));
        QVERIFY(width(LockColumn::Key) > name);
        QVERIFY(width(LockColumn::Verdict) >= wide(least));
    }

    void aWholeOwnerTakesRoomThatIsLeftOver()
    {
        const QString whole = QStringLiteral("6f96e4a5-1c6a-4b5e-9d8e-0a1b2c3d4e5f:61");
        LockColumns columns(m_header);
        columns.setUp();
        columns.widen(needs());
        columns.fit(1600);
        const int name = width(LockColumn::Key);
        const int owner = width(LockColumn::Owner);
        LockColumns::Needs more = needs();
        more.wholeOwner = wide(whole);
        QVERIFY(columns.widen(more));
        columns.grow();
        QCOMPARE(width(LockColumn::Owner), wide(whole));
        QCOMPARE(width(LockColumn::Key), name - wide(whole) + owner);
        columns.fit(700); // None is left over
        QVERIFY(width(LockColumn::Owner) <= owner);
        columns.fit(1600);
        QCOMPARE(width(LockColumn::Owner), wide(whole));
        columns.forgetContent();
        columns.fit(1600);
        QVERIFY(width(LockColumn::Owner) <= owner);
    }

    void widthsOfAListWithoutTheColumnClientAreRead()
    {
        QStandardItemModel former(0, LockColumnCount - 1);
        QHeaderView header(Qt::Horizontal);
        header.setModel(&former);
        QByteArray state;
        QDataStream stream(&state, QIODevice::WriteOnly);
        stream << quint32(0x4c6f636b);
        for (int column = 0; column < LockColumnCount - 1; ++column)
            stream << qint32(column == int(LockColumn::Owner) ? 123 : 0);
        LockColumns columns(m_header);
        columns.setUp();
        columns.setShown(int(LockColumn::Client), true);
        QVERIFY(columns.restore(header.saveState() + state));
        QVERIFY(m_header.isSectionHidden(int(LockColumn::Client)));
        columns.fit(1600);
        QCOMPARE(width(LockColumn::Owner), 123);
        columns.setShown(int(LockColumn::Client), true);
        const QByteArray now = columns.saved();
        columns.setShown(int(LockColumn::Client), false);
        QVERIFY(columns.restore(now));
        QVERIFY(!m_header.isSectionHidden(int(LockColumn::Client)));
    }

    void theClientStandsForItsOwner()
    {
        const QFontMetrics metrics(QApplication::font());
        Lock lock;
        lock.holders.append(Holder{.id = OwnerId{"1b7e90c4-0d3f-4f0c-8a11-2f6d5c9e4a70:52"}});
        const auto shown = [&](const ClientInfo &client) {
            lock.clients = std::make_shared<HolderClients>(HolderClients{{lock.owner(), client}});
            return LockDelegate::ownerIn(1000, metrics, lock);
        };
        QCOMPARE(shown({.address = "10.0.3.7:50112", .name = "stock-1"}), QStringLiteral("stock-1"));
        QCOMPARE(shown({.address = "10.0.3.7:50112"}), QStringLiteral("10.0.3.7"));
        QCOMPARE(shown({.address = "127.0.0.1:50112"}), QString::fromLatin1(lock.owner().bytes));
        QCOMPARE(cellText(LockColumn::Client, lock, 0, {}), QStringLiteral("127.0.0.1:50112"));
        QCOMPARE(shown({.address = "[::1]:50112"}), QString::fromLatin1(lock.owner().bytes));
        QCOMPARE(shown({.address = "[2001:db8::1]:50112"}), QStringLiteral("[2001:db8::1]"));
        QCOMPARE(shown({.address = "[fe80::1a]:50112"}), QStringLiteral("[fe80::1a]"));
        QCOMPARE(shown({.name = "stock-1", .goneSince = Instant{}}), QString::fromLatin1(lock.owner().bytes));
        lock.holders.append(Holder{.id = OwnerId{"2"}});
        QVERIFY(LockDelegate::ownerIn(1000, metrics, lock).endsWith(QStringLiteral(" +1")));
    }

    void onlyTheIdOfAnOwnerIsShortened()
    {
        const QFontMetrics metrics(QApplication::font());
        Lock lock;
        lock.holders.append(Holder{.id = OwnerId{"5e2d0c1b2a3948576655443322d06b"}});
        auto extras = std::make_shared<LockExtras>();
        extras->quorum = Quorum{.nodes = 5, .needed = 3, .agreeing = 2, .reachable = 5};
        lock.extras = std::move(extras);
        const QString nodes = QStringLiteral(" on 2 of 5 nodes");
        QCOMPARE(LockDelegate::ownerIn(wide(nodes), metrics, lock),
                 nodes.trimmed()); // No "…" that is cut off
        for (const QString &id : {QStringLiteral("5e2d"), QStringLiteral("5e2d…d06b"), QStringLiteral("…")}) {
            const int room = wide(id + nodes);
            const QString shown = LockDelegate::ownerIn(room, metrics, lock);
            QVERIFY2(shown.endsWith(nodes) && shown.count(u'…') == 1 &&
                         wide(shown) <= std::max(room, wide(u'…' + nodes)),
                     qPrintable(shown));
        }
    }

    void withoutRoomForWordsTheNodesAreFigures()
    {
        const QFontMetrics metrics(QApplication::font());
        Lock lock;
        lock.holders.append(Holder{.id = OwnerId{"5e2d0c1b2a3948576655443322d06b"}});
        auto extras = std::make_shared<LockExtras>();
        extras->quorum = Quorum{.nodes = 5, .needed = 3, .agreeing = 2, .reachable = 4};
        lock.extras = std::move(extras);
        const QString words = QStringLiteral("2 to 3 of 5");
        QCOMPARE(LockDelegate::ownerIn(wide(words) + 1, metrics, lock), words);
        QCOMPARE(LockDelegate::ownerIn(wide(words) - 2, metrics, lock), QStringLiteral("2–3/5"));
    }

    void differentOwnersAreNotShownAsOne()
    {
        const QFontMetrics metrics(QApplication::font());
        Lock lock;
        lock.holders.append(Holder{.id = OwnerId{"ann"}});
        auto extras = std::make_shared<LockExtras>();
        extras->copies = {{.node = {"a:1"}, .state = CopyState::Held, .owner = {"ann"}},
                          {.node = {"b:1"}, .state = CopyState::Held, .owner = {"ann"}},
                          {.node = {"c:1"}, .state = CopyState::OtherOwner, .owner = {"bob"}}};
        const auto shown = [&](const Quorum &quorum) {
            extras->quorum = quorum;
            lock.extras = std::make_shared<LockExtras>(*extras);
            return cellText(LockColumn::Owner, lock, 0, {});
        };
        QCOMPARE(shown({.nodes = 3, .needed = 2, .agreeing = 2, .reachable = 3, .owners = 2}),
                 QStringLiteral("2 owners: ann on 2 of 3 nodes"));
        QCOMPARE(LockDelegate::ownerIn(wide(QStringLiteral("2 owners")) + 1, metrics, lock),
                 QStringLiteral("2 owners"));
        const QString help = lockCell(LockColumn::Owner, lock, Kinds(), 0, {}, Qt::ToolTipRole).toString();
        QVERIFY2(help.contains(QStringLiteral("bob on c:1")), qPrintable(help));
        QCOMPARE(shown({.nodes = 5, .needed = 3, .agreeing = 1, .reachable = 4, .owners = 2}),
                 QStringLiteral("2 owners: ann on 1 to 2 of 5 nodes"));
        QCOMPARE(shown({.nodes = 3, .needed = 2, .agreeing = 2, .reachable = 3, .owners = 1}),
                 QStringLiteral("ann"));
    }

    void anOwnerIsShortenedOnce()
    {
        const QFontMetrics metrics(QApplication::font());
        Lock lock;
        lock.holders.append(Holder{.id = OwnerId{"21636369-1c6a-4b5e-9d8e-0a1b2c3d4f5f:1"}});
        for (int room = wide(QStringLiteral("2163…f")); room < 400; ++room) {
            const QString shown = LockDelegate::ownerIn(room, metrics, lock);
            QVERIFY2(wide(shown) <= room, qPrintable(shown)); // It would be cut off again
        }
    }

    void theNodesOfAnOwnerStayReadable()
    {
        LockColumns columns(m_header);
        columns.setUp();
        LockColumns::Needs more = needs();
        const int least = wide(QStringLiteral("5e2d…d06b on 2 of 5 nodes"));
        more.leastOwner = least;
        more.content[size_t(LockColumn::Owner)] = least;
        columns.widen(more);
        columns.fit(1600);
        int room = 1600;
        const int verdict = width(LockColumn::Verdict);
        while (width(LockColumn::Verdict) == verdict && room > 100)
            columns.fit(room -= 20);
        QVERIFY(width(LockColumn::Owner) >= least); // Room that no verdict needs yet goes first
        columns.fit(1);
        QVERIFY(width(LockColumn::Owner) < least);
    }

    void aColumnOfTheUserKeepsItsWidth()
    {
        LockColumns columns(m_header);
        columns.setUp();
        columns.take(int(LockColumn::Owner), 123);
        LockColumns::Needs more = needs();
        more.wholeOwner = 456;
        columns.widen(more);
        columns.fit(1600);
        QCOMPARE(width(LockColumn::Owner), 123);
    }
};

LOCKSCOPE_UI_TEST(tst_LockColumns)

} // namespace tst_lockcolumns

#include "tst_lockcolumns.moc"
