// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The saved connections: their file, their passwords in the keychain, import and export. Asks the user where
// that is needed. Owner: the main window; GUI thread.

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
    // window: what its dialogs belong to.
    ProfileKeeper(const QString &configDir, QWidget *window);

    void load();
    const QList<ConnectionSpec> &all() const { return m_profiles; }
    bool contains(const QString &name) const;
    // The profile with the passwords that the keychain has. problem: why there are none.
    using WithSecrets = std::function<void(const ConnectionSpec &spec, const QString &problem)>;
    // False: there is no such profile, and then is never called.
    bool withSecrets(const QString &name, const WithSecrets &then);
    void save(const ConnectionSpec &spec, const QString &formerName); // empty: it is a new one
    void askToRemove(const QString &name);
    void chooseImport();
    void chooseExport();

signals:
    void changed();
    void saved(const QString &name);
    void failed(const lockscope::Failure &failure);

private:
    void remove(const QString &name);
    void keepSecrets(const ConnectionSpec &spec, const ConnectionSpec &former);
    void importFile(const QString &fileName);
    void tellImported(qsizetype count, const QStringList &notes);

    QWidget *m_window;
    ProfileStore m_store;
    Keychain m_secrets;
    QList<ConnectionSpec> m_profiles{};
};

} // namespace lockscope
