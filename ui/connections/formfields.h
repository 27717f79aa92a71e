// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The input fields of a dialog, each with a label below it for its problem. The names of fields are those of
// faultOf() (core/values/connection/profilefault.h). Owned by the dialog. GUI thread.

#include <QHash>
#include <QObject>

class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QSpinBox;
class QWidget;

namespace lockscope
{

class FormFields final : public QObject
{
    Q_OBJECT
public:
    explicit FormFields(QWidget *dialog);

    // Each makes a child of `box` that reports edited(). name: its object name, not the field's.
    static QFormLayout *form(QWidget *box);
    QLineEdit *line(QWidget *box, const char *name, const QString &placeholder = {});
    QLineEdit *secret(QWidget *box, const char *name);
    QComboBox *choice(QWidget *box, const char *name);
    QSpinBox *number(QWidget *box, int from, int to);
    QPlainTextEdit *text(QWidget *box, const char *name, int lines, const QString &placeholder);

    // Returns the widget for the form: the editor, and below it the problem of field `name`.
    QWidget *field(const QString &name, QWidget *editor);
    // As field(), with a button that chooses a file. title: of the button and of its dialog.
    QWidget *fileField(const QString &name, QLineEdit *edit, const QString &title);
    // Shows or hides the row of an editor that field() or fileField() put into the form.
    static void showRow(QFormLayout *form, QWidget *editor, bool visible);

    void setProblem(const QString &name, const QString &problem); // empty: none
    QString problemAt(const QString &name) const;
    void clearProblems();
    QWidget *editor(const QString &name) const; // null: no such field

signals:
    void edited();

private:
    struct Field {
        QLabel *problem = nullptr;
        QWidget *editor = nullptr;
    };
    QWidget *m_dialog;
    QHash<QString, Field> m_fields{};
};

} // namespace lockscope
