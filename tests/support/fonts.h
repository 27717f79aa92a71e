// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Tests and gallery use the fonts named here and no other font of the machine: their programs set
// FONTCONFIG_FILE to tests/fonts/fonts.conf.in. LOCKSCOPE_FONT="Noto Sans" in the environment selects the
// application's font.

#include <QApplication>
#include <QFontInfo>
#include <QString>

#include <algorithm>
#include <iterator>

namespace lockscope::test
{

// Call after QApplication, before the first widget. Returns an error text, or nothing.
[[nodiscard]] inline QString wearTestFont()
{
    struct Packaged {
        const char *family;
        const char *package; // Debian package
        int points;          // Default size of its desktop
        const char *chinese; // Family for Chinese characters
    };
    static constexpr Packaged Fonts[]{
        // Qt without a desktop, KDE, GNOME.
        {"DejaVu Sans", "fonts-dejavu-core", 9, "WenQuanYi Micro Hei"},
        {"Noto Sans", "fonts-noto-core", 10, "Noto Sans CJK SC"},
        {"Cantarell", "fonts-cantarell", 11, "Noto Sans CJK SC"},
        {"Noto Sans CJK SC", "fonts-noto-cjk", 10, "Noto Sans CJK SC"},
        {"WenQuanYi Micro Hei", "fonts-wqy-microhei", 9, "WenQuanYi Micro Hei"},
    };
    const QString wanted = qEnvironmentVariable("LOCKSCOPE_FONT", QLatin1String(Fonts[0].family));
    const auto chosen = std::ranges::find_if(
        Fonts, [&](const Packaged &font) { return wanted == QLatin1String(font.family); });
    if (chosen == std::end(Fonts))
        return QStringLiteral("tests/support/fonts.h has no font %1").arg(wanted);
    for (const Packaged &font : Fonts) {
        const QString family = QLatin1String(font.family);
        const bool needed = family == wanted || family == QLatin1String(chosen->chinese);
        if (needed && QFontInfo(QFont(family)).family() != family)
            return QStringLiteral("font %1 is missing: install %2").arg(family, QLatin1String(font.package));
    }
    QApplication::setFont(QFont(wanted, chosen->points));
    return {};
}

} // namespace lockscope::test
