// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/durationedit.h"

#include "ui/theme/metrics.h"
#include "ui/theme/textcolour.h"
#include "ui/widgets/prose.h"

#include <QLineEdit>
#include <QVBoxLayout>

namespace lockscope
{

DurationEdit::DurationEdit(std::optional<milliseconds> value, QWidget *parent)
    : QWidget(parent), m_edit(new QLineEdit(value ? durationText(*value) : QString(), this)),
      m_message(new Prose(this))
{
    m_edit->setPlaceholderText(tr("30s, 5m, 2h"));
    m_message->hide();
    keepCriticalColour(m_message);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(spacing(Spacing::Tight));
    layout->addWidget(m_edit);
    layout->addWidget(m_message);
    setFocusProxy(m_edit);
    connect(m_edit, &QLineEdit::textChanged, this, [this] {
        show(problem());
        emit changed();
    });
}

std::optional<milliseconds> DurationEdit::value() const
{
    const Outcome<milliseconds> parsed = parseDuration(m_edit->text().trimmed());
    return parsed ? std::optional(*parsed) : std::nullopt;
}

void DurationEdit::setValue(milliseconds value)
{
    m_edit->setText(durationText(value));
}

void DurationEdit::setEmptyMeaning(const QString &meaning)
{
    m_mayBeEmpty = true;
    m_edit->setPlaceholderText(meaning);
    show(problem());
}

void DurationEdit::setObjection(const QString &objection)
{
    if (objection == m_objection)
        return;
    m_objection = objection;
    show(problem());
}

QString DurationEdit::problem() const
{
    if (m_edit->text().trimmed().isEmpty())
        return m_mayBeEmpty ? QString() : tr("Enter a duration, such as 30s or 5m.");
    const Outcome<milliseconds> parsed = parseDuration(m_edit->text().trimmed());
    if (!parsed)
        return parsed.failure().text;
    return m_objection;
}

void DurationEdit::show(const QString &problem)
{
    m_message->say(problem);
    m_message->setVisible(!problem.isEmpty());
}

} // namespace lockscope
