// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bulk/bulkchoices.h"

#include "ui/forms/durationedit.h"
#include "ui/text/format.h"
#include "ui/widgets/prose.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>

namespace lockscope
{

namespace
{

constexpr milliseconds UsualExpiry = std::chrono::seconds(30);

} // namespace

BulkChoices::BulkChoices(QWidget *parent)
    : QWidget(parent), m_scope(new QComboBox(this)), m_act(new QComboBox(this)),
      m_leaseLabel(new QLabel(tr("TT&L"), this)), m_lease(new DurationEdit(UsualExpiry, this)),
      m_meaning(new Prose(this))
{
    for (const ActKind act : {ActKind::Wake, ActKind::SetExpiry, ActKind::ForceRelease}) // Safest first
        m_act->addItem(text::act(act), int(act));
    auto *scopeLabel = new QLabel(tr("L&ocks"), this);
    auto *actLabel = new QLabel(tr("&Action"), this);
    scopeLabel->setBuddy(m_scope);
    actLabel->setBuddy(m_act);
    m_leaseLabel->setBuddy(m_lease->edit());
    auto *row = new QHBoxLayout;
    for (QWidget *part : {static_cast<QWidget *>(scopeLabel), static_cast<QWidget *>(m_scope),
                          static_cast<QWidget *>(actLabel), static_cast<QWidget *>(m_act),
                          static_cast<QWidget *>(m_leaseLabel), static_cast<QWidget *>(m_lease)})
        row->addWidget(part);
    row->addStretch();
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->addLayout(row);
    column->addWidget(m_meaning);
    connect(m_act, &QComboBox::currentIndexChanged, this, &BulkChoices::explain);
    connect(m_act, &QComboBox::currentIndexChanged, this, &BulkChoices::changed);
    connect(m_scope, &QComboBox::currentIndexChanged, this, &BulkChoices::changed);
    connect(m_lease, &DurationEdit::changed, this, &BulkChoices::leaseChanged);
    explain();
}

void BulkChoices::addScope(const QString &title, const std::vector<LockPtr> &locks)
{
    std::vector<LockName> &keys = m_scopes.emplace_back();
    keys.reserve(locks.size());
    for (const LockPtr &lock : locks) {
        keys.push_back(lock->key);
        m_known.insert(lock->key, lock);
    }
    m_scope->addItem(title);
}

void BulkChoices::apply(const LockDelta &delta)
{
    if (delta.reset)
        m_known.clear();
    for (const LockName &key : delta.removed)
        m_known.remove(key);
    for (const LockPtr &lock : delta.upserted)
        m_known.insert(lock->key, lock);
}

void BulkChoices::setAct(ActKind act)
{
    m_act->setCurrentIndex(m_act->findData(int(act)));
}

std::vector<LockPtr> BulkChoices::locks() const
{
    std::vector<LockPtr> locks;
    if (m_scope->currentIndex() < 0)
        return locks;
    for (const LockName &key : m_scopes[size_t(m_scope->currentIndex())]) {
        if (const LockPtr lock = m_known.value(key))
            locks.push_back(lock);
    }
    return locks;
}

ActKind BulkChoices::act() const
{
    return ActKind(m_act->currentData().toInt());
}

std::optional<milliseconds> BulkChoices::lease() const
{
    return act() == ActKind::SetExpiry ? m_lease->value().value_or(UsualExpiry)
                                       : std::optional<milliseconds>();
}

QString BulkChoices::obstacle() const
{
    if (act() != ActKind::SetExpiry)
        return {};
    const std::optional<milliseconds> lease = m_lease->value();
    if (!lease)
        return m_lease->problem();
    return lease->count() > 0 ? QString()
                              : tr("The time must be greater than zero. To end the locks now, release them.");
}

void BulkChoices::explain()
{
    m_leaseLabel->setVisible(act() == ActKind::SetExpiry);
    m_lease->setVisible(act() == ActKind::SetExpiry);
    switch (act()) {
    case ActKind::SetExpiry:
        return m_meaning->say(tr("Sets an expiry on locks without one, or shortens the time left; never "
                                 "lengthens it. The next renewal of a holder restores the full lease."));
    case ActKind::ForceRelease:
        return m_meaning->say(tr("Removes the locks from their holders, whose code continues to run. A lock "
                                 "is released only if it is still as shown here."));
    default:
        m_meaning->say(
            tr("Sends the wake-up message; no key changes. Waiters that wake try again. Harmless."));
    }
}

} // namespace lockscope
