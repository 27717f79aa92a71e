// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/connections/serverfields.h"

#include "core/config/keychain.h"
#include "ui/connections/connectiontexts.h"
#include "ui/connections/formfields.h"
#include "ui/connections/lockfields.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QGroupBox>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QRadioButton>
#include <QSpinBox>

namespace lockscope
{

ServerFields::ServerFields(FormFields &fields, QWidget *dialog)
{
    makeServer(fields, dialog);
    makeLogin(fields, dialog);
    makeSentinel(fields, dialog);
}

void ServerFields::makeServer(FormFields &fields, QWidget *dialog)
{
    m_server = new QGroupBox(tr("Server"), dialog);
    m_serverForm = FormFields::form(m_server);
    m_name = fields.line(m_server, "name", tr("Optional"));
    m_topology = fields.choice(m_server, "topology");
    for (const auto &[topology, words] :
         {std::pair{Topology::Automatic, tr("Auto-detect")},
          std::pair{Topology::Standalone, tr("only this server")},
          std::pair{Topology::Sentinel, tr("Sentinel")}, std::pair{Topology::Cluster, tr("cluster")},
          std::pair{Topology::RedLock, tr("RedLock group")}})
        m_topology->addItem(words, int(topology));
    m_overTcp = new QRadioButton(tr("&TCP"), m_server);
    m_overSocket = new QRadioButton(tr("Unix s&ocket"), m_server);
    m_host = fields.line(m_server, "host");
    m_port = fields.number(m_server, 1, 65535);
    m_seeds = fields.line(m_server, "seeds", tr("host:port, host:port"));
    m_socket = fields.line(m_server, "socket", QStringLiteral("/run/redis/redis.sock"));
    m_db = fields.number(m_server, 0, 1 << 20);
    m_members =
        fields.text(m_server, "members", 7, tr("one URL per line: the independent servers of the group"));
    m_members->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_over = new QWidget(m_server);
    auto *ways = new QHBoxLayout(m_over);
    ways->setContentsMargins({});
    ways->addWidget(m_overTcp);
    ways->addWidget(m_overSocket);
    ways->addStretch();
    m_serverForm->addRow(tr("&Name"), fields.field(QStringLiteral("name"), m_name));
    m_serverForm->addRow(tr("K&ind"), m_topology);
    m_serverForm->addRow(tr("Transport"), m_over);
    m_serverForm->addRow(tr("&Host"), fields.field(QStringLiteral("host"), m_host));
    m_serverForm->addRow(tr("&Port"), fields.field(QStringLiteral("port"), m_port));
    m_serverForm->addRow(tr("Fa&llback nodes"), fields.field(QStringLiteral("seeds"), m_seeds));
    m_serverForm->addRow(tr("Soc&ket"), fields.field(QStringLiteral("socket"), m_socket));
    m_serverForm->addRow(tr("Mem&bers"), fields.field(QStringLiteral("members"), m_members));
    m_serverForm->addRow(tr("&Database"), fields.field(QStringLiteral("db"), m_db));
    QObject::connect(m_overTcp, &QRadioButton::toggled, &fields, &FormFields::edited);
}

void ServerFields::makeLogin(FormFields &fields, QWidget *dialog)
{
    m_login = new QGroupBox(tr("Login"), dialog);
    QFormLayout *form = FormFields::form(m_login);
    m_user = fields.line(m_login, "user", QStringLiteral("default"));
    m_password = fields.secret(m_login, "password");
    m_keep = new QCheckBox(tr("Keep passwords in the ke&ychain"), m_login);
    m_keep->setObjectName(QStringLiteral("keep"));
    const Done possible = Keychain::available();
    m_keep->setEnabled(possible.ok());
    m_keep->setToolTip(possible ? tr("In the system's keychain, never in a file of Lockscope")
                                : possible.failure().text);
    form->addRow(tr("Use&r"), fields.field(QStringLiteral("user"), m_user));
    form->addRow(tr("Pass&word"), fields.field(QStringLiteral("password"), m_password));
    form->addRow(QString(), m_keep);
    QObject::connect(m_keep, &QCheckBox::toggled, &fields, &FormFields::edited);
}

void ServerFields::makeSentinel(FormFields &fields, QWidget *dialog)
{
    m_sentinel = new QGroupBox(tr("Sentinel"), dialog);
    QFormLayout *form = FormFields::form(m_sentinel);
    m_master = fields.line(m_sentinel, "master", QStringLiteral("mymaster"));
    m_sentinelUser = fields.line(m_sentinel, "sentinelUser", tr("of the sentinels, if any"));
    m_sentinelPassword = fields.secret(m_sentinel, "sentinelPassword");
    form->addRow(tr("&Master"), fields.field(QStringLiteral("master"), m_master));
    form->addRow(tr("User"), m_sentinelUser);
    form->addRow(tr("Password"), m_sentinelPassword);
}

void ServerFields::fill(const ConnectionSpec &spec)
{
    m_name->setText(spec.name);
    m_topology->setCurrentIndex(m_topology->findData(int(spec.topology)));
    m_overSocket->setChecked(!spec.socketPath.isEmpty());
    m_overTcp->setChecked(spec.socketPath.isEmpty());
    m_host->setText(spec.host);
    m_port->setValue(spec.port);
    m_seeds->setText(text::addresses(spec.seeds));
    m_socket->setText(spec.socketPath);
    m_members->setPlainText(text::members(spec.members));
    m_db->setValue(spec.db);
    m_user->setText(spec.user);
    m_password->setText(spec.password);
    m_keep->setChecked(spec.inKeychain);
    m_master->setText(spec.sentinel.masterName);
    m_sentinelUser->setText(spec.sentinel.user);
    m_sentinelPassword->setText(spec.sentinel.password);
}

Topology ServerFields::topology() const
{
    return Topology(m_topology->currentData().toInt());
}

QString ServerFields::password() const
{
    return m_password->text();
}

bool ServerFields::overTcp() const
{
    return topology() == Topology::Sentinel || topology() == Topology::Cluster || m_overTcp->isChecked();
}

void ServerFields::read(ConnectionSpec &spec, const std::vector<ConnectionSpec> &members) const
{
    spec.name = m_name->text().trimmed();
    spec.topology = topology();
    spec.inKeychain = m_keep->isChecked();
    if (spec.topology == Topology::RedLock)
        return readGroup(spec, members);
    const bool several = spec.topology == Topology::Sentinel || spec.topology == Topology::Cluster;
    spec.host = overTcp() ? m_host->text().trimmed() : QString();
    spec.port = quint16(m_port->value());
    spec.socketPath = overTcp() ? QString() : m_socket->text().trimmed();
    spec.db = m_db->value();
    spec.user = m_user->text();
    spec.password = m_password->text();
    spec.members.clear();
    spec.seeds = several ? text::readAddresses(m_seeds->text(), spec.port).values : std::vector<Endpoint>();
    spec.sentinel = {};
    if (spec.topology == Topology::Sentinel)
        spec.sentinel = {.masterName = m_master->text(),
                         .user = m_sentinelUser->text(),
                         .password = m_sentinelPassword->text()};
}

// Each member's URL has its address and login; the password here is for members without one.
void ServerFields::readGroup(ConnectionSpec &spec, const std::vector<ConnectionSpec> &members) const
{
    ConnectionSpec group = redLockGroup(text::readMembers(m_members->toPlainText(), members).values);
    keepTreatment(group, spec);
    group.clientName = spec.clientName;
    group.connectTimeout = spec.connectTimeout;
    group.commandTimeout = spec.commandTimeout;
    group.maxMemory = spec.maxMemory;
    for (ConnectionSpec &member : group.members) {
        if (member.password.isEmpty())
            member.password = m_password->text();
    }
    group.tellMembers();
    spec = group;
}

void ServerFields::showWhatMatters()
{
    const bool isGroup = topology() == Topology::RedLock;
    const bool several = topology() == Topology::Sentinel || topology() == Topology::Cluster;
    const auto show = [this](QWidget *editor, bool visible) {
        FormFields::showRow(m_serverForm, editor, visible);
    };
    show(m_over, !isGroup && !several);
    show(m_host, !isGroup && overTcp());
    show(m_port, !isGroup && overTcp());
    show(m_socket, !isGroup && !overTcp());
    show(m_seeds, several);
    show(m_db, !isGroup);
    show(m_members, isGroup);
    m_sentinel->setVisible(topology() == Topology::Sentinel);
    m_user->setEnabled(!isGroup);
    m_password->setPlaceholderText(isGroup               ? tr("for members without one")
                                   : m_keep->isChecked() ? tr("saved in the keychain")
                                                         : tr("never saved"));
}

QString ServerFields::unreadable(QString *field) const
{
    if (topology() == Topology::RedLock) {
        *field = QStringLiteral("members");
        return text::readMembers(m_members->toPlainText(), {}).problem;
    }
    *field = QStringLiteral("seeds");
    const bool several = topology() == Topology::Sentinel || topology() == Topology::Cluster;
    return several ? text::readAddresses(m_seeds->text(), quint16(m_port->value())).problem : QString();
}

} // namespace lockscope
