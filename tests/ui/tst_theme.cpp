// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme.h"

#include <QImage>
#include <QTest>

using namespace lockscope;

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
    void iconsDifferWithoutColour();
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
    for (const QColor &surface : {theme.barFill, theme.barLow, theme.barBackground, theme.flash, theme.gap})
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
        // Names of environments stand on the window itself.
        for (const QColor &colour : {theme.ok, theme.warning, theme.critical})
            QVERIFY2(contrast(colour, palette.color(ground)) >= 4.5, qPrintable(colour.name()));
    }
    QVERIFY(contrast(palette.color(QPalette::HighlightedText), palette.color(QPalette::Highlight)) >= 4.5);
}

void TestTheme::contrastIsTheStandardOne()
{
    QCOMPARE(contrast(Qt::black, Qt::white), 21.0);
    QCOMPARE(contrast(Qt::white, Qt::white), 1.0);
    // The example every checker gives for the limit of 4.5.
    QVERIFY(std::abs(contrast(QColor(0x767676), Qt::white) - 4.54) < 0.01);
}

void TestTheme::darkIsKnownByItsPalette()
{
    QVERIFY(!Theme::of(lightPalette()).dark);
    QVERIFY(Theme::of(darkPalette()).dark);
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
    for (qsizetype i = 0; i < seen.size(); ++i) {
        QVERIFY(!seen[i].isNull());
        for (qsizetype j = 0; j < i; ++j)
            QVERIFY2(seen[i] != seen[j], qPrintable(QStringLiteral("%1 and %2").arg(i).arg(j)));
    }
}

QTEST_MAIN(TestTheme)
#include "tst_theme.moc"
