// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/connections/networkfields.h"

#include "ui/connections/connectiontexts.h"
#include "ui/connections/formfields.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QGroupBox>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSpinBox>

namespace lockscope
{
namespace
{

enum Way { Direct, Socks5, Http, Ssh }; // In the order of the list

} // namespace

NetworkFields::NetworkFields(FormFields &fields, QWidget *dialog)
{
    makeTls(fields, dialog);
    makeWay(fields, dialog);
    makeAddresses(fields, dialog);
}

void NetworkFields::makeTls(FormFields &fields, QWidget *dialog)
{
    m_tls = new QGroupBox(tr("TLS"), dialog);
    m_tls->setCheckable(true);
    QFormLayout *form = FormFields::form(m_tls);
    m_verify = new QCheckBox(tr("&Verify the server's certificate"), m_tls);
    m_ca = fields.line(m_tls, "ca", tr("system certificates"));
    m_certificate = fields.line(m_tls, "certificate");
    m_key = fields.line(m_tls, "key");
    m_serverName = fields.line(m_tls, "serverName", tr("the host name"));
    form->addRow(QString(), fields.field(QStringLiteral("tls"), m_verify));
    form->addRow(tr("C&A file"), fields.fileField(QStringLiteral("ca"), m_ca, tr("Select CA file")));
    form->addRow(tr("Certi&ficate"), fields.fileField(QStringLiteral("certificate"), m_certificate,
                                                      tr("Select client certificate")));
    form->addRow(tr("Private ke&y"), fields.fileField(QStringLiteral("key"), m_key, tr("Select client key")));
    form->addRow(tr("Server na&me"), fields.field(QStringLiteral("server_name"), m_serverName));
    QObject::connect(m_tls, &QGroupBox::toggled, &fields, &FormFields::edited);
    QObject::connect(m_verify, &QCheckBox::toggled, &fields, &FormFields::edited);
}

void NetworkFields::makeWay(FormFields &fields, QWidget *dialog)
{
    m_wayBox = new QGroupBox(tr("Route"), dialog);
    m_wayForm = FormFields::form(m_wayBox);
    m_way = fields.choice(m_wayBox, "way");
    m_way->addItems({tr("direct"), tr("SOCKS5 proxy"), tr("HTTP proxy"), tr("SSH tunnel")});
    m_proxyHost = fields.line(m_wayBox, "proxyHost");
    m_proxyPort = fields.number(m_wayBox, 1, 65535);
    m_proxyUser = fields.line(m_wayBox, "proxyUser");
    m_proxyPassword = fields.secret(m_wayBox, "proxyPassword");
    m_ssh = fields.line(m_wayBox, "ssh", tr("[user@]host, or a Host of your SSH configuration"));
    m_sshPort = fields.number(m_wayBox, 0, 65535);
    m_sshPort->setSpecialValueText(tr("as configured"));
    m_sshKey = fields.line(m_wayBox, "sshKey", tr("found by ssh"));
    m_sshConfig = fields.line(m_wayBox, "sshConfig", QStringLiteral("~/.ssh/config"));
    m_wayForm->addRow(tr("T&ype"), m_way);
    m_wayForm->addRow(tr("Pro&xy"), fields.field(QStringLiteral("proxy"), m_proxyHost));
    m_wayForm->addRow(tr("Port"), m_proxyPort);
    m_wayForm->addRow(tr("User"), m_proxyUser);
    m_wayForm->addRow(tr("Password"), m_proxyPassword);
    m_wayForm->addRow(tr("&Gateway"), fields.field(QStringLiteral("ssh"), m_ssh));
    m_wayForm->addRow(tr("Port"), m_sshPort);
    m_wayForm->addRow(tr("Private key"),
                      fields.fileField(QStringLiteral("ssh_key"), m_sshKey, tr("Select SSH key")));
    m_wayForm->addRow(tr("Configuration"), fields.fileField(QStringLiteral("ssh_config"), m_sshConfig,
                                                            tr("Select SSH configuration")));
}

void NetworkFields::makeAddresses(FormFields &fields, QWidget *dialog)
{
    m_addressBox = new QGroupBox(tr("Announced addresses"), dialog);
    QFormLayout *form = FormFields::form(m_addressBox);
    m_addresses = fields.choice(m_addressBox, "addresses");
    for (const auto &[policy, words] :
         {std::pair{AddressPolicy::Announced, tr("use as announced")},
          std::pair{AddressPolicy::TypedHost, tr("use the typed host and the announced port")},
          std::pair{AddressPolicy::Mapped, tr("replace by this table")}})
        m_addresses->addItem(words, int(policy));
    m_map = fields.text(m_addressBox, "map", 6, tr("one per line: 10.0.0.1:6379 = localhost:7000"));
    m_map->setLineWrapMode(QPlainTextEdit::NoWrap);
    form->addRow(tr("Addresses"), fields.field(QStringLiteral("addresses"), m_addresses));
    form->addRow(tr("Ta&ble"), fields.field(QStringLiteral("address_map"), m_map));
}

void NetworkFields::fill(const ConnectionSpec &spec)
{
    m_tls->setChecked(spec.tls.enabled);
    m_verify->setChecked(spec.tls.verifyPeer);
    m_ca->setText(spec.tls.caFile);
    m_certificate->setText(spec.tls.certificateFile);
    m_key->setText(spec.tls.keyFile);
    m_serverName->setText(spec.tls.serverName);
    m_way->setCurrentIndex(spec.ssh.enabled() ? Ssh : int(spec.proxy.kind));
    m_proxyHost->setText(spec.proxy.host);
    m_proxyPort->setValue(spec.proxy.port);
    m_proxyUser->setText(spec.proxy.user);
    m_proxyPassword->setText(spec.proxy.password);
    m_ssh->setText(spec.ssh.destination);
    m_sshPort->setValue(spec.ssh.port);
    m_sshKey->setText(spec.ssh.identityFile);
    m_sshConfig->setText(spec.ssh.configFile);
    m_unconfirmed = spec.ssh.unconfirmed ? spec.ssh.configFile : QString();
    m_addresses->setCurrentIndex(m_addresses->findData(int(spec.addressing.policy)));
    m_map->setPlainText(text::addressRules(spec.addressing.map));
}

void NetworkFields::read(ConnectionSpec &spec, bool overTcp) const
{
    spec.tls = {.enabled = m_tls->isChecked() && overTcp,
                .verifyPeer = m_verify->isChecked(),
                .caFile = m_ca->text(),
                .certificateFile = m_certificate->text(),
                .keyFile = m_key->text(),
                .serverName = m_serverName->text()};
    const int way = m_way->currentIndex();
    spec.proxy = {};
    spec.ssh = {};
    if (way == Socks5 || way == Http)
        spec.proxy = {.kind = way == Http ? ProxyKind::Http : ProxyKind::Socks5,
                      .host = m_proxyHost->text().trimmed(),
                      .port = quint16(m_proxyPort->value()),
                      .user = m_proxyUser->text(),
                      .password = m_proxyPassword->text()};
    if (way == Ssh)
        spec.ssh = {.destination = m_ssh->text().trimmed(),
                    .port = quint16(m_sshPort->value()),
                    .identityFile = m_sshKey->text(),
                    .configFile = m_sshConfig->text(),
                    .unconfirmed = !m_unconfirmed.isEmpty() && m_sshConfig->text() == m_unconfirmed};
    spec.addressing = {.policy = AddressPolicy(m_addresses->currentData().toInt())};
    if (spec.addressing.policy == AddressPolicy::Mapped)
        spec.addressing.map = text::readAddressRules(m_map->toPlainText()).values;
}

void NetworkFields::showWhatMatters(bool overTcp)
{
    m_tls->setEnabled(overTcp);
    const int way = m_way->currentIndex();
    for (QWidget *editor : {static_cast<QWidget *>(m_proxyHost), static_cast<QWidget *>(m_proxyPort),
                            static_cast<QWidget *>(m_proxyUser), static_cast<QWidget *>(m_proxyPassword)})
        FormFields::showRow(m_wayForm, editor, way == Socks5 || way == Http);
    for (QWidget *editor : {static_cast<QWidget *>(m_ssh), static_cast<QWidget *>(m_sshPort),
                            static_cast<QWidget *>(m_sshKey), static_cast<QWidget *>(m_sshConfig)})
        FormFields::showRow(m_wayForm, editor, way == Ssh);
    m_map->setEnabled(AddressPolicy(m_addresses->currentData().toInt()) == AddressPolicy::Mapped);
}

QString NetworkFields::unreadable(QString *field) const
{
    *field = QStringLiteral("address_map");
    if (AddressPolicy(m_addresses->currentData().toInt()) == AddressPolicy::Mapped)
        return text::readAddressRules(m_map->toPlainText()).problem;
    *field = QStringLiteral("ssh");
    const bool isMissing = m_way->currentIndex() == Ssh && m_ssh->text().trimmed().isEmpty();
    return isMissing ? tr("the host of the proxy or gateway is missing") : QString();
}

} // namespace lockscope
