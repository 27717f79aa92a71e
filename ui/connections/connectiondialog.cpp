// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/connections/connectiondialog.h"

#include "core/config/profilestore.h"
#include "core/config/secrets.h"
#include "ui/connections/formfields.h"
#include "ui/connections/lockfields.h"
#include "ui/connections/networkfields.h"
#include "ui/connections/serverfields.h"
#include "ui/forms/buttonbox.h"
#include "ui/forms/dialogsize.h"
#include "ui/forms/fieldnames.h"
#include "ui/text/format.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/focusring.h"
#include "ui/widgets/notice.h"
#include "ui/widgets/scrolled.h"

#include <QFormLayout>
#include <QGroupBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope
{
namespace
{

bool isEmpty(const ConnectionSpec &spec)
{
    return spec.host.isEmpty() && spec.socketPath.isEmpty() && spec.members.empty();
}

// Wants to be as high as its page, and scrolls on a low screen.
class PageScroll final : public UpDownScroll
{
public:
    using UpDownScroll::UpDownScroll;
    QSize sizeHint() const override { return {minimumSizeHint().width(), widget()->sizeHint().height()}; }
};

QScrollArea *makePage(const QList<QWidget *> &left, const QList<QWidget *> &right, QWidget *parent)
{
    auto *page = new QWidget;
    auto *columns = new QHBoxLayout(page);
    for (const QList<QWidget *> &boxes : {left, right}) {
        auto *column = new QVBoxLayout;
        for (QWidget *box : boxes)
            column->addWidget(box);
        column->addStretch();
        columns->addLayout(column, 1);
    }
    return new PageScroll(page, parent);
}

// Whether the same passwords go to the same servers, over connections that are as safe.
bool isSameLogin(const ConnectionSpec &a, const ConnectionSpec &b)
{
    return a.topology == b.topology && a.host == b.host && a.port == b.port && a.socketPath == b.socketPath &&
           a.seeds == b.seeds && a.tls.enabled == b.tls.enabled && a.user == b.user &&
           a.sentinel.masterName == b.sentinel.masterName && a.sentinel.user == b.sentinel.user;
}

// For each server of next, the passwords that the same one had before.
void keepPasswords(ConnectionSpec &next, const ConnectionSpec &before)
{
    for (ConnectionSpec &member : next.members)
        keepPasswords(member, before);
    for (const ConnectionSpec &member : before.members)
        keepPasswords(next, member);
    if (next.topology == Topology::RedLock || !isSameLogin(next, before))
        return;
    next.password = before.password;
    next.sentinel.password = before.sentinel.password;
}

struct TestedServer {
    NodeId node{};
    QStringList words{};
    bool hasFailed = false;
    QString results() const { return text::asSentence(words.join(QStringLiteral(" · "))); }
};

std::vector<TestedServer> byServer(const std::vector<ConnectionStage> &stages)
{
    std::vector<TestedServer> servers;
    for (const ConnectionStage &stage : stages) {
        if (servers.empty() || servers.back().node != stage.node)
            servers.push_back({.node = stage.node});
        if (const QString words = stageText(stage); !words.isEmpty())
            servers.back().words << words;
        servers.back().hasFailed = servers.back().hasFailed || stage.state == StageState::Failed;
    }
    return servers;
}

} // namespace

ConnectionDialog::ConnectionDialog(const ConnectionSpec &spec, const QStringList &takenNames, QWidget *parent)
    : QDialog(parent), m_takenNames(takenNames), m_original(spec), m_fields(new FormFields(this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(spec.name.isEmpty() ? tr("Connect to Redis")
                                       : tr("Edit connection \"%1\"").arg(spec.name));
    m_url = new QLineEdit(this);
    m_url->setPlaceholderText(QStringLiteral("redis://host:6379/0"));
    auto *quick = new QWidget(this);
    auto *quickForm = new QFormLayout(quick);
    quickForm->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    quickForm->setContentsMargins(marginsAtSides(Spacing::Page, Spacing::Page));
    quickForm->addRow(tr("&URL"), m_fields->field(QStringLiteral("url"), m_url));
    makePages();
    QWidget *result = makeResult();
    QWidget *buttons = makeButtons();

    nameFields(*this);
    auto *column = new QVBoxLayout(this);
    m_notice = new Notice(this);
    m_notice->hide();
    column->addWidget(m_notice);
    column->addWidget(quick);
    column->addWidget(m_pages, 1);
    column->addWidget(result);
    column->addWidget(buttons);
    connect(m_fields, &FormFields::edited, this, &ConnectionDialog::edited);
    connect(m_url, &QLineEdit::textEdited, this, &ConnectionDialog::readUrl);
    connect(m_url, &QLineEdit::editingFinished, this, &ConnectionDialog::showUrl);
    fill(spec);
    m_url->setText(isEmpty(spec) ? QString() : connectionUrl(spec));
    m_url->setFocus();
    // An explicit minimum width replaces the layout's own, so include what the words of every page need.
    setMinimumWidth(std::max(characters(*this, 104), minimumSizeHint().width()));
    growToFit();
}

ConnectionDialog::~ConnectionDialog()
{
    disconnect(m_url, nullptr, this, nullptr); // It is finished when it loses the focus, after the fields
}

void ConnectionDialog::makePages()
{
    m_server = std::make_unique<ServerFields>(*m_fields, this);
    m_network = std::make_unique<NetworkFields>(*m_fields, this);
    m_locks = std::make_unique<LockFields>(*m_fields, this);
    m_pages = new QTabWidget(this);
    m_pages->setDocumentMode(true);
    m_pages->addTab(makePage({m_server->server()}, {m_server->login(), m_server->sentinel()}, this),
                    tr("Server and login"));
    m_pages->addTab(makePage({m_network->tls()}, {}, this), tr("TLS"));
    m_pages->addTab(makePage({m_network->way()}, {m_network->addresses()}, this), tr("Network"));
    m_pages->addTab(makePage({m_locks->locks(), m_locks->guards()}, {m_locks->list()}, this),
                    tr("Patterns and permissions"));
}

// Of one height whatever it says, so that the buttons below stay where they are.
QWidget *ConnectionDialog::makeResult()
{
    auto *hint = new QLabel(tr("Test tries each step and shows what it found; it writes nothing"), this);
    hint->setWordWrap(true);
    m_hint = hint;
    m_outcome = new Notice(this);
    m_outcome->setObjectName(QStringLiteral("outcome"));
    QScrollArea *result = scrolled({m_hint, m_outcome});
    result->setAccessibleName(tr("Result of the test"));
    // What does not fit can be scrolled with the keyboard.
    connect(result->verticalScrollBar(), &QScrollBar::rangeChanged, result,
            [result](int, int most) { result->setFocusPolicy(most > 0 ? Qt::StrongFocus : Qt::NoFocus); });
    new FocusRing(result);
    result->setFixedHeight(4 * fontMetrics().height() + spacing(Spacing::Page) + 2 * spacing(Spacing::Large) +
                           2 * spacing(Spacing::Small));
    return result;
}

void ConnectionDialog::growToFit()
{
    const QSize wanted = sizeHint().expandedTo(minimumSize());
    const int most = heightOnScreen(*this);
    if (!isVisible() || std::min(wanted.height(), most) > height())
        resize(std::max(width(), wanted.width()), std::min(std::max(height(), wanted.height()), most));
}

QWidget *ConnectionDialog::makeButtons()
{
    auto *buttons = new ButtonBox(QDialogButtonBox::Cancel, this);
    // Qt's own translations may not be installed.
    buttons->button(QDialogButtonBox::Cancel)->setText(tr("Cancel"));
    m_save = buttons->addButton(tr("&Save"), QDialogButtonBox::ActionRole);
    m_save->setToolTip(tr("Save this connection to the list, without its passwords"));
    m_test = buttons->addButton(tr("T&est"), QDialogButtonBox::ActionRole);
    m_test->setToolTip(tr("Test each step and show what was found; nothing is written"));
    m_connect = buttons->addButton(tr("&Connect"), QDialogButtonBox::ActionRole);
    m_connect->setDefault(true);
    connect(m_test, &QPushButton::clicked, this, &ConnectionDialog::test);
    connect(m_save, &QPushButton::clicked, this, [this] { finish(true); });
    connect(m_connect, &QPushButton::clicked, this, [this] { finish(false); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    return buttons;
}

QLineEdit *ConnectionDialog::nameEdit() const
{
    return m_server->name();
}

QLineEdit *ConnectionDialog::hostEdit() const
{
    return m_server->host();
}

void ConnectionDialog::fill(const ConnectionSpec &spec)
{
    m_filling = true;
    m_server->fill(spec);
    m_network->fill(spec);
    m_locks->fill(spec);
    m_filling = false;
    edited();
}

ConnectionSpec ConnectionDialog::spec() const
{
    ConnectionSpec spec = m_original;
    m_locks->read(spec, m_original.patterns);
    m_server->read(spec, m_original.members);
    if (spec.topology != Topology::RedLock)
        m_network->read(spec, m_server->overTcp());
    return spec;
}

void ConnectionDialog::readUrl()
{
    const QString typed = m_url->text().trimmed();
    m_fields->setProblem(QStringLiteral("url"), {});
    const auto parsed = parseConnectionUrl(typed);
    // The fields show what the URL was when it was last valid.
    for (QWidget *part : {static_cast<QWidget *>(m_pages), static_cast<QWidget *>(m_save),
                          static_cast<QWidget *>(m_test), static_cast<QWidget *>(m_connect)})
        part->setEnabled(typed.isEmpty() || parsed);
    if (typed.isEmpty())
        return;
    if (!parsed) {
        m_fields->setProblem(QStringLiteral("url"), text::asSentence(parsed.failure().text));
        return;
    }
    ConnectionSpec next = *parsed;
    const ConnectionSpec before = spec();
    keepTreatment(next, before);
    m_urlOmits = m_urlOmits && secretsOf(next).isEmpty();
    if (m_urlOmits)
        keepPasswords(next, before);
    if (next.topology == Topology::RedLock && before.topology == Topology::RedLock)
        next.password = m_server->password(); // It is for members without one
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
    m_fields->clearProblems(); // Each problem may be solved by now
    const ConnectionSpec now = spec();
    if (!m_url->hasFocus()) {
        m_url->setText(isEmpty(now) ? QString() : connectionUrl(now));
        m_urlOmits = true;
    }
}

// A password that was typed in it is in its own field by now, masked.
void ConnectionDialog::showUrl()
{
    const QString typed = m_url->text().trimmed();
    if (typed.isEmpty() || !parseConnectionUrl(typed))
        return;
    m_url->setText(connectionUrl(spec()));
    m_urlOmits = true;
}

void ConnectionDialog::showWhatMatters()
{
    m_server->showWhatMatters();
    m_network->showWhatMatters(m_server->overTcp());
    const bool isGroup = m_server->topology() == Topology::RedLock;
    for (int page : {1, 2}) { // In a group, each member's URL has these settings
        m_pages->setTabEnabled(page, !isGroup);
        m_pages->setTabToolTip(page, isGroup ? tr("Set by the URL of each member") : QString());
    }
    m_outcome->hide(); // It belongs to the old fields
    m_hint->show();
    if (isVisible())
        growToFit();
}

void ConnectionDialog::setProblem(const QString &field, const QString &text)
{
    refuse(field, text); // and has the focus
}

QString ConnectionDialog::problemAt(const QString &field) const
{
    return m_fields->problemAt(field);
}

void ConnectionDialog::test()
{
    if (!check(false))
        return;
    m_hint->hide();
    m_outcome->tell(VerdictLevel::Info, tr("Testing…"));
    emit testWanted(spec());
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
        refuse(unread, problem);
        return false;
    }
    if (toSave && m_takenNames.contains(checked.name)) {
        refuse(QStringLiteral("name"), tr("a connection with this name exists"));
        return false;
    }
    if (!toSave && checked.name.isEmpty())
        checked.name = QStringLiteral("-"); // Only saving requires a name
    const auto fault = faultOf(checked);
    if (!fault)
        return true;
    const bool isSocket = fault->field == QLatin1String("host") && !m_server->overTcp();
    refuse(isSocket ? QStringLiteral("socket") : fault->field, fault->text);
    return false;
}

QString ConnectionDialog::unreadable(QString *field) const
{
    const QString problem = m_server->unreadable(field);
    if (!problem.isEmpty() || m_server->topology() == Topology::RedLock)
        return problem;
    return m_network->unreadable(field);
}

void ConnectionDialog::refuse(const QString &field, const QString &problem)
{
    m_fields->setProblem(field, problem);
    QWidget *editor = m_fields->editor(field);
    if (!editor)
        return;
    for (int i = 0; i < m_pages->count(); ++i) {
        auto *page = static_cast<QScrollArea *>(m_pages->widget(i));
        if (!page->isAncestorOf(editor))
            continue;
        m_pages->setCurrentIndex(i);
        page->ensureWidgetVisible(editor);
    }
    editor->setFocus();
}

void ConnectionDialog::showTest(const std::vector<ConnectionStage> &stages)
{
    const std::vector<TestedServer> servers = byServer(stages);
    const auto failed = int(std::ranges::count(servers, true, &TestedServer::hasFailed));
    const VerdictLevel level = failed > 0 ? VerdictLevel::Critical : VerdictLevel::Ok;
    const auto refused = std::ranges::find_if(stages, [](const ConnectionStage &stage) {
        return stage.state == StageState::Failed && !stage.failure.remedy.isEmpty();
    });
    const QString remedy = refused == stages.end() ? QString() : text::asSentence(refused->failure.remedy);
    QStringList points;
    for (const TestedServer &server : servers)
        points
            << tr("%1: %2", "a server, results of its test").arg(text::node(server.node), server.results());
    m_hint->hide();
    if (servers.size() == 1)
        return m_outcome->tell(level, servers.front().results(), {}, remedy);
    m_outcome->tell(level,
                    failed > 0 ? tr("%1 of %2 servers failed").arg(failed).arg(servers.size())
                               : tr("All %1 servers passed").arg(servers.size()),
                    points, remedy);
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
    m_staysOpen = false;
    if (toSave)
        emit saveWanted(wanted);
    else
        emit connectWanted(wanted);
    if (!m_staysOpen)
        accept();
}

} // namespace lockscope
