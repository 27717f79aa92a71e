// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/keychain.h"

#include "core/base/tr.h"
#include "core/config/profilestore.h"

#include <QDir>
#include <QFileInfo>
#include <QTimer>

#ifdef LOCKSCOPE_KEYCHAIN
#include <qt6keychain/keychain.h>
#endif

namespace lockscope
{
namespace
{

Failure noKeychain(const QString &why)
{
    return {.kind = ErrorKind::Unsupported,
            .text = Tr::tr("cannot use the keychain: %1").arg(why),
            .remedy = Tr::tr("enter the password for this session")};
}

#ifdef LOCKSCOPE_KEYCHAIN

constexpr const char *Service = "lockscope";

// A separate function, because lupdate does not find the context of a text in a template's lambda.
Failure noAnswer()
{
    Failure failure = noKeychain(Tr::tr("it does not respond"));
    failure.kind = ErrorKind::TimedOut;
    return failure;
}

// Calls told once: with the keychain's answer or when the limit expires, whichever is first. The job lives on
// until the keychain answers, because deleting it would leave the answer without a receiver.
template<class Workload>
void start(Workload *job, std::chrono::milliseconds limit, QObject *context,
           const std::function<void(const Done &done, const Workload &job)> &told)
{
    auto *waiting = new QTimer(context);
    waiting->setSingleShot(true);
    QObject::connect(job, &Workload::finished, waiting, [waiting, job, told] {
        waiting->stop();
        waiting->deleteLater();
        if (job->error() == QKeychain::NoError || job->error() == QKeychain::EntryNotFound)
            told(Nothing{}, *job);
        else
            told(noKeychain(job->errorString()), *job);
    });
    QObject::connect(waiting, &QTimer::timeout, waiting, [waiting, job, told] {
        QObject::disconnect(job, nullptr, waiting, nullptr);
        waiting->deleteLater();
        told(noAnswer(), *job);
    });
    waiting->start(limit);
    job->start();
}

#endif

} // namespace

Keychain::Keychain(const QString &configDir, std::chrono::milliseconds limit, QObject *parent)
    : QObject(parent), m_limit(limit)
{
    const QString usual = QDir(ProfileStore::defaultDir()).absolutePath();
    const QString dir = configDir.isEmpty() ? usual : QDir(configDir).absolutePath();
    if (dir != usual)
        m_prefix = dir + QLatin1Char('/');
}

QString Keychain::entryOf(const QString &profile) const
{
    return m_prefix + profile;
}

#ifdef LOCKSCOPE_KEYCHAIN

Done Keychain::available()
{
    // Both keychains use the session bus. Without a bus, the library would try to start one.
    const QString runtime = qEnvironmentVariable("XDG_RUNTIME_DIR");
    const bool bus = !qEnvironmentVariableIsEmpty("DBUS_SESSION_BUS_ADDRESS") ||
                     (!runtime.isEmpty() && QFileInfo::exists(runtime + QLatin1String("/bus")));
    if (!bus)
        return noKeychain(Tr::tr("there is no D-Bus session"));
    return Nothing{};
}

void Keychain::read(const QString &profile, const Read &told)
{
    if (const Done possible = available(); !possible) {
        QTimer::singleShot(0, this, [told, possible] { told(possible.failure()); });
        return;
    }
    auto *job = new QKeychain::ReadPasswordJob(QLatin1String(Service));
    job->setKey(entryOf(profile));
    start<QKeychain::ReadPasswordJob>(job, m_limit, this,
                                      [told](const Done &done, const QKeychain::ReadPasswordJob &answered) {
                                          if (!done)
                                              told(done.failure());
                                          else if (answered.error() == QKeychain::EntryNotFound)
                                              told(Secrets{});
                                          else
                                              told(secretsFromJson(answered.textData().toUtf8()));
                                      });
}

void Keychain::write(const QString &profile, const Secrets &secrets, const Changed &told)
{
    if (secrets.isEmpty())
        return remove(profile, told);
    if (const Done possible = available(); !possible) {
        QTimer::singleShot(0, this, [told, possible] { told(possible); });
        return;
    }
    auto *job = new QKeychain::WritePasswordJob(QLatin1String(Service));
    job->setKey(entryOf(profile));
    job->setTextData(QString::fromUtf8(secretsToJson(secrets)));
    start<QKeychain::WritePasswordJob>(
        job, m_limit, this, [told](const Done &done, const QKeychain::WritePasswordJob &) { told(done); });
}

void Keychain::remove(const QString &profile, const Changed &told)
{
    if (const Done possible = available(); !possible) {
        QTimer::singleShot(0, this, [told, possible] { told(possible); });
        return;
    }
    auto *job = new QKeychain::DeletePasswordJob(QLatin1String(Service));
    job->setKey(entryOf(profile));
    start<QKeychain::DeletePasswordJob>(
        job, m_limit, this, [told](const Done &done, const QKeychain::DeletePasswordJob &) { told(done); });
}

#else

Done Keychain::available()
{
    return noKeychain(Tr::tr("this Lockscope was built without it"));
}

void Keychain::read(const QString &, const Read &told)
{
    QTimer::singleShot(0, this, [told] { told(available().failure()); });
}

void Keychain::write(const QString &, const Secrets &, const Changed &told)
{
    QTimer::singleShot(0, this, [told] { told(available()); });
}

void Keychain::remove(const QString &, const Changed &told)
{
    QTimer::singleShot(0, this, [told] { told(available()); });
}

#endif

} // namespace lockscope
