// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gallery/gallerywindow.h"

#include "core/config/observestore.h"
#include "core/config/profilestore.h"
#include "core/history/audit/audittrail.h"
#include "ui/contention/contentionpage.h"
#include "ui/contention/contentionscope.h"
#include "ui/contention/contentiontable.h"
#include "ui/detail/detailpane.h"
#include "ui/forms/filteredit.h"
#include "ui/locks/lockpane.h"
#include "ui/locks/lockview.h"

#include <QApplication>
#include <QDialog>
#include <QSignalSpy>
#include <QTest>

namespace lockscope::test
{

namespace
{

QString under(const QTemporaryDir &folder, const char *name)
{
    return folder.filePath(QLatin1String(name));
}

// What people have beside the one they look at.
QList<ConnectionSpec> savedConnections(const ConnectionSpec &shop)
{
    ConnectionSpec payments;
    payments.name = QStringLiteral("payments");
    payments.host = QStringLiteral("redis.payments.example");
    payments.environment = Environment::Production;
    payments.colour = QStringLiteral("#c0392b");
    ConnectionSpec staging = payments;
    staging.name = QStringLiteral("staging");
    staging.host = QStringLiteral("redis.staging.example");
    staging.environment = Environment::Staging;
    staging.colour = QStringLiteral("#f39c12");
    return {payments, staging, shop};
}

// Counts what changes where something stands.
class LayoutWatch final : public QObject
{
public:
    LayoutWatch() { qApp->installEventFilter(this); }
    int changes = 0;

protected:
    bool eventFilter(QObject *, QEvent *event) override
    {
        changes += event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest;
        return false;
    }
};

// A history and the alerts are told whom to observe before they move to their threads.
template<class Observer> Observer *observing(Engine *engine, Observer *observer)
{
    observer->observe(engine);
    return observer;
}

History *recorder(Engine *engine, const QString &file)
{
    History *made = observing(engine, new History({}));
    made->setFile(file);
    made->configure({.keep = true});
    return made;
}

} // namespace

struct GalleryWindow::Recording {
    explicit Recording(const QString &file) : recording(new RecordingHistory(file)), window(file)
    {
        window.history().attach(recording.object);
        window.recording().attach(recording.object);
        window.show();
        window.open();
    }
    Threaded<RecordingHistory> recording;
    RecordingWindow window;
};

struct GalleryWindow::Fleet {
    Threaded<FleetWatch> watch{new FleetWatch};
};

GalleryWindow::GalleryWindow(Places &places, QSize size)
    : m_places(places), m_size(size), m_history(observing(m_observed, new History(under(m_dir, "history")))),
      m_recorder(recorder(m_observed, under(m_dir, "locks.lockscope"))),
      m_alerts(observing(m_observed, new Alerts(under(m_dir, "alerts.log")))),
      m_audit(new AuditReader(m_dir.path())), m_lab(new Lab), m_engine([this] {
          const auto *trail = new AuditTrail(m_observed, m_dir.path());
          QObject::connect(trail, &AuditTrail::written, &m_bridge,
                           [this] { emit m_window->audit().changed(); });
          return m_observed;
      }())
{
    if (const auto shop = places.shop()) {
        m_saved = savedConnections(*shop);
        for (const Done &saved : {ObserveStore(m_dir.path()).save({.aliases = Shop::aliases()}),
                                  ProfileStore(m_dir.path()).save(m_saved)}) {
            if (!saved)
                qFatal("%s", qPrintable(saved.failure().line()));
        }
    }
    m_bridge.attach(m_engine.object);
    m_historyBridge.attach(m_history.object);
    m_window = std::make_unique<MainWindow>(m_bridge, m_historyBridge, m_dir.path());
    m_window->alerts().attach(m_alerts.object);
    m_window->audit().attach(m_audit.object);
    m_window->lab().attach(m_lab.object);
    QObject::connect(&m_window->fleet(), &FleetBridge::wanted, [this] {
        m_fleet = std::make_unique<Fleet>();
        m_window->fleet().attach(m_fleet->watch.object);
    });
    QObject::connect(&m_window->fleet(), &FleetBridge::unwanted, [this] { m_fleet.reset(); });
    m_window->resize(size);
    m_window->show();
}

GalleryWindow::~GalleryWindow()
{
    closeDialogs();
}

LockPtr GalleryWindow::find(const LockName &key)
{
    return m_window->locks().model().find(key);
}

bool GalleryWindow::await(const char *what, const std::function<bool()> &reached, milliseconds patience)
{
    if (QTest::qWaitFor(reached, int(patience.count())))
        return true;
    m_problem = QStringLiteral("waited in vain until ") + QLatin1String(what);
    return false;
}

// A dialog that was just opened, or that a plan came to, is laid out in several rounds.
void GalleryWindow::settle()
{
    LayoutWatch watch;
    int before = -1;
    for (int round = 0; round < 60 && std::exchange(before, watch.changes) != watch.changes; ++round)
        QTest::qWait(30);
    // A text that changed at the very end of the last wait, such as "10 s ago", has its room only after this.
    QCoreApplication::sendPostedEvents();
}

bool GalleryWindow::reach(const Outcome<ConnectionSpec> &place)
{
    if (!place) {
        m_problem = place.failure().line();
        return false;
    }
    const auto isAt = [&] {
        const auto &present = m_window->deployment().spec;
        return present && *present == *place;
    };
    if (!isAt() || !m_window->deployment().isReady()) // the list may just be arranged anew: it stays
        m_window->connectTo(*place);
    return await("all locks are listed", [&] { return isAt() && m_window->isFilled(); });
}

bool GalleryWindow::reachShop()
{
    const auto lock = [this](const LockName &key, const std::function<bool(const Lock &)> &is) {
        return [this, key, is] {
            const LockPtr found = find(key);
            return found && is(*found);
        };
    };
    return reach(m_places.shop()) &&
           await("a lock is renewed", // every ten seconds at the pace of life
                 lock(Shop::healthy(), [](const Lock &found) { return found.renewals.count > 0; }),
                 3 * Patience) &&
           await("it is waited for",
                 lock(Shop::healthy(), [](const Lock &found) { return found.waiters.count().least > 0; })) &&
           await("the stuck one is waited for", lock(Shop::stuck(),
                                                     [](const Lock &found) {
                                                         return found.waiters.count().least > 2 &&
                                                                found.verdict.level == VerdictLevel::Critical;
                                                     })) &&
           await("some queue for the fair one",
                 lock(Shop::queued(), [](const Lock &found) { return found.waiters.queued.size() > 1; }));
}

bool GalleryWindow::choose(const LockName &key)
{
    if (!await("the lock is listed", [&] { return m_window->locks().model().indexOf(key).isValid(); }))
        return false;
    const bool isShown = m_window->detail().shownKey() == key; // The worst one is chosen at the start
    QSignalSpy inspected(&m_bridge, &EngineBridge::inspected);
    m_window->locks().view().choose(key);
    return await("its details are there",
                 [&] { return m_window->detail().shownKey() == key && (isShown || !inspected.isEmpty()); });
}

bool GalleryWindow::save(const QList<ConnectionSpec> &connections)
{
    const Done saved = ProfileStore(m_dir.path()).save(connections);
    if (!saved)
        m_problem = saved.failure().line();
    return saved.ok();
}

RecordingWindow &GalleryWindow::openRecording()
{
    m_recording = std::make_unique<Recording>(under(m_dir, "locks.lockscope"));
    m_recording->window.resize(m_size);
    return m_recording->window;
}

RecordingWindow *GalleryWindow::recording()
{
    return m_recording ? &m_recording->window : nullptr;
}

void GalleryWindow::closeDialogs()
{
    for (QWidget *top : QApplication::topLevelWidgets()) {
        if (auto *dialog = qobject_cast<QDialog *>(top); dialog && dialog->isVisible()) {
            dialog->setAttribute(Qt::WA_DeleteOnClose);
            dialog->done(QDialog::Rejected);
        }
    }
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
}

void GalleryWindow::tidy()
{
    closeDialogs();
    m_recording.reset();
    for (QWidget *one : {&m_window->auditWindow(), &m_window->labWindow(), &m_window->fleetWindow()}) {
        one->hide();
        one->resize(m_size);
    }
    save(m_saved);
    m_problem.clear();
    m_window->resize(m_size);
    m_window->filter().clear();
    m_window->locks().view().selectNone();
    m_window->detail().clear();
    m_window->contention().table().choose({});
    m_window->contention().scope().restore({});
    if (m_window->deployment().spec) // the start page stands alone
        m_window->openPage(MainWindow::Page::Overview);
    m_window->locks().view().setFocus();
}

} // namespace lockscope::test
