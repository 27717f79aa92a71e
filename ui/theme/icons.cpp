// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/icons.h"

#include "ui/theme/svgicon.h"
#include "ui/theme/theme.h"

#include <QGuiApplication>
#include <QPalette>

namespace lockscope
{
namespace
{

// The files of resources/icons, in the order of Glyph.
constexpr const char *Files[] = {"connect", "disconnect", "rescan",       "play",     "stop",   "add",
                                 "search",  "padlock",    "padlock-open", "keyboard", "server", "close",
                                 "pin",     "back",       "forward",      "settings", "help",   "info",
                                 "copy",    "terminal",   "folder",       "pulse",    "reopen", "command",
                                 "mutex",   "readwrite",  "semaphore",    "latch",    "group",  "workload",
                                 "bare",    "closer",     "farther",      "live",     "paused", "export"};
static_assert(std::size(Files) == size_t(Glyph::Export) + 1);

QString fileOf(Glyph glyph)
{
    return QLatin1String(Files[size_t(glyph)]);
}

} // namespace

void paintGlyph(QPainter &painter, const QRectF &rect, Glyph glyph, const QColor &color)
{
    paintSvg(painter, rect, fileOf(glyph), color);
}

QIcon colourIcon(const QString &colour)
{
    return svgIcon(fileOf(Glyph::Server), [colour](QIcon::Mode mode) {
        const QPalette palette = QGuiApplication::palette();
        return mode == QIcon::Selected ? palette.color(QPalette::HighlightedText)
                                       : visibleColour(colour, palette);
    });
}

QIcon glyphIcon(Glyph glyph)
{
    return svgIcon(fileOf(glyph), [](QIcon::Mode mode) {
        const auto group = mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active;
        const auto role = mode == QIcon::Selected ? QPalette::HighlightedText : QPalette::ButtonText;
        return QGuiApplication::palette().color(group, role);
    });
}

QIcon applicationIcon()
{
    return QIcon(QStringLiteral(":/icons/lockscope-256.png"));
}

} // namespace lockscope
