// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/connections/lockfields.h"

#include "core/config/profilestore.h"
#include "core/values/connection/connectionparts.h"
#include "ui/connections/formfields.h"
#include "ui/text/format.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QGridLayout>
#include <QGroupBox>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSpinBox>

namespace lockscope
{

void keepTreatment(ConnectionSpec &spec, const ConnectionSpec &from)
{
    copyParts(from, spec, ConnectionPart::Treatment | ConnectionPart::ListEntry);
}

LockFields::LockFields(FormFields &fields, QWidget *dialog)
{
    makeLocks(fields, dialog);
    makeGuards(fields, dialog);
    makeList(fields, dialog);
}

void LockFields::makeLocks(FormFields &fields, QWidget *dialog)
{
    m_locks = new QGroupBox(tr("Locks"), dialog);
    m_patterns =
        fields.text(m_locks, "patterns", 6,
                    tr("one pattern per line, such as lock:* — empty: names of the known libraries"));
    FormFields::form(m_locks)->addRow(tr("Pat&terns"), fields.field(QStringLiteral("patterns"), m_patterns));
}

void LockFields::makeGuards(FormFields &fields, QWidget *dialog)
{
    m_guards = new QGroupBox(tr("Permissions"), dialog);
    QFormLayout *form = FormFields::form(m_guards);
    m_readOnly = new QCheckBox(tr("&Read-only: changes nothing"), m_guards);
    auto *denied = new QWidget(m_guards);
    auto *grid = new QGridLayout(denied);
    grid->setContentsMargins({});
    for (const ActKind act : {ActKind::ForceRelease, ActKind::RemoveShare, ActKind::SetExpiry,
                              ActKind::Acquire, ActKind::Release, ActKind::Renew, ActKind::Wake}) {
        auto *deny = new QCheckBox(text::act(act), denied);
        deny->setObjectName(QStringLiteral("deny-") + QLatin1String(name(act)));
        deny->setAccessibleName(tr("Deny: %1").arg(text::act(act)));
        const int place = int(m_denied.size());
        grid->addWidget(deny, place / 2, place % 2);
        QObject::connect(m_readOnly, &QCheckBox::toggled, deny, &QWidget::setDisabled);
        m_denied.emplaceBack(act, deny);
    }
    m_actsAMinute = fields.number(m_guards, 0, 1'000'000);
    m_actsAMinute->setObjectName(QStringLiteral("acts_a_minute"));
    m_actsAMinute->setSpecialValueText(tr("unlimited"));
    QObject::connect(m_readOnly, &QCheckBox::toggled, m_actsAMinute, &QWidget::setDisabled);
    form->addRow(m_readOnly);
    form->addRow(tr("Deny"), denied);
    form->addRow(tr("Actions per minute"), m_actsAMinute);
}

void LockFields::makeList(FormFields &fields, QWidget *dialog)
{
    m_list = new QGroupBox(tr("Display"), dialog);
    QFormLayout *form = FormFields::form(m_list);
    m_environment = fields.choice(m_list, "environment");
    for (const auto environment :
         {Environment::None, Environment::Development, Environment::Staging, Environment::Production})
        m_environment->addItem(text::environment(environment), int(environment));
    m_folder = fields.line(m_list, "folder", tr("none"));
    m_colour = fields.choice(m_list, "colour");
    form->addRow(tr("Env&ironment"), m_environment);
    form->addRow(tr("&Folder"), fields.field(QStringLiteral("folder"), m_folder));
    form->addRow(tr("Colour"), fields.field(QStringLiteral("colour"), m_colour));
}

void LockFields::fillColours(const QString &colour)
{
    const QString words[] = {tr("red"),  tr("orange"), tr("yellow"), tr("green"),
                             tr("blue"), tr("violet"), tr("grey")};
    m_colour->clear();
    m_colour->addItem(tr("none"), QString());
    for (size_t i = 0; i < connectionColours().size(); ++i) {
        const auto code = QString::fromLatin1(connectionColours()[i]);
        m_colour->addItem(colourIcon(code), words[i], code);
    }
    if (m_colour->findData(colour) < 0)
        m_colour->addItem(colourIcon(colour), colour, colour);
    m_colour->setCurrentIndex(m_colour->findData(colour));
}

void LockFields::fill(const ConnectionSpec &spec)
{
    QStringList patterns;
    for (const QByteArray &pattern : spec.patterns)
        patterns << text::bytes(pattern);
    m_patterns->setPlainText(patterns.join(u'\n'));
    m_readOnly->setChecked(spec.readOnly);
    for (const auto &[act, box] : m_denied)
        box->setChecked(spec.limits.denied.contains(act));
    m_actsAMinute->setValue(spec.limits.actsAMinute);
    m_environment->setCurrentIndex(m_environment->findData(int(spec.environment)));
    m_folder->setText(spec.folder);
    fillColours(spec.colour);
}

void LockFields::read(ConnectionSpec &spec, const QList<QByteArray> &known) const
{
    spec.patterns = patterns(known);
    spec.readOnly = m_readOnly->isChecked();
    spec.limits = {.actsAMinute = m_actsAMinute->value()};
    for (const auto &[act, box] : m_denied) {
        if (box->isChecked())
            spec.limits.denied << act;
    }
    spec.environment = Environment(m_environment->currentData().toInt());
    spec.folder = m_folder->text().trimmed();
    spec.colour = m_colour->currentData().toString();
}

QList<QByteArray> LockFields::patterns(const QList<QByteArray> &known) const
{
    QList<QByteArray> patterns;
    for (const QString &line : m_patterns->toPlainText().split(u'\n')) {
        const QString word = line.trimmed();
        const auto same = std::find_if(known.begin(), known.end(), [&](const QByteArray &pattern) {
            return text::bytes(pattern) == word;
        });
        if (same != known.end())
            patterns << *same;
        else if (!word.isEmpty())
            patterns << word.toUtf8();
    }
    return patterns;
}

} // namespace lockscope
