// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/theme.h"

#include "ui/theme/svgicon.h"

#include <cmath>
#include <utility>
#include <vector>

namespace lockscope
{

namespace
{

constexpr double TextContrast = 4.5;
constexpr double MarkContrast = 3.0;

// Found by a search that keeps any two distinct. tst_theme measures the distance in CIE Lab, for normal
// vision, each kind of colour blindness, and in grey. The dark ones are far from the red, amber and green of
// the verdicts.
constexpr const char *LightOwners[] = {"#74aab7", "#c2ada0", "#6fcbfc", "#c4d99a", "#f9d7f2", "#c2ffda"};
constexpr const char *DarkOwners[] = {"#20073b", "#715471", "#280976", "#3f3044", "#430fc0", "#254c99"};
constexpr Qt::BrushStyle OwnerPatterns[] = {Qt::NoBrush, Qt::BDiagPattern, Qt::FDiagPattern,
                                            Qt::CrossPattern};

constexpr const char *ConnectionColours[] = {"#c0392b", "#d9822b", "#c9a800", "#3d9a50",
                                             "#2b8fb8", "#8a5fb8", "#7f8790"};

double linear(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double luminance(const QColor &color)
{
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

// A system palette may have any base colour: keep the hue, and move it towards black or white until it has
// enough contrast.
QColor readable(const QColor &wanted, const QPalette &palette, double least = TextContrast)
{
    const QColor base = palette.color(QPalette::Base);
    const QColor alternate = palette.color(QPalette::AlternateBase);
    const QColor goal = luminance(base) > 0.18 ? QColor(Qt::black) : QColor(Qt::white);
    for (int step = 20; step > 0; --step) {
        const QColor tried = mixed(wanted, goal, step / 20.0);
        if (contrast(tried, base) >= least && contrast(tried, alternate) >= least)
            return tried;
    }
    return goal;
}

// A tint of the base colour on which the palette's text stays readable.
QColor surface(const QColor &tint, double share, const QPalette &palette)
{
    const QColor base = palette.color(QPalette::Base);
    const QColor text = palette.color(QPalette::Text);
    QColor tried = mixed(tint, base, share);
    for (; share > 0.0 && contrast(text, tried) < TextContrast; share -= 0.02)
        tried = mixed(tint, base, share);
    return tried;
}

QPalette palette(const QColor &window, const QColor &base, const QColor &alternate, const QColor &button,
                 const QColor &text, const QColor &disabled, const QColor &highlight, const QColor &link,
                 const QColor &shadow)
{
    QPalette p;
    p.setColor(QPalette::Window, window);
    p.setColor(QPalette::WindowText, text);
    p.setColor(QPalette::Base, base);
    p.setColor(QPalette::AlternateBase, alternate);
    p.setColor(QPalette::Text, text);
    p.setColor(QPalette::PlaceholderText, disabled);
    p.setColor(QPalette::Button, button);
    p.setColor(QPalette::ButtonText, text);
    p.setColor(QPalette::BrightText, Qt::white);
    p.setColor(QPalette::ToolTipBase, alternate);
    p.setColor(QPalette::ToolTipText, text);
    p.setColor(QPalette::Highlight, highlight);
    p.setColor(QPalette::HighlightedText, Qt::white);
    p.setColor(QPalette::Link, link);
    p.setColor(QPalette::LinkVisited, link);
    p.setColor(QPalette::Light, mixed(button, Qt::white, 0.75));
    p.setColor(QPalette::Midlight, mixed(button, Qt::white, 0.88));
    p.setColor(QPalette::Mid, mixed(button, shadow, 0.78));
    p.setColor(QPalette::Dark, mixed(button, shadow, 0.6));
    p.setColor(QPalette::Shadow, shadow);
    for (const QPalette::ColorRole role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText})
        p.setColor(QPalette::Disabled, role, disabled);
    p.setColor(QPalette::Disabled, QPalette::Highlight, mixed(button, shadow, 0.78));
    return p;
}

OwnerLook ownerLook(size_t look, const QPalette &palette, bool dark)
{
    const size_t at = look % Theme::OwnerFills;
    const QColor wanted(QLatin1String(dark ? DarkOwners[at] : LightOwners[at]));
    OwnerLook made{.fill = surface(wanted, 1.0, palette),
                   .pattern = OwnerPatterns[look / Theme::OwnerFills % std::size(OwnerPatterns)]};
    made.edge = readable(made.fill, palette);
    made.hatch = surface(mixed(made.edge, made.fill, 0.35), 1.0, palette);
    return made;
}

} // namespace

QColor mixed(const QColor &a, const QColor &b, double share)
{
    const auto channel = [share](float x, float y) { return float(x * share + y * (1.0 - share)); };
    return QColor::fromRgbF(channel(a.redF(), b.redF()), channel(a.greenF(), b.greenF()),
                            channel(a.blueF(), b.blueF()));
}

QColor translucent(QColor colour, double opacity)
{
    colour.setAlphaF(float(opacity));
    return colour;
}

std::span<const char *const> connectionColours()
{
    return ConnectionColours;
}

QColor visibleColour(const QString &code, const QPalette &palette)
{
    return readable(QColor(code), palette, MarkContrast);
}

// Cached: views request it on each paint. Many widgets have a palette of their own, with the same colours.
Theme Theme::of(const QPalette &palette)
{
    constexpr size_t Most = 8; // light and dark, active and disabled
    using Colours = std::array<quint64, 4>;
    const auto colour = [&palette](QPalette::ColorRole role) {
        return quint64(palette.color(role).rgba64());
    };
    const Colours colours{colour(QPalette::Base), colour(QPalette::AlternateBase), colour(QPalette::Text),
                          colour(QPalette::Highlight)};
    static std::vector<std::pair<Colours, Theme>> known;
    const auto found = std::find_if(known.begin(), known.end(),
                                    [&colours](const auto &theme) { return theme.first == colours; });
    if (found != known.end())
        return found->second;
    if (known.size() == Most)
        known.erase(known.begin());
    return known.emplace_back(colours, made(palette)).second;
}

// Of the four colours above and no others.
Theme Theme::made(const QPalette &palette)
{
    const QColor base = palette.color(QPalette::Base);
    const QColor text = palette.color(QPalette::Text);
    Theme theme;
    theme.dark = luminance(base) < luminance(text);
    const auto pick = [&](const char *light, const char *dark) {
        return readable(QColor(QLatin1String(theme.dark ? dark : light)), palette);
    };
    theme.ok = pick("#1a7f37", "#56c271");
    theme.info = pick("#0a61c2", "#6cb2ff");
    theme.warning = pick("#8f5a00", "#e5b03f");
    theme.critical = pick("#bf1d1d", "#ff8178");
    theme.muted = pick("#5b6570", "#a0a9b4");
    theme.accent = pick("#0b6a7f", "#4fc0d8");
    theme.development = theme.ok;
    theme.staging = theme.warning;
    theme.production = theme.critical;
    const bool dark = theme.dark;
    theme.barFill = surface(theme.ok, dark ? 0.34 : 0.30, palette);
    theme.barInfo = surface(theme.info, dark ? 0.34 : 0.24, palette);
    theme.barInfoHatch = surface(theme.info, 0.55, palette);
    theme.barLow = surface(theme.warning, dark ? 0.38 : 0.34, palette);
    theme.barCritical = surface(theme.critical, dark ? 0.38 : 0.30, palette);
    theme.barLowHatch = surface(theme.warning, 0.7, palette);
    theme.barCriticalHatch = surface(theme.critical, 0.7, palette);
    theme.barBackground = surface(text, dark ? 0.10 : 0.07, palette);
    theme.flash = surface(theme.ok, dark ? 0.24 : 0.18, palette);
    theme.grid = surface(text, dark ? 0.16 : 0.12, palette);
    theme.gap = surface(text, dark ? 0.09 : 0.06, palette);
    theme.selection = mixed(palette.color(QPalette::Highlight), base, 0.18);
    theme.legend = translucent(base, 0.75);
    for (size_t i = 0; i < theme.m_owners.size(); ++i)
        theme.m_owners[i] = ownerLook(i, palette, dark);
    for (size_t i = 0; i < theme.m_ages.size(); ++i)
        theme.m_ages[i] = surface(theme.accent, 0.08 + 0.14 * double(i), palette);
    // The same colour in selected rows and disabled views: the state must stay readable.
    const auto icon = [&base](const char *group, const char *name, const QColor &colour) {
        return svgIcon(
            QLatin1String(group) + QLatin1String(name), [colour](QIcon::Mode) { return colour; }, base);
    };
    for (size_t i = 0; i < theme.m_verdicts.size(); ++i) {
        const auto level = VerdictLevel(i);
        theme.m_verdicts[i] = icon("level-", name(level), theme.verdict(level));
    }
    for (size_t i = 0; i < theme.m_events.size(); ++i) {
        const auto kind = EventKind(i);
        theme.m_events[i] = icon("event-", name(kind), theme.event(kind));
    }
    return theme;
}

QColor Theme::verdict(VerdictLevel level) const
{
    switch (level) {
    case VerdictLevel::Ok:
        return ok;
    case VerdictLevel::Info:
        return info;
    case VerdictLevel::Warning:
        return warning;
    case VerdictLevel::Critical:
        return critical;
    }
    return muted;
}

QBrush Theme::verdictFill(VerdictLevel level) const
{
    switch (level) {
    case VerdictLevel::Ok:
        return barFill;
    case VerdictLevel::Info:
        return barInfo;
    case VerdictLevel::Warning:
        return barLow;
    case VerdictLevel::Critical:
        return barCritical;
    }
    return gap;
}

QBrush Theme::verdictHatch(VerdictLevel level) const
{
    switch (level) {
    case VerdictLevel::Ok:
        return Qt::NoBrush;
    case VerdictLevel::Info:
        return {barInfoHatch, Qt::FDiagPattern};
    case VerdictLevel::Warning:
        return {barLowHatch, Qt::BDiagPattern};
    case VerdictLevel::Critical:
        return {barCriticalHatch, Qt::DiagCrossPattern};
    }
    return Qt::NoBrush;
}

QColor Theme::event(EventKind kind) const
{
    switch (kind) {
    case EventKind::Acquired:
    case EventKind::Renewed:
        return ok;
    case EventKind::Reentered:
        return accent;
    case EventKind::Released:
    case EventKind::Waiters:
        return info;
    case EventKind::Expired:
    case EventKind::Changed:
        return warning;
    case EventKind::Forced:
        return critical;
    case EventKind::Node:
        return muted;
    }
    return muted;
}

QColor Theme::environment(Environment environment) const
{
    switch (environment) {
    case Environment::None:
        return muted;
    case Environment::Development:
        return development;
    case Environment::Staging:
        return staging;
    case Environment::Production:
        return production;
    }
    return muted;
}

QColor Theme::series(size_t index) const
{
    const QColor colours[] = {info, critical, ok, warning, accent, muted};
    return colours[index % std::size(colours)];
}

QIcon Theme::verdictIcon(VerdictLevel level) const
{
    return m_verdicts[size_t(level)];
}

QIcon Theme::eventIcon(EventKind kind) const
{
    return m_events[size_t(kind)];
}

QPalette lightPalette()
{
    return palette(QColor(0xf1f3f5), QColor(0xffffff), QColor(0xf6f8fa), QColor(0xf7f8f9), QColor(0x1c2126),
                   QColor(0x626b75), QColor(0x1f66b8), QColor(0x0a61c2), QColor(0x4a5058));
}

QPalette darkPalette()
{
    return palette(QColor(0x2a2e33), QColor(0x17191c), QColor(0x1f2226), QColor(0x383d43), QColor(0xe4e7ea),
                   QColor(0x979fa8), QColor(0x2a68ad), QColor(0x6cb2ff), QColor(0x08090a));
}

double contrast(const QColor &a, const QColor &b)
{
    const double one = luminance(a) + 0.05;
    const double other = luminance(b) + 0.05;
    return one > other ? one / other : other / one;
}

} // namespace lockscope
