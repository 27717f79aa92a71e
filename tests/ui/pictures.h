// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Saves pictures of a page, light and dark and in each language, in the folder LOCKSCOPE_PICTURES. The tests
// only check that they can be created.

#include "ui/theme/appearance.h"
#include "ui/theme/language.h"

#include <QTest>
#include <QWidget>

namespace lockscope::test
{

// For pictures_data(): one row for each look.
inline void pictureLooks(std::initializer_list<const char *> languages = {"en", "zh_CN"})
{
    QTest::addColumn<bool>("dark");
    QTest::addColumn<QString>("language");
    for (const char *language : languages) {
        QTest::addRow("light-%s", language) << false << QString::fromLatin1(language);
        QTest::addRow("dark-%s", language) << true << QString::fromLatin1(language);
    }
}

// Applies the look of the row during its lifetime.
class Pictures final
{
public:
    explicit Pictures(const char *of) : m_of(of)
    {
        QFETCH(bool, dark);
        QFETCH(QString, language);
        if (!isWanted())
            return;
        installTranslations(*qApp, language);
        m_theme.apply(dark ? Appearance::Dark : Appearance::Light);
    }
    ~Pictures()
    {
        if (!isWanted())
            return;
        installTranslations(*qApp, QStringLiteral("en"));
        m_theme.apply(Appearance::Light);
    }
    Q_DISABLE_COPY_MOVE(Pictures)

    bool isWanted() const { return !m_folder.isEmpty(); }
    QString fileOf(const char *part, const char *suffix = "png") const
    {
        return QStringLiteral("%1/%2-%3-%4.%5")
            .arg(m_folder, QLatin1String(m_of), QLatin1String(part), QLatin1String(QTest::currentDataTag()),
                 QLatin1String(suffix));
    }
    void save(QWidget &widget, const char *part) const
    {
        for (int i = 0; i < 5; ++i) // For delayed painting
            QCoreApplication::processEvents();
        QVERIFY(widget.grab().save(fileOf(part)));
    }

private:
    const char *m_of;
    QString m_folder = qEnvironmentVariable("LOCKSCOPE_PICTURES");
    ApplicationTheme m_theme{};
};

} // namespace lockscope::test
