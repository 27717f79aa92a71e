// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/acts/acquiredialog.h"

#include "core/engine/acts/actguard.h"
#include "ui/bridges/enginebridge.h"
#include "ui/forms/dialogsize.h"
#include "ui/forms/durationedit.h"
#include "ui/forms/environmentlabel.h"
#include "ui/forms/fieldnames.h"
#include "ui/forms/reasonedit.h"
#include "ui/text/format.h"
#include "ui/theme/metrics.h"
#include "ui/theme/textcolour.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope
{

namespace
{

constexpr LockKind UsualKind{"rlock"};
constexpr std::chrono::seconds UsualWait{10};

} // namespace

AcquireDialog::AcquireDialog(EngineBridge &bridge, QWidget *parent)
    : ActDialog(bridge, tr("&Acquire"), parent), m_kinds(bridge.kinds().takeable())
{
    setWindowTitle(tr("Acquire lock"));
    build();
    nameFields(*this);
    setKind(UsualKind);
    kindChosen();
}

void AcquireDialog::build()
{
    m_key = new QLineEdit(this);
    m_key->setPlaceholderText(tr("lock:orders:42"));
    m_kind = new QComboBox(this);
    for (const Takeable &kind : m_kinds) {
        m_kind->addItem(glyphIcon(bridge().kinds().glyph(kind.kind)), kind.title, Kinds::name(kind.kind));
        m_kind->setItemData(m_kind->count() - 1, bridge().kinds().help(kind.kind), Qt::ToolTipRole);
    }
    m_kind->setMaxVisibleItems(m_kind->count());
    m_mode = new QComboBox(this);
    m_mode->addItem(tr("Write (exclusive)"), int(HoldMode::Write));
    m_mode->addItem(tr("Read (shared)"), int(HoldMode::Read));
    m_owner = new QLineEdit(this);
    m_newOwner = new QToolButton(this);
    m_newOwner->setText(tr("New"));
    m_newOwner->setToolTip(tr("Generate a new owner id"));
    auto *owner = new QWidget(this);
    owner->setFocusProxy(m_owner);
    auto *ownerRow = new QHBoxLayout(owner);
    ownerRow->setContentsMargins({});
    ownerRow->addWidget(m_owner, 1);
    ownerRow->addWidget(m_newOwner);
    m_lease = new DurationEdit({}, this);
    m_wait = new DurationEdit(UsualWait, this);
    m_wait->setToolTip(tr("Maximum wait while another client holds the lock; 0s tries once"));
    m_watchdog = new QCheckBox(tr("&Keep it renewed while Lockscope runs"), this);

    auto *fields = m_fields = new QFormLayout;
    fields->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    m_part = new QLineEdit(this);
    m_partRow = withMessage(m_part, m_partMessage);
    fields->addRow(tr("Ke&y"), withMessage(m_key, m_keyMessage));
    fields->addRow(tr("K&ind"), m_kind);
    fields->addRow(tr("Mo&de"), m_mode);
    m_partLabel = new QLabel(this);
    m_partLabel->setBuddy(m_part);
    fields->addRow(m_partLabel, m_partRow);
    fields->addRow(tr("&Owner"), withMessage(owner, m_ownerMessage));
    fields->addRow(tr("&Lease"), m_lease);
    fields->addRow(tr("Maximum wai&t"), m_wait);
    fields->addRow(tr("Watchdog"), m_watchdog);
    form()->addLayout(fields);
    m_why = new ReasonEdit(this);
    m_why->alignWith(*fields);
    m_why->hide();
    form()->addWidget(m_why);
    connect(m_why, &ReasonEdit::changed, this, &AcquireDialog::inputChanged);

    const auto changed = [this] {
        askWhy();
        object();
        inputChanged();
    };
    connect(m_key, &QLineEdit::textChanged, this, changed);
    connect(m_owner, &QLineEdit::textChanged, this, changed);
    connect(m_part, &QLineEdit::textChanged, this, changed);
    connect(m_lease, &DurationEdit::changed, this, [this] {
        object();
        allowWatchdog();
        inputChanged();
    });
    connect(m_wait, &DurationEdit::changed, this, &AcquireDialog::inputChanged);
    connect(m_watchdog, &QCheckBox::toggled, this, &AcquireDialog::inputChanged);
    connect(m_kind, &QComboBox::currentIndexChanged, this, &AcquireDialog::kindChosen);
    connect(m_mode, &QComboBox::currentIndexChanged, this, changed);
    connect(m_newOwner, &QToolButton::clicked, this, &AcquireDialog::makeOwner);
    openWith(*this, {characters(*this, 96), fontMetrics().height() * 40});
}

QWidget *AcquireDialog::withMessage(QWidget *field, QLabel *&message)
{
    auto *box = new QWidget(this);
    box->setFocusProxy(field);
    message = new QLabel(box);
    message->setWordWrap(true);
    message->setTextFormat(Qt::PlainText);
    message->setObjectName(QStringLiteral("message"));
    keepCriticalColour(message);
    message->hide();
    auto *column = new QVBoxLayout(box);
    column->setContentsMargins({});
    column->setSpacing(spacing(Spacing::Tight));
    column->addWidget(field);
    column->addWidget(message);
    return box;
}

void AcquireDialog::setConnection(const ConnectionSpec &spec)
{
    m_spec = spec;
    delete m_where;
    m_where = environmentLabel(spec, this);
    head()->addWidget(m_where);
    askWhy();
    refreshButtons();
}

void AcquireDialog::askWhy()
{
    const QString toType = m_spec ? confirmationFor(*m_spec, request()) : QString();
    m_why->ask(!toType.isEmpty(), toType);
    m_why->setVisible(!toType.isEmpty());
}

QString AcquireDialog::ownerProblem() const
{
    return m_ownerMessage->text();
}

QString AcquireDialog::partProblem() const
{
    return m_partMessage->text();
}

// The family names the problem. The field at fault is the one whose correction would solve it.
void AcquireDialog::object()
{
    const ActRequest asked = request();
    QLabel *to = nullptr;
    QString text;
    QString ofLease;
    if (const auto problem = asked.key.bytes.isEmpty() ? std::nullopt : bridge().kinds().problem(asked)) {
        ActRequest withOwner = asked, withPart = asked, withLease = asked;
        withOwner.owner = bridge().kinds().makeOwner(kind().kind);
        withPart.part = kind().partExample.toUtf8();
        withLease.lease.reset();
        text = text::asSentence(problem->remedy.isEmpty()
                                    ? problem->text
                                    : QStringLiteral("%1: %2").arg(problem->text, problem->remedy));
        const bool emptyOwner = m_owner->isEnabled() && m_owner->text().isEmpty();
        if (kind().needsPart && asked.part.isEmpty())
            text = tr("Required, for example %1").arg(kind().partExample);
        if (!bridge().kinds().problem(withPart))
            to = m_partMessage;
        else if (!bridge().kinds().problem(withOwner))
            to = emptyOwner ? nullptr : m_ownerMessage; // Reported below
        else if (!bridge().kinds().problem(withLease))
            ofLease = text;
        else
            to = m_keyMessage;
    }
    for (QLabel *message : {m_keyMessage, m_ownerMessage, m_partMessage}) {
        message->setText(message == to ? text : QString());
        message->setVisible(message == to);
    }
    m_lease->setObjection(ofLease);
}

void AcquireDialog::setKey(const LockName &key)
{
    m_name = key;
    const bool canBeTyped = isPlainText(key.bytes);
    m_key->setText(canBeTyped ? QString::fromUtf8(key.bytes)
                              : text::key(key)); // What is typed is not escaped
    m_key->setReadOnly(!canBeTyped);
}

bool AcquireDialog::setKind(LockKind kind)
{
    const int at = m_kind->findData(Kinds::name(kind));
    if (at >= 0)
        m_kind->setCurrentIndex(at);
    return at >= 0;
}

const Takeable &AcquireDialog::kind() const
{
    static const Takeable none;
    const int at = m_kind->currentIndex();
    return at < 0 ? none : m_kinds[size_t(at)];
}

void AcquireDialog::kindChosen()
{
    const Takeable &selected = kind();
    m_fields->setRowVisible(m_mode, selected.readOrWrite);
    m_fields->setRowVisible(m_partRow, !selected.part.isEmpty());
    m_part->clear();
    m_part->setPlaceholderText(selected.partExample);
    m_part->setAccessibleName(QString(selected.part).remove(u'&'));
    m_partLabel->setText(selected.part);
    m_kind->setToolTip(bridge().kinds().help(selected.kind));
    m_owner->setEnabled(selected.namesOwner);
    m_newOwner->setEnabled(selected.namesOwner);
    m_owner->setPlaceholderText(selected.namesOwner ? QString() : tr("not recorded for this kind"));
    m_lease->setEnabled(selected.leased);
    if (!selected.leased)
        m_lease->edit()->clear();
    m_lease->setEmptyMeaning(!selected.leased ? tr("this kind does not expire")
                             : selected.lease.count() > 0
                                 ? tr("%1 (library default)").arg(durationText(selected.lease))
                                 : tr("no expiry (library default)"));
    allowWatchdog();
    makeOwner();
    object();
    inputChanged();
}

// A kind that cannot be renewed safely, or a lease without expiry, gets no watchdog.
void AcquireDialog::allowWatchdog()
{
    const Takeable &selected = kind();
    const bool runsOut = selected.lease.count() > 0 || !m_lease->edit()->text().trimmed().isEmpty();
    m_watchdog->setEnabled(selected.renewable && runsOut);
    m_watchdog->setToolTip(!selected.renewable ? tr("This kind cannot be renewed safely")
                           : !runsOut          ? tr("Nothing to renew without an expiry")
                                               : QString());
    if (!m_watchdog->isEnabled())
        m_watchdog->setChecked(false);
}

void AcquireDialog::makeOwner()
{
    const Takeable &selected = kind();
    m_made = selected.namesOwner ? bridge().kinds().makeOwner(selected.kind) : OwnerId{};
    m_owner->setText(text::bytes(m_made.bytes));
}

ActRequest AcquireDialog::request() const
{
    ActRequest request{.act = ActKind::Acquire,
                       .key = m_key->isReadOnly() ? m_name : LockName{m_key->text().toUtf8()}};
    request.kind = m_kind->currentData().toString().toLatin1();
    if (kind().readOrWrite)
        request.mode = HoldMode(m_mode->currentData().toInt());
    // An owner of plain bytes is shown escaped; only the original bytes can release the lock again.
    const QString owner = m_owner->text();
    request.owner = owner == text::bytes(m_made.bytes) ? m_made : OwnerId{owner.toUtf8()};
    request.ownerIsNew = !m_made.isEmpty() && request.owner == m_made;
    request.part = m_part->text().toUtf8();
    request.lease = m_lease->value();
    request.wait = m_wait->value().value_or(milliseconds(0));
    request.watchdog = m_watchdog->isChecked();
    request.reason = m_why->reason();
    request.confirmedName = m_why->confirmedName();
    return request;
}

QString AcquireDialog::obstacle() const
{
    if (!m_key->text().isEmpty() && !m_why->obstacle().isEmpty())
        return m_why->obstacle();
    if (m_spec) {
        if (const auto refused = refusalOf(*m_spec, request(), false))
            return tr("Cannot acquire: %1").arg(refused->line());
    }
    if (m_key->text().isEmpty())
        return tr("Enter the key of the lock.");
    if (m_owner->isEnabled() && m_owner->text().isEmpty())
        return tr("Enter an owner: it is needed to release the lock.");
    if (!m_lease->problem().isEmpty())
        return tr("Lease: %1").arg(m_lease->problem());
    if (!m_wait->problem().isEmpty())
        return tr("Wait: %1").arg(m_wait->problem());
    return {}; // The plan refuses what the family objects to
}

QString AcquireDialog::status() const
{
    // The field itself reports its problem.
    const bool isSaid = !m_lease->problem().isEmpty() || !m_wait->problem().isEmpty() ||
                        !m_keyMessage->text().isEmpty() || !m_partMessage->text().isEmpty() ||
                        !m_ownerMessage->text().isEmpty();
    return isSaid ? QString() : obstacle();
}

bool AcquireDialog::canPlan() const
{
    return obstacle().isEmpty();
}

} // namespace lockscope
