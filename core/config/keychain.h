// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Stores the passwords of profiles in the system's keychain: the Secret Service (GNOME and others) or
// KWallet. Never blocks: each callback is called later, once, on this object's thread, and not after its
// destruction. A keychain may ask the user to unlock it, so an answer may take long; after the limit it is
// TimedOut.

#include "core/config/secrets.h"

#include <QObject>

#include <functional>

namespace lockscope
{

class Keychain final : public QObject
{
    Q_OBJECT
public:
    // configDir: as for ProfileStore. Profiles in another folder have separate entries.
    explicit Keychain(const QString &configDir, std::chrono::milliseconds limit = std::chrono::minutes(1),
                      QObject *parent = nullptr);

    // Whether there is a keychain to ask; if not, why. Synchronous.
    static Done available();

    // Empty: no entry, or a locked keychain that its user did not unlock.
    using Read = std::function<void(const Outcome<Secrets> &secrets)>;
    using Changed = std::function<void(const Done &done)>;
    void read(const QString &profile, const Read &told);
    // Empty: removes the entry.
    void write(const QString &profile, const Secrets &secrets, const Changed &told);
    void remove(const QString &profile, const Changed &told);

private:
    QString entryOf(const QString &profile) const;

    QString m_prefix;
    [[maybe_unused]] std::chrono::milliseconds m_limit; // unused without a keychain
};

} // namespace lockscope
