// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/blocking/blockingtree.h"

#include "core/base/tr.h"
#include "ui/blocking/graph/blockingtext.h"
#include "ui/text/format.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"
#include "ui/widgets/fittedtree.h"

#include <QHeaderView>
#include <QSet>
#include <QStandardItemModel>

#include <algorithm>
#include <functional>
#include <utility>

namespace lockscope
{

namespace
{

constexpr int KeyRole = Qt::UserRole;  // The key of a lock
constexpr int LevelRole = KeyRole + 1; // The level of its icon
constexpr int Deepest = 6;             // Clients and locks: deeper rows have no room for their names
constexpr double NamesShare = 0.6;     // Of the width, if the states need the rest

// The locks held in a certain or possible deadlock, by their index in the graph.
struct Deadlocked {
    explicit Deadlocked(const BlockingReport &report)
    {
        for (const Deadlock &deadlock : report.deadlocks) {
            for (const DeadlockStep &step : deadlock.steps)
                (isCertain(deadlock) ? certain : possible).insert(step.held);
        }
    }
    QString state(size_t place, const QString &held) const
    {
        if (certain.contains(place))
            return Tr::tr("deadlock · %1").arg(held);
        return possible.contains(place) ? Tr::tr("possible deadlock · %1").arg(held) : held;
    }
    QSet<size_t> certain{};
    QSet<size_t> possible{};
};

QHash<QByteArray, size_t> awaitedBy(const WaitGraph &graph)
{
    QHash<QByteArray, size_t> awaited;
    for (size_t place = 0; place < graph.locks.size(); ++place) {
        for (const Party &party : graph.locks[place].waitParties)
            if (!awaited.contains(party.key()))
                awaited.insert(party.key(), place);
    }
    return awaited;
}

} // namespace

struct BlockingTree::Filling {
    const BlockingReport &report;
    const Theme theme;
    const Deadlocked deadlocked{report};
    QSet<size_t> shown{}; // Locks
    QSet<QByteArray> shownClients{};

    QHash<QByteArray, size_t> awaited = awaitedBy(report.graph); // Locks, by the party that waits
    std::vector<const Blocker *> below{};                        // Their locks need rows of their own

    void addBlocker(QStandardItem &root, const Blocker &blocker);
    void addBelow(QStandardItem &root);
    QString waitsFor(const Blocker &blocker) const;
    void addProcess(QStandardItem &root, const BlockingProcess &process);
    static Row row(const QString &who, const QString &state, const QString &waiters, const QString &help = {})
    {
        Row row;
        for (const QString &text : {who, state, waiters})
            row << new QStandardItem(text);
        row.front()->setToolTip(help);
        row[State]->setToolTip(state); // It may be cut
        return row;
    }
    // thread: that holds them, if the row above does not name it.
    void addLocks(QStandardItem *under, const Blocker &blocker, int depth, const QByteArray &thread = {});
    void addWaits(QStandardItem *under, const BlockedLock &blocked, int depth);
};

void BlockingTree::Filling::addBlocker(QStandardItem &root, const Blocker &blocker)
{
    const OwnerId owner = shownOwnerId(blocker.owner, report.graph.kindOf(blocker));
    const Row added = row(text::client(owner, blocker.client), waitsFor(blocker),
                          text::blockedCount(blocker.direct, blocker.inAll),
                          owner.isEmpty() ? QString() : text::ownerFull(owner));
    root.appendRow(added);
    addLocks(added.front(), blocker, 1);
}

void BlockingTree::Filling::addBelow(QStandardItem &root)
{
    while (!below.empty()) {
        const Blocker &blocker = *below.front();
        below.erase(below.begin());
        if (!shownClients.contains(blocker.party))
            addBlocker(root, blocker);
    }
}

QString BlockingTree::Filling::waitsFor(const Blocker &blocker) const
{
    if (!blocker.waits)
        return Tr::tr("not seen to wait");
    const auto place = awaited.constFind(blocker.party);
    return place == awaited.cend()
               ? Tr::tr("waits for another lock")
               : Tr::tr("waits for %1", "a lock").arg(text::key(report.graph.locks[*place].lock->key));
}

void BlockingTree::Filling::addProcess(QStandardItem &root, const BlockingProcess &process)
{
    const auto threads =
        int(process.threads.size() - size_t(std::ranges::count(process.threads, QByteArray())));
    const QString held = Tr::tr("%n of its threads hold(s) locks", nullptr, threads);
    const QString waits = process.waits ? Tr::tr("waits for another lock") : Tr::tr("not seen to wait");
    const OwnerId id =
        shownOwnerId(process.id, report.graph.kindOf(report.graph.blockers[process.blockers.front()]));
    const Row added = row(text::client(id, process.client), threads > 0 ? held : waits,
                          text::blockedCount(process.direct, process.inAll),
                          id.isEmpty() ? QString() : text::ownerFull(id));
    root.appendRow(added);
    for (size_t i = 0; i < process.blockers.size(); ++i)
        addLocks(added.front(), report.graph.blockers[process.blockers[i]], 1, process.threads[i]);
}

void BlockingTree::Filling::addLocks(QStandardItem *under, const Blocker &blocker, int depth,
                                     const QByteArray &thread)
{
    shownClients.insert(blocker.party);
    const auto withThread = [&thread](const QString &state) {
        return thread.isEmpty() ? state : Tr::tr("thread %1 · %2").arg(text::bytes(thread), state);
    };
    for (const size_t place : blocker.locks) {
        const BlockedLock &blocked = report.graph.locks[place];
        const Lock &lock = *blocked.lock;
        const bool isRepeated = shown.contains(place);
        const QString state = deadlocked.state(place, text::heldLock(blocked, report.at));
        const Row added = row(text::key(lock.key), withThread(isRepeated ? Tr::tr("see above") : state),
                              isRepeated ? QString() : text::waiterCount(blocked.count));
        added.front()->setData(lock.key.bytes, KeyRole);
        added.front()->setIcon(theme.verdictIcon(lock.shownVerdict().level));
        added.front()->setData(int(lock.shownVerdict().level), LevelRole);
        under->appendRow(added);
        if (isRepeated)
            continue;
        shown.insert(place);
        addWaits(added.front(), blocked, depth + 1);
    }
}

void BlockingTree::Filling::addWaits(QStandardItem *under, const BlockedLock &blocked, int depth)
{
    for (size_t i = 0; i < blocked.waits.size(); ++i) {
        const Wait &wait = blocked.waits[i];
        const Blocker *blocker = report.graph.blockerOf(blocked.waitParties[i]);
        const bool isBelow = blocker && depth >= Deepest;
        const QString state = text::wait(blocked, i, report.at);
        const OwnerId id = shownOwnerId(wait.id, blocked.lock->kind);
        const Row added = row(text::client(id, wait.client),
                              isBelow ? Tr::tr("its locks: listed separately · %1").arg(state) : state,
                              blocker ? text::blockedCount(blocker->direct, blocker->inAll) : QString(),
                              id.isEmpty() ? QString() : text::ownerFull(id));
        under->appendRow(added);
        if (isBelow)
            below.push_back(blocker);
        else if (blocker)
            addLocks(added.front(), *blocker, depth + 1);
    }
    if (blocked.unnamed > 0)
        under->appendRow(row(blocked.waits.empty()
                                 ? Tr::tr("at least %n waiter(s)", nullptr, int(blocked.unnamed))
                                 : Tr::tr("at least %n more waiter(s)", nullptr, int(blocked.unnamed)),
                             Tr::tr("not identified"), {}));
    if (blocked.isCut)
        under->appendRow(row(Tr::tr("more in the queue"), Tr::tr("too long to read"), {}));
    if (blocked.isUnread)
        under->appendRow(row(Tr::tr("maybe more in the queue"), Tr::tr("could not be read"), {}));
}

BlockingTree::BlockingTree(QWidget *parent) : QTreeView(parent), m_model(new QStandardItemModel(this))
{
    m_model->setHorizontalHeaderLabels({Tr::tr("Client or lock"), Tr::tr("State"), Tr::tr("Waiters")});
    setModel(m_model);
    setFrameShape(QFrame::NoFrame);
    setEditTriggers(NoEditTriggers);
    elideNames(*this, {Who});
    setUniformRowHeights(true);
    setIndentation(characters(*this, 2));
    setAccessibleName(Tr::tr("Which client blocks which"));
    const auto wantLock = [this](const QModelIndex &index) {
        for (QModelIndex at = index.siblingAtColumn(Who); at.isValid(); at = at.parent()) {
            if (const QByteArray key = at.data(KeyRole).toByteArray(); !key.isEmpty())
                return emit lockWanted({key});
        }
    };
    header()->setStretchLastSection(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(header(), &QHeaderView::sectionResized, this, [this](int column) {
        if (m_isFitting || column == Waiters) // The last one is stretched
            return;
        m_areTheirs = true;
        setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    });
    connect(this, &QTreeView::activated, this, wantLock);
    connect(this, &QTreeView::clicked, this, wantLock);
}

bool BlockingTree::isSameShape(const QStandardItem &a, const QStandardItem &b)
{
    if (a.rowCount() != b.rowCount())
        return false;
    for (int row = 0; row < a.rowCount(); ++row) {
        const QStandardItem &one = *a.child(row, Who), &other = *b.child(row, Who);
        if (one.text() != other.text() || one.data(KeyRole) != other.data(KeyRole) ||
            one.data(LevelRole) != other.data(LevelRole) || !isSameShape(one, other))
            return false;
    }
    return true;
}

void BlockingTree::update(const QStandardItem &shown, const QStandardItem &fresh)
{
    for (int row = 0; row < shown.rowCount(); ++row) {
        for (int column = 0; column < Columns; ++column) {
            QStandardItem &item = *shown.child(row, column);
            const QStandardItem &now = *fresh.child(row, column);
            if (item.text() != now.text())
                item.setText(now.text());
            if (item.toolTip() != now.toolTip())
                item.setToolTip(now.toolTip());
        }
        update(*shown.child(row, Who), *fresh.child(row, Who));
    }
}

QString BlockingTree::pathOf(const QModelIndex &index) const
{
    QString path;
    for (QModelIndex at = index.siblingAtColumn(Who); at.isValid(); at = at.parent())
        path += at.data().toString() + u'\n';
    return path;
}

void BlockingTree::showReport(const BlockingReport &report)
{
    m_report = report;
    showRows();
}

void BlockingTree::groupBy(BlockersBy by)
{
    m_by = by;
    showRows();
}

void BlockingTree::showRows()
{
    QStandardItem fresh;
    fill(fresh);
    const bool areIconsFresh = std::exchange(m_filledWith, palette().cacheKey()) == palette().cacheKey();
    if (areIconsFresh && isSameShape(*m_model->invisibleRootItem(), fresh))
        update(*m_model->invisibleRootItem(), fresh);
    else
        replaceBy(fresh);
}

void BlockingTree::fill(QStandardItem &root) const
{
    Filling filling{.report = m_report, .theme = Theme::of(palette())};
    if (m_by == BlockersBy::Process) {
        for (const BlockingProcess &process : blockingProcesses(m_report.graph))
            filling.addProcess(root, process); // Each has a row of its own
        return;
    }
    for (const Blocker &blocker : m_report.graph.blockers) {
        if (!filling.shownClients.contains(blocker.party))
            filling.addBlocker(root, blocker);
        filling.addBelow(root);
    }
}

void BlockingTree::replaceBy(QStandardItem &fresh)
{
    QSet<QString> closed;
    const std::function<void(const QModelIndex &, const std::function<void(const QModelIndex &)> &)> forEach =
        [&](const QModelIndex &parent, const std::function<void(const QModelIndex &)> &visit) {
            for (int i = 0; i < m_model->rowCount(parent); ++i) {
                const QModelIndex row = m_model->index(i, Who, parent);
                visit(row);
                forEach(row, visit);
            }
        };
    forEach({}, [&](const QModelIndex &row) {
        if (!isExpanded(row) && m_model->hasChildren(row))
            closed.insert(pathOf(row));
    });
    const QString selected = currentIndex().isValid() ? pathOf(currentIndex()) : QString();
    m_model->removeRows(0, m_model->rowCount());
    while (fresh.rowCount() > 0)
        m_model->appendRow(fresh.takeRow(0));
    forEach({}, [&](const QModelIndex &row) {
        const QString path = pathOf(row);
        setExpanded(row, !closed.contains(path));
        if (path == selected)
            setCurrentIndex(row);
    });
    fitColumns();
}

void BlockingTree::resizeEvent(QResizeEvent *event)
{
    QTreeView::resizeEvent(event);
    fitColumns();
}

// The names in full up to their share, then the states; what is left goes to the names. Afterwards the widths
// belong to the user.
void BlockingTree::fitColumns()
{
    if (m_areTheirs)
        return;
    const int room = viewport()->width() - header()->sectionSizeHint(Waiters) - characters(*this, 2);
    const int least = characters(*this, 14), gap = characters(*this, 2);
    const int names =
        std::clamp(sizeHintForColumn(Who) + gap, least, std::max(int(room * NamesShare), least));
    const int state = std::clamp(sizeHintForColumn(State) + gap, least, std::max(room - names, least));
    m_isFitting = true;
    header()->resizeSection(State, state);
    header()->resizeSection(Who, std::max(room - state, least));
    m_isFitting = false;
}

} // namespace lockscope
