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
    m_readOnly->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    connect(m_readOnly, &QToolButton::clicked, allowChanges, &QAction::trigger);
}

void ConnectionBadges::show(const std::optional<ConnectionSpec> &spec, bool isSandbox)
{
    m_spec = spec;
    m_isSandbox = isSandbox;
    refresh();
}

void ConnectionBadges::showWhetherReadOnly()
{
    const bool readOnly = m_spec->readOnly;
    m_readOnly->setText(readOnly ? tr("read-only") : tr("changes allowed"));
    m_readOnly->setIcon(glyphIcon(readOnly ? Glyph::Padlock : Glyph::OpenPadlock));
    m_readOnly->setToolTip(readOnly
                               ? tr("This connection cannot change the server. Click to allow changes")
                               : tr("This connection can change the server. Click to make it read-only"));
    m_readOnly->setAccessibleName(readOnly ? tr("Read-only: allow changes")
                                           : tr("Changes allowed: make read-only"));
    m_readOnly->setVisible(readOnly || !m_isSandbox);
}

void ConnectionBadges::refresh()
{
    if (!m_spec)
        return;
    const Theme theme = Theme::of(palette());
    m_environment->say(text::environment(m_spec->environment), theme.environment(m_spec->environment),
                       tr("Environment of this connection"));
    m_environment->setVisible(m_spec->environment != Environment::None);
    showWhetherReadOnly();
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
