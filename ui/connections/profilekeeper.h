// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The saved connections: file, passwords in the keychain, import and export, with the dialogs for these.
// Owner: the main window; GUI thread.

#include "core/config/keychain.h"
#include "core/config/profilestore.h"

#include <QObject>
#include <QWidget>

#include <functional>

namespace lockscope
{

class ProfileKeeper final : public QObject
{
    Q_OBJECT
public:
    // Calls told once, later.
    using ReadSecrets = std::function<void(const QString &profile, const Keychain::Read &told)>;
    // window: the parent of its dialogs. read: empty: from the keychain.
    ProfileKeeper(const QString &configDir, QWidget *window, ReadSecrets read = {});

    void load();
    const QList<ConnectionSpec> &all() const { return m_profiles; }
    bool contains(const QString &name) const;
    // The profile with its passwords from the keychain. problem: why they are missing.
    using WithSecrets = std::function<void(const ConnectionSpec &spec, const QString &problem)>;
    // False: no such profile; `then` is not called.
    bool withSecrets(const QString &name, const WithSecrets &then);
    // The saved connection of that name with these passwords: an open one may have been adapted for the
    // start, or changes allowed. The same one, if it is not saved.
    ConnectionSpec asSaved(const ConnectionSpec &open) const;
    // formerName is empty for a new profile. False: nothing was saved, and failed() has said why.
    bool save(const ConnectionSpec &spec, const QString &formerName);
    void askToRemove(const QString &name);
    void chooseImport();
    void chooseExport();

signals:
    void changed();
    void renamed(const QString &from, const QString &to); // Before changed()
    void removed(const QString &name);                    // Before changed()
    void saved(const QString &name);
    void failed(const lockscope::Failure &failure);

private:
    void remove(const QString &name);
    void keepSecrets(const ConnectionSpec &spec, const ConnectionSpec &former);
    void moveSecrets(const QString &from, const QString &to);
    void importFile(const QString &fileName);
    void tellExported(const QString &fileName);
    void tellImported(qsizetype count, const QStringList &notes);

    QWidget *m_window;
    ProfileStore m_store;
    Keychain m_secrets;
    ReadSecrets m_read;
    QList<ConnectionSpec> m_profiles{};
};

} // namespace lockscope
