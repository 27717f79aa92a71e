// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/acquiredialog.h"

#include "ui/durationedit.h"
#include "ui/format.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QToolButton>
#include <QUuid>
#include <QVBoxLayout>

namespace lockscope
{

namespace
{

constexpr std::string_view Kinds[] = {"rlock", "token-lock", "untokened-lock"};
constexpr std::chrono::seconds UsualLease{30};
constexpr std::chrono::seconds UsualWait{10};

} // namespace

AcquireDialog::AcquireDialog(EngineLink &link, QWidget *parent) : ActDialog(link, tr("&Acquire"), parent)
{
    setWindowTitle(tr("Acquire a lock"));
    build();
    kindChosen();
}

std::span<const std::string_view> AcquireDialog::kinds()
{
    return Kinds;
}

void AcquireDialog::build()
{
    m_key = new QLineEdit(this);
    m_key->setPlaceholderText(tr("lock:orders:42"));
    m_kind = new QComboBox(this);
    for (const std::string_view kind : Kinds) {
        const QString code = QString::fromLatin1(kind.data(), qsizetype(kind.size()));
        m_kind->addItem(
            tr("%1 (%2)", "kind of lock and its short name").arg(text::kind(LockKind{kind}), code), code);
    }
    m_owner = new QLineEdit(this);
    m_newOwner = new QToolButton(this);
    m_newOwner->setText(tr("New"));
    m_newOwner->setToolTip(tr("Make another owner id"));
    auto *owner = new QWidget(this);
    owner->setFocusProxy(m_owner);
    auto *ownerRow = new QHBoxLayout(owner);
    ownerRow->setContentsMargins({});
    ownerRow->addWidget(m_owner, 1);
    ownerRow->addWidget(m_newOwner);
    m_lease = new DurationEdit(UsualLease, this);
    m_wait = new DurationEdit(UsualWait, this);
    m_wait->setToolTip(tr("How long to wait while another holds it; 0s: one try"));
    m_watchdog = new QCheckBox(tr("&Keep renewing while this program runs"), this);

    auto *fields = new QFormLayout;
    fields->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    fields->addRow(tr("Ke&y"), m_key);
    fields->addRow(tr("K&ind"), m_kind);
    fields->addRow(tr("&Owner"), owner);
    fields->addRow(tr("&Lease"), m_lease);
    fields->addRow(tr("Wai&t at most"), m_wait);
    fields->addRow(tr("Watchdog"), m_watchdog);
    form()->addLayout(fields);

    connect(m_key, &QLineEdit::textChanged, this, &AcquireDialog::inputChanged);
    connect(m_owner, &QLineEdit::textChanged, this, &AcquireDialog::inputChanged);
    connect(m_lease, &DurationEdit::changed, this, &AcquireDialog::inputChanged);
    connect(m_wait, &DurationEdit::changed, this, &AcquireDialog::inputChanged);
    connect(m_watchdog, &QCheckBox::toggled, this, &AcquireDialog::inputChanged);
    connect(m_kind, &QComboBox::currentIndexChanged, this, &AcquireDialog::kindChosen);
    connect(m_newOwner, &QToolButton::clicked, this, &AcquireDialog::makeOwner);
}

void AcquireDialog::setKey(const LockName &key)
{
    m_key->setText(QString::fromUtf8(key.bytes));
}

void AcquireDialog::kindChosen()
{
    const bool untokened = m_kind->currentData().toString() == QLatin1String("untokened-lock");
    m_owner->setEnabled(!untokened);
    m_newOwner->setEnabled(!untokened);
    m_owner->setPlaceholderText(untokened ? tr("this kind records no owner") : QString());
    // Nobody could renew or release it safely, so there is nothing to keep alive.
    m_watchdog->setEnabled(!untokened);
    if (untokened)
        m_watchdog->setChecked(false);
    makeOwner();
    inputChanged();
}

void AcquireDialog::makeOwner()
{
    const QString kind = m_kind->currentData().toString();
    const QUuid id = QUuid::createUuid();
    if (kind == QLatin1String("rlock"))
        m_owner->setText(id.toString(QUuid::WithoutBraces) + QStringLiteral(":1")); // process:thread
    else if (kind == QLatin1String("untokened-lock"))
        m_owner->clear();
    else
        m_owner->setText(id.toString(QUuid::Id128));
}

ActRequest AcquireDialog::request() const
{
    ActRequest request{.act = ActKind::Acquire, .key = LockName{m_key->text().toUtf8()}};
    request.kind = m_kind->currentData().toString().toLatin1();
    request.owner = OwnerId{m_owner->text().toUtf8()};
    request.lease = m_lease->value();
    request.wait = m_wait->value().value_or(milliseconds(0));
    request.watchdog = m_watchdog->isChecked();
    return request;
}

QString AcquireDialog::obstacle() const
{
    if (m_key->text().isEmpty())
        return tr("Type the key of the lock.");
    if (m_owner->isEnabled() && m_owner->text().isEmpty())
        return tr("An owner is needed: it is how the lock is released again.");
    if (!m_lease->problem().isEmpty())
        return tr("Lease: %1").arg(m_lease->problem());
    if (!m_wait->problem().isEmpty())
        return tr("Wait: %1").arg(m_wait->problem());
    return {};
}

QString AcquireDialog::status() const
{
    // A bad duration says so at its field.
    return m_lease->problem().isEmpty() && m_wait->problem().isEmpty() ? obstacle() : QString();
}

bool AcquireDialog::canPlan() const
{
    return obstacle().isEmpty();
}

} // namespace lockscope
