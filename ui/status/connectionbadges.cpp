// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/status/connectionbadges.h"

#include "ui/text/format.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"
#include "ui/widgets/badge.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QToolButton>

namespace lockscope
{

ConnectionBadges::ConnectionBadges(QAction *allowChanges, QWidget *parent)
    : QWidget(parent), m_environment(new Badge(this)), m_readOnly(new QToolButton(this)),
      m_unverified(new Badge(this))
{
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(marginsAtSides(Spacing::Large, Spacing::Large));
    for (QWidget *badge : std::initializer_list<QWidget *>{m_environment, m_readOnly, m_unverified})
        row->addWidget(badge);
    m_readOnly->setText(tr("read-only"));
    m_readOnly->setIcon(glyphIcon(Glyph::Padlock));
    m_readOnly->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_readOnly->setToolTip(tr("This connection cannot change the server. Click to allow changes"));
    m_readOnly->setAccessibleName(tr("Read-only: allow changes"));
    connect(m_readOnly, &QToolButton::clicked, allowChanges, &QAction::trigger);
}

void ConnectionBadges::show(const std::optional<ConnectionSpec> &spec)
{
    m_spec = spec;
    refresh();
}

void ConnectionBadges::refresh()
{
    if (!m_spec)
        return;
    const Theme theme = Theme::of(palette());
    m_environment->say(text::environment(m_spec->environment), theme.environment(m_spec->environment),
                       tr("Environment of this connection"));
    m_environment->setVisible(m_spec->environment != Environment::None);
    m_readOnly->setVisible(m_spec->readOnly);
    m_unverified->say(tr("TLS not verified"), theme.critical,
                      tr("The server's certificate is not checked: anyone could be at the other end"));
    m_unverified->setVisible(m_spec->tls.enabled && !m_spec->tls.verifyPeer);
}

void ConnectionBadges::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        refresh();
}

} // namespace lockscope
