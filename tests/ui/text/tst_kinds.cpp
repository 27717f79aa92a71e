// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/rulestore.h"
#include "core/formats/format.h"
#include "tests/support/uirunner.h"
#include "tests/ui/uisamples.h"
#include "ui/acts/actdialogs.h"
#include "ui/bridges/enginebridge.h"
#include "ui/detail/detailpane.h"
#include "ui/detail/permitsbar.h"
#include "ui/holders/lockshare.h"
#include "ui/locks/model/arrangement.h"
#include "ui/locks/model/lockcells.h"
#include "ui/text/holdertext.h"
#include "ui/text/kinds.h"
#include "ui/theme/appearance.h"
#include "ui/theme/language.h"

#include <QPainter>
#include <QTest>
#include <QTimer>

namespace tst_kinds
{

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

constexpr Glyph KindGlyphs[] = {Glyph::Mutex, Glyph::ReadWrite, Glyph::Semaphore, Glyph::Latch,
                                Glyph::Group, Glyph::Workload,  Glyph::Bare};

QImage drawn(Glyph glyph, int size, const QColor &color = Qt::black, const QColor &ground = Qt::white)
{
    QImage image(size, size, QImage::Format_RGB32);
    image.fill(ground);
    QPainter painter(&image);
    paintGlyph(painter, QRectF(0, 0, size, size), glyph, color);
    return image;
}

int differing(const QImage &a, const QImage &b)
{
    int pixels = 0;
    for (int y = 0; y < a.height(); ++y) {
        for (int x = 0; x < a.width(); ++x)
            pixels += std::abs(qGray(a.pixel(x, y)) - qGray(b.pixel(x, y))) > 64;
    }
    return pixels;
}

QString ownerCell(const Lock &lock)
{
    return cellText(LockColumn::Owner, lock, 0, now());
}

Lock freeLock(size_t queued = 0)
{
    Lock lock = samples::ofKind(now(), "fair-lock", "lock:free", ValueType::List);
    for (size_t i = 0; i < queued; ++i)
        lock.waiters.queued.push_back({.id = samples::Billing});
    return lock;
}

} // namespace

class TestKinds : public QObject
{
    Q_OBJECT

private slots:
    void everyFamilyHasItsWords();
    void unknownKindsKeepTheirName();
    void rulesBringKindsOfTheirOwn();
    void iconsDifferInGrey();
    void iconsStayInTheirSquare();
    void theKindCellNamesAndExplains();
    void ownersInWords_data();
    void ownersInWords();
    void countsAreOfTheWholeLock();
    void ownersSortSensibly();
    void permitsInWords();
    void permitsAsShares();
    void whatStaysHasNoExpiryByDesign();
    void sharesOfALock();
    void aShareIsFoundAgain();
    void allHoldersAreExpected();
};

void TestKinds::everyFamilyHasItsWords()
{
    for (const auto &format : Registry::builtIn().formats()) {
        const LockKind kind = format->kind();
        QCOMPARE(Kinds().title(kind), format->title());
        QVERIFY2(!Kinds().legend(kind).isEmpty(), kind.name.data());
        QVERIFY2(Kinds().help(kind).contains(Kinds::name(kind)), kind.name.data());
    }
    QCOMPARE(Kinds().glyph(LockKind{"untokened-lock"}), Glyph::Bare);
    QCOMPARE(Kinds().glyph(LockKind{"rlock"}), Glyph::Mutex);
}

void TestKinds::unknownKindsKeepTheirName()
{
    const LockKind kind{"house-lock"};
    QCOMPARE(Kinds().title(kind), QStringLiteral("house-lock"));
    QVERIFY(Kinds().legend(kind).isEmpty());
    QCOMPARE(Kinds().glyph(kind), Glyph::Mutex);
    QVERIFY(Kinds().makeOwner(kind).isEmpty());
    QVERIFY(Kinds().title(LockKind{}).isEmpty());
}

void TestKinds::rulesBringKindsOfTheirOwn()
{
    const LockKind kind{"billing-lock"};
    const Rule rule{.patterns = {"billing:*"},
                    .name = "billing-lock",
                    .title = QStringLiteral("Lock of the billing run"),
                    .type = ValueType::Set,
                    .owner = {.kind = RulePlace::Kind::Member},
                    .limit = 3};
    EngineBridge bridge;
    bridge.open({}, {.registry = registryWith({rule})});
    QCOMPARE(bridge.kinds().title(kind), rule.title);
    QCOMPARE(bridge.kinds().glyph(kind), Glyph::Semaphore);
    QCOMPARE(bridge.kinds().title(LockKind{"rlock"}), Kinds().title(LockKind{"rlock"}));
    bridge.open({}, {}); // Another connection, without rules
    QCOMPARE(bridge.kinds().title(kind), QStringLiteral("billing-lock"));
}

void TestKinds::iconsDifferInGrey()
{
    for (const Glyph one : KindGlyphs) {
        for (const Glyph other : KindGlyphs) {
            if (one != other)
                QVERIFY(differing(drawn(one, 16), drawn(other, 16)) > 20);
        }
        const QImage light = drawn(one, 16, QColor(0x5b6570), Qt::white);
        QVERIFY(differing(light, drawn(one, 16, Qt::white, Qt::white)) > 30);
        const QImage dark = drawn(one, 16, QColor(0xa0a9b4), QColor(0x17191c));
        QVERIFY(differing(dark, drawn(one, 16, QColor(0x17191c), QColor(0x17191c))) > 30);
    }
}

void TestKinds::iconsStayInTheirSquare()
{
    for (const Glyph glyph : KindGlyphs) {
        QImage image(96, 96, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        paintGlyph(painter, QRectF(16, 16, 64, 64), glyph, Qt::black);
        painter.end();
        for (int at = 0; at < 96; ++at) {
            for (const int edge : {0, 15, 80, 95}) {
                QCOMPARE(qGray(image.pixel(at, edge)), 255);
                QCOMPARE(qGray(image.pixel(edge, at)), 255);
            }
        }
    }
}

void TestKinds::theKindCellNamesAndExplains()
{
    const Lock lock = samples::renewed(now());
    const auto cell = [&](int role) {
        return lockCell(LockColumn::Kind, lock, Kinds(), 0, now(), role).toString();
    };
    QCOMPARE(cell(Qt::DisplayRole), QStringLiteral("rlock")); // As in filters
    QVERIFY(cell(Qt::ToolTipRole).contains(Kinds().title(lock.kind)));
    QVERIFY(cell(Qt::ToolTipRole).contains(Kinds().legend(lock.kind).left(40)));
    QVERIFY(cell(Qt::AccessibleTextRole).contains(Kinds().title(lock.kind)));
    QCOMPARE(groupOf(lock, Grouping::Kind), QByteArrayLiteral("rlock"));
}

void TestKinds::ownersInWords_data()
{
    QTest::addColumn<Lock>("lock");
    QTest::addColumn<QString>("text");
    QTest::newRow("free") << freeLock() << "free";
    QTest::newRow("free, queued") << freeLock(2) << "free, 2 queued";
    QTest::newRow("one") << samples::renewed(now()) << "6f96ab12…:82";
    QTest::newRow("one reader") << samples::readWrite(now(), 1) << "c01dfe7a…:0 (read)";
    QTest::newRow("readers") << samples::readWrite(now(), 3) << "3 reader(s)";
    QTest::newRow("writer") << samples::readWrite(now(), 0) << "6f96ab12…:82 (write)";
    QTest::newRow("permits") << samples::permits(now()) << "2 of 5 held, 1 overdue";
    QTest::newRow("latch") << samples::latch(now(), 3) << "3 left";
    QTest::newRow("latch, open") << samples::latch(now(), 0) << "open";
    Lock mixed = samples::readWrite(now(), 2);
    mixed.holders[0].mode = HoldMode::Write;
    QTest::newRow("mixed") << mixed << "c01dfe7a…:0 +1";
    Lock plain = samples::latch(now(), 0);
    plain.extras = std::make_shared<LockExtras>(LockExtras{.permits = Permits{.available = 4}});
    QTest::newRow("permits, only the free ones known") << plain << "4 permit(s) free";
    plain.extras = std::make_shared<LockExtras>(LockExtras{.permits = Permits{.held = 1}});
    QTest::newRow("permits, only the held ones known") << plain << "1 permit(s) held";
    plain.extras = std::make_shared<LockExtras>(LockExtras{.permits = Permits{}});
    QTest::newRow("permits, nothing known") << plain << "free";
}

void TestKinds::ownersInWords()
{
    QFETCH(Lock, lock);
    QTEST(ownerCell(lock), "text");
    const QString help = lockCell(LockColumn::Owner, lock, Kinds(), 0, now(), Qt::ToolTipRole).toString();
    QVERIFY(!help.isEmpty());
    for (const Holder &holder : lock.holders)
        QVERIFY(help.contains(QString::fromUtf8(holder.id.bytes)));
}

void TestKinds::countsAreOfTheWholeLock()
{
    const auto count = [](const Lock &lock) { return cellText(LockColumn::Holds, lock, 0, now()); };
    QCOMPARE(count(samples::renewed(now())), QStringLiteral("2"));
    QCOMPARE(count(samples::readWrite(now(), 3)), QStringLiteral("3"));
    QCOMPARE(count(samples::permits(now())), QStringLiteral("2"));
    QCOMPARE(count(samples::latch(now(), 7)), QStringLiteral("7"));
    QCOMPARE(count(freeLock(2)), QStringLiteral("—"));
}

void TestKinds::ownersSortSensibly()
{
    const Lock ordered[] = {freeLock(),
                            samples::readWrite(now(), 2),
                            samples::latch(now(), 3),
                            samples::readWrite(now(), 12),
                            samples::renewed(now()),
                            samples::renewed(now(), samples::Billing)};
    for (size_t i = 0; i < std::size(ordered); ++i) {
        for (size_t j = 0; j < std::size(ordered); ++j) {
            const int sign = compareHolding(ordered[i], ordered[j]);
            QCOMPARE(sign < 0, i < j);
            QCOMPARE(sign > 0, i > j);
        }
    }
}

void TestKinds::permitsInWords()
{
    const QString words = text::permits(*samples::permits(now()).permits());
    QVERIFY2(words.startsWith(QStringLiteral("2 held, 3 free, of 5 permit(s)")), qPrintable(words));
    QVERIFY(words.contains(QStringLiteral("1 of the free")));
    QCOMPARE(text::permits(Permits{.available = 1}), QStringLiteral("1 free"));
    QVERIFY(text::permits(Permits{}).isEmpty());
}

void TestKinds::permitsAsShares()
{
    const PermitsBar::Parts parts = PermitsBar::partsOf(*samples::permits(now()).permits());
    QCOMPARE(parts.held, 2.0 / 5);
    QCOMPARE(parts.overdue, 1.0 / 5);
    QCOMPARE(parts.free, 2.0 / 5);
    for (const Permits &odd : {Permits{}, Permits{.available = -3, .held = -1}, Permits{.total = 0},
                               Permits{.available = 0, .held = 9, .total = 5, .overdue = 2}}) {
        const PermitsBar::Parts of = PermitsBar::partsOf(odd);
        QVERIFY(of.held >= 0 && of.overdue >= 0 && of.free >= 0);
        QVERIFY(of.held + of.overdue + of.free <= 1.000001);
    }
    PermitsBar bar;
    bar.resize(200, 60);
    bar.grab(); // Drawing nothing is no error
    bar.show(samples::permits(now()).permits());
    QVERIFY(!bar.accessibleName().isEmpty());
    QVERIFY(bar.isDrawn());
    bar.grab();
    bar.show(samples::plainSemaphore(now(), 7).permits()); // The total is unknown
    QVERIFY(!bar.isDrawn());
    QCOMPARE(bar.words(), QStringLiteral("7 free"));
}

void TestKinds::whatStaysHasNoExpiryByDesign()
{
    QCOMPARE(ttlCellText(samples::permits(now()), now()), QStringLiteral("—"));
    QCOMPARE(ttlCellText(samples::stuck(now()), now()), QStringLiteral("no expiry"));
    const auto help = lockCell(LockColumn::Ttl, samples::permits(now()), Kinds(), 0, now(), Qt::ToolTipRole);
    QVERIFY(help.toString().contains(QStringLiteral("by design")));
}

void TestKinds::sharesOfALock()
{
    QVERIFY(!firstShare(samples::renewed(now())));
    QVERIFY(!firstShare(freeLock()));
    QVERIFY(!firstShare(samples::readWrite(now(), 0))); // A writer is the whole lock
    QCOMPARE(firstShare(samples::readWrite(now(), 1))->mode, HoldMode::Read);
    QCOMPARE(firstShare(samples::permits(now()))->owner, OwnerId{"a1b2c3"});
    QVERIFY(firstShare(samples::queued(now()))->queued);
}

void TestKinds::aShareIsFoundAgain()
{
    Lock lock = samples::readWrite(now(), 3);
    const LockShare second = shareOf(lock.holders[1]);
    lock.holders[1].count = 5;
    lock.holders.remove(0);
    QCOMPARE(findShare(lock, second)->count, std::optional<qint64>(5));
    LockShare writer = second;
    writer.mode = HoldMode::Write; // The same owner may hold both modes
    QVERIFY(!findShare(lock, writer));
    LockShare waiter = second;
    waiter.queued = true;
    QVERIFY(!findShare(lock, waiter));
    const ActRequest removal = removalOf(lock, second);
    QCOMPARE(removal.act, ActKind::RemoveShare);
    QCOMPARE(removal.owner, second.owner);
    QCOMPARE(removal.mode, HoldMode::Read);
    QCOMPARE(removal.expectedCount, std::optional<qint64>(1));
    const Lock fair = samples::queued(now());
    QVERIFY(!removalOf(fair, shareOf(fair.waiters.queued[0])).expectedCount);
}

void TestKinds::allHoldersAreExpected()
{
    ActRequest request{.act = ActKind::ForceRelease};
    expectHolders(request, samples::readWrite(now(), 3).holders);
    QCOMPARE(request.expectedHolders.size(), size_t(3));
    QVERIFY(!request.expectedOwner && !request.expectedCount);
    ActRequest alone{.act = ActKind::ForceRelease};
    expectHolders(alone, samples::renewed(now()).holders);
    QCOMPARE(alone.expectedOwner, std::optional(samples::Orders));
    QCOMPARE(alone.expectedCount, std::optional<qint64>(2));
    QVERIFY(alone.expectedHolders.empty());
    ActRequest nobody{.act = ActKind::ForceRelease};
    expectHolders(nobody, {});
    QVERIFY(!nobody.expectedOwner && !nobody.expectedCount && nobody.expectedHolders.empty());
}

LOCKSCOPE_UI_TEST(TestKinds)

} // namespace tst_kinds

#include "tst_kinds.moc"
