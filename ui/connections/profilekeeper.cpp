// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/connections/profilekeeper.h"

#include "core/base/privatefile.h"
#include "core/config/profileimport.h"
#include "core/config/profilejson.h"
#include "ui/text/format.h"

#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QMessageBox>
#include <QPushButton>

namespace lockscope
{

namespace
{

QString noPassword()
{
    return ProfileKeeper::tr("The keychain is locked, or has no password for this connection");
}

} // namespace

ProfileKeeper::ProfileKeeper(const QString &configDir, QWidget *window, ReadSecrets read)
    : m_window(window), m_store(configDir), m_secrets(configDir), m_read(std::move(read))
{
    if (!m_read)
        m_read = [this](const QString &profile, const Keychain::Read &told) {
            m_secrets.read(profile, told);
        };
}

void ProfileKeeper::load()
{
    auto profiles = m_store.load();
    if (!profiles)
        return emit failed(profiles.failure());
    m_profiles = std::move(*profiles);
    emit changed();
}

bool ProfileKeeper::contains(const QString &name) const
{
    return std::ranges::find(m_profiles, name, &ConnectionSpec::name) != m_profiles.end();
}

bool ProfileKeeper::withSecrets(const QString &name, const WithSecrets &then)
{
    const auto profile = m_store.find(name);
    if (!profile) {
        emit failed(profile.failure());
        return false;
    }
    if (!profile->inKeychain) {
        then(*profile, {});
        return true;
    }
    m_read(name, [spec = *profile, then](const Outcome<Secrets> &secrets) {
        ConnectionSpec filled = spec;
        if (secrets)
            giveSecrets(*secrets, filled);
        const QString missing =
            tr("%1. If it needs none, clear \"Keep passwords in the keychain\" and save").arg(noPassword());
        then(filled, !secrets ? secrets.failure().text : secrets->isEmpty() ? missing : QString());
    });
    return true;
}

ConnectionSpec ProfileKeeper::asSaved(const ConnectionSpec &open) const
{
    const auto saved = std::ranges::find_if(m_profiles, [&open](const ConnectionSpec &profile) {
        return !open.name.isEmpty() && profile.name == open.name;
    });
    if (saved == m_profiles.end())
        return open;
    ConnectionSpec spec = *saved;
    giveSecrets(secretsOf(open), spec);
    return spec;
}

bool ProfileKeeper::save(const ConnectionSpec &spec, const QString &formerName)
{
    // Reload from the file: another window may have saved meanwhile.
    auto profiles = m_store.load();
    if (!profiles) {
        emit failed(profiles.failure());
        return false;
    }
    const auto former = std::ranges::find_if(*profiles, [&](const ConnectionSpec &profile) {
        return profile.name == formerName && !formerName.isEmpty();
    });
    const ConnectionSpec before = former != profiles->end() ? *former : ConnectionSpec{};
    ConnectionSpec kept = spec;
    // Else it would be asked for what it never had.
    kept.inKeychain = spec.inKeychain && (before.inKeychain || !secretsOf(spec).isEmpty());
    if (former != profiles->end())
        *former = kept;
    else
        *profiles << kept;
    if (const Done done = m_store.save(*profiles); !done) {
        emit failed(done.failure());
        return false;
    }
    keepSecrets(spec, before);
    m_profiles = std::move(*profiles);
    if (!before.name.isEmpty() && before.name != spec.name)
        emit renamed(before.name, spec.name);
    load();
    emit saved(spec.name);
    return true;
}

void ProfileKeeper::keepSecrets(const ConnectionSpec &spec, const ConnectionSpec &former)
{
    const auto tell = [this](const Done &done) {
        if (!done)
            emit failed(done.failure());
    };
    const Secrets secrets = secretsOf(spec);
    if (spec.inKeychain && former.inKeychain && spec.name != former.name && secrets.isEmpty())
        return moveSecrets(former.name, spec.name);
    // Empty password fields do not delete the keychain entry: it may have been unreadable.
    if (spec.inKeychain && !secrets.isEmpty())
        m_secrets.write(spec.name, secrets, tell);
    if (former.inKeychain && (!spec.inKeychain || (spec.name != former.name && !secrets.isEmpty())))
        m_secrets.remove(former.name, tell);
}

// They could not be read when the connection was edited.
void ProfileKeeper::moveSecrets(const QString &from, const QString &to)
{
    const auto tell = [this, to](Failure why) {
        why.text = tr("The password of %1 is still missing: %2").arg(to, why.text);
        emit failed(why);
    };
    m_read(from, [this, from, to, tell](const Outcome<Secrets> &secrets) {
        if (!secrets)
            return tell(secrets.failure());
        if (secrets->isEmpty())
            return tell({.kind = ErrorKind::NoAuth, .text = noPassword()});
        m_secrets.write(to, *secrets, [this, from, tell](const Done &done) {
            if (!done)
                return tell(done.failure());
            m_secrets.remove(from, [](const Done &) {});
        });
    });
}

void ProfileKeeper::chooseImport()
{
    auto *chooser = new QFileDialog(m_window, tr("Import connections"));
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setFileMode(QFileDialog::ExistingFile);
    connect(chooser, &QFileDialog::fileSelected, this, &ProfileKeeper::importFile);
    chooser->open();
}

void ProfileKeeper::importFile(const QString &fileName)
{
    constexpr qint64 Largest = 11 * 1024 * 1024; // a little more than importProfiles() takes
    const Outcome<QByteArray> content = readRegularFile(fileName, Largest);
    if (!content)
        return emit failed(content.failure());
    auto profiles = m_store.load();
    if (!profiles)
        return emit failed(profiles.failure());
    QStringList taken;
    for (const ConnectionSpec &profile : std::as_const(*profiles))
        taken << profile.name;
    auto imported = importProfiles(*content, taken, *profiles);
    if (!imported)
        return emit failed(imported.failure());
    const Done keychain = Keychain::available();
    int left = 0;
    for (ConnectionSpec &profile : imported->profiles) {
        const bool secret = !secretsOf(profile).isEmpty();
        profile.inKeychain = secret && keychain.ok();
        left += secret && !keychain ? 1 : 0;
        *profiles << profile;
    }
    if (const Done done = m_store.save(*profiles); !done)
        return emit failed(done.failure());
    for (const ConnectionSpec &profile : std::as_const(imported->profiles))
        keepSecrets(profile, {});
    load();
    QStringList notes = imported->notes;
    if (imported->unchanged > 0)
        notes.prepend(tr("Unchanged: %1").arg(text::number(imported->unchanged)));
    if (left > 0)
        notes.prepend(tr("Passwords not imported: %1").arg(keychain.failure().text));
    tellImported(imported->profiles.size(), notes);
}

void ProfileKeeper::tellImported(qsizetype count, const QStringList &notes)
{
    auto *box = new QMessageBox(QMessageBox::Information, tr("Import connections"),
                                tr("Imported connections: %1").arg(text::number(count)), QMessageBox::Close,
                                m_window);
    box->setTextFormat(Qt::PlainText);
    box->button(QMessageBox::Close)->setText(tr("Close"));
    box->setInformativeText(notes.mid(0, 12).join(u'\n'));
    if (notes.size() > 12)
        box->setDetailedText(notes.join(u'\n'));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

void ProfileKeeper::chooseExport()
{
    auto *chooser = new QFileDialog(m_window, tr("Export connections without passwords"));
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setAcceptMode(QFileDialog::AcceptSave);
    chooser->setDefaultSuffix(QStringLiteral("json"));
    chooser->selectFile(QStringLiteral("lockscope-connections.json"));
    connect(chooser, &QFileDialog::fileSelected, this, [this](const QString &fileName) {
        if (const Done done = writePrivateFile(fileName, profilesToJson(m_profiles)); !done)
            emit failed(done.failure());
        else
            tellExported(fileName);
    });
    chooser->open();
}

void ProfileKeeper::tellExported(const QString &fileName)
{
    auto *box = new QMessageBox(QMessageBox::Information, tr("Export connections without passwords"),
                                tr("Exported connections: %1").arg(text::number(m_profiles.size())),
                                QMessageBox::Close, m_window);
    box->setTextFormat(Qt::PlainText);
    box->button(QMessageBox::Close)->setText(tr("Close"));
    box->setInformativeText(QDir::toNativeSeparators(fileName));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

void ProfileKeeper::askToRemove(const QString &name)
{
    auto *question = new QMessageBox(QMessageBox::Question, tr("Remove connection"),
                                     tr("Remove the connection \"%1\" from the list?").arg(name),
                                     QMessageBox::Cancel, m_window);
    question->setTextFormat(Qt::PlainText);
    question->setInformativeText(tr("Nothing changes on the server."));
    QPushButton *confirm = question->addButton(tr("Remove"), QMessageBox::DestructiveRole);
    question->setDefaultButton(QMessageBox::Cancel);
    question->button(QMessageBox::Cancel)->setText(tr("Cancel"));
    question->setAttribute(Qt::WA_DeleteOnClose);
    connect(confirm, &QPushButton::clicked, this, [this, name] { remove(name); });
    question->open();
}

void ProfileKeeper::remove(const QString &name)
{
    auto profiles = m_store.load();
    if (!profiles)
        return emit failed(profiles.failure());
    ConnectionSpec former;
    for (const ConnectionSpec &profile : std::as_const(*profiles)) {
        if (profile.name == name)
            former = profile;
    }
    profiles->removeIf([&](const ConnectionSpec &profile) { return profile.name == name; });
    if (const Done done = m_store.save(*profiles); !done)
        return emit failed(done.failure());
    keepSecrets({}, former);
    emit removed(name);
    load();
}

} // namespace lockscope
