// SPDX-License-Identifier: GPL-3.0-or-later
// The pages of the dialog: which fields there are.
#include "core/config/keychain.h"
#include "ui/connections/connectiondialog.h"
#include "ui/text/format.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/textcolour.h"
#include "ui/theme/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QGridLayout>
#include <QGroupBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QRadioButton>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

namespace lockscope
{
namespace
{

QFormLayout *makeForm(QWidget *box)
{
    auto *form = new QFormLayout(box);
    form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    form->setLabelAlignment(Qt::AlignRight | Qt::AlignVCenter);
    form->setVerticalSpacing(spacing(Spacing::Medium));
    return form;
}

QSpinBox *makeNumber(QWidget *box, int from, int to)
{
    auto *spin = new QSpinBox(box);
    spin->setRange(from, to);
    spin->setGroupSeparatorShown(false);
    return spin;
}

} // namespace

QWidget *ConnectionDialog::makePage(const QList<QWidget *> &left, const QList<QWidget *> &right)
{
    auto *page = new QWidget(this);
    auto *columns = new QHBoxLayout(page);
    for (const auto &[boxes, share] : {std::pair{left, 4}, std::pair{right, 4}}) {
        auto *column = new QVBoxLayout;
        for (QWidget *box : boxes)
            column->addWidget(box);
        column->addStretch();
        columns->addLayout(column, share);
    }
    return page;
}

QLineEdit *ConnectionDialog::makeLine(QWidget *box, const char *name, const QString &placeholder)
{
    auto *edit = new QLineEdit(box);
    edit->setObjectName(QLatin1String(name));
    edit->setPlaceholderText(placeholder);
    connect(edit, &QLineEdit::textEdited, this, &ConnectionDialog::edited);
    return edit;
}

QLineEdit *ConnectionDialog::makeSecret(QWidget *box, const char *name)
{
    auto *edit = makeLine(box, name);
    edit->setEchoMode(QLineEdit::Password);
    return edit;
}

QComboBox *ConnectionDialog::makeChoice(QWidget *box, const char *name)
{
    auto *choice = new QComboBox(box);
    choice->setObjectName(QLatin1String(name));
    connect(choice, &QComboBox::currentIndexChanged, this, &ConnectionDialog::edited);
    return choice;
}

QWidget *ConnectionDialog::makeField(const QString &name, QWidget *editor)
{
    auto *box = new QWidget(this);
    auto *problem = new QLabel(box);
    problem->setTextFormat(Qt::PlainText);
    problem->setWordWrap(true);
    problem->hide();
    keepCriticalColour(problem);
    m_problems.insert(name, problem);
    m_editors.insert(name, editor->focusProxy() ? editor->focusProxy() : editor);
    auto *column = new QVBoxLayout(box);
    column->setContentsMargins({});
    column->setSpacing(spacing(Spacing::Tight));
    column->addWidget(editor);
    column->addWidget(problem);
    box->setFocusProxy(editor); // So that the mnemonic of the label reaches it
    return box;
}

QWidget *ConnectionDialog::makeFileField(const QString &name, QLineEdit *edit, const QString &title)
{
    auto *row = new QWidget(this);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins({});
    auto *browse = new QToolButton(row);
    browse->setText(QStringLiteral("…"));
    browse->setToolTip(title);
    browse->setAccessibleName(title);
    layout->addWidget(edit, 1);
    layout->addWidget(browse);
    row->setFocusProxy(edit);
    connect(browse, &QToolButton::clicked, this, [this, edit, title] {
        auto *chooser = new QFileDialog(this, title, QFileInfo(edit->text()).path());
        chooser->setAttribute(Qt::WA_DeleteOnClose);
        chooser->setFileMode(QFileDialog::ExistingFile);
        connect(chooser, &QFileDialog::fileSelected, edit, [this, edit](const QString &file) {
            edit->setText(file);
            edited();
        });
        chooser->open();
    });
    return makeField(name, row);
}

QWidget *ConnectionDialog::makeServer()
{
    auto *box = new QGroupBox(tr("Server"), this);
    m_serverForm = makeForm(box);
    m_name = makeLine(box, "name", tr("only needed to save it"));
    m_topology = makeChoice(box, "topology");
    for (const auto &[topology, words] :
         {std::pair{Topology::Automatic, tr("whatever the server is")},
          std::pair{Topology::Standalone, tr("this one server alone")},
          std::pair{Topology::Sentinel, tr("Sentinel")}, std::pair{Topology::Cluster, tr("cluster")},
          std::pair{Topology::RedLock, tr("RedLock group")}})
        m_topology->addItem(words, int(topology));
    m_overTcp = new QRadioButton(tr("&TCP"), box);
    m_overSocket = new QRadioButton(tr("Unix s&ocket"), box);
    m_host = makeLine(box, "host");
    m_port = makeNumber(box, 1, 65535);
    m_seeds = makeLine(box, "seeds", tr("host:port, host:port"));
    m_socket = makeLine(box, "socket", QStringLiteral("/run/redis/redis.sock"));
    m_db = makeNumber(box, 0, 1 << 20);
    m_members = new QPlainTextEdit(box);
    m_members->setObjectName(QStringLiteral("members"));
    m_members->setPlaceholderText(tr("one URL a line: the independent servers of the group"));
    m_members->setTabChangesFocus(true);
    m_members->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_members->setFixedHeight(lines(*this, 7) + spacing(Spacing::Page));
    m_over = new QWidget(box);
    auto *ways = new QHBoxLayout(m_over);
    ways->setContentsMargins({});
    ways->addWidget(m_overTcp);
    ways->addWidget(m_overSocket);
    ways->addStretch();
    m_serverForm->addRow(tr("&Name"), makeField(QStringLiteral("name"), m_name));
    m_serverForm->addRow(tr("K&ind"), m_topology);
    m_serverForm->addRow(tr("Over"), m_over);
    m_serverForm->addRow(tr("&Host"), makeField(QStringLiteral("host"), m_host));
    m_serverForm->addRow(tr("&Port"), makeField(QStringLiteral("port"), m_port));
    m_serverForm->addRow(tr("A&lso at"), makeField(QStringLiteral("seeds"), m_seeds));
    m_serverForm->addRow(tr("Soc&ket"), makeField(QStringLiteral("socket"), m_socket));
    m_serverForm->addRow(tr("Mem&bers"), makeField(QStringLiteral("members"), m_members));
    m_serverForm->addRow(tr("&Database"), makeField(QStringLiteral("db"), m_db));
    for (QSpinBox *spin : {m_port, m_db})
        connect(spin, &QSpinBox::valueChanged, this, &ConnectionDialog::edited);
    connect(m_overTcp, &QRadioButton::toggled, this, &ConnectionDialog::edited);
    connect(m_members, &QPlainTextEdit::textChanged, this, &ConnectionDialog::edited);
    return box;
}

QWidget *ConnectionDialog::makeLogin()
{
    auto *box = new QGroupBox(tr("Login"), this);
    auto *form = makeForm(box);
    m_user = makeLine(box, "user", QStringLiteral("default"));
    m_password = makeSecret(box, "password");
    m_keep = new QCheckBox(tr("Keep passwords in the ke&ychain"), box);
    m_keep->setObjectName(QStringLiteral("keep"));
    const Done possible = Keychain::available();
    m_keep->setEnabled(possible.ok());
    m_keep->setToolTip(possible ? tr("In the system's own, never in a file of Lockscope")
                                : possible.failure().text);
    form->addRow(tr("Use&r"), makeField(QStringLiteral("user"), m_user));
    form->addRow(tr("Pass&word"), makeField(QStringLiteral("password"), m_password));
    form->addRow(QString(), m_keep);
    connect(m_keep, &QCheckBox::toggled, this, &ConnectionDialog::edited);
    return box;
}

QWidget *ConnectionDialog::makeSentinel()
{
    m_sentinel = new QGroupBox(tr("Sentinel"), this);
    auto *form = makeForm(m_sentinel);
    m_master = makeLine(m_sentinel, "master", QStringLiteral("mymaster"));
    m_sentinelUser = makeLine(m_sentinel, "sentinelUser", tr("of the sentinels, if they have one"));
    m_sentinelPassword = makeSecret(m_sentinel, "sentinelPassword");
    form->addRow(tr("&Master"), makeField(QStringLiteral("master"), m_master));
    form->addRow(tr("User"), m_sentinelUser);
    form->addRow(tr("Password"), m_sentinelPassword);
    return m_sentinel;
}

QWidget *ConnectionDialog::makeAddresses()
{
    auto *box = new QGroupBox(tr("Addresses that servers announce"), this);
    auto *form = makeForm(box);
    m_addresses = makeChoice(box, "addresses");
    for (const auto &[policy, words] :
         {std::pair{AddressPolicy::Announced, tr("are reached as announced")},
          std::pair{AddressPolicy::TypedHost, tr("the typed host, with their port")},
          std::pair{AddressPolicy::Mapped, tr("are replaced by this table")}})
        m_addresses->addItem(words, int(policy));
    m_map = new QPlainTextEdit(box);
    m_map->setObjectName(QStringLiteral("map"));
    m_map->setPlaceholderText(tr("one a line, as 10.0.0.1:6379 = localhost:7000"));
    m_map->setTabChangesFocus(true);
    m_map->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_map->setFixedHeight(lines(*this, 6) + spacing(Spacing::Page));
    form->addRow(tr("Addresses"), makeField(QStringLiteral("addresses"), m_addresses));
    form->addRow(tr("Ta&ble"), makeField(QStringLiteral("address_map"), m_map));
    connect(m_map, &QPlainTextEdit::textChanged, this, &ConnectionDialog::edited);
    return box;
}

QWidget *ConnectionDialog::makeWay()
{
    auto *box = new QGroupBox(tr("The way there"), this);
    m_wayForm = makeForm(box);
    m_way = makeChoice(box, "way");
    m_way->addItems({tr("direct"), tr("SOCKS5 proxy"), tr("HTTP proxy"), tr("SSH tunnel")});
    m_proxyHost = makeLine(box, "proxyHost");
    m_proxyPort = makeNumber(box, 1, 65535);
    m_proxyUser = makeLine(box, "proxyUser");
    m_proxyPassword = makeSecret(box, "proxyPassword");
    m_ssh = makeLine(box, "ssh", tr("[user@]host, or a Host of your ssh configuration"));
    m_sshPort = makeNumber(box, 0, 65535);
    m_sshPort->setSpecialValueText(tr("as configured"));
    m_sshKey = makeLine(box, "sshKey", tr("as ssh finds it"));
    m_sshConfig = makeLine(box, "sshConfig", QStringLiteral("~/.ssh/config"));
    m_wayForm->addRow(tr("Wa&y"), m_way);
    m_wayForm->addRow(tr("Pro&xy"), makeField(QStringLiteral("proxy"), m_proxyHost));
    m_wayForm->addRow(tr("Port"), m_proxyPort);
    m_wayForm->addRow(tr("User"), m_proxyUser);
    m_wayForm->addRow(tr("Password"), m_proxyPassword);
    m_wayForm->addRow(tr("Throu&gh"), makeField(QStringLiteral("ssh"), m_ssh));
    m_wayForm->addRow(tr("Port"), m_sshPort);
    m_wayForm->addRow(tr("Private key"),
                      makeFileField(QStringLiteral("ssh_key"), m_sshKey, tr("Choose the key for ssh")));
    m_wayForm->addRow(tr("Configuration"), makeFileField(QStringLiteral("ssh_config"), m_sshConfig,
                                                         tr("Choose the configuration of ssh")));
    for (QSpinBox *spin : {m_proxyPort, m_sshPort})
        connect(spin, &QSpinBox::valueChanged, this, &ConnectionDialog::edited);
    return box;
}

QWidget *ConnectionDialog::makeTls()
{
    m_tls = new QGroupBox(tr("TLS"), this);
    m_tls->setCheckable(true);
    auto *form = makeForm(m_tls);
    m_verify = new QCheckBox(tr("&Verify the server's certificate"), m_tls);
    m_ca = new QLineEdit(m_tls);
    m_ca->setPlaceholderText(tr("the system's authorities"));
    m_certificate = new QLineEdit(m_tls);
    m_key = new QLineEdit(m_tls);
    m_serverName = new QLineEdit(m_tls);
    m_serverName->setPlaceholderText(tr("the host"));
    form->addRow(QString(), makeField(QStringLiteral("tls"), m_verify));
    form->addRow(tr("C&A file"), makeFileField(QStringLiteral("ca"), m_ca, tr("Choose the CA file")));
    form->addRow(tr("Certi&ficate"), makeFileField(QStringLiteral("certificate"), m_certificate,
                                                   tr("Choose the client certificate")));
    form->addRow(tr("Private ke&y"),
                 makeFileField(QStringLiteral("key"), m_key, tr("Choose the client's key")));
    form->addRow(tr("Server na&me"), makeField(QStringLiteral("server_name"), m_serverName));
    for (QLineEdit *edit : {m_ca, m_certificate, m_key, m_serverName})
        connect(edit, &QLineEdit::textEdited, this, &ConnectionDialog::edited);
    connect(m_tls, &QGroupBox::toggled, this, &ConnectionDialog::edited);
    connect(m_verify, &QCheckBox::toggled, this, &ConnectionDialog::edited);
    return m_tls;
}

QWidget *ConnectionDialog::makeLocks()
{
    auto *box = new QGroupBox(tr("Locks"), this);
    auto *form = makeForm(box);
    m_patterns = new QPlainTextEdit(box);
    m_patterns->setPlaceholderText(tr("one pattern a line, as lock:* — empty: the known libraries' names"));
    m_patterns->setTabChangesFocus(true);
    m_patterns->setFixedHeight(lines(*this, 6) + spacing(Spacing::Page));
    form->addRow(tr("Pat&terns"), makeField(QStringLiteral("patterns"), m_patterns));
    return box;
}

QWidget *ConnectionDialog::makeGuards()
{
    auto *box = new QGroupBox(tr("What may be done"), this);
    auto *form = makeForm(box);
    m_readOnly = new QCheckBox(tr("&Read only: look, never change anything"), box);
    auto *denied = new QWidget(box);
    auto *grid = new QGridLayout(denied);
    grid->setContentsMargins({});
    for (const ActKind act : {ActKind::ForceRelease, ActKind::RemoveShare, ActKind::SetExpiry,
                              ActKind::Acquire, ActKind::Release, ActKind::Renew, ActKind::Wake}) {
        auto *deny = new QCheckBox(text::act(act), denied);
        deny->setObjectName(QStringLiteral("deny-") + QLatin1String(name(act)));
        deny->setAccessibleName(tr("Deny: %1").arg(text::act(act)));
        const int place = int(m_denied.size());
        grid->addWidget(deny, place / 2, place % 2);
        connect(m_readOnly, &QCheckBox::toggled, deny, &QWidget::setDisabled);
        m_denied.emplaceBack(act, deny);
    }
    m_actsAMinute = makeNumber(box, 0, 1'000'000);
    m_actsAMinute->setObjectName(QStringLiteral("acts_a_minute"));
    m_actsAMinute->setSpecialValueText(tr("any number"));
    connect(m_readOnly, &QCheckBox::toggled, m_actsAMinute, &QWidget::setDisabled);
    form->addRow(m_readOnly);
    form->addRow(tr("Deny"), denied);
    form->addRow(tr("Acts a minute"), m_actsAMinute);
    return box;
}

ActLimits ConnectionDialog::limits() const
{
    ActLimits limits{.actsAMinute = m_actsAMinute->value()};
    for (const auto &[act, box] : m_denied) {
        if (box->isChecked())
            limits.denied << act;
    }
    return limits;
}

QWidget *ConnectionDialog::makeList()
{
    auto *box = new QGroupBox(tr("In the list"), this);
    auto *form = makeForm(box);
    m_environment = new QComboBox(box);
    for (const auto environment : {Environment::Development, Environment::Staging, Environment::Production})
        m_environment->addItem(text::environment(environment), int(environment));
    m_folder = makeLine(box, "folder", tr("none"));
    m_colour = new QComboBox(box);
    m_colour->setObjectName(QStringLiteral("colour"));
    form->addRow(tr("Env&ironment"), m_environment);
    form->addRow(tr("&Folder"), makeField(QStringLiteral("folder"), m_folder));
    form->addRow(tr("Colour"), makeField(QStringLiteral("colour"), m_colour));
    return box;
}

void ConnectionDialog::fillColours(const QString &colour)
{
    const QString words[] = {tr("red"),  tr("orange"), tr("yellow"), tr("green"),
                             tr("blue"), tr("violet"), tr("grey")};
    m_colour->clear();
    m_colour->addItem(tr("none"), QString());
    for (size_t i = 0; i < connectionColours().size(); ++i) {
        const auto code = QString::fromLatin1(connectionColours()[i]);
        m_colour->addItem(colourIcon(code), words[i], code);
    }
    if (m_colour->findData(colour) < 0)
        m_colour->addItem(colourIcon(colour), colour, colour);
    m_colour->setCurrentIndex(m_colour->findData(colour));
}

} // namespace lockscope
