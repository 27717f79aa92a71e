// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The fields of a connection that no URL has: patterns, permissions, and how it is listed. Owned by the
// dialog, which also owns the widgets. GUI thread.

#include "core/values/connection/connection.h"

#include <QCoreApplication>
#include <QList>

class QCheckBox;
class QComboBox;
class QGroupBox;
class QLineEdit;
class QPlainTextEdit;
class QSpinBox;
class QWidget;

namespace lockscope
{

class FormFields;

// Copies what no URL has: the name, the use of the keychain, and the fields of LockFields.
void keepTreatment(ConnectionSpec &spec, const ConnectionSpec &from);

class LockFields
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::LockFields)
public:
    LockFields(FormFields &fields, QWidget *dialog);

    QGroupBox *locks() const { return m_locks; }
    QGroupBox *guards() const { return m_guards; }
    QGroupBox *list() const { return m_list; }

    void fill(const ConnectionSpec &spec);
    // known: the patterns before. One of arbitrary bytes is shown escaped; left unchanged, it keeps its
    // bytes.
    void read(ConnectionSpec &spec, const QList<QByteArray> &known) const;

private:
    void makeLocks(FormFields &fields, QWidget *dialog);
    void makeGuards(FormFields &fields, QWidget *dialog);
    void makeList(FormFields &fields, QWidget *dialog);
    void fillColours(const QString &colour);
    QList<QByteArray> patterns(const QList<QByteArray> &known) const;

    QGroupBox *m_locks = nullptr;
    QPlainTextEdit *m_patterns = nullptr;
    QGroupBox *m_guards = nullptr;
    QCheckBox *m_readOnly = nullptr;
    QList<std::pair<ActKind, QCheckBox *>> m_denied{};
    QSpinBox *m_actsAMinute = nullptr;
    QGroupBox *m_list = nullptr;
    QComboBox *m_environment = nullptr;
    QLineEdit *m_folder = nullptr;
    QComboBox *m_colour = nullptr;
};

} // namespace lockscope
