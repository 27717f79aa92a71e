// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Passwords of profiles in the system's keychain: the secret service of GNOME and its like, or KWallet. Never
// waits: each answer comes later, once, on the thread of the store, and not after the store is gone. A
// keychain may ask its owner to unlock it, so an answer may take a while; after the limit it is TimedOut.

#include "core/config/secrets.h"

#include <QObject>

#include <functional>

namespace lockscope
{

class Keychain final : public QObject
{
    Q_OBJECT
public:
    // configDir: as of ProfileStore; profiles of another folder have entries of their own.
    explicit Keychain(const QString &configDir, std::chrono::milliseconds limit = std::chrono::minutes(1),
                      QObject *parent = nullptr);

    // Is there something that could be asked? Else why not; told at once.
    static Done available();

    using Read = std::function<void(const Outcome<Secrets> &secrets)>; // empty: there is no entry
    using Changed = std::function<void(const Done &done)>;
    void read(const QString &profile, const Read &told);
    void write(const QString &profile, const Secrets &secrets, const Changed &told); // empty: removes it
    void remove(const QString &profile, const Changed &told);

private:
    QString entryOf(const QString &profile) const;

    QString m_prefix;
    [[maybe_unused]] std::chrono::milliseconds m_limit; // a build without keychain waits for nothing
};

} // namespace lockscope
