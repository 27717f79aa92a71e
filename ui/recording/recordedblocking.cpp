// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/recording/recordedblocking.h"

#include "core/history/causes/ownerclient.h"
#include "ui/text/format.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"
#include "ui/timeline/momentsorter.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/fittedtree.h"

#include <QHeaderView>
#include <QLabel>
#include <QMap>
#include <QStackedLayout>
#include <QStandardItemModel>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope
{

namespace
{

constexpr int KeyRole = Qt::UserRole; // The key of a lock

QList<QStandardItem *> rowOf(const QString &who, const QString &state, qint64 waiters)
{
    QList<QStandardItem *> row;
    for (const QString &text :
         {who, state, RecordedBlocking::tr("≥ %1", "a lower bound").arg(text::number(waiters))})
        row << new QStandardItem(text);
    row[RecordedBlocking::State]->setToolTip(state);
    return row;
}

} // namespace

struct RecordedBlocking::Client {
    OwnerId owner{};
    std::vector<const Hold *> holds{};
    qint64 waiters = 0; // For its locks
};

RecordedBlocking::RecordedBlocking(QWidget *parent)
    : QWidget(parent), m_summary(new QLabel(this)), m_model(new QStandardItemModel(this)),
      m_tree(new QTreeView(this)), m_empty(new EmptyState(this)), m_pages(new QStackedLayout)
{
    m_summary->setWordWrap(true);
    m_summary->setTextFormat(Qt::PlainText);
    m_model->setHorizontalHeaderLabels({tr("Client or lock"), tr("State"), tr("Waiters")});
    m_tree->setModel(m_model);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_tree->setUniformRowHeights(true);
    m_tree->setIndentation(characters(*this, 2));
    m_tree->setAccessibleName(tr("Clients that held locks while others waited"));
    elideNames(*m_tree, {Who});
    m_tree->header()->setStretchLastSection(false);
    m_tree->header()->setSectionResizeMode(Who, QHeaderView::Stretch);
    for (const Column column : {State, Waiters})
        m_tree->header()->setSectionResizeMode(column, QHeaderView::ResizeToContents);
    auto *page = new QWidget(this);
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(margins(Spacing::Small));
    column->addWidget(m_summary);
    column->addWidget(m_tree, 1);
    m_pages->addWidget(m_empty);
    m_pages->addWidget(page);
    setLayout(m_pages);
    const auto wantLock = [this](const QModelIndex &index) {
        if (const QByteArray key = index.siblingAtColumn(Who).data(KeyRole).toByteArray(); !key.isEmpty())
            emit lockWanted({key});
    };
    connect(m_tree, &QTreeView::clicked, this, wantLock);
    connect(m_tree, &QTreeView::activated, this, wantLock);
}

QString RecordedBlocking::summary() const
{
    return m_summary->text();
}

void RecordedBlocking::show(const HistoryMoment &moment)
{
    m_moment = moment;
    m_isShown = false;
    if (isVisible())
        fill();
}

// By owner; an id that names no client may be of another client at each lock.
std::vector<RecordedBlocking::Client> RecordedBlocking::clientsOf(const HistoryMoment &moment,
                                                                  const MomentLookup &look)
{
    QMap<std::pair<OwnerId, LockName>, Client> clients;
    for (const Hold &hold : moment.holds) {
        const qint64 waiters = look.waiters(hold).value_or(0);
        if (waiters == 0)
            continue;
        const bool isNamed = !ownerClient(hold.kind, hold.owner).name.isEmpty();
        Client &client = clients[{isNamed ? hold.owner : OwnerId(), isNamed ? LockName() : hold.key}];
        client.owner = hold.owner;
        const bool isAgain =
            std::ranges::any_of(client.holds, [&hold](const Hold *other) { return other->key == hold.key; });
        if (isAgain)
            continue; // Another part of the same lock
        client.holds.push_back(&hold);
        client.waiters += waiters;
    }
    std::vector<Client> all(clients.cbegin(), clients.cend());
    std::ranges::stable_sort(all, std::greater<>(), &Client::waiters);
    return all;
}

QStandardItem *RecordedBlocking::addClient(const Client &client)
{
    const QString who = client.owner.isEmpty() ? tr("Unknown client") : text::owner(client.owner);
    const QList<QStandardItem *> row =
        rowOf(who, tr("holds %Ln lock(s)", nullptr, int(client.holds.size())), client.waiters);
    if (!client.owner.isEmpty())
        row[Who]->setToolTip(text::ownerFull(client.owner));
    m_model->appendRow(row);
    return row[Who];
}

void RecordedBlocking::addLock(QStandardItem &client, const Hold &hold, const MomentLookup &look)
{
    const WallTime::duration length = std::max(m_moment.at - hold.began, WallTime::duration(0)); // Until then
    const QString held = text::duration(std::chrono::duration_cast<milliseconds>(length));
    QStringList state{look.isLost(hold)  ? tr("as last known: its server could not be reached")
                      : hold.beganBefore ? tr("held for ≥ %1").arg(held)
                                         : tr("held for %1").arg(held)};
    const auto verdict = look.verdict(hold);
    if (verdict && verdict->level != VerdictLevel::Ok)
        state << text::verdictCode(std::string_view(verdict->code.constData(), size_t(verdict->code.size())));
    const QList<QStandardItem *> row =
        rowOf(text::key(hold.key), text::clauses(state), look.waiters(hold).value_or(0));
    row[Who]->setData(hold.key.bytes, KeyRole);
    if (verdict)
        row[Who]->setIcon(Theme::of(palette()).verdictIcon(verdict->level));
    client.appendRow(row);
}

void RecordedBlocking::fill()
{
    m_isShown = true;
    const MomentLookup look(m_moment);
    const QModelIndex current = m_tree->currentIndex().siblingAtColumn(Who);
    const QString who = current.data().toString();
    const QByteArray key = current.data(KeyRole).toByteArray();
    m_model->removeRows(0, m_model->rowCount());
    QMap<LockName, qint64> waited;
    for (const Client &client : clientsOf(m_moment, look)) {
        QStandardItem *item = addClient(client);
        for (const Hold *hold : client.holds) {
            addLock(*item, *hold, look);
            waited.insert(hold->key, look.waiters(*hold).value_or(0));
        }
    }
    m_tree->expandAll();
    for (QModelIndex row = m_model->index(0, Who); row.isValid(); row = m_tree->indexBelow(row)) {
        if (row.data().toString() == who && row.data(KeyRole).toByteArray() == key)
            m_tree->setCurrentIndex(row);
    }
    qint64 waiters = 0;
    for (const qint64 one : waited)
        waiters += one;
    say(waiters, int(waited.size()));
}

void RecordedBlocking::say(qint64 waiters, int locks)
{
    m_pages->setCurrentIndex(locks > 0 ? 1 : 0);
    m_summary->setText(
        tr("At least %1 for %2. Which clients waited is not recorded.", "waiters, locks")
            .arg(tr("%Ln waiter(s)", nullptr, int(waiters)), tr("%Ln lock(s)", nullptr, locks)));
    if (!m_moment.watched)
        m_empty->say(tr("Unknown"), tr("Nothing was recorded at this moment."), {});
    else if (!m_moment.unjudged.empty())
        m_empty->say(tr("Waiters unknown"), tr("The recording does not know the waiters of all locks then."),
                     {});
    else
        m_empty->say(tr("No contended locks found"),
                     tr("The recording has no waiters for a lock held at this moment. Clients that poll or "
                        "sleep are not counted."),
                     {});
}

void RecordedBlocking::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (!m_isShown)
        fill();
}

void RecordedBlocking::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && isVisible())
        fill();
}

} // namespace lockscope
