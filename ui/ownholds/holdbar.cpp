// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ownholds/holdbar.h"

#include "core/values/act.h"
#include "ui/ownholds/ownholds.h"
#include "ui/text/format.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/flowlayout.h"

#include <QPushButton>

#include <algorithm>

namespace lockscope
{

HoldBar::HoldBar(QWidget *parent)
    : Notice(parent), m_release(new QPushButton(tr("Release as owner"))),
      m_manage(new QPushButton(tr("Locks held here…")))
{
    auto *row = new QWidget(this);
    auto *flow = new FlowLayout(row);
    flow->setContentsMargins(0, spacing(Spacing::Small), 0, 0);
    flow->addWidget(m_release);
    flow->addWidget(m_manage);
    addWidget(row);
    m_release->setToolTip(tr("Release the lock: this Lockscope holds it"));
    connect(m_release, &QPushButton::clicked, this, [this] {
        if (!m_holds.empty())
            emit releaseWanted(m_holds.back());
    });
    connect(m_manage, &QPushButton::clicked, this, &HoldBar::manageWanted);
    hide();
}

void HoldBar::show(const std::vector<OwnHolding> &holds, const std::vector<OwnHolding> &releasing)
{
    m_holds = holds;
    setVisible(!holds.empty());
    if (holds.empty())
        return;
    m_release->setEnabled(std::ranges::none_of(
        releasing, [&holds](const OwnHolding &held) { return isSameHold(held, holds.back()); }));
    QStringList facts;
    for (const OwnHolding &held : holds) {
        QStringList parts{text::ownerFull(held.owner)};
        if (const QString way = text::wayOfHold(held); !way.isEmpty())
            parts << way;
        parts << (held.renewed ? tr("renewed") : tr("not renewed"));
        facts << parts.join(QStringLiteral(", "));
    }
    tell(VerdictLevel::Info, tr("Held by this Lockscope"), facts);
}

} // namespace lockscope
