// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/connections/connectiondialog.h"

#include "core/config/profilestore.h"
#include "ui/connections/connectiontexts.h"
#include "ui/forms/buttonbox.h"
#include "ui/forms/fieldnames.h"
#include "ui/text/format.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/notice.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QGroupBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSpinBox>
#include <QTabWidget>
#include <QVBoxLayout>

namespace lockscope
{
namespace
{

enum Way { Direct, Socks5, Http, Ssh }; // In the order of the list

bool isEmpty(const ConnectionSpec &spec)
{
    return spec.host.isEmpty() && spec.socketPath.isEmpty() && spec.members.empty();
}

} // namespace

ConnectionDialog::ConnectionDialog(const ConnectionSpec &spec, const QStringList &takenNames, QWidget *parent)
    : QDialog(parent), m_takenNames(takenNames), m_original(spec)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(spec.name.isEmpty() ? tr("Connect to Redis") : tr("Connection \"%1\"").arg(spec.name));
    m_url = new QLineEdit(this);
    m_url->setPlaceholderText(QStringLiteral("redis://user:password@host:6379/0"));
    auto *quick = new QWidget(this);
    auto *quickForm = new QFormLayout(quick);
    quickForm->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    quickForm->setContentsMargins(marginsAtSides(Spacing::Page, Spacing::Page));
    quickForm->addRow(tr("&URL"), makeField(QStringLiteral("url"), m_url));

    m_filling = true; // Not all fields exist yet
    m_pages = new QTabWidget(this);
    m_pages->setDocumentMode(true);
    QWidget *server = makeServer();
    QWidget *login = makeLogin();
    m_pages->addTab(makePage({server}, {login, makeSentinel()}), tr("Server and login"));
    m_pages->addTab(makePage({makeTls()}, {}), tr("TLS"));
    m_pages->addTab(makePage({makeWay()}, {makeAddresses()}), tr("Way and addresses"));
    m_pages->addTab(makePage({makeLocks(), makeGuards()}, {makeList()}), tr("Locks and list"));
    m_outcome = new QLabel(this);
    m_outcome->setObjectName(QStringLiteral("outcome"));
    m_outcome->setTextFormat(Qt::PlainText);
    m_outcome->setWordWrap(true);
    m_outcome->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_outcome->hide();

    auto *buttons = new ButtonBox(QDialogButtonBox::Cancel, this);
    // Qt's own translations may not be installed
    buttons->button(QDialogButtonBox::Cancel)->setText(tr("Cancel"));
    m_save = buttons->addButton(tr("&Save"), QDialogButtonBox::ActionRole);
    m_save->setToolTip(tr("Keep this connection in the list, without its passwords"));
    m_test = buttons->addButton(tr("T&est"), QDialogButtonBox::ActionRole);
    m_test->setToolTip(tr("Try each step of the way, and say what was found; nothing is written"));
    m_connect = buttons->addButton(tr("&Connect"), QDialogButtonBox::ActionRole);
    m_connect->setDefault(true);
    connect(m_test, &QPushButton::clicked, this, [this] {
        if (!check(false))
            return;
        m_outcome->setText(tr("testing…"));
        m_outcome->show();
        emit testWanted(this->spec());
    });
    connect(m_save, &QPushButton::clicked, this, [this] { finish(true); });
    connect(m_connect, &QPushButton::clicked, this, [this] { finish(false); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

    nameFields(*this);
    auto *column = new QVBoxLayout(this);
    m_notice = new Notice(this);
    m_notice->hide();
    column->addWidget(m_notice);
    column->addWidget(quick);
    column->addWidget(m_pages, 1);
    column->addWidget(m_outcome);
    column->addWidget(buttons);
    connect(m_url, &QLineEdit::textEdited, this, &ConnectionDialog::readUrl);
    fill(spec);
    m_url->setText(isEmpty(spec) ? QString() : connectionUrl(spec));
    m_url->setFocus();
    // An explicit minimum width replaces the layout's own, so include what the words of every page need.
    setMinimumWidth(std::max(characters(*this, 104), minimumSizeHint().width()));
}

void ConnectionDialog::fill(const ConnectionSpec &spec)
{
    m_filling = true;
    m_name->setText(spec.name);
    m_topology->setCurrentIndex(m_topology->findData(int(spec.topology)));
    m_seeds->setText(text::addresses(spec.seeds));
    m_members->setPlainText(text::members(spec.members));
    m_master->setText(spec.sentinel.masterName);
    m_sentinelUser->setText(spec.sentinel.user);
    m_sentinelPassword->setText(spec.sentinel.password);
    m_addresses->setCurrentIndex(m_addresses->findData(int(spec.addressing.policy)));
    m_map->setPlainText(text::addressRules(spec.addressing.map));
    m_way->setCurrentIndex(spec.ssh.enabled() ? Ssh : int(spec.proxy.kind));
    m_proxyHost->setText(spec.proxy.host);
    m_proxyPort->setValue(spec.proxy.port);
    m_proxyUser->setText(spec.proxy.user);
    m_proxyPassword->setText(spec.proxy.password);
    m_ssh->setText(spec.ssh.destination);
    m_sshPort->setValue(spec.ssh.port);
    m_sshKey->setText(spec.ssh.identityFile);
    m_sshConfig->setText(spec.ssh.configFile);
    m_keep->setChecked(spec.inKeychain);
    m_folder->setText(spec.folder);
    fillColours(spec.colour);
    m_overSocket->setChecked(!spec.socketPath.isEmpty());
    m_overTcp->setChecked(spec.socketPath.isEmpty());
    m_host->setText(spec.host);
    m_port->setValue(spec.port);
    m_socket->setText(spec.socketPath);
    m_db->setValue(spec.db);
    m_user->setText(spec.user);
    m_password->setText(spec.password);
    m_tls->setChecked(spec.tls.enabled);
    m_verify->setChecked(spec.tls.verifyPeer);
    m_ca->setText(spec.tls.caFile);
    m_certificate->setText(spec.tls.certificateFile);
    m_key->setText(spec.tls.keyFile);
    m_serverName->setText(spec.tls.serverName);
    QStringList patterns;
    for (const QByteArray &pattern : spec.patterns)
        patterns << text::bytes(pattern);
    m_patterns->setPlainText(patterns.join(u'\n'));
    m_environment->setCurrentIndex(m_environment->findData(int(spec.environment)));
    m_readOnly->setChecked(spec.readOnly);
    for (const auto &[act, box] : m_denied)
        box->setChecked(spec.limits.denied.contains(act));
    m_actsAMinute->setValue(spec.limits.actsAMinute);
    m_filling = false;
    edited();
}

ConnectionSpec ConnectionDialog::spec() const
{
    ConnectionSpec spec = m_original;
    spec.name = m_name->text().trimmed();
    spec.topology = Topology(m_topology->currentData().toInt());
    spec.patterns = typedPatterns();
    spec.environment = Environment(m_environment->currentData().toInt());
    spec.readOnly = m_readOnly->isChecked();
    spec.limits = limits();
    spec.folder = m_folder->text().trimmed();
    spec.colour = m_colour->currentData().toString();
    spec.inKeychain = m_keep->isChecked();
    if (spec.topology == Topology::RedLock) {
        readGroup(spec);
        return spec;
    }
    const bool several = spec.topology == Topology::Sentinel || spec.topology == Topology::Cluster;
    const bool tcp = several || m_overTcp->isChecked();
    spec.host = tcp ? m_host->text().trimmed() : QString();
    spec.port = quint16(m_port->value());
    spec.socketPath = tcp ? QString() : m_socket->text().trimmed();
    spec.db = m_db->value();
    spec.user = m_user->text();
    spec.password = m_password->text();
    spec.tls = {.enabled = m_tls->isChecked() && tcp,
                .verifyPeer = m_verify->isChecked(),
                .caFile = m_ca->text(),
                .certificateFile = m_certificate->text(),
                .keyFile = m_key->text(),
                .serverName = m_serverName->text()};
    spec.members.clear();
    spec.seeds = several ? text::readAddresses(m_seeds->text(), spec.port).values : std::vector<Endpoint>();
    spec.sentinel = {};
    if (spec.topology == Topology::Sentinel)
        spec.sentinel = {.masterName = m_master->text(),
                         .user = m_sentinelUser->text(),
                         .password = m_sentinelPassword->text()};
    readWay(spec);
    return spec;
}

void ConnectionDialog::readWay(ConnectionSpec &spec) const
{
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
                    .configFile = m_sshConfig->text()};
    spec.addressing = {.policy = AddressPolicy(m_addresses->currentData().toInt())};
    if (spec.addressing.policy == AddressPolicy::Mapped)
        spec.addressing.map = text::readAddressRules(m_map->toPlainText()).values;
}

// Each member's URL has its address and login; the password here is for members without one.
void ConnectionDialog::readGroup(ConnectionSpec &spec) const
{
    ConnectionSpec group =
        redLockGroup(text::readMembers(m_members->toPlainText(), m_original.members).values);
    group.name = spec.name;
    group.patterns = spec.patterns;
    group.environment = spec.environment;
    group.readOnly = spec.readOnly;
    group.limits = spec.limits;
    group.folder = spec.folder;
    group.colour = spec.colour;
    group.inKeychain = spec.inKeychain;
    group.clientName = spec.clientName;
    group.connectTimeout = spec.connectTimeout;
    group.commandTimeout = spec.commandTimeout;
    for (ConnectionSpec &member : group.members) {
        if (member.password.isEmpty())
            member.password = m_password->text();
    }
    group.tellMembers();
    spec = group;
}

QList<QByteArray> ConnectionDialog::typedPatterns() const
{
    QList<QByteArray> patterns;
    for (const QString &line : m_patterns->toPlainText().split(u'\n')) {
        // A pattern of arbitrary bytes is shown escaped; left unchanged, it keeps its bytes.
        const QString word = line.trimmed();
        const auto known =
            std::find_if(m_original.patterns.begin(), m_original.patterns.end(),
                         [&](const QByteArray &pattern) { return text::bytes(pattern) == word; });
        if (known != m_original.patterns.end())
            patterns << *known;
        else if (!word.isEmpty())
            patterns << word.toUtf8();
    }
    return patterns;
}

void ConnectionDialog::readUrl()
{
    const QString typed = m_url->text().trimmed();
    setProblem(QStringLiteral("url"), {});
    if (typed.isEmpty())
        return;
    const auto parsed = parseConnectionUrl(typed);
    if (!parsed) {
        setProblem(QStringLiteral("url"), parsed.failure().text);
        return;
    }
    // A URL gives address and login; name, patterns and guards come from the fields below.
    ConnectionSpec next = *parsed;
    const ConnectionSpec fields = spec();
    next.name = fields.name;
    next.patterns = fields.patterns;
    next.environment = fields.environment;
    next.readOnly = fields.readOnly;
    next.limits = fields.limits;
    next.folder = fields.folder;
    next.colour = fields.colour;
    next.inKeychain = fields.inKeychain;
    const QString shown = m_url->text();
    m_original.clientName = next.clientName;
    m_original.members = next.members; // No field shows their passwords
    fill(next);
    m_url->setText(shown);
}

void ConnectionDialog::edited()
{
    if (m_filling)
        return;
    showWhatMatters();
    for (const QString &field : m_problems.keys()) // Each problem may be solved by now
        setProblem(field, {});
    const ConnectionSpec now = spec();
    if (!m_url->hasFocus())
        m_url->setText(isEmpty(now) ? QString() : connectionUrl(now));
}

void ConnectionDialog::showWhatMatters()
{
    const auto topology = Topology(m_topology->currentData().toInt());
    const bool group = topology == Topology::RedLock;
    const bool several = topology == Topology::Sentinel || topology == Topology::Cluster;
    const bool tcp = several || m_overTcp->isChecked();
    const auto row = [](QFormLayout *form, QWidget *field, bool visible) {
        // The field itself, or the box around it from makeField().
        QWidget *at = form->indexOf(field) >= 0 ? field : field->parentWidget();
        while (form->indexOf(at) < 0)
            at = at->parentWidget();
        form->setRowVisible(at, visible);
    };
    row(m_serverForm, m_over, !group && !several);
    row(m_serverForm, m_host, !group && tcp);
    row(m_serverForm, m_port, !group && tcp);
    row(m_serverForm, m_socket, !group && !tcp);
    row(m_serverForm, m_seeds, several);
    row(m_serverForm, m_db, !group);
    row(m_serverForm, m_members, group);
    m_sentinel->setVisible(topology == Topology::Sentinel);
    m_user->setEnabled(!group);
    m_password->setPlaceholderText(group                 ? tr("for members without one")
                                   : m_keep->isChecked() ? tr("kept in the keychain")
                                                         : tr("never saved"));
    m_tls->setEnabled(tcp);
    for (int page : {1, 2}) { // In a group, each member's URL has these settings
        m_pages->setTabEnabled(page, !group);
        m_pages->setTabToolTip(page, group ? tr("The URL of each member says this") : QString());
    }
    const int way = m_way->currentIndex();
    for (QWidget *field : {static_cast<QWidget *>(m_proxyHost), static_cast<QWidget *>(m_proxyPort),
                           static_cast<QWidget *>(m_proxyUser), static_cast<QWidget *>(m_proxyPassword)})
        row(m_wayForm, field, way == Socks5 || way == Http);
    for (QWidget *field : {static_cast<QWidget *>(m_ssh), static_cast<QWidget *>(m_sshPort),
                           static_cast<QWidget *>(m_sshKey), static_cast<QWidget *>(m_sshConfig)})
        row(m_wayForm, field, way == Ssh);
    m_map->setEnabled(AddressPolicy(m_addresses->currentData().toInt()) == AddressPolicy::Mapped);
    m_outcome->hide(); // It belongs to the old fields
}

void ConnectionDialog::setProblem(const QString &field, const QString &text)
{
    QLabel *label = m_problems.value(field);
    if (!label)
        return;
    label->setText(text);
    label->setVisible(!text.isEmpty());
    m_editors.value(field)->setAccessibleDescription(text);
}

QString ConnectionDialog::problemAt(const QString &field) const
{
    const QLabel *label = m_problems.value(field);
    return label ? label->text() : QString();
}

bool ConnectionDialog::check(bool toSave)
{
    ConnectionSpec checked = spec();
    if (!problemAt(QStringLiteral("url")).isEmpty()) {
        m_url->setFocus();
        return false;
    }
    QString unread;
    if (const QString problem = unreadable(&unread); !problem.isEmpty()) {
        setProblem(unread, problem);
        goTo(unread);
        return false;
    }
    if (toSave && m_takenNames.contains(checked.name)) {
        setProblem(QStringLiteral("name"), tr("there is a connection of that name already"));
        goTo(QStringLiteral("name"));
        return false;
    }
    if (!toSave && checked.name.isEmpty())
        checked.name = QStringLiteral("-"); // Only saving requires a name
    const auto fault = faultOf(checked);
    if (!fault)
        return true;
    const bool socket = fault->field == QLatin1String("host") && m_overSocket->isChecked();
    const QString field = socket ? QStringLiteral("socket") : fault->field;
    setProblem(field, fault->text);
    goTo(field);
    return false;
}

QString ConnectionDialog::unreadable(QString *field) const
{
    const ConnectionSpec now = spec();
    if (now.topology == Topology::RedLock) {
        *field = QStringLiteral("members");
        return text::readMembers(m_members->toPlainText(), {}).problem;
    }
    if (now.topology == Topology::Sentinel || now.topology == Topology::Cluster) {
        *field = QStringLiteral("seeds");
        if (const QString problem = text::readAddresses(m_seeds->text(), now.port).problem;
            !problem.isEmpty())
            return problem;
    }
    *field = QStringLiteral("address_map");
    if (now.addressing.policy == AddressPolicy::Mapped)
        return text::readAddressRules(m_map->toPlainText()).problem;
    if (m_way->currentIndex() == Ssh && !now.ssh.enabled()) {
        *field = QStringLiteral("ssh");
        return tr("the host to go through is missing");
    }
    return {};
}

void ConnectionDialog::goTo(const QString &field)
{
    QLabel *label = m_problems.value(field);
    if (!label)
        return;
    for (int i = 0; i < m_pages->count(); ++i) {
        if (m_pages->widget(i)->isAncestorOf(label))
            m_pages->setCurrentIndex(i);
    }
    m_editors.value(field)->setFocus();
}

void ConnectionDialog::showTest(const std::vector<ConnectionStage> &stages)
{
    QStringList lines;
    QString remedy;
    for (const ConnectionStage &stage : stages) {
        if (const QString words = stageText(stage); !words.isEmpty())
            lines << words;
        if (stage.state == StageState::Failed && remedy.isEmpty())
            remedy = stage.failure.remedy;
    }
    QString told = lines.join(QStringLiteral(" · "));
    if (!remedy.isEmpty())
        told += u'\n' + remedy;
    m_outcome->setText(told);
    m_outcome->show();
}

void ConnectionDialog::setNotice(const QString &text)
{
    m_notice->tell(VerdictLevel::Warning, text);
    m_notice->show();
}

QString ConnectionDialog::notice() const
{
    return m_notice->isHidden() ? QString() : m_notice->sentence();
}

void ConnectionDialog::finish(bool toSave)
{
    if (!check(toSave))
        return;
    const ConnectionSpec wanted = spec();
    if (toSave)
        emit saveWanted(wanted);
    else
        emit connectWanted(wanted);
    accept();
}

} // namespace lockscope
