// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/textcolour.h"

#include "ui/theme/theme.h"

#include <QEvent>
#include <QGuiApplication>
#include <QWidget>

#include <functional>

namespace lockscope
{

namespace
{

class TextColour final : public QObject
{
public:
    TextColour(QWidget *words, std::function<QColor(const Theme &)> colour)
        : QObject(words), m_words(words), m_colour(std::move(colour))
    {
        words->installEventFilter(this);
        applyTheme();
    }

protected:
    bool eventFilter(QObject *, QEvent *event) override
    {
        if (event->type() == QEvent::PaletteChange)
            applyTheme();
        return false;
    }

private:
    void applyTheme()
    {
        // Setting a palette triggers another change event, so compare first. Use the application's palette:
        // widgets get a new one in any order, and the parent may still have the old one.
        const QPalette before = m_words->palette();
        const QColor colour = m_colour(Theme::of(QGuiApplication::palette()));
        if (before.color(QPalette::WindowText) == colour && before.color(QPalette::Text) == colour)
            return;
        // Only these two colours: a widget with a full palette of its own receives no theme changes.
        QPalette palette;
        palette.setColor(QPalette::WindowText, colour);
        palette.setColor(QPalette::Text, colour);
        m_words->setPalette(palette);
    }

    QWidget *m_words;
    std::function<QColor(const Theme &)> m_colour;
};

} // namespace

void keepCriticalColour(QWidget *words)
{
    new TextColour(words, [](const Theme &theme) { return theme.critical; });
}

void keepEnvironmentColour(QWidget *words, Environment environment)
{
    new TextColour(words, [environment](const Theme &theme) { return theme.environment(environment); });
}

} // namespace lockscope
