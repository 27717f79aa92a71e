// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/environmentlabel.h"

#include "ui/format.h"
#include "ui/metrics.h"
#include "ui/theme.h"

#include <QEvent>

namespace lockscope
{

EnvironmentLabel::EnvironmentLabel(const ConnectionSpec &spec, QWidget *parent)
    : QLabel(parent), m_environment(spec.environment)
{
    setText(tr("%1 — %2", "connection and its environment")
                .arg(text::connection(spec), text::environment(m_environment)));
    setTextFormat(Qt::PlainText);
    setFont(strongFont(font()));
    dress();
}

void EnvironmentLabel::changeEvent(QEvent *event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        dress();
}

void EnvironmentLabel::dress()
{
    // Compared, for setting a palette is a change of it.
    QPalette colours = palette();
    const QColor colour = Theme::of(colours).environment(m_environment);
    if (colours.color(QPalette::WindowText) == colour)
        return;
    colours.setColor(QPalette::WindowText, colour);
    setPalette(colours);
}

} // namespace lockscope
