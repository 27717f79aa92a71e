// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/status/connectionbutton.h"

#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"

#include <QEvent>

namespace lockscope
{

ConnectionButton::ConnectionButton(QWidget *parent) : QToolButton(parent)
{
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setPopupMode(QToolButton::InstantPopup);
    refresh();
}

void ConnectionButton::show(const DeploymentState &deployment)
{
    m_deployment = deployment;
    refresh();
}

void ConnectionButton::refresh()
{
    const auto &spec = m_deployment.spec;
    if (!spec) {
        setText(tr("Connect"));
        setIcon(glyphIcon(Glyph::Connect));
        setToolTip(tr("Connect to a saved connection or to an address"));
        setAccessibleName(tr("Connect"));
        return;
    }
    const QString title = m_deployment.title();
    const QString shown = fontMetrics().elidedText(title, Qt::ElideMiddle, characters(*this, 26));
    setText(QString(shown).replace(u'&', QLatin1String("&&")));
    setIcon(spec->colour.isEmpty() ? glyphIcon(Glyph::Server) : colourIcon(spec->colour));
    setToolTip(QStringLiteral("%1\n%2").arg(title, connectionUrl(*spec)));
    setAccessibleName(tr("Connection: %1").arg(title));
}

void ConnectionButton::changeEvent(QEvent *event)
{
    QToolButton::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange)
        refresh();
}

} // namespace lockscope
