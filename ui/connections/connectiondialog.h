// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The dialog for a connection: a URL to paste, or single fields; the two are kept in step. Errors are shown
// at their field. Passwords last for the session, or are kept in the keychain if the user allows it; never in
// a file. Not modal; answers with signals. GUI thread.

#include "core/values/connection/connection.h"
#include "core/values/connection/connectionstage.h"

#include <QDialog>
#include <QHash>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QGroupBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QRadioButton;
class QSpinBox;
class QTabWidget;

namespace lockscope
{

class Notice;

class ConnectionDialog final : public QDialog
{
    Q_OBJECT
public:
    // takenNames: names of the other profiles, which must not be used again.
    ConnectionDialog(const ConnectionSpec &spec, const QStringList &takenNames, QWidget *parent = nullptr);

    ConnectionSpec spec() const;                   // As the fields are now
    QString problemAt(const QString &field) const; // Empty: none shown
    QLineEdit *urlEdit() const { return m_url; }
    QLineEdit *nameEdit() const { return m_name; }
    QLineEdit *hostEdit() const { return m_host; }
    QPushButton *connectButton() const { return m_connect; }
    QPushButton *saveButton() const { return m_save; }
    QPushButton *testButton() const { return m_test; }

    void setProblem(const QString &field, const QString &text); // For errors found outside the dialog
    void showTest(const std::vector<ConnectionStage> &stages);
    void setNotice(const QString &text); // Above all fields, such as where the address comes from
    QString notice() const;

signals:
    void connectWanted(const lockscope::ConnectionSpec &spec); // Without a name: do not save
    void saveWanted(const lockscope::ConnectionSpec &spec);
    void testWanted(const lockscope::ConnectionSpec &spec); // Answered by showTest()

private:
    QWidget *makePage(const QList<QWidget *> &left, const QList<QWidget *> &right);
    QWidget *makeServer();
    QWidget *makeLogin();
    QWidget *makeSentinel();
    QWidget *makeAddresses();
    QWidget *makeWay();
    QWidget *makeTls();
    QWidget *makeLocks();
    QWidget *makeGuards();
    QWidget *makeList();
    QLineEdit *makeLine(QWidget *box, const char *name, const QString &placeholder = {});
    QLineEdit *makeSecret(QWidget *box, const char *name);
    QComboBox *makeChoice(QWidget *box, const char *name);
    QWidget *makeField(const QString &name, QWidget *editor);
    QWidget *makeFileField(const QString &name, QLineEdit *edit, const QString &title);
    void fill(const ConnectionSpec &spec);
    ActLimits limits() const;
    void fillColours(const QString &colour);
    void readWay(ConnectionSpec &spec) const;
    void readGroup(ConnectionSpec &spec) const;
    QList<QByteArray> typedPatterns() const;
    void readUrl();
    void edited();
    void showWhatMatters(); // Hides fields that the choices make irrelevant
    bool check(bool toSave);
    QString unreadable(QString *field) const; // The first invalid entry of the lists
    void goTo(const QString &field);          // Shows its page and focuses it
    void finish(bool toSave);

    QStringList m_takenNames;
    ConnectionSpec m_original; // Keeps what has no field here
    QHash<QString, QLabel *> m_problems;
    QHash<QString, QWidget *> m_editors; // The fields that m_problems belong to
    bool m_filling = false;

    QTabWidget *m_pages = nullptr;
    QLabel *m_outcome = nullptr; // Of the test
    Notice *m_notice = nullptr;
    QLineEdit *m_url = nullptr;
    QFormLayout *m_serverForm = nullptr;
    QFormLayout *m_wayForm = nullptr;
    QComboBox *m_topology = nullptr;
    QWidget *m_over = nullptr;
    QLineEdit *m_seeds = nullptr;
    QPlainTextEdit *m_members = nullptr;
    QGroupBox *m_sentinel = nullptr;
    QLineEdit *m_master = nullptr;
    QLineEdit *m_sentinelUser = nullptr;
    QLineEdit *m_sentinelPassword = nullptr;
    QComboBox *m_addresses = nullptr;
    QPlainTextEdit *m_map = nullptr;
    QComboBox *m_way = nullptr;
    QLineEdit *m_proxyHost = nullptr;
    QSpinBox *m_proxyPort = nullptr;
    QLineEdit *m_proxyUser = nullptr;
    QLineEdit *m_proxyPassword = nullptr;
    QLineEdit *m_ssh = nullptr;
    QSpinBox *m_sshPort = nullptr;
    QLineEdit *m_sshKey = nullptr;
    QLineEdit *m_sshConfig = nullptr;
    QCheckBox *m_keep = nullptr;
    QLineEdit *m_folder = nullptr;
    QComboBox *m_colour = nullptr;
    QPushButton *m_test = nullptr;
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
    QList<std::pair<ActKind, QCheckBox *>> m_denied{};
    QSpinBox *m_actsAMinute = nullptr;
    QComboBox *m_environment = nullptr;
    QCheckBox *m_readOnly = nullptr;
    QPushButton *m_connect = nullptr;
    QPushButton *m_save = nullptr;
};

} // namespace lockscope
