// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/lockcommands.h"

#include "core/history/audit/auditlog.h"
#include "core/history/sharing/incidentfolder.h"
#include "core/history/values/historyfiles.h"
#include "ui/acts/actdialog.h"
#include "ui/acts/actdialogs.h"
#include "ui/bridges/deploymentstate.h"
#include "ui/bridges/enginebridge.h"
#include "ui/bulk/bulkdialog.h"
#include "ui/detail/detailpane.h"
#include "ui/detail/incidentsaver.h"
#include "ui/detail/probedialog.h"
#include "ui/forms/bringtofront.h"
#include "ui/forms/filteredit.h"
#include "ui/forms/savedialog.h"
#include "ui/holders/lockshare.h"
#include "ui/locks/lockpane.h"
#include "ui/locks/lockview.h"
#include "ui/recording/sharejob.h"
#include "ui/settings/rulesdialog.h"
#include "ui/settings/settingsfiles.h"
#include "ui/settings/uisettings.h"
#include "ui/text/format.h"
#include "ui/window/windowactions.h"

#include <QApplication>
#include <QClipboard>
#include <QDesktopServices>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMessageBox>
#include <QPushButton>
#include <QTimer>
#include <QUrl>

#include <algorithm>
#include <utility>

namespace lockscope
{

LockCommands::LockCommands(QWidget *window, const Needs &needs, WindowActions &actions)
    : WindowController(window), m_needs(needs), m_actions(actions)
{
    connect(actions.clear, &QAction::triggered, this, &LockCommands::clearOneStep);
    connect(actions.acquire, &QAction::triggered, this, &LockCommands::openAcquire);
    connect(actions.makeRule, &QAction::triggered, this, [this] { openRule(RuleDialog::Purpose::Lock); });
    connect(actions.notLock, &QAction::triggered, this, [this] { openRule(RuleDialog::Purpose::NoLock); });
    connect(actions.rules, &QAction::triggered, this, &LockCommands::openRules);
    connect(actions.many, &QAction::triggered, this, &LockCommands::openBulkAction);
    connect(actions.incident, &QAction::triggered, this, &LockCommands::saveChosenIncident);
    const DetailPane *detail = &needs.detail;
    connect(detail, &DetailPane::actWanted, this, &LockCommands::openAct);
    connect(detail, &DetailPane::possibleChanged, this, &LockCommands::allow);
    connect(detail, &DetailPane::removalWanted, this, &LockCommands::openRemoval);
    connect(detail, &DetailPane::lockWanted, this, &LockCommands::goTo);
    connect(detail, &DetailPane::lockEventsWanted, this, &LockCommands::lockEventsWanted);
    connect(detail, &DetailPane::incidentWanted, this, &LockCommands::saveIncident);
    connect(detail, &DetailPane::probeWanted, this, &LockCommands::openProbe);
    wireSelected();
}

void LockCommands::wireSelected()
{
    const std::pair<QAction *, ActKind> acts[] = {{m_actions.release, ActKind::ForceRelease},
                                                  {m_actions.expire, ActKind::SetExpiry},
                                                  {m_actions.wake, ActKind::Wake},
                                                  {m_actions.removeShare, ActKind::RemoveShare}};
    for (const auto &[action, act] : acts)
        connect(action, &QAction::triggered, this, [this, act = act] {
            if (const LockPtr lock = m_needs.locks.view().currentLock())
                openAct(act, lock);
        });
    connect(m_actions.whoIs, &QAction::triggered, this, [this] {
        if (const LockPtr lock = m_needs.locks.view().currentLock())
            openProbe(lock);
    });
    connect(m_actions.nameOwner, &QAction::triggered, &m_needs.detail, &DetailPane::askForName);
    connect(m_actions.fullHistory, &QAction::triggered, this, [this] {
        if (const LockPtr lock = m_needs.locks.view().currentOrEnded())
            emit lockEventsWanted(lock->key);
    });
    connect(m_actions.sameOwner, &QAction::triggered, this, &LockCommands::filterByOwner);
    connect(m_needs.locks.view().selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &LockCommands::allow);
    connect(&m_needs.locks.view(), &LockView::lockChosen, this, &LockCommands::allow);
    connect(&m_needs.locks.view(), &LockView::selectedLocksChanged, this, &LockCommands::allow);
    connect(&m_needs.locks.view(), &LockView::endedChosen, this, &LockCommands::allow);
    allow();
}

void LockCommands::allow()
{
    missGoal();
    const auto selected = m_needs.locks.view().selectedLocks();
    const bool namesOwner = selected.size() == 1 && !selected.front()->owner().isEmpty();
    const LockPtr ended = selected.empty() ? m_needs.locks.view().currentOrEnded() : nullptr;
    const bool isShown = selected.size() == 1 && m_needs.detail.shownKey() == selected.front()->key;
    m_actions.allowForLock(m_needs.deployment, selected.size(), namesOwner, ended,
                           [&](ActKind act) { return isShown ? m_needs.detail.whyNot(act) : QString(); });
}

void LockCommands::openProbe(const LockPtr &lock)
{
    (new ProbeDialog(m_needs.bridge, lock, window()))->show();
}

void LockCommands::filterByOwner()
{
    if (const LockPtr lock = m_needs.locks.view().currentOrEnded())
        m_needs.filter.setText(QStringLiteral("owner:\"%1\"")
                                   .arg(text::bytes(lock->owner().bytes)
                                            .replace(u'\\', QStringLiteral("\\\\"))
                                            .replace(u'"', QStringLiteral("\\\""))));
}

// Clears a filter that hides the lock.
void LockCommands::goTo(const LockName &key)
{
    const LockModel &model = m_needs.locks.model();
    const LockPtr lock = model.find(key);
    if (!lock) // Not in the list any more
        return emit lockEventsWanted(key);
    if (!model.indexOf(key).isValid())
        m_needs.filter.clear();
    m_needs.locks.view().choose(key);
    m_needs.detail.showLock(lock);
}

// A click that selects a row or a lane must not open a window.
void LockCommands::glanceAt(const LockName &key)
{
    const bool isMissed = !m_needs.locks.model().find(key);
    const Instant before = std::exchange(m_glancedAt, now());
    const milliseconds oneGesture(QApplication::doubleClickInterval()); // which may click and activate
    if (isMissed && m_missed == key && m_glancedAt - before < oneGesture)
        return;
    if (!isMissed || std::exchange(m_missed, key) == key) {
        m_missed = {};
        return goTo(key);
    }
    emit told(tr("%1 is not in the list any more. Click it again for its history").arg(text::key(key)),
              10'000);
}

bool LockCommands::goToOther(const LockPtr &lock, const QString &profile)
{
    if (m_needs.deployment.spec && m_needs.deployment.spec->name == profile) {
        goTo(lock->key);
        return true;
    }
    m_goal = lock;
    m_goalProfile = profile;
    m_goalAt = now();
    return false;
}

void LockCommands::restoreFilter(const ConnectionSpec &spec)
{
    const QString connection = auditedProfile(spec);
    if (connection == m_filtered)
        return;
    saveFilter();
    m_filtered = connection;
    m_needs.filter.setText(m_needs.settings.filter(connection));
}

void LockCommands::saveFilter()
{
    if (!m_filtered.isEmpty())
        m_needs.settings.setFilter(m_filtered, m_needs.filter.text());
}

void LockCommands::rename(const QString &from, const QString &to)
{
    for (QString *name : {&m_filtered, &m_goalProfile}) {
        if (*name == from)
            *name = to;
    }
}

// Another connection may be opened instead.
void LockCommands::awaitGoal()
{
    if (!m_goal || !m_needs.deployment.spec)
        return;
    constexpr std::chrono::minutes LongestGoal{2}; // by then it was not opened for the goal
    if (m_needs.deployment.spec->name != m_goalProfile || now() - m_goalAt > LongestGoal)
        return m_goal.reset();
    const auto filter = LockFilter::parse(m_needs.filter.text());
    if (filter && !filter->matches(*m_goal, now()))
        m_needs.filter.clear();
    m_needs.locks.view().choose(m_goal->key);
}

// It may have been released before the connection was open.
void LockCommands::missGoal()
{
    if (!m_goal || !m_needs.deployment.spec || m_needs.deployment.spec->name != m_goalProfile ||
        m_needs.deployment.scan.phase != ScanPhase::Complete)
        return;
    const LockName key = std::exchange(m_goal, nullptr)->key;
    // The last locks of a scan come shortly after its end.
    QTimer::singleShot(std::chrono::milliseconds(500), this, [this, key, profile = m_goalProfile] {
        const bool isThere = m_needs.deployment.spec && m_needs.deployment.spec->name == profile;
        if (isThere && !m_needs.locks.model().find(key))
            emit told(tr("%1 is not there any more").arg(text::key(key)), 15'000);
    });
}

// Another connection may have a lock of the same name.
void LockCommands::goToAudited(const LockName &key, const QString &profile)
{
    if (m_needs.deployment.spec && auditedProfile(*m_needs.deployment.spec) == profile)
        goTo(key);
    else
        emit told(tr("%1 is on another connection: %2").arg(text::key(key), profile), 15'000);
}

void LockCommands::clearOneStep()
{
    LockView &view = m_needs.locks.view();
    if (m_needs.closeQuestion())
        return;
    if (m_needs.filter.hasFocus() && !m_needs.filter.text().isEmpty())
        return m_needs.filter.clear();
    if (view.selectionModel()->hasSelection() || !m_needs.detail.shownKey().isEmpty()) {
        view.selectNone();
        m_needs.detail.clear();
    } else {
        m_needs.filter.clear();
    }
    view.setFocus();
}

void LockCommands::openAct(ActKind act, const LockPtr &lock)
{
    if (!m_needs.deployment.canWrite())
        return;
    const auto open = [&](std::optional<Rung> first) {
        (new LadderDialog(m_needs.bridge, lock, *m_needs.deployment.spec, first, window()))->show();
    };
    switch (act) {
    case ActKind::ForceRelease: // Opens at the safest option that helps
        return open({});
    case ActKind::SetExpiry:
        return open(Rung::Expire);
    case ActKind::Wake:
        return open(Rung::Wake);
    case ActKind::RemoveShare:
        return open(Rung::LockShare);
    case ActKind::Acquire:
        return openAcquire();
    case ActKind::Renew: // Offered only to the owner
    case ActKind::Release:
        return;
    }
}

void LockCommands::openRemoval(const LockPtr &lock, const LockShare &share)
{
    if (m_needs.deployment.canWrite())
        (new LadderDialog(m_needs.bridge, lock, share, *m_needs.deployment.spec, window()))->show();
}

void LockCommands::openAcquire()
{
    auto *dialog = new AcquireDialog(m_needs.bridge, window());
    if (m_needs.deployment.spec)
        dialog->setConnection(*m_needs.deployment.spec);
    if (const LockPtr lock = m_needs.locks.view().currentLock(); lock && dialog->setKind(lock->kind))
        dialog->setKey(lock->key); // of a kind that can be acquired
    dialog->show();
}

void LockCommands::openRule(RuleDialog::Purpose purpose)
{
    auto *dialog = new RuleDialog(m_needs.bridge, m_needs.files.rules(), window());
    dialog->setPurpose(purpose);
    dialog->setListed([this] { return m_needs.locks.model().shownLocks(); });
    if (const LockPtr lock = m_needs.locks.view().currentLock())
        dialog->setKey(lock->key);
    connect(dialog, &RuleDialog::saved, this, &LockCommands::ruleSaved);
    connect(this, &LockCommands::ruleSaved, dialog, &RuleDialog::reload);
    dialog->show();
}

void LockCommands::openRules()
{
    auto *dialog = window()->findChild<RulesDialog *>();
    if (!dialog) {
        dialog = new RulesDialog(m_needs.files.rules(), m_needs.bridge.kinds(), window());
        connect(dialog, &RulesDialog::changed, this, [this] { emit ruleSaved({}); });
        connect(this, &LockCommands::ruleSaved, dialog, &RulesDialog::reload);
    }
    bringToFront(*dialog);
}

void LockCommands::openBulkAction()
{
    if (!m_needs.deployment.spec)
        return;
    BulkDialog::Locks locks{.shown = m_needs.locks.model().shownLocks()};
    // A single selected lock is just the cursor position, not a choice for a bulk action.
    if (auto selected = m_needs.locks.view().selectedLocks(); selected.size() > 1)
        locks.selected = std::move(selected);
    auto *dialog = new BulkDialog(m_needs.bridge, locks, *m_needs.deployment.spec, window());
    connect(dialog, &BulkDialog::failed, this, &LockCommands::failed);
    dialog->show();
}

bool LockCommands::stopBulkAction()
{
    for (BulkDialog *dialog : window()->findChildren<BulkDialog *>()) {
        if (dialog->series().phase() != BulkRun::Phase::Running)
            continue;
        bringToFront(*dialog);
        dialog->reject();
        return true;
    }
    return false;
}

void LockCommands::leave(milliseconds bound, const std::function<void()> &then)
{
    struct Waiting {
        std::function<void()> then{};
        int runs = 1; // One more until all are counted: a run that pauses ends at once
    };
    const auto waiting = std::make_shared<Waiting>(Waiting{.then = then});
    const auto finish = [waiting] {
        if (const auto last = std::exchange(waiting->then, {}))
            last();
    };
    const auto endOne = [waiting, finish] {
        if (--waiting->runs == 0)
            finish();
    };
    for (BulkDialog *dialog : window()->findChildren<BulkDialog *>()) {
        if (dialog->series().phase() != BulkRun::Phase::Running)
            continue;
        ++waiting->runs;
        connect(dialog, &BulkDialog::ended, this, endOne);
        if (!dialog->series().isStopping())
            dialog->reject();
    }
    endOne();
    if (waiting->runs > 0)
        QTimer::singleShot(bound, this, finish);
}

bool LockCommands::mayLeave(const QString &going, const std::function<void()> &then, const QString &why)
{
    if (stopBulkAction())
        return false;
    if (m_leaves)
        return true;
    const QString name = QStringLiteral("leaveDialog");
    if (auto *asked = window()->findChild<QMessageBox *>(name)) { // Never ask twice at once
        asked->raise();
        return false;
    }
    const QList<ActDialog *> dialogs = window()->findChildren<ActDialog *>();
    const auto open = std::ranges::find_if(
        dialogs, [](const ActDialog *one) { return one->isVisible() && one->isPending(); });
    if (open == dialogs.end())
        return true;
    auto *box = new QMessageBox(QMessageBox::Question, tr("Open dialog"),
                                tr("A dialog is open: %1").arg((*open)->windowTitle()), QMessageBox::Cancel,
                                window());
    box->setObjectName(name);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    box->setInformativeText(
        why.isEmpty() ? tr("It belongs to the current connection and cannot continue with another one.")
                      : why);
    const QPushButton *agreed = box->addButton(going, QMessageBox::AcceptRole);
    box->setDefaultButton(QMessageBox::Cancel);
    box->button(QMessageBox::Cancel)->setText(tr("Cancel"));
    connect(agreed, &QPushButton::clicked, this, [this, then] {
        m_leaves = true;
        then();
        m_leaves = false;
    });
    box->open();
    return false;
}

void LockCommands::saveChosenIncident()
{
    if (const LockPtr lock = m_needs.locks.view().currentOrEnded())
        saveIncident(lock->key);
}

// The folder is created inside the selected one.
void LockCommands::saveIncident(const LockName &key)
{
    if (!m_needs.deployment.spec)
        return;
    auto *chooser = new QFileDialog(window(), tr("Select folder for the incident bundle"));
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setFileMode(QFileDialog::Directory);
    chooser->setOption(QFileDialog::ShowDirsOnly);
    const IncidentWish wish{.key = key,
                            .spec = *m_needs.deployment.spec,
                            .configFolder = QFileInfo(m_needs.files.observe().fileName()).absolutePath(),
                            .registry = m_needs.files.registry()};
    connect(chooser, &QFileDialog::fileSelected, this, [this, wish](const QString &folder) {
        auto open = m_needs.deployment.spec;
        if (open) { // changes may be allowed meanwhile
            open->readOnly = wish.spec.readOnly;
            for (size_t i = 0; i < std::min(open->members.size(), wish.spec.members.size()); ++i)
                open->members[i].readOnly = wish.spec.members[i].readOnly;
        }
        if (open != wish.spec)
            return emit told(tr("The connection was changed: nothing was saved."), 10'000);
        auto *saver = new IncidentSaver(m_needs.bridge, m_needs.history, wish, folder, window());
        const QString file =
            QDir(wish.configFolder).filePath(QStringLiteral("history/") + historyFileName(wish.spec.name));
        const bool hasHistory = !wish.spec.name.isEmpty() && QFile::exists(file);
        connect(saver, &IncidentSaver::saved, this,
                [this, history = hasHistory ? file : QString()](const QString &saved) {
                    tellIncident(saved, history);
                });
        connect(saver, &IncidentSaver::failed, this, &LockCommands::failed);
        emit told(tr("Collecting the details of %1…").arg(text::key(wish.key)), 10'000);
    });
    chooser->open();
}

void LockCommands::tellIncident(const QString &folder, const QString &history)
{
    emit told(tr("Saved: %1").arg(folder), 30'000);
    auto *box =
        new QMessageBox(QMessageBox::Information, tr("Incident bundle"),
                        tr("All that is known of the lock is in this folder."), QMessageBox::Close, window());
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setInformativeText(folder);
    box->button(QMessageBox::Close)->setText(tr("Close"));
    const auto *copy = box->addButton(tr("Copy page for the ticket"), QMessageBox::ActionRole);
    const auto *show = box->addButton(tr("Open folder"), QMessageBox::ActionRole);
    QPushButton *one = nullptr;
    if (!history.isEmpty()) {
        one = box->addButton(tr("Save as one file…"), QMessageBox::ActionRole);
        one->setToolTip(tr("These files, and the last hour of the history without names, in one recording"));
    }
    connect(box, &QMessageBox::buttonClicked, this, [=, this](const QAbstractButton *button) {
        QFile page(folder + QStringLiteral("/README.md"));
        if (button == copy && page.open(QIODevice::ReadOnly))
            QGuiApplication::clipboard()->setText(QString::fromUtf8(page.readAll()));
        else if (one && button == one)
            saveAsOne(folder, history);
        else if (button == show)
            QDesktopServices::openUrl(QUrl::fromLocalFile(folder));
    });
    box->setModal(false);
    box->show();
}

void LockCommands::saveAsOne(const QString &folder, const QString &history)
{
    const auto save = [this, folder, history](const QString &output) {
        auto documents = incidentFolder(folder);
        if (!documents)
            return Done(documents.failure());
        auto *job = new ShareJob(this);
        connect(job, &ShareJob::done, this, [this, job](const ShareReceipt &receipt) {
            emit told(tr("Saved: %1").arg(receipt.file), 30'000);
            job->deleteLater();
        });
        connect(job, &ShareJob::failed, this, [this, job](const Failure &why) {
            emit failed(why);
            job->deleteLater();
        });
        job->start({.files = {history},
                    .output = output,
                    .replaces = true,
                    .range = {wallNow() - std::chrono::hours(1), WallTime::max()},
                    .attached = *std::move(documents)});
        return Done(Nothing{});
    };
    askForFile(window(), {.title = tr("Save incident as one file"),
                          .name = QFileInfo(folder).fileName(),
                          .endings = {QStringLiteral("lockscope")},
                          .save = save,
                          .failed = [this](const Failure &why) { emit failed(why); }});
}

} // namespace lockscope
