// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/expirydialog.h"

#include "ui/changenotice.h"
#include "ui/durationedit.h"
#include "ui/enginelink.h"
#include "ui/format.h"
#include "ui/lockfacts.h"
#include "ui/share.h"

#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockscope
{

namespace
{

constexpr std::chrono::seconds UsualExpiry{30};

milliseconds firstGuess(const Lock &lock)
{
    const auto left = text::ttlLeft(lock, now());
    return left ? std::clamp<milliseconds>(*left / 2, std::chrono::seconds(1), UsualExpiry) : UsualExpiry;
}

} // namespace

ExpiryDialog::ExpiryDialog(EngineLink &link, const LockPtr &lock, QWidget *parent)
    : ActDialog(link, tr("&Set expiry"), parent), m_watch(lock)
{
    setWindowTitle(tr("Set expiry: %1").arg(text::key(lock->key)));
    m_facts = new LockFacts({LockFact::Key, LockFact::Kind, LockFact::Owner, LockFact::Held,
                             LockFact::TimeToLive, LockFact::Renewals, LockFact::Node},
                            link.kinds(), this);
    auto *explanation =
        new QLabel(tr("This gives a lock without an expiry one, or shortens the time it has left. "
                      "It never lengthens it, and the holder is not told: a holder that renews "
                      "sets the time back to its full lease."),
                   this);
    explanation->setWordWrap(true);
    const milliseconds guess = std::chrono::duration_cast<std::chrono::seconds>(firstGuess(*lock));
    m_duration = new DurationEdit(guess, this);
    auto *fields = new QFormLayout;
    fields->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    fields->addRow(tr("Time to &live"), m_duration);
    form()->addWidget(m_facts);
    m_change = new ChangeNotice(m_watch, false, this);
    connect(m_change, &ChangeNotice::confirmed, this, &ExpiryDialog::inputChanged);
    form()->addWidget(m_change);
    form()->addWidget(explanation);
    form()->addLayout(fields);
    connect(m_duration, &DurationEdit::changed, this, [this] {
        check();
        inputChanged();
    });
    m_facts->showLock(lock, now());
    check();
    resize(width(), fontMetrics().height() * 44);
}

ActRequest ExpiryDialog::request() const
{
    ActRequest request{.act = ActKind::SetExpiry, .key = m_watch.lock()->key, .lease = m_duration->value()};
    expectHolders(request, m_watch.confirmedHolders());
    return request;
}

QString ExpiryDialog::obstacle() const
{
    if (m_watch.gone())
        return tr("The lock is gone: there is nothing to set.");
    if (m_change->mustConfirm())
        return tr("Look at the new holder and confirm it first.");
    return m_duration->problem();
}

QString ExpiryDialog::status() const
{
    // A bad duration says so at its field.
    return obstacle() == m_duration->problem() ? QString() : obstacle();
}

bool ExpiryDialog::canPlan() const
{
    return m_duration->value().has_value();
}

void ExpiryDialog::check()
{
    const std::optional<milliseconds> wanted = m_duration->value();
    const std::optional<milliseconds> left = text::ttlLeft(*m_watch.lock(), now());
    if (wanted && wanted->count() <= 0)
        m_duration->setObjection(
            tr("The time must be longer than nothing; to end the lock now, release it."));
    else if (wanted && left && *wanted >= *left)
        m_duration->setObjection(tr("It has %1 left: this only shortens.").arg(text::duration(*left)));
    else
        m_duration->setObjection({});
}

void ExpiryDialog::tableChanged(const LockDelta &delta)
{
    if (!m_watch.apply(delta))
        return;
    m_facts->showLock(m_watch.lock(), now());
    if (step() == Step::Asking)
        m_change->refresh();
    check();
    refreshButtons();
}

void ExpiryDialog::asked()
{
    m_change->refresh();
}

void ExpiryDialog::tick()
{
    if (step() != Step::Asking)
        return;
    m_facts->tick(now());
    const QString before = m_duration->problem();
    check();
    if (before != m_duration->problem())
        refreshButtons();
}

} // namespace lockscope
