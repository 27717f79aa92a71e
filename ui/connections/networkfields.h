// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The fields of a connection for the network: TLS, proxy or SSH tunnel, and how announced addresses are
// reached. Owned by the dialog, which also owns the widgets. GUI thread.

#include "core/values/connection/connection.h"

#include <QCoreApplication>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QGroupBox;
class QLineEdit;
class QPlainTextEdit;
class QSpinBox;
class QWidget;

namespace lockscope
{

class FormFields;

class NetworkFields
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::NetworkFields)
public:
    NetworkFields(FormFields &fields, QWidget *dialog);

    QGroupBox *tls() const { return m_tls; }
    QGroupBox *way() const { return m_wayBox; }
    QGroupBox *addresses() const { return m_addressBox; }

    void fill(const ConnectionSpec &spec);
    void read(ConnectionSpec &spec, bool overTcp) const; // TLS needs TCP
    void showWhatMatters(bool overTcp);
    // What is wrong with the first field that cannot be read, and its name; empty: nothing.
    QString unreadable(QString *field) const;

private:
    void makeTls(FormFields &fields, QWidget *dialog);
    void makeWay(FormFields &fields, QWidget *dialog);
    void makeAddresses(FormFields &fields, QWidget *dialog);

    QGroupBox *m_tls = nullptr;
    QCheckBox *m_verify = nullptr;
    QLineEdit *m_ca = nullptr;
    QLineEdit *m_certificate = nullptr;
    QLineEdit *m_key = nullptr;
    QLineEdit *m_serverName = nullptr;

    QGroupBox *m_wayBox = nullptr;
    QFormLayout *m_wayForm = nullptr;
    QComboBox *m_way = nullptr;
    QLineEdit *m_proxyHost = nullptr;
    QSpinBox *m_proxyPort = nullptr;
    QLineEdit *m_proxyUser = nullptr;
    QLineEdit *m_proxyPassword = nullptr;
    QLineEdit *m_ssh = nullptr;
    QSpinBox *m_sshPort = nullptr;
    QLineEdit *m_sshKey = nullptr;
    QLineEdit *m_sshConfig = nullptr;
    QString m_unconfirmed{}; // the configuration that was not agreed to

    QGroupBox *m_addressBox = nullptr;
    QComboBox *m_addresses = nullptr;
    QPlainTextEdit *m_map = nullptr;
};

} // namespace lockscope
