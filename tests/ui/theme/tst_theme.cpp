// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/uirunner.h"
#include "tests/ui/colourvision.h"
#include "ui/forms/environmentlabel.h"
#include "ui/theme/appearance.h"
#include "ui/theme/icons.h"
#include "ui/theme/lockscopestyle.h"
#include "ui/theme/metrics.h"
#include "ui/theme/textcolour.h"
#include "ui/theme/theme.h"
#include "ui/widgets/flowlayout.h"

#include <QDialog>
#include <QDir>
#include <QHeaderView>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QStandardItemModel>
#include <QTest>
#include <QTextEdit>
#include <QTreeView>
#include <QVBoxLayout>

namespace tst_theme
{

using namespace lockscope;
using namespace lockscope::test;

class TestTheme : public QObject
{
    Q_OBJECT

private slots:
    void stateColoursAreReadable_data();
    void stateColoursAreReadable();
    void textIsReadableOnEverySurface_data();
    void textIsReadableOnEverySurface();
    void secondaryTextIsReadable_data();
    void secondaryTextIsReadable();
    void contrastIsTheStandardOne();
    void darkIsKnownByItsPalette();
    void eachColourOfThePaletteCounts();
    void iconsDifferWithoutColour();
    void iconsAreSharpAtAnyScale();
    void ownersStayApartForEverybody_data();
    void ownersStayApartForEverybody();
    void simulationsAreThePublishedOnes();
    void marksAreSeenOnTheirGround_data();
    void marksAreSeenOnTheirGround();
    void roomGrowsWithTheText();
    void wordsTakeTheColourOfTheThemeOfNow();
    void buttonsGoOnInTheNextRow();
    void titlesKeepClearOfTheSortArrow_data();
    void titlesKeepClearOfTheSortArrow();
    void theDefaultLooksSoOnlyWhereEnterPressesIt();
    void picturesAsSeen();
};

static void palettes()
{
    QTest::addColumn<QPalette>("palette");
    QTest::newRow("light") << lightPalette();
    QTest::newRow("dark") << darkPalette();
    QTest::newRow("the system's own") << QPalette();
    QPalette sepia;
    sepia.setColor(QPalette::Base, QColor(0xf4ecd8));
    sepia.setColor(QPalette::AlternateBase, QColor(0xe6dcc0));
    sepia.setColor(QPalette::Text, QColor(0x30281a));
    QTest::newRow("a warm light palette") << sepia;
    QPalette slate;
    slate.setColor(QPalette::Base, QColor(0x3b4252));
    slate.setColor(QPalette::AlternateBase, QColor(0x434c5e));
    slate.setColor(QPalette::Text, QColor(0xeceff4));
    QTest::newRow("a pale dark palette") << slate;
}

void TestTheme::stateColoursAreReadable_data()
{
    palettes();
}

void TestTheme::stateColoursAreReadable()
{
    QFETCH(QPalette, palette);
    const Theme theme = Theme::of(palette);
    const std::pair<const char *, QColor> colours[] = {{"ok", theme.ok},
                                                       {"info", theme.info},
                                                       {"warning", theme.warning},
                                                       {"critical", theme.critical},
                                                       {"muted", theme.muted},
                                                       {"accent", theme.accent},
                                                       {"development", theme.development},
                                                       {"staging", theme.staging},
                                                       {"production", theme.production}};
    for (const auto &[name, colour] : colours) {
        const double base = contrast(colour, palette.color(QPalette::Base));
        const double alternate = contrast(colour, palette.color(QPalette::AlternateBase));
        QVERIFY2(base >= 4.5,
                 qPrintable(QStringLiteral("%1 on base: %2").arg(QLatin1String(name)).arg(base)));
        QVERIFY2(alternate >= 4.5,
                 qPrintable(QStringLiteral("%1 on alternate: %2").arg(QLatin1String(name)).arg(alternate)));
    }
}

void TestTheme::textIsReadableOnEverySurface_data()
{
    palettes();
}

void TestTheme::textIsReadableOnEverySurface()
{
    QFETCH(QPalette, palette);
    const Theme theme = Theme::of(palette);
    const QColor text = palette.color(QPalette::Text);
    for (const QColor &surface : {theme.barFill, theme.barLow, theme.barCritical, theme.barLowHatch,
                                  theme.barCriticalHatch, theme.barBackground, theme.flash, theme.gap,
                                  theme.age(0), theme.age(1), theme.age(2), theme.age(3)})
        QVERIFY2(contrast(text, surface) >= 4.5, qPrintable(surface.name()));
}

void TestTheme::secondaryTextIsReadable_data()
{
    QTest::addColumn<QPalette>("palette");
    QTest::newRow("light") << lightPalette();
    QTest::newRow("dark") << darkPalette();
}

void TestTheme::secondaryTextIsReadable()
{
    QFETCH(QPalette, palette);
    const Theme theme = Theme::of(palette);
    for (const QPalette::ColorRole ground : {QPalette::Window, QPalette::Base, QPalette::AlternateBase}) {
        for (const QPalette::ColorRole text : {QPalette::Text, QPalette::PlaceholderText, QPalette::Link})
            QVERIFY2(contrast(palette.color(text), palette.color(ground)) >= 4.5,
                     qPrintable(QStringLiteral("%1 on %2: %3")
                                    .arg(int(text))
                                    .arg(int(ground))
                                    .arg(contrast(palette.color(text), palette.color(ground)))));
        // Names of environments are shown directly on the window.
        for (const QColor &colour : {theme.ok, theme.warning, theme.critical})
            QVERIFY2(contrast(colour, palette.color(ground)) >= 4.5, qPrintable(colour.name()));
    }
    QVERIFY(contrast(palette.color(QPalette::HighlightedText), palette.color(QPalette::Highlight)) >= 4.5);
}

void TestTheme::contrastIsTheStandardOne()
{
    QCOMPARE(contrast(Qt::black, Qt::white), 21.0);
    QCOMPARE(contrast(Qt::white, Qt::white), 1.0);
    // A common reference value for the limit of 4.5.
    QVERIFY(std::abs(contrast(QColor(0x767676), Qt::white) - 4.54) < 0.01);
}

void TestTheme::darkIsKnownByItsPalette()
{
    QVERIFY(!Theme::of(lightPalette()).dark);
    QVERIFY(Theme::of(darkPalette()).dark);
}

// Themes are cached by these colours.
void TestTheme::eachColourOfThePaletteCounts()
{
    const auto looks = [](const QPalette &palette) {
        const Theme theme = Theme::of(palette);
        return QList<QColor>{theme.muted, theme.selection, theme.barBackground, theme.legend};
    };
    const QPalette plain = lightPalette();
    const QList<QColor> before = looks(plain);
    for (const QPalette::ColorRole role :
         {QPalette::Base, QPalette::AlternateBase, QPalette::Text, QPalette::Highlight}) {
        for (int grey = 100; grey < 110; ++grey) { // more than are cached
            QPalette other = plain;
            other.setColor(role, QColor(grey, grey, grey));
            QVERIFY(looks(other) != before);
        }
        QCOMPARE(looks(plain), before);
    }
}

void TestTheme::iconsDifferWithoutColour()
{
    const Theme theme = Theme::of(lightPalette());
    const auto outline = [](const QIcon &icon) {
        return icon.pixmap(32, 32).toImage().convertToFormat(QImage::Format_Alpha8);
    };
    QList<QImage> seen;
    for (int i = 0; i < 4; ++i)
        seen << outline(theme.verdictIcon(VerdictLevel(i)));
    for (int i = 0; i < 9; ++i)
        seen << outline(theme.eventIcon(EventKind(i)));
    for (int i = 0; i <= int(Glyph::Export); ++i)
        seen << outline(glyphIcon(Glyph(i)));
    for (qsizetype i = 0; i < seen.size(); ++i) {
        QVERIFY(!seen[i].isNull());
        for (qsizetype j = 0; j < i; ++j)
            QVERIFY2(seen[i] != seen[j], qPrintable(QStringLiteral("%1 and %2").arg(i).arg(j)));
    }
}

void TestTheme::iconsAreSharpAtAnyScale()
{
    const Theme theme = Theme::of(lightPalette());
    for (const QIcon &icon : {theme.verdictIcon(VerdictLevel::Warning), theme.eventIcon(EventKind::Expired),
                              glyphIcon(Glyph::Pin)}) {
        for (const double scale : {1.0, 1.25, 1.5, 2.0}) {
            const QPixmap pixmap = icon.pixmap(QSize(15, 15), scale);
            QCOMPARE(pixmap.size(), QSize(qRound(15 * scale), qRound(15 * scale)));
            QCOMPARE(pixmap.devicePixelRatio(), scale);
        }
    }
}

void TestTheme::ownersStayApartForEverybody_data()
{
    secondaryTextIsReadable_data();
}

// Different fills by their perceived distance, equal fills by their hatches.
void TestTheme::ownersStayApartForEverybody()
{
    QFETCH(QPalette, palette);
    const Theme theme = Theme::of(palette);
    for (const auto &[vision, name] : Visions) {
        const double least = vision == Vision::Grey ? 4.0 : 12.0;
        for (size_t i = 0; i < Theme::OwnerFills; ++i) {
            for (size_t j = 0; j < i; ++j) {
                const double between = apart(theme.owner(i).fill, theme.owner(j).fill, vision);
                QVERIFY2(between >= least, qPrintable(QStringLiteral("%1 and %2, %3: %4")
                                                          .arg(i)
                                                          .arg(j)
                                                          .arg(QLatin1String(name))
                                                          .arg(between)));
            }
        }
    }
    for (size_t i = 0; i < Theme::OwnerLooks; ++i) {
        const OwnerLook &look = theme.owner(i);
        QVERIFY(contrast(palette.color(QPalette::Text), look.fill) >= 4.5);
        QVERIFY(contrast(palette.color(QPalette::Text), look.hatch) >= 4.5);
        for (size_t j = 0; j < i; ++j)
            QVERIFY(look.fill != theme.owner(j).fill || look.pattern != theme.owner(j).pattern);
    }
}

void TestTheme::simulationsAreThePublishedOnes()
{
    // Without red or green cones, these two have one hue; grey has none at all.
    const QColor red(0xbf1d1d);
    const QColor green(0x1a7f37);
    QVERIFY(apart(red, green, Vision::Common) > 90);
    QVERIFY(apart(red, green, Vision::Deuteranopia) < 45);
    for (const auto &[vision, name] : Visions) { // White stays white for every kind of vision
        const Triple white = linearSeen(Qt::white, vision);
        for (const double channel : white)
            QVERIFY2(std::abs(channel - 1) < 0.001, name);
    }
    const Triple grey = labSeen(red, Vision::Grey);
    QVERIFY(std::abs(grey[1]) < 0.1 && std::abs(grey[2]) < 0.1);
}

void TestTheme::marksAreSeenOnTheirGround_data()
{
    palettes();
}

// WCAG 2 requires 3:1 for meaningful graphics.
void TestTheme::marksAreSeenOnTheirGround()
{
    QFETCH(QPalette, palette);
    const Theme theme = Theme::of(palette);
    const QColor base = palette.color(QPalette::Base);
    for (size_t i = 0; i < 6; ++i)
        QVERIFY2(contrast(theme.series(i), base) >= 3, qPrintable(theme.series(i).name()));
    for (size_t i = 0; i < Theme::OwnerLooks; ++i)
        QVERIFY2(contrast(theme.owner(i).edge, base) >= 3, qPrintable(theme.owner(i).edge.name()));
    for (const char *const code : connectionColours())
        QVERIFY2(contrast(visibleColour(QLatin1String(code), palette), base) >= 3, code);
    // The end of the remaining lease, against the background.
    for (const QColor &edge : {theme.ok, theme.warning, theme.critical})
        QVERIFY2(contrast(edge, theme.barBackground) >= 3, qPrintable(edge.name()));
}

void TestTheme::roomGrowsWithTheText()
{
    const QFont before = QApplication::font();
    const Spacing steps[] = {Spacing::Hair,  Spacing::Tight, Spacing::Small, Spacing::Medium,
                             Spacing::Large, Spacing::Page,  Spacing::Wide};
    std::vector<int> common;
    for (const Spacing step : steps)
        common.push_back(spacing(step));
    QVERIFY(std::ranges::is_sorted(common));
    QFont large = before;
    large.setPointSizeF(before.pointSizeF() * 2);
    QApplication::setFont(large);
    for (size_t i = 1; i < std::size(steps); ++i)
        QVERIFY(spacing(steps[i]) > common[i]);
    QVERIFY(smallFont(large).pointSizeF() < large.pointSizeF());
    QVERIFY(figureFont(large).pointSizeF() > titleFont(large).pointSizeF());
    QVERIFY(titleFont(large).pointSizeF() > headingFont(large).pointSizeF());
    QApplication::setFont(before);
}

void TestTheme::wordsTakeTheColourOfTheThemeOfNow()
{
    const auto after = qScopeGuard([] { QApplication::setPalette(QPalette()); });
    QApplication::setPalette(lightPalette());
    QWidget window;
    auto *label = new QLabel(&window);
    auto *text = new QTextEdit(&window);
    keepCriticalColour(label);
    keepCriticalColour(text);
    ConnectionSpec spec;
    spec.environment = Environment::Staging;
    const QLabel *where = environmentLabel(spec, &window);
    window.show();
    for (const QPalette &palette : {lightPalette(), darkPalette(), lightPalette()}) {
        QApplication::setPalette(palette);
        const Theme theme = Theme::of(palette);
        QTRY_COMPARE(label->palette().color(QPalette::WindowText), theme.critical);
        QCOMPARE(text->palette().color(QPalette::Text), theme.critical);
        QCOMPARE(text->palette().color(QPalette::Base), palette.color(QPalette::Base));
        QCOMPARE(where->palette().color(QPalette::WindowText), theme.environment(Environment::Staging));
    }
}

void TestTheme::buttonsGoOnInTheNextRow()
{
    QWidget window;
    auto *column = new QVBoxLayout(&window);
    column->setContentsMargins({});
    auto *row = new QWidget(&window);
    auto *flow = new FlowLayout(row);
    QList<QPushButton *> buttons;
    for (const char *text : {"Release as owner", "Another", "Locks held here"}) {
        buttons << new QPushButton(QLatin1String(text));
        flow->addWidget(buttons.last());
    }
    column->addWidget(row);
    column->addStretch();
    window.resize(row->sizeHint());
    window.show();
    QTRY_COMPARE(buttons[2]->y(), buttons[0]->y());
    const int beside = buttons[1]->x();

    window.resize(buttons[0]->width() + buttons[1]->width(), 300);
    QTRY_VERIFY(buttons[1]->y() > buttons[0]->geometry().bottom());
    QCOMPARE(buttons[2]->y(), buttons[1]->y());
    QTRY_COMPARE(row->height(), buttons[2]->geometry().bottom() + 1);

    buttons[0]->hide(); // Leaves no gap
    QTRY_COMPARE(buttons[1]->pos(), QPoint(0, 0));
    QTRY_COMPARE(row->height(), buttons[1]->geometry().bottom() + 1);
    buttons[0]->show();
    window.resize(row->sizeHint().width() * 2, 300);
    QTRY_COMPARE(buttons[1]->x(), beside);
    QTRY_COMPARE(row->height(), buttons[0]->height());
}

void TestTheme::titlesKeepClearOfTheSortArrow_data()
{
    QTest::addColumn<Qt::Alignment>("alignment");
    QTest::newRow("left") << Qt::Alignment(Qt::AlignLeft | Qt::AlignVCenter);
    QTest::newRow("right") << Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter);
}

void TestTheme::theDefaultLooksSoOnlyWhereEnterPressesIt()
{
    const ApplicationTheme theme;
    QDialog dialog;
    auto *column = new QVBoxLayout(&dialog);
    auto *field = new QLineEdit;
    auto *other = new QPushButton(QStringLiteral("Other"));
    auto *standard = new QPushButton(QStringLiteral("Cancel"));
    other->setAutoDefault(false);
    for (QWidget *widget : std::initializer_list<QWidget *>{field, other, standard})
        column->addWidget(widget);
    dialog.show();
    const auto look = [standard](bool isDefault) {
        standard->setDefault(isDefault);
        return standard->grab().toImage();
    };
    field->setFocus();
    QVERIFY(look(true) != look(false));
    other->setFocus(Qt::TabFocusReason); // Enter presses this one
    standard->setAutoDefault(false);
    QVERIFY(look(true) == look(false));
    standard->setProperty(LockscopeStyle::FieldsTakeEnter, true);
    field->setFocus();
    QVERIFY(look(true) == look(false));
}

void TestTheme::titlesKeepClearOfTheSortArrow()
{
    QFETCH(Qt::Alignment, alignment);
    const ApplicationTheme theme;
    QStandardItemModel model(0, 1);
    model.setHorizontalHeaderItem(0, new QStandardItem(QStringLiteral("Held for")));
    model.setHeaderData(0, Qt::Horizontal, alignment.toInt(), Qt::TextAlignmentRole);
    QTreeView tree;
    tree.setModel(&model);
    tree.setSortingEnabled(true);
    tree.header()->setStretchLastSection(false);
    tree.header()->resizeSection(0, tree.header()->sectionSizeHint(0));
    tree.resize(400, 200);
    tree.show();
    const QRect section(0, 1, tree.header()->sectionSize(0) - 2, tree.header()->height() - 3);
    const QImage image = tree.header()->grab(section).toImage();
    const QColor ground = tree.palette().color(QPalette::Window);
    std::vector<int> inked; // The columns of pixels with the title or the arrow
    for (int x = 0; x < image.width(); ++x) {
        for (int y = 0; y < image.height(); ++y) {
            if (std::abs(image.pixelColor(x, y).lightness() - ground.lightness()) > 40) {
                inked.push_back(x);
                break;
            }
        }
    }
    // From the right: the arrow, and what is between it and the title.
    const auto arrow = std::adjacent_find(inked.rbegin(), inked.rend(),
                                          [](int right, int left) { return right - left > 1; });
    QVERIFY(arrow != inked.rend());
    QVERIFY(inked.back() - *arrow < section.height() / 2);
    const int gap = *arrow - *std::next(arrow);
    QVERIFY2(gap >= spacing(Spacing::Small), qPrintable(QString::number(gap)));
}

// Converts every picture in the folder as seen with each kind of vision.
void TestTheme::picturesAsSeen()
{
    const QDir folder(qEnvironmentVariable("LOCKSCOPE_PICTURES_TO_SEE"));
    if (!qEnvironmentVariableIsSet("LOCKSCOPE_PICTURES_TO_SEE"))
        QSKIP("LOCKSCOPE_PICTURES_TO_SEE names no folder");
    QVERIFY(folder.mkpath(QStringLiteral("as-seen")));
    for (const QString &name : folder.entryList({QStringLiteral("*.png")}, QDir::Files)) {
        const QImage picture(folder.filePath(name));
        for (const auto &[vision, word] : Visions) {
            if (vision != Vision::Common)
                QVERIFY(asSeen(picture, vision)
                            .save(folder.filePath(
                                QStringLiteral("as-seen/%1-%2").arg(QLatin1String(word), name))));
        }
    }
}

LOCKSCOPE_UI_TEST(TestTheme)

} // namespace tst_theme

#include "tst_theme.moc"
