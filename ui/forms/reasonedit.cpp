// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/reasonedit.h"

#include "ui/theme/metrics.h"

#include <QFormLayout>
#include <QLineEdit>

#include <algorithm>

namespace lockscope
{

ReasonEdit::ReasonEdit(QWidget *parent)
    : QWidget(parent), m_rows(new QFormLayout(this)), m_reason(new QLineEdit(this)),
      m_name(new QLineEdit(this))
{
    m_rows->setContentsMargins({});
    m_rows->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    m_rows->addRow(tr("Re&ason"), m_reason);
    m_rows->addRow(tr("&Type the name"), m_name);
    m_reason->setAccessibleName(tr("Reason"));
    connect(m_reason, &QLineEdit::textChanged, this, &ReasonEdit::changed);
    connect(m_name, &QLineEdit::textChanged, this, &ReasonEdit::changed);
    ask(false, {});
}

void ReasonEdit::ask(bool required, const QString &nameToType)
{
    m_required = required;
    if (m_nameToType != nameToType)
        m_name->clear();
    m_nameToType = nameToType;
    m_reason->setPlaceholderText(required ? tr("Ticket or observation (recorded in the audit log)")
                                          : tr("Optional; recorded in the audit log"));
    m_name->setPlaceholderText(nameToType);
    m_name->setAccessibleName(tr("Type %1 to confirm").arg(nameToType));
    m_rows->setRowVisible(m_name, !nameToType.isEmpty());
    // The hint was measured while hidden and is slightly too small.
    QWidget *label = m_rows->labelForField(m_name);
    label->setMinimumWidth(label->sizeHint().width() + characters(*this, 1));
}

void ReasonEdit::alignWith(QFormLayout &above)
{
    int width = 0;
    for (const bool measures : {true, false}) {
        for (QFormLayout *form : {&above, m_rows}) {
            for (int row = 0; row < form->rowCount(); ++row) {
                QWidget *label = form->itemAt(row, QFormLayout::LabelRole)->widget();
                if (measures)
                    width = std::max({width, label->sizeHint().width(), label->minimumWidth()});
                else
                    label->setMinimumWidth(width);
            }
        }
    }
}

QString ReasonEdit::reason() const
{
    return m_reason->text().trimmed();
}

QString ReasonEdit::confirmedName() const
{
    return m_nameToType.isEmpty() ? QString() : m_name->text();
}

QString ReasonEdit::obstacle() const
{
    if (m_required && reason().isEmpty())
        return tr("Enter a reason. It is recorded in the audit log.");
    if (confirmedName() != m_nameToType)
        return tr("Production: type the name to confirm.");
    return {};
}

QLineEdit *ReasonEdit::nameEdit() const
{
    return m_nameToType.isEmpty() ? nullptr : m_name;
}

} // namespace lockscope
