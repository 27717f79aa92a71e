// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The fields of a connection for its servers and the login. Owned by the dialog, which also owns the widgets.
// GUI thread.

#include "core/values/connection/connection.h"

#include <QCoreApplication>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QGroupBox;
class QLineEdit;
class QPlainTextEdit;
class QRadioButton;
class QSpinBox;
class QWidget;

namespace lockscope
{

class FormFields;

class ServerFields
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::ServerFields)
public:
    ServerFields(FormFields &fields, QWidget *dialog);

    QGroupBox *server() const { return m_server; }
    QGroupBox *login() const { return m_login; }
    QGroupBox *sentinel() const { return m_sentinel; }
    QLineEdit *name() const { return m_name; }
    QLineEdit *host() const { return m_host; }
    QString password() const;

    void fill(const ConnectionSpec &spec);
    // Writes these fields into `spec`. A RedLock group replaces it, except for what keepTreatment() keeps.
    // members: their passwords are kept while their URL is unchanged.
    void read(ConnectionSpec &spec, const std::vector<ConnectionSpec> &members) const;
    void showWhatMatters(); // Shows the fields that the selected topology uses
    // What is wrong with the first list that cannot be read, and its field; empty: nothing.
    QString unreadable(QString *field) const;

    Topology topology() const;
    bool overTcp() const;

private:
    void makeServer(FormFields &fields, QWidget *dialog);
    void makeLogin(FormFields &fields, QWidget *dialog);
    void makeSentinel(FormFields &fields, QWidget *dialog);
    void readGroup(ConnectionSpec &spec, const std::vector<ConnectionSpec> &members) const;

    QGroupBox *m_server = nullptr;
    QFormLayout *m_serverForm = nullptr;
    QLineEdit *m_name = nullptr;
    QComboBox *m_topology = nullptr;
    QWidget *m_over = nullptr;
    QRadioButton *m_overTcp = nullptr;
    QRadioButton *m_overSocket = nullptr;
    QLineEdit *m_host = nullptr;
    QSpinBox *m_port = nullptr;
    QLineEdit *m_seeds = nullptr;
    QLineEdit *m_socket = nullptr;
    QPlainTextEdit *m_members = nullptr;
    QSpinBox *m_db = nullptr;

    QGroupBox *m_login = nullptr;
    QLineEdit *m_user = nullptr;
    QLineEdit *m_password = nullptr;
    QCheckBox *m_keep = nullptr;

    QGroupBox *m_sentinel = nullptr;
    QLineEdit *m_master = nullptr;
    QLineEdit *m_sentinelUser = nullptr;
    QLineEdit *m_sentinelPassword = nullptr;
};

} // namespace lockscope
