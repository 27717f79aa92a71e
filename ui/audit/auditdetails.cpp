// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/audit/auditdetails.h"

#include "ui/audit/audittext.h"
#include "ui/forms/buttonbox.h"
#include "ui/forms/dialogsize.h"
#include "ui/text/format.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/codebox.h"
#include "ui/widgets/notice.h"
#include "ui/widgets/prose.h"
#include "ui/widgets/section.h"

#include <QClipboard>
#include <QFormLayout>
#include <QGuiApplication>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope
{

namespace
{

Prose *readable(const QString &text)
{
    auto *prose = new Prose;
    prose->say(text);
    return prose;
}

} // namespace

AuditDetails::AuditDetails(AuditBridge &bridge, qint64 number, QWidget *parent)
    : QDialog(parent), m_bridge(bridge), m_number(number), m_parts(new QScrollArea(this)),
      m_showLock(nullptr), m_copy(nullptr)
{
    setWindowTitle(tr("Action %1").arg(text::number(number)));
    m_parts->setWidgetResizable(true);
    m_parts->setFrameShape(QFrame::NoFrame);
    m_parts->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_parts->setAccessibleName(tr("Recorded details"));
    auto *buttons = new ButtonBox(QDialogButtonBox::Close, this);
    // Qt's own translations may not be installed.
    buttons->button(QDialogButtonBox::Close)->setText(tr("Close"));
    m_showLock = buttons->addButton(tr("&Show lock"), QDialogButtonBox::ActionRole);
    m_copy = buttons->addButton(tr("&Copy as text"), QDialogButtonBox::ActionRole);
    m_showLock->setEnabled(false);
    m_copy->setEnabled(false);
    auto *column = new QVBoxLayout(this);
    column->addWidget(m_parts, 1);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_showLock, &QPushButton::clicked, this,
            [this] { emit lockWanted({m_entry.key}, m_entry.profile); });
    connect(m_copy, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(text::auditedInFull(m_entry)); });
    connect(&m_bridge, &AuditBridge::found, this, [this](quint64 id, const std::vector<AuditEntry> &entries) {
        if (id == m_asked)
            take(entries);
    });
    connect(&m_bridge, &AuditBridge::failed, this, [this](quint64 id, const Failure &why) {
        if (id == m_asked)
            tell(why);
    });
    connect(&m_bridge, &AuditBridge::changed, this, [this] {
        if (!m_entry.endedMs)
            m_asked = m_bridge.find({.number = m_number});
    });
    m_asked = m_bridge.find({.number = number});
    openWith(*this, {characters(*this, 110), fontMetrics().height() * 42});
}

void AuditDetails::tell(const Failure &why)
{
    auto *notice = new Notice;
    notice->tell(VerdictLevel::Warning, text::asSentence(text::failure(why)));
    m_parts->setWidget(notice);
}

void AuditDetails::take(const std::vector<AuditEntry> &entries)
{
    if (entries.empty() || entries.front() == m_entry)
        return;
    m_entry = entries.front();
    auto *all = new QWidget;
    auto *column = new QVBoxLayout(all);
    auto *headline = new Notice;
    headline->tell(text::auditedLevel(m_entry),
                   tr("%1 of %2: %3", "act, lock, result")
                       .arg(text::auditedAct(m_entry.act), text::bytes(m_entry.key),
                            text::auditedResult(m_entry.result)),
                   m_entry.failure.isEmpty() ? QStringList() : QStringList{m_entry.failure});
    column->addWidget(headline);
    column->addWidget(facts());
    for (const AuditStep &step : m_entry.steps)
        column->addWidget(sentTo(step));
    if (!m_entry.commands.isEmpty())
        column->addWidget(commands());
    column->addStretch();
    m_parts->setWidget(all);
    m_showLock->setEnabled(!m_entry.key.isEmpty());
    m_copy->setEnabled(true);
}

QWidget *AuditDetails::facts()
{
    auto *box = new QWidget;
    auto *form = new QFormLayout(box);
    form->setContentsMargins({});
    const auto add = [form](const QString &title, const QString &value) {
        if (!value.isEmpty())
            form->addRow(title, readable(value));
    };
    const auto time = [](qint64 ms) { return text::dateAndTime(WallTime(milliseconds(ms))); };
    add(tr("Requested:"), time(m_entry.atMs));
    add(tr("Answered:"), m_entry.endedMs ? time(*m_entry.endedMs) : tr("no answer recorded"));
    add(tr("By:"), text::auditedBy(m_entry));
    add(tr("Program:"), m_entry.program);
    add(tr("Reason:"), m_entry.reason);
    add(tr("Profile:"), m_entry.profile);
    add(tr("Node:"), text::bytes(m_entry.node));
    add(tr("Kind:"), text::bytes(m_entry.kind));
    const auto owner = [](const QByteArray &id, qint64 count) {
        const QString name = text::auditedOwner(id);
        return count > 1 ? tr("%1, %Ln holds", nullptr, int(count)).arg(name) : name;
    };
    add(tr("Owner expected:"),
        m_entry.expectedOwner.isEmpty() ? tr("any") : owner(m_entry.expectedOwner, m_entry.expectedCount));
    add(tr("Owner found:"), text::auditedOwner(ownerFound(m_entry)));
    add(tr("Owner afterwards:"), owner(m_entry.foundOwner, m_entry.foundCount));
    if (m_entry.woken > 0)
        add(tr("Clients woken:"), text::number(m_entry.woken));
    for (const AuditAnswer &answer : m_entry.answers)
        add(tr("Answer of %1:").arg(text::bytes(answer.node)),
            answer.failure.isEmpty()
                ? text::auditedResult(answer.result)
                : tr("%1: %2", "result, why").arg(text::auditedResult(answer.result), answer.failure));
    return box;
}

QWidget *AuditDetails::sentTo(const AuditStep &step)
{
    auto *section =
        new Section(tr("Sent to %1 at %2")
                        .arg(text::bytes(step.node), text::timeOfDay(WallTime(milliseconds(step.atMs)))),
                    true);
    QString what = tr("%1, by the script %2").arg(text::auditedAct(step.act), text::bytes(step.script));
    if (step.script.isEmpty())
        what = text::auditedAct(step.act);
    section->addWidget(readable(what));
    if (step.before.empty())
        return section;
    QStringList before{tr("State before:")};
    for (const KeyBackup &value : step.before)
        before << QStringLiteral("    ") + text::valueBefore(value);
    section->addWidget(readable(before.join(u'\n')));
    if (!restoreLines(step).isEmpty())
        section->addWidget(restoring(step));
    return section;
}

QWidget *AuditDetails::restoring(const AuditStep &step)
{
    auto *box = new QWidget;
    auto *column = new QVBoxLayout(box);
    column->setContentsMargins({});
    auto *lines = new CodeBox;
    lines->setName(tr("Commands that restore the state on %1").arg(text::bytes(step.node)));
    lines->setText(restoreLines(step).join(u'\n'));
    column->addWidget(readable(tr("Restore by hand (redis-cli takes the password from REDISCLI_AUTH):")));
    column->addWidget(lines);
    auto *warning = new Notice;
    warning->tell(VerdictLevel::Warning, tr("This restores keys, not clients"),
                  {tr("The old holder may have noticed and left: its watchdog does not start again."),
                   tr("Waiters may have left, or hold the lock by now: check first."),
                   tr("If the key exists again, RESTORE answers BUSYKEY and changes nothing."),
                   tr("The TTL starts again with what was left then.")});
    column->addWidget(warning);
    return box;
}

QWidget *AuditDetails::commands()
{
    auto *section = new Section(tr("Equivalent commands"), false);
    auto *lines = new CodeBox;
    lines->setName(tr("Equivalent commands"));
    lines->setText(m_entry.commands.join(u'\n'));
    section->addWidget(lines);
    return section;
}

} // namespace lockscope
