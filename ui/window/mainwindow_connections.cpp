// SPDX-License-Identifier: GPL-3.0-or-later
// The window and the saved connections.
#include "core/base/privatefile.h"
#include "core/config/profileimport.h"
#include "core/config/profilejson.h"
#include "ui/bridges/enginebridge.h"
#include "ui/connections/connectiondialog.h"
#include "ui/connections/connectionspane.h"
#include "ui/text/format.h"
#include "ui/theme/icons.h"
#include "ui/window/mainwindow.h"

#include <QFile>
#include <QFileDialog>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>

namespace lockscope
{

void MainWindow::loadProfiles()
{
    auto profiles = m_store.load();
    if (!profiles)
        return showError(profiles.failure());
    m_profiles = std::move(*profiles);
    m_connections->setProfiles(m_profiles);
    showStart();
}

void MainWindow::connectToProfile(const QString &name)
{
    openProfile(name, {});
}

void MainWindow::openProfile(const QString &name, const HowToOpen &how)
{
    m_opening = name;
    withSecrets(name, [this, how](ConnectionSpec spec, const QString &problem) {
        m_opening.clear();
        if (how)
            how(spec);
        if (problem.isEmpty())
            connectTo(spec);
        else
            openConnectionDialog(spec, problem);
    });
}

void MainWindow::withSecrets(const QString &name, const WithSecrets &then)
{
    const auto profile = m_store.find(name);
    if (!profile) {
        m_opening.clear();
        return showError(profile.failure());
    }
    if (!profile->inKeychain)
        return then(*profile, {});
    m_secrets->read(name, [spec = *profile, then](const Outcome<Secrets> &secrets) {
        ConnectionSpec filled = spec;
        if (secrets)
            giveSecrets(*secrets, filled);
        then(filled, secrets ? QString() : secrets.failure().text);
    });
}

ConnectionDialog *MainWindow::openConnectionDialog(const ConnectionSpec &spec, const QString &problem)
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
    connect(dialog, &ConnectionDialog::testWanted, this, [this, dialog](const ConnectionSpec &tried) {
        const quint64 id = m_link.testConnection(tried);
        // The last test counts; an answer to an older one finds nobody.
        dialog->setProperty("test", id);
    });
    connect(&m_link, &EngineBridge::tested, dialog,
            [dialog](quint64 id, const std::vector<ConnectionStage> &stages) {
                if (dialog->property("test").toULongLong() == id)
                    dialog->showTest(stages);
            });
    if (!problem.isEmpty())
        dialog->setProblem(QStringLiteral("password"), problem);
    dialog->show();
    return dialog;
}

void MainWindow::editProfile(const QString &name)
{
    withSecrets(name, [this](const ConnectionSpec &spec, const QString &problem) {
        openConnectionDialog(spec, problem);
    });
}

bool MainWindow::isSaved(const QString &name) const
{
    return std::ranges::any_of(m_profiles,
                               [&name](const ConnectionSpec &profile) { return profile.name == name; });
}

void MainWindow::duplicateProfile(const QString &name)
{
    withSecrets(name, [this](ConnectionSpec spec, const QString &problem) {
        const QString original = spec.name;
        for (int i = 2; isSaved(spec.name); ++i)
            spec.name = QStringLiteral("%1 (%2)").arg(original).arg(i);
        openConnectionDialog(spec, problem);
    });
}

void MainWindow::saveProfile(const ConnectionSpec &spec, const QString &formerName)
{
    // From the file, not from memory: another window may have saved meanwhile.
    auto profiles = m_store.load();
    if (!profiles)
        return showError(profiles.failure());
    const auto former = std::find_if(profiles->begin(), profiles->end(), [&](const ConnectionSpec &profile) {
        return profile.name == formerName && !formerName.isEmpty();
    });
    const ConnectionSpec before = former != profiles->end() ? *former : ConnectionSpec{};
    if (former != profiles->end())
        *former = spec;
    else
        *profiles << spec;
    if (const Done saved = m_store.save(*profiles); !saved)
        return showError(saved.failure());
    keepSecrets(spec, before);
    loadProfiles();
    m_connections->selectProfile(spec.name);
}

void MainWindow::keepSecrets(const ConnectionSpec &spec, const ConnectionSpec &former)
{
    const auto told = [this](const Done &done) {
        if (!done)
            showError(done.failure());
    };
    const Secrets secrets = secretsOf(spec);
    // Empty fields of a profile whose entry could not be read are no order to forget it.
    if (spec.inKeychain && !secrets.isEmpty())
        m_secrets->write(spec.name, secrets, told);
    if (former.inKeychain && (!spec.inKeychain || (spec.name != former.name && !secrets.isEmpty())))
        m_secrets->remove(former.name, told);
}

void MainWindow::chooseImport()
{
    auto *chooser = new QFileDialog(this, tr("Import connections"));
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setFileMode(QFileDialog::ExistingFile);
    connect(chooser, &QFileDialog::fileSelected, this, &MainWindow::importFile);
    chooser->open();
}

void MainWindow::importFile(const QString &fileName)
{
    QFile file(fileName);
    if (!file.open(QIODevice::ReadOnly))
        return showError({.kind = ErrorKind::BadInput,
                          .text = QStringLiteral("%1: %2").arg(fileName, file.errorString())});
    auto profiles = m_store.load();
    if (!profiles)
        return showError(profiles.failure());
    QStringList taken;
    for (const ConnectionSpec &profile : std::as_const(*profiles))
        taken << profile.name;
    auto imported = importProfiles(file.readAll(), taken);
    if (!imported)
        return showError(imported.failure());
    const Done keychain = Keychain::available();
    int left = 0;
    for (ConnectionSpec &profile : imported->profiles) {
        const bool secret = !secretsOf(profile).isEmpty();
        profile.inKeychain = secret && keychain.ok();
        left += secret && !keychain ? 1 : 0;
        *profiles << profile;
    }
    if (const Done saved = m_store.save(*profiles); !saved)
        return showError(saved.failure());
    for (const ConnectionSpec &profile : std::as_const(imported->profiles))
        keepSecrets(profile, {});
    loadProfiles();
    QStringList lines = imported->notes;
    if (left > 0)
        lines.prepend(tr("Passwords are not taken over: %1").arg(keychain.failure().text));
    auto *box = new QMessageBox(QMessageBox::Information, tr("Import connections"),
                                tr("Connections taken over: %1").arg(text::number(imported->profiles.size())),
                                QMessageBox::Close, this);
    box->button(QMessageBox::Close)->setText(tr("Close"));
    box->setInformativeText(lines.mid(0, 12).join(u'\n'));
    if (lines.size() > 12)
        box->setDetailedText(lines.join(u'\n'));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

void MainWindow::chooseExport()
{
    auto *chooser = new QFileDialog(this, tr("Export connections, without passwords"));
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setAcceptMode(QFileDialog::AcceptSave);
    chooser->setDefaultSuffix(QStringLiteral("json"));
    chooser->selectFile(QStringLiteral("lockscope-connections.json"));
    connect(chooser, &QFileDialog::fileSelected, this, [this](const QString &fileName) {
        if (const Done done = writePrivateFile(fileName, profilesToJson(m_profiles)); !done)
            showError(done.failure());
    });
    chooser->open();
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
            return showError(profiles.failure());
        ConnectionSpec former;
        for (const ConnectionSpec &profile : std::as_const(*profiles)) {
            if (profile.name == name)
                former = profile;
        }
        profiles->removeIf([&](const ConnectionSpec &profile) { return profile.name == name; });
        if (const Done saved = m_store.save(*profiles); !saved)
            return showError(saved.failure());
        keepSecrets({}, former);
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
    addRecent(m_connectMenu);
}

void MainWindow::showError(const Failure &failure)
{
    auto *box = new QMessageBox(QMessageBox::Warning, tr("Lockscope"), text::failure(failure),
                                QMessageBox::Close, this);
    box->button(QMessageBox::Close)->setText(tr("Close"));
    box->setInformativeText(failure.remedy);
    box->setAttribute(Qt::WA_DeleteOnClose);
    // Not before the window itself is on the screen.
    QMetaObject::invokeMethod(
        box, [box] { box->open(); }, Qt::QueuedConnection);
}

} // namespace lockscope
