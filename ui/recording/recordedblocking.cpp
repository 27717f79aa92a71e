// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/recording/recordedblocking.h"

#include "ui/bridges/recordingbridge.h"
#include "ui/text/format.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/fittedtree.h"

#include <QHeaderView>
#include <QLabel>
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

RecordedBlocking::RecordedBlocking(RecordingBridge &recording, QWidget *parent)
    : QWidget(parent), m_recording(recording), m_summary(new QLabel(this)),
      m_model(new QStandardItemModel(this)), m_tree(new QTreeView(this)), m_empty(new EmptyState(this)),
      m_pages(new QStackedLayout)
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
    connect(&m_recording, &RecordingBridge::blockingReady, this,
            [this](quint64 id, const BlockingThen &then) {
                if (id == m_asked)
                    take(then);
            });
    connect(&m_recording, &RecordingBridge::failed, this, [this] { m_asked = 0; });
}

QString RecordedBlocking::summary() const
{
    return m_summary->text();
}

void RecordedBlocking::goTo(WallTime at)
{
    m_at = at;
    m_isShown = false;
    if (isVisible())
        ask();
}

// While the moment moves, only the latest is requested.
void RecordedBlocking::ask()
{
    if (m_isShown || isWaiting())
        return;
    m_isShown = true;
    m_asked = m_recording.blocking(m_at);
}

QStandardItem *RecordedBlocking::addBlocker(const BlockerThen &blocker)
{
    const QByteArray &kind = m_then.locks[blocker.locks.front()].holds.front().kind;
    const OwnerId owner =
        shownOwnerId(blocker.owner, {std::string_view(kind.constData(), size_t(kind.size()))});
    const QString who = owner.isEmpty() ? tr("Unknown client") : text::owner(owner);
    const QList<QStandardItem *> row =
        rowOf(who, tr("holds %Ln lock(s)", nullptr, int(blocker.locks.size())), blocker.waiters);
    if (!owner.isEmpty())
        row[Who]->setToolTip(text::ownerFull(owner));
    m_model->appendRow(row);
    return row[Who];
}

void RecordedBlocking::addLock(QStandardItem &client, const BlockedThen &lock, const OwnerId &owner)
{
    const auto hold = std::ranges::find(lock.holds, owner, &Hold::owner);
    const QString held = text::heldLength(hold->knownLength(m_then.at), hold->isLengthAtLeast(m_then.at));
    const bool isLost = std::ranges::find(m_then.hiding, hold->node) != m_then.hiding.end();
    QStringList state{isLost ? tr("as last known: its server could not be reached") : text::heldFor(held)};
    if (lock.verdict && lock.verdict->level != VerdictLevel::Ok)
        state << text::verdictCode(
            std::string_view(lock.verdict->code.constData(), size_t(lock.verdict->code.size())));
    const QList<QStandardItem *> row = rowOf(text::key(lock.key), text::clauses(state), lock.waiters);
    row[Who]->setData(lock.key.bytes, KeyRole);
    if (lock.verdict)
        row[Who]->setIcon(Theme::of(palette()).verdictIcon(lock.verdict->level));
    client.appendRow(row);
}

void RecordedBlocking::take(const BlockingThen &then)
{
    m_asked = 0;
    m_then = then;
    fill();
    if (isVisible())
        ask();
}

void RecordedBlocking::fill()
{
    const QModelIndex current = m_tree->currentIndex().siblingAtColumn(Who);
    const QString who = current.data().toString();
    const QByteArray key = current.data(KeyRole).toByteArray();
    m_model->removeRows(0, m_model->rowCount());
    for (const BlockerThen &blocker : m_then.blockers) {
        QStandardItem *client = addBlocker(blocker);
        for (const size_t place : blocker.locks)
            addLock(*client, m_then.locks[place], blocker.owner);
    }
    m_tree->expandAll();
    for (QModelIndex row = m_model->index(0, Who); row.isValid(); row = m_tree->indexBelow(row)) {
        if (row.data().toString() == who && row.data(KeyRole).toByteArray() == key)
            m_tree->setCurrentIndex(row);
    }
    say();
}

// What the blockers leave out.
QStringList RecordedBlocking::remarks() const
{
    QStringList all;
    if (m_then.withoutHolder > 0)
        all << tr("Clients waited for %Ln lock(s) without a recorded holder: free then, or its acquisition "
                  "was not recorded.",
                  nullptr, int(m_then.withoutHolder));
    for (const NodeId &node : m_then.hiding)
        all << tr("%1 could not be reached then: its locks are as last known.").arg(escapedText(node.bytes));
    if (m_then.isSelection)
        all << tr("The recording has some locks only.");
    return all;
}

void RecordedBlocking::say()
{
    const auto locks = int(m_then.locks.size());
    m_pages->setCurrentIndex(locks > 0 ? 1 : 0);
    const QStringList notes = remarks();
    const QStringList found{
        tr("%1 for %2 when last counted. Which clients waited is not recorded.", "waiters, locks")
            .arg(tr("%Ln waiter(s)", nullptr, int(m_then.waiters())), tr("%Ln lock(s)", nullptr, locks))};
    m_summary->setText((found + notes).join(u'\n'));
    if (!m_then.watched)
        m_empty->say(tr("Unknown"), tr("Nothing was recorded at this moment."), {});
    else if (!m_then.hiding.empty())
        m_empty->say(tr("Waiters unknown"), notes.join(u'\n'), {});
    else
        m_empty->say(tr("No contended locks found"),
                     (QStringList{tr("The recording has no waiters for a lock held at this moment. Clients "
                                     "that poll or sleep are not counted.")} +
                      notes)
                         .join(u'\n'),
                     {});
}

void RecordedBlocking::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    ask();
}

void RecordedBlocking::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_model->rowCount() > 0)
        fill();
}

} // namespace lockscope
