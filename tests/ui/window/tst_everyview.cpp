// SPDX-License-Identifier: GPL-3.0-or-later
// Every view of the gallery, with real locks, in the smallest window: no text is cut off in any language,
// every widget has an accessible name, and can be reached and seen by keyboard. LOCKSCOPE_SCENES="release
// many" limits the test to those scenes.

#include "tests/gallery/faults.h"
#include "tests/gallery/keyboardwalk.h"
#include "tests/gallery/looks.h"
#include "tests/gallery/scenes.h"
#include "tests/support/orderlyend.h"
#include "tests/support/uirunner.h"
#include "ui/locks/lockpane.h"
#include "ui/locks/lockview.h"
#include "ui/locks/model/lockcells.h"
#include "ui/status/statusline.h"
#include "ui/theme/metrics.h"

#include <QAbstractItemDelegate>
#include <QDialog>
#include <QTest>

namespace tst_everyview
{

using namespace lockscope;
using namespace lockscope::test;

namespace
{

constexpr QSize Smallest{1024, 640};
constexpr double Pace = 0.2;

} // namespace

class TestEveryView : public QObject
{
    Q_OBJECT

    std::unique_ptr<Looks> m_looks;
    std::unique_ptr<Places> m_places;
    QSet<QString> m_met;

private slots:
    void initTestCase()
    {
        m_looks = std::make_unique<Looks>();
        m_places = std::make_unique<Places>(Pace);
    }
    void cleanupTestCase()
    {
        m_places.reset();
        m_looks.reset();
    }

    void isWhole_data();
    void isWhole();
    void theFirstNamesAreReadable_data();
    void theFirstNamesAreReadable();
};

namespace
{

QStringList closingFaults(QWidget &view)
{
    auto *dialog = qobject_cast<QDialog *>(&view);
    if (!dialog)
        return {};
    QTest::keyClick(dialog, Qt::Key_Escape);
    return dialog->isVisible() ? QStringList{QStringLiteral("Escape does not close it")} : QStringList();
}

// Whether the scene is covered in another language only.
bool isLeftTo(const QString &language, const Scene &scene)
{
    // All dialogs are checked in English, whose words are longer.
    return language == QLatin1String("zh_CN") &&
           std::ranges::any_of(dialogScenes(), [&scene](const Scene &dialog) {
               return QByteArrayView(dialog.name) == QByteArrayView(scene.name);
           });
}

// met: receives the classes of all widgets in the view, visible or not.
QStringList faultsOf(GalleryWindow &gallery, const Scene &scene, bool alsoForKeysAndEars, QSet<QString> &met)
{
    gallery.tidy();
    QWidget *view = scene.show(gallery);
    if (!view)
        return {gallery.problem()};
    gallery.settle();
    for (const QWidget *part : view->findChildren<QWidget *>())
        met << QLatin1String(part->metaObject()->className());
    QStringList faults = cutOffs(*view, Smallest);
    if (alsoForKeysAndEars)
        faults << unnamed(*view) << walkFaults(*view) << closingFaults(*view);
    return faults;
}

} // namespace

void TestEveryView::isWhole_data()
{
    QTest::addColumn<QString>("language");
    for (const QString &language : Looks::languages()) {
        if (!IsSanitized || language == QLatin1String("en")) // The same code, and other texts
            QTest::newRow(qPrintable(language)) << language;
    }
}

void TestEveryView::isWhole()
{
    QFETCH(QString, language);
    QVERIFY(m_looks->speak(language));
    const QStringList only = qEnvironmentVariable("LOCKSCOPE_SCENES").split(u' ', Qt::SkipEmptyParts);
    GalleryWindow gallery(*m_places, Smallest);
    QStringList faults;
    for (const Scene &scene : allScenes()) {
        if (scene.slow || isLeftTo(language, scene) ||
            (!only.isEmpty() && !only.contains(QLatin1String(scene.name))))
            continue;
        for (const QString &fault : faultsOf(gallery, scene, language == QLatin1String("en"), m_met))
            faults << QLatin1String(scene.name) + QLatin1String(": ") + fault;
    }
    if (!faults.isEmpty())
        QFAIL(qPrintable(faults.join(QLatin1Char('\n'))));
    if (language == QLatin1String("en") && only.isEmpty()) { // A class not met has been renamed
        const QSet<QString> pictures(pictureClasses().begin(), pictureClasses().end());
        QCOMPARE((pictures - m_met).values().join(u' '), QString());
    }
}

void TestEveryView::theFirstNamesAreReadable_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<QString>("language");
    for (const QSize size : {Smallest, QSize(1280, 720), QSize(1920, 1080)})
        QTest::addRow("%dx%d", size.width(), size.height()) << size << "en";
    QTest::addRow("Chinese") << Smallest << "zh_CN";
}

// Of the columns, with what a row shows in them.
static QString widths(const LockView &view, int row)
{
    QStringList columns;
    for (int column = 0; column < view.model()->columnCount(); ++column) {
        const QModelIndex cell = view.model()->index(row, column);
        columns << QStringLiteral("%1 (%2, needs %3)")
                       .arg(cell.data().toString())
                       .arg(view.columnWidth(column))
                       .arg(view.itemDelegate()->sizeHint(QStyleOptionViewItem(), cell).width());
    }
    return columns.join(QStringLiteral(", "));
}

// The first ten in the list have their whole names, no time is cut off, and the status line is in sight.
void TestEveryView::theFirstNamesAreReadable()
{
    QFETCH(QSize, size);
    QFETCH(QString, language);
    QVERIFY(m_looks->speak(language));
    GalleryWindow gallery(*m_places, size);
    QVERIFY2(gallery.reachShop(), qPrintable(gallery.problem()));
    gallery.settle();
    QCOMPARE(gallery.window().size(), size);
    const LockView &view = gallery.window().locks().view();
    for (int row = 0; row < 10; ++row) {
        const auto hasRoom = [&](LockColumn column, const QString &text) {
            const QRect cell = view.visualRect(view.model()->index(row, int(column)));
            const QMargins margins = marginsAtSides(Spacing::Medium, Spacing::Medium);
            return view.fontMetrics().horizontalAdvance(text) <= cell.marginsRemoved(margins).width();
        };
        const QModelIndex name = view.model()->index(row, int(LockColumn::Key));
        QVERIFY2(hasRoom(LockColumn::Key, name.data().toString()), qPrintable(widths(view, row)));
        const LockPtr lock = name.data(LockModel::LockRole).value<LockPtr>();
        QVERIFY(hasRoom(LockColumn::Held, text::held(*lock, now(), text::Units::Large)));
        QVERIFY(hasRoom(LockColumn::Ttl, ttlCellText(*lock, now(), text::Units::Large)));
    }
    const auto *status = gallery.window().findChild<StatusLine *>();
    QVERIFY(
        gallery.window().rect().contains(QRect(status->mapTo(&gallery.window(), QPoint()), status->size())));
    QCOMPARE(cutOffs(gallery.window(), size).join(QLatin1Char('\n')), QString());
}

LOCKSCOPE_UI_TEST(TestEveryView)

} // namespace tst_everyview

#include "tst_everyview.moc"
