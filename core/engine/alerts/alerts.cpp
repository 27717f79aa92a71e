// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/alerts/alerts.h"

#include "core/base/utctext.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace lockscope
{

namespace
{

constexpr size_t MostAtOnce = 1'000;
constexpr qint64 MostLogBytes = 1 << 20; // then FILE is renamed to FILE.1, replacing the last one

} // namespace

QString alertLine(const Alert &alert)
{
    QString line =
        QStringLiteral("%1 %2 %3")
            .arg(utcText(alert.wallAt), QLatin1String(name(alert.what)), escapedText(alert.key.bytes));
    if (alert.lock && alert.lock->held())
        line += QStringLiteral(" owner=%1").arg(escapedText(alert.lock->owner().bytes));
    if (!alert.before.isEmpty())
        line += QStringLiteral(" before=%1").arg(escapedText(alert.before.bytes));
    if (alert.lock)
        line += QStringLiteral(" verdict=%1")
                    .arg(QLatin1String(alert.lock->verdict.code.data(),
                                       qsizetype(alert.lock->verdict.code.size())));
    if (alert.lock && alert.what == Alert::What::Began) // one that began again became worse
        line += QStringLiteral(" level=%1").arg(QLatin1String(name(alert.lock->verdict.level)));
    if (!alert.rule.isEmpty())
        line += QStringLiteral(" rule=\"%1\"").arg(alert.rule);
    if (!alert.connection.isEmpty())
        line += QStringLiteral(" connection=%1").arg(escapedText(alert.connection.toUtf8()));
    return line;
}

Alerts::Alerts(QString logFile, QObject *parent) : QObject(parent), m_logFile(std::move(logFile))
{
    m_clock.setParent(this); // so that it moves with it
    m_clock.setInterval(std::chrono::seconds(1));
    connect(&m_clock, &QTimer::timeout, this, [this] { tell(m_watch.tick(now(), wallNow())); });
}

void Alerts::observe(Engine *engine)
{
    connect(engine, &Engine::opened, this, [this](const ConnectionSpec &spec) {
        m_watch.clear();
        m_connection = spec.name.isEmpty() ? connectionUrl(spec) : spec.name;
    });
    connect(engine, &Engine::renamed, this, [this](const QString &name) { m_connection = name; });
    connect(engine, &Engine::tableChanged, this, &Alerts::take);
    connect(engine, &Engine::closed, this, [this] {
        m_watch.clear();
        emit closed();
    });
}

void Alerts::setRules(const QStringList &rules, Confidence least)
{
    m_watch.setLeastConfidence(least);
    std::vector<AlertRule> good;
    for (const QString &text : rules) {
        auto rule = AlertRule::parse(text);
        if (rule) {
            good.push_back(*std::move(rule));
            continue;
        }
        Failure why = rule.failure();
        why.text = tr("alert \"%1\" is not used: %2").arg(text, why.text);
        emit failed(why);
    }
    if (good.empty())
        m_clock.stop();
    else
        m_clock.start();
    m_watch.setRules(std::move(good));
}

void Alerts::setPins(const QSet<LockName> &pins)
{
    m_watch.setPins(pins);
}

void Alerts::take(const LockDelta &delta)
{
    tell(m_watch.apply(delta, now(), wallNow()));
}

void Alerts::tell(const std::vector<Alert> &alerts)
{
    if (alerts.empty())
        return;
    // A rule may match every lock.
    const size_t told = std::min(alerts.size(), MostAtOnce);
    const std::vector<Alert> some(alerts.begin(), alerts.begin() + qsizetype(told));
    if (!m_logFile.isEmpty()) {
        std::vector<Alert> named = some; // the file outlives the connection
        for (Alert &alert : named)
            alert.connection = m_connection;
        write(named, alerts.size() - told);
    }
    emit alerted(some);
}

void Alerts::log(const std::vector<Alert> &alerts)
{
    if (!m_logFile.isEmpty() && !alerts.empty())
        write(alerts, 0);
}

void Alerts::write(const std::vector<Alert> &alerts, size_t more)
{
    if (QFileInfo(m_logFile).size() > MostLogBytes) {
        const QString older = m_logFile + QStringLiteral(".1");
        QFile::remove(older);
        QFile::rename(m_logFile, older);
    }
    QDir().mkpath(QFileInfo(m_logFile).path());
    QFile file(m_logFile);
    bool good = file.open(QIODevice::WriteOnly | QIODevice::Append);
    if (good) {
        if (QFileInfo(m_logFile).isFile())
            file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
        for (const Alert &alert : alerts)
            good = good && file.write(printable(alertLine(alert)).toUtf8() + '\n') > 0;
        if (more > 0)
            good = good && file.write(utcText(wallNow()).toUtf8() + " and " + QByteArray::number(more) +
                                      " more\n") > 0;
        good = file.flush() && good; // a full disk shows only now
    }
    if (!good && !m_logFailed)
        emit failed({.kind = ErrorKind::Internal,
                     .text = tr("cannot write the alerts to %1: %2").arg(m_logFile, file.errorString()),
                     .remedy = tr("check the folder's permissions and free space")});
    m_logFailed = !good;
}

} // namespace lockscope
