// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/connections/formfields.h"

#include "ui/theme/metrics.h"
#include "ui/theme/textcolour.h"

#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

namespace lockscope
{

FormFields::FormFields(QWidget *dialog) : QObject(dialog), m_dialog(dialog) {}

QFormLayout *FormFields::form(QWidget *box)
{
    auto *form = new QFormLayout(box);
    form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    form->setLabelAlignment(Qt::AlignRight | Qt::AlignVCenter);
    form->setVerticalSpacing(spacing(Spacing::Medium));
    return form;
}

QLineEdit *FormFields::line(QWidget *box, const char *name, const QString &placeholder)
{
    auto *edit = new QLineEdit(box);
    edit->setObjectName(QLatin1String(name));
    edit->setPlaceholderText(placeholder);
    connect(edit, &QLineEdit::textEdited, this, &FormFields::edited);
    return edit;
}

QLineEdit *FormFields::secret(QWidget *box, const char *name)
{
    QLineEdit *edit = line(box, name);
    edit->setEchoMode(QLineEdit::Password);
    return edit;
}

QComboBox *FormFields::choice(QWidget *box, const char *name)
{
    auto *choice = new QComboBox(box);
    choice->setObjectName(QLatin1String(name));
    connect(choice, &QComboBox::currentIndexChanged, this, &FormFields::edited);
    return choice;
}

QSpinBox *FormFields::number(QWidget *box, int from, int to)
{
    auto *spin = new QSpinBox(box);
    spin->setRange(from, to);
    spin->setGroupSeparatorShown(false);
    connect(spin, &QSpinBox::valueChanged, this, &FormFields::edited);
    return spin;
}

QPlainTextEdit *FormFields::text(QWidget *box, const char *name, int lines, const QString &placeholder)
{
    auto *edit = new QPlainTextEdit(box);
    edit->setObjectName(QLatin1String(name));
    edit->setPlaceholderText(placeholder);
    edit->setTabChangesFocus(true);
    edit->setFixedHeight(lockscope::lines(*m_dialog, lines) + spacing(Spacing::Page));
    connect(edit, &QPlainTextEdit::textChanged, this, &FormFields::edited);
    return edit;
}

QWidget *FormFields::field(const QString &name, QWidget *editor)
{
    auto *box = new QWidget(m_dialog);
    auto *problem = new QLabel(box);
    problem->setTextFormat(Qt::PlainText);
    problem->setWordWrap(true);
    problem->hide();
    keepCriticalColour(problem);
    m_fields.insert(name, {problem, editor->focusProxy() ? editor->focusProxy() : editor});
    auto *column = new QVBoxLayout(box);
    column->setContentsMargins({});
    column->setSpacing(spacing(Spacing::Tight));
    column->addWidget(editor);
    column->addWidget(problem);
    box->setFocusProxy(editor); // So that the mnemonic of the label reaches it
    return box;
}

QWidget *FormFields::fileField(const QString &name, QLineEdit *edit, const QString &title)
{
    auto *row = new QWidget(m_dialog);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins({});
    auto *browse = new QToolButton(row);
    browse->setText(QStringLiteral("…"));
    browse->setToolTip(title);
    browse->setAccessibleName(title);
    layout->addWidget(edit, 1);
    layout->addWidget(browse);
    row->setFocusProxy(edit);
    connect(browse, &QToolButton::clicked, this, [this, edit, title] {
        auto *chooser = new QFileDialog(m_dialog, title, QFileInfo(edit->text()).path());
        chooser->setAttribute(Qt::WA_DeleteOnClose);
        chooser->setFileMode(QFileDialog::ExistingFile);
        connect(chooser, &QFileDialog::fileSelected, edit, [this, edit](const QString &file) {
            edit->setText(file);
            emit edited();
        });
        chooser->open();
    });
    return field(name, row);
}

void FormFields::showRow(QFormLayout *form, QWidget *editor, bool visible)
{
    while (form->indexOf(editor) < 0)
        editor = editor->parentWidget();
    form->setRowVisible(editor, visible);
}

void FormFields::setProblem(const QString &name, const QString &problem)
{
    const Field field = m_fields.value(name);
    if (!field.problem)
        return;
    field.problem->setText(problem);
    field.problem->setVisible(!problem.isEmpty());
    field.editor->setAccessibleDescription(problem);
}

QString FormFields::problemAt(const QString &name) const
{
    const QLabel *label = m_fields.value(name).problem;
    return label ? label->text() : QString();
}

void FormFields::clearProblems()
{
    for (const QString &name : m_fields.keys())
        setProblem(name, {});
}

QWidget *FormFields::editor(const QString &name) const
{
    return m_fields.value(name).editor;
}

} // namespace lockscope
