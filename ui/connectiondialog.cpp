// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/connectiondialog.h"

#include "core/engine/profiles.h"
#include "ui/format.h"
#include "ui/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QGroupBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollArea>
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
    form->setVerticalSpacing(6);
    return form;
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
    auto *quickForm = makeForm(quick);
    quickForm->setContentsMargins(11, 0, 11, 0);
    quickForm->addRow(tr("&URL"), makeField(QStringLiteral("url"), m_url));

    auto *content = new QWidget(this);
    auto *columns = new QHBoxLayout(content);
    auto *left = new QVBoxLayout;
    auto *right = new QVBoxLayout;
    left->addWidget(makeServer());
    left->addWidget(makeLogin());
    left->addStretch();
    right->addWidget(makeTls());
    right->addWidget(makeLocks());
    right->addStretch();
    columns->addLayout(left, 4);
    columns->addLayout(right, 5);
    columns->setContentsMargins(0, 0, 0, 0);

    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    buttons->button(QDialogButtonBox::Cancel)->setText(tr("Cancel")); // Qt's own texts may not be installed
    m_save = buttons->addButton(tr("&Save"), QDialogButtonBox::ActionRole);
    m_save->setToolTip(tr("Keep this connection in the list; the password is not kept"));
    m_connect = buttons->addButton(tr("&Connect"), QDialogButtonBox::ActionRole);
    m_connect->setDefault(true);
    connect(m_save, &QPushButton::clicked, this, [this] { finish(true); });
    connect(m_connect, &QPushButton::clicked, this, [this] { finish(false); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

    setMinimumWidth(fontMetrics().averageCharWidth() * 112);
    auto *column = new QVBoxLayout(this);
    column->addWidget(quick);
    column->addWidget(content, 1);
    column->addWidget(buttons);
    connect(m_url, &QLineEdit::textEdited, this, &ConnectionDialog::readUrl);
    fill(spec);
    m_url->setText(spec.host.isEmpty() && spec.socketPath.isEmpty() ? QString() : connectionUrl(spec));
    m_url->setFocus();
}

QWidget *ConnectionDialog::makeField(const QString &name, QWidget *editor)
{
    auto *box = new QWidget(this);
    auto *problem = new QLabel(box);
    problem->setTextFormat(Qt::PlainText);
    problem->setWordWrap(true);
    problem->hide();
    QPalette red = problem->palette();
    red.setColor(QPalette::WindowText, Theme::of(palette()).critical);
    problem->setPalette(red);
    m_problems.insert(name, problem);
    auto *column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(editor);
    column->addWidget(problem);
    box->setFocusProxy(editor); // so that the label's letter reaches it
    return box;
}

QWidget *ConnectionDialog::makeFileField(const QString &name, QLineEdit *edit, const QString &title)
{
    auto *row = new QWidget(this);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
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
    auto *form = makeForm(box);
    m_name = new QLineEdit(box);
    m_name->setPlaceholderText(tr("only needed to save it"));
    m_overTcp = new QRadioButton(tr("&TCP"), box);
    m_overSocket = new QRadioButton(tr("Unix s&ocket"), box);
    m_host = new QLineEdit(box);
    m_port = new QSpinBox(box);
    m_port->setRange(1, 65535);
    m_port->setGroupSeparatorShown(false);
    m_socket = new QLineEdit(box);
    m_socket->setPlaceholderText(QStringLiteral("/run/redis/redis.sock"));
    m_db = new QSpinBox(box);
    m_db->setRange(0, 1 << 20);
    auto *way = new QWidget(box);
    auto *ways = new QHBoxLayout(way);
    ways->setContentsMargins(0, 0, 0, 0);
    ways->addWidget(m_overTcp);
    ways->addWidget(m_overSocket);
    ways->addStretch();
    form->addRow(tr("&Name"), makeField(QStringLiteral("name"), m_name));
    form->addRow(tr("Over"), way);
    form->addRow(tr("&Host"), makeField(QStringLiteral("host"), m_host));
    form->addRow(tr("&Port"), makeField(QStringLiteral("port"), m_port));
    form->addRow(tr("Soc&ket"), makeField(QStringLiteral("socket"), m_socket));
    form->addRow(tr("&Database"), makeField(QStringLiteral("db"), m_db));
    for (QLineEdit *edit : {m_name, m_host, m_socket})
        connect(edit, &QLineEdit::textEdited, this, &ConnectionDialog::edited);
    for (QSpinBox *spin : {m_port, m_db})
        connect(spin, &QSpinBox::valueChanged, this, &ConnectionDialog::edited);
    connect(m_overTcp, &QRadioButton::toggled, this, &ConnectionDialog::edited);
    return box;
}

QWidget *ConnectionDialog::makeLogin()
{
    auto *box = new QGroupBox(tr("Login"), this);
    auto *form = makeForm(box);
    m_user = new QLineEdit(box);
    m_user->setPlaceholderText(QStringLiteral("default"));
    m_password = new QLineEdit(box);
    m_password->setEchoMode(QLineEdit::Password);
    m_password->setPlaceholderText(tr("never saved"));
    form->addRow(tr("Us&er"), makeField(QStringLiteral("user"), m_user));
    form->addRow(tr("Pass&word"), makeField(QStringLiteral("password"), m_password));
    connect(m_user, &QLineEdit::textEdited, this, &ConnectionDialog::edited);
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
    m_patterns->setFixedHeight(fontMetrics().height() * 4 + 12);
    m_environment = new QComboBox(box);
    for (const auto environment : {Environment::Development, Environment::Staging, Environment::Production})
        m_environment->addItem(text::environment(environment), int(environment));
    m_readOnly = new QCheckBox(tr("&Read only: look, never change anything"), box);
    form->addRow(tr("Pat&terns"), makeField(QStringLiteral("patterns"), m_patterns));
    form->addRow(tr("Env&ironment"), m_environment);
    form->addRow(QString(), m_readOnly);
    return box;
}

void ConnectionDialog::fill(const ConnectionSpec &spec)
{
    m_filling = true;
    m_name->setText(spec.name);
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
    m_filling = false;
    edited();
}

ConnectionSpec ConnectionDialog::spec() const
{
    ConnectionSpec spec = m_original;
    const bool tcp = m_overTcp->isChecked();
    spec.name = m_name->text().trimmed();
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
    QList<QByteArray> patterns;
    for (const QString &line : m_patterns->toPlainText().split(u'\n')) {
        // A pattern of bytes is shown escaped; left as it was, it stays those bytes.
        const QString word = line.trimmed();
        const auto known =
            std::find_if(m_original.patterns.begin(), m_original.patterns.end(),
                         [&](const QByteArray &pattern) { return text::bytes(pattern) == word; });
        if (known != m_original.patterns.end())
            patterns << *known;
        else if (!word.isEmpty())
            patterns << word.toUtf8();
    }
    spec.patterns = patterns;
    spec.environment = Environment(m_environment->currentData().toInt());
    spec.readOnly = m_readOnly->isChecked();
    return spec;
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
    // A URL says where and who; how carefully to treat it is for the fields below.
    ConnectionSpec next = *parsed;
    const ConnectionSpec fields = spec();
    next.name = fields.name;
    next.patterns = fields.patterns;
    next.environment = fields.environment;
    next.readOnly = fields.readOnly;
    next.connectTimeout = fields.connectTimeout;
    next.commandTimeout = fields.commandTimeout;
    const QString shown = m_url->text();
    m_original.clientName = next.clientName;
    fill(next);
    m_url->setText(shown);
}

void ConnectionDialog::edited()
{
    if (m_filling)
        return;
    const bool tcp = m_overTcp->isChecked();
    for (QWidget *widget :
         {static_cast<QWidget *>(m_host), static_cast<QWidget *>(m_port), static_cast<QWidget *>(m_tls)})
        widget->setEnabled(tcp);
    m_socket->setEnabled(!tcp);
    for (const QString &field : m_problems.keys()) // what was wrong may be right now
        setProblem(field, {});
    const ConnectionSpec now = spec();
    if (!m_url->hasFocus())
        m_url->setText(now.host.isEmpty() && now.socketPath.isEmpty() ? QString() : connectionUrl(now));
}

void ConnectionDialog::setProblem(const QString &field, const QString &text)
{
    QLabel *label = m_problems.value(field);
    if (!label)
        return;
    label->setText(text);
    label->setVisible(!text.isEmpty());
    label->parentWidget()->focusProxy()->setAccessibleDescription(text);
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
    if (toSave && m_takenNames.contains(checked.name)) {
        setProblem(QStringLiteral("name"), tr("there is a connection of that name already"));
        m_name->setFocus();
        return false;
    }
    if (!toSave && checked.name.isEmpty())
        checked.name = QStringLiteral("-"); // a name is for saving
    const auto fault = faultOf(checked);
    if (!fault)
        return true;
    const bool socket = fault->field == QLatin1String("host") && m_overSocket->isChecked();
    const QString field = socket ? QStringLiteral("socket") : fault->field;
    setProblem(field, fault->text);
    if (QLabel *label = m_problems.value(field))
        label->parentWidget()->focusProxy()->setFocus();
    return false;
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
