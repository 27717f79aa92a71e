// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Where to connect: a URL to paste, or the fields one by one; both always say the same. Faults are shown at
// their field. The password is for this session only and never saved. Modal to nothing; answers with signals.
// GUI thread.

#include "core/values/connection.h"

#include <QDialog>
#include <QHash>

class QCheckBox;
class QComboBox;
class QGroupBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QRadioButton;
class QSpinBox;

namespace lockscope
{

class ConnectionDialog final : public QDialog
{
    Q_OBJECT
public:
    // takenNames: of the other profiles; two of one name cannot be told apart.
    ConnectionDialog(const ConnectionSpec &spec, const QStringList &takenNames, QWidget *parent = nullptr);

    ConnectionSpec spec() const;                   // as the fields stand
    QString problemAt(const QString &field) const; // empty: none shown
    QLineEdit *urlEdit() const { return m_url; }
    QLineEdit *nameEdit() const { return m_name; }
    QLineEdit *hostEdit() const { return m_host; }
    QPushButton *connectButton() const { return m_connect; }
    QPushButton *saveButton() const { return m_save; }

signals:
    void connectWanted(const lockscope::ConnectionSpec &spec); // without a name: not to be saved
    void saveWanted(const lockscope::ConnectionSpec &spec);

private:
    QWidget *makeServer();
    QWidget *makeLogin();
    QWidget *makeTls();
    QWidget *makeLocks();
    QWidget *makeField(const QString &name, QWidget *editor);
    QWidget *makeFileField(const QString &name, QLineEdit *edit, const QString &title);
    void fill(const ConnectionSpec &spec);
    void readUrl();
    void edited();
    bool check(bool toSave);
    void setProblem(const QString &field, const QString &text);
    void finish(bool toSave);

    QStringList m_takenNames;
    ConnectionSpec m_original; // what has no field here stays as it was
    QHash<QString, QLabel *> m_problems;
    bool m_filling = false;

    QLineEdit *m_url = nullptr;
    QLineEdit *m_name = nullptr;
    QRadioButton *m_overTcp = nullptr;
    QRadioButton *m_overSocket = nullptr;
    QLineEdit *m_host = nullptr;
    QSpinBox *m_port = nullptr;
    QLineEdit *m_socket = nullptr;
    QSpinBox *m_db = nullptr;
    QLineEdit *m_user = nullptr;
    QLineEdit *m_password = nullptr;
    QGroupBox *m_tls = nullptr;
    QCheckBox *m_verify = nullptr;
    QLineEdit *m_ca = nullptr;
    QLineEdit *m_certificate = nullptr;
    QLineEdit *m_key = nullptr;
    QLineEdit *m_serverName = nullptr;
    QPlainTextEdit *m_patterns = nullptr;
    QComboBox *m_environment = nullptr;
    QCheckBox *m_readOnly = nullptr;
    QPushButton *m_connect = nullptr;
    QPushButton *m_save = nullptr;
};

} // namespace lockscope
