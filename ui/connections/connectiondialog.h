// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The dialog for a connection: a URL to paste, or single fields; the two are kept in step. Errors are shown
// at their field. Passwords last for the session, or are kept in the keychain if the user allows it; never in
// a file. Not modal; answers with signals. GUI thread.

#include "core/values/connection/connection.h"
#include "core/values/connection/connectionstage.h"

#include <QDialog>

#include <memory>

class QLineEdit;
class QPushButton;
class QTabWidget;

namespace lockscope
{

class FormFields;
class LockFields;
class NetworkFields;
class Notice;
class ServerFields;

class ConnectionDialog final : public QDialog
{
    Q_OBJECT
public:
    // takenNames: names of the other profiles, which must not be used again.
    ConnectionDialog(const ConnectionSpec &spec, const QStringList &takenNames, QWidget *parent = nullptr);
    ~ConnectionDialog() override;

    ConnectionSpec spec() const;                   // As the fields are now
    QString problemAt(const QString &field) const; // Empty: none shown
    QLineEdit *urlEdit() const { return m_url; }
    QLineEdit *nameEdit() const;
    QLineEdit *hostEdit() const;
    QPushButton *connectButton() const { return m_connect; }
    QPushButton *saveButton() const { return m_save; }
    QPushButton *testButton() const { return m_test; }

    void setProblem(const QString &field, const QString &text); // For errors found outside the dialog
    void showTest(const std::vector<ConnectionStage> &stages);
    void stayOpen() { m_staysOpen = true; } // From a slot of saveWanted(): it was not saved
    void setNotice(const QString &text);    // Above all fields, such as where the address comes from
    QString notice() const;

signals:
    void connectWanted(const lockscope::ConnectionSpec &spec); // Without a name: do not save
    void saveWanted(const lockscope::ConnectionSpec &spec);
    void testWanted(const lockscope::ConnectionSpec &spec); // Answered by showTest()

private:
    void makePages();
    QWidget *makeResult();
    QWidget *makeButtons();
    void growToFit(); // Up to the height of the screen
    void fill(const ConnectionSpec &spec);
    void readUrl();
    void showUrl();
    void edited();
    void showWhatMatters(); // Shows the fields that the selected topology uses
    void test();
    bool check(bool toSave);
    QString unreadable(QString *field) const; // The first field that cannot be read; empty: none
    void refuse(const QString &field, const QString &problem); // Shows its page and focuses it
    void finish(bool toSave);

    QStringList m_takenNames;
    ConnectionSpec m_original; // Keeps what has no field here
    bool m_filling = false;    // The program fills the fields, one after the other
    bool m_urlOmits = true;    // the passwords, which the fields have

    FormFields *m_fields;
    std::unique_ptr<ServerFields> m_server;
    std::unique_ptr<NetworkFields> m_network;
    std::unique_ptr<LockFields> m_locks;
    QTabWidget *m_pages = nullptr;
    QWidget *m_hint = nullptr;   // Until there is an outcome
    Notice *m_outcome = nullptr; // Of the test
    Notice *m_notice = nullptr;
    bool m_staysOpen = false;
    QLineEdit *m_url = nullptr;
    QPushButton *m_test = nullptr;
    QPushButton *m_connect = nullptr;
    QPushButton *m_save = nullptr;
};

} // namespace lockscope
