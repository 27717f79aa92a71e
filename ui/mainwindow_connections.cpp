// SPDX-License-Identifier: GPL-3.0-or-later
// The window and the saved connections.
#include "ui/connectiondialog.h"
#include "ui/connectionspane.h"
#include "ui/format.h"
#include "ui/glyphs.h"
#include "ui/mainwindow.h"

#include <QMenu>
#include <QMessageBox>
#include <QPushButton>

namespace lockscope
{

void MainWindow::loadProfiles()
{
    auto profiles = m_store.load();
    if (!profiles)
        return complain(profiles.failure());
    m_profiles = std::move(*profiles);
    m_connections->setProfiles(m_profiles);
}

void MainWindow::connectToProfile(const QString &name)
{
    const auto profile = m_store.find(name);
    if (!profile)
        return complain(profile.failure());
    connectTo(*profile);
}

void MainWindow::openConnectionDialog(const ConnectionSpec &spec)
{
    QStringList taken;
    for (const ConnectionSpec &profile : std::as_const(m_profiles)) {
        if (profile.name != spec.name)
            taken << profile.name;
    }
    auto *dialog = new ConnectionDialog(spec, taken, this);
    connect(dialog, &ConnectionDialog::connectWanted, this, &MainWindow::connectTo);
    const QString formerName = spec.name;
    connect(dialog, &ConnectionDialog::saveWanted, this,
            [this, formerName](const ConnectionSpec &saved) { saveProfile(saved, formerName); });
    dialog->show();
}

void MainWindow::editProfile(const QString &name)
{
    const auto profile = m_store.find(name);
    if (!profile)
        return complain(profile.failure());
    openConnectionDialog(*profile);
}

void MainWindow::saveProfile(const ConnectionSpec &spec, const QString &formerName)
{
    // From the file, not from memory: another window may have saved meanwhile.
    auto profiles = m_store.load();
    if (!profiles)
        return complain(profiles.failure());
    const auto former = std::find_if(profiles->begin(), profiles->end(), [&](const ConnectionSpec &profile) {
        return profile.name == formerName && !formerName.isEmpty();
    });
    if (former != profiles->end())
        *former = spec;
    else
        *profiles << spec;
    if (const Done saved = m_store.save(*profiles); !saved)
        return complain(saved.failure());
    loadProfiles();
    m_connections->selectProfile(spec.name);
}

void MainWindow::removeProfile(const QString &name)
{
    auto *question = new QMessageBox(QMessageBox::Question, tr("Remove a connection"),
                                     tr("Remove the connection \"%1\" from the list?").arg(name),
                                     QMessageBox::Cancel, this);
    question->setInformativeText(tr("Nothing on the server is touched."));
    QPushButton *remove = question->addButton(tr("Remove"), QMessageBox::DestructiveRole);
    question->setDefaultButton(QMessageBox::Cancel);
    question->button(QMessageBox::Cancel)->setText(tr("Cancel"));
    question->setAttribute(Qt::WA_DeleteOnClose);
    connect(remove, &QPushButton::clicked, this, [this, name] {
        auto profiles = m_store.load();
        if (!profiles)
            return complain(profiles.failure());
        profiles->removeIf([&](const ConnectionSpec &profile) { return profile.name == name; });
        if (const Done saved = m_store.save(*profiles); !saved)
            return complain(saved.failure());
        loadProfiles();
    });
    question->open();
}

void MainWindow::fillConnectMenu()
{
    // Without the slots of the former entries: their actions are made anew each time.
    m_connectMenu->clear();
    m_connectMenu->addAction(m_actions.connectTo);
    if (!m_profiles.isEmpty())
        m_connectMenu->addSeparator();
    for (const ConnectionSpec &profile : std::as_const(m_profiles)) {
        const QString name = profile.name;
        const QString words =
            profile.environment == Environment::Development
                ? name
                : QStringLiteral("%1 (%2)").arg(name, text::environment(profile.environment));
        m_connectMenu->addAction(glyphIcon(Glyph::Server), tr("Connect to %1").arg(words), this,
                                 [this, name] { connectToProfile(name); });
    }
    const QStringList urls = m_settings.recentUrls();
    if (!urls.isEmpty())
        m_connectMenu->addSeparator();
    for (const QString &url : urls) {
        m_connectMenu->addAction(tr("Connect to %1").arg(url), this, [this, url] {
            // A URL in the list has no password: the dialog is where it can be given.
            if (const auto spec = parseConnectionUrl(url); spec && spec->user.isEmpty())
                connectTo(*spec);
            else if (spec)
                openConnectionDialog(*spec);
        });
    }
}

void MainWindow::complain(const Failure &failure)
{
    auto *box = new QMessageBox(QMessageBox::Warning, tr("Lockscope"), text::failure(failure),
                                QMessageBox::Close, this);
    box->setInformativeText(failure.remedy);
    box->setAttribute(Qt::WA_DeleteOnClose);
    // Not before the window itself is on the screen.
    QMetaObject::invokeMethod(
        box, [box] { box->open(); }, Qt::QueuedConnection);
}

} // namespace lockscope
