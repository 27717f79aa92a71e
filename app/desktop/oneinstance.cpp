// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/oneinstance.h"

#include "core/base/clock.h"

#include <QCryptographicHash>
#include <QDeadlineTimer>
#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocalSocket>
#include <QLockFile>
#include <QRandomGenerator>
#include <QStandardPaths>
#include <QTimer>

#include <algorithm>

namespace lockscope
{
namespace
{

using namespace std::chrono_literals;

constexpr milliseconds PatienceWithOne = 2500ms;
constexpr milliseconds PatienceWithAll = 5s;
constexpr milliseconds PatienceOfWindow = 1s; // the user has clicked and waits
constexpr milliseconds PatienceForTurn = 5s;  // while another start holds its turn
constexpr qint64 LongestQuestion = 64 * 1024;

const QByteArray Yes = "yes\n";
const QByteArray No = "no\n";
const QByteArray Show = "show\n"; // After a yes that came in time
const QString Suffix = QStringLiteral(".window");

// For slow test machines.
milliseconds lengthened(milliseconds patience)
{
    return patience * std::clamp(qEnvironmentVariableIntValue("LOCKSCOPE_PATIENCE"), 1, 100);
}

// Not the process id: two sandboxed programs may have the same one.
QString ownName()
{
    return QString::number(QRandomGenerator::system()->generate64(), 16) + Suffix;
}

// The configuration folder need not exist.
QString meetingPlace(const QString &configDir)
{
#ifdef Q_OS_WIN
    const QString runtime;
#else
    const QString runtime = QStandardPaths::writableLocation(QStandardPaths::RuntimeLocation);
#endif
    if (runtime.isEmpty())
        return {};
    const QByteArray config = QDir::cleanPath(QDir(configDir).absolutePath()).toUtf8();
    const QByteArray hash = QCryptographicHash::hash(config, QCryptographicHash::Sha256).toHex().left(12);
    QString folder = QDir(runtime).filePath(QStringLiteral("lockscope-") + QString::fromLatin1(hash));
    constexpr QFile::Permissions OwnerOnly = QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner;
    const bool made = QDir().mkpath(folder) && QFile::setPermissions(folder, OwnerOnly);
    return made ? folder : QString();
}

QByteArray written(const ShownConnection &wanted, const QByteArray &activation)
{
    QJsonArray patterns;
    for (const QByteArray &pattern : wanted.patterns)
        patterns << QString::fromLatin1(pattern.toBase64());
    const QJsonObject question{{QStringLiteral("connection"), wanted.connection},
                               {QStringLiteral("read_only"), wanted.readOnly},
                               {QStringLiteral("patterns"), patterns},
                               {QStringLiteral("confirms"), true},
                               {QStringLiteral("activation"), QString::fromLatin1(activation)}};
    return QJsonDocument(question).toJson(QJsonDocument::Compact) + '\n';
}

ShownConnection read(const QJsonObject &question)
{
    ShownConnection wanted{.connection = question.value(QLatin1String("connection")).toString(),
                           .readOnly = question.value(QLatin1String("read_only")).toBool()};
    const QJsonArray patterns = question.value(QLatin1String("patterns")).toArray();
    for (const QJsonValue &pattern : patterns)
        wanted.patterns << QByteArray::fromBase64(pattern.toString().toLatin1());
    return wanted;
}

// A window that was asked to confirm comes to the front only now.
void confirm(QLocalSocket &window)
{
    window.write(Show);
    window.flush();
}

// Asks all windows at once, answers once and deletes itself.
class Search final : public QObject
{
public:
    Search(const QFileInfoList &windows, const QByteArray &question, const std::function<void(bool)> &then,
           QObject *parent)
        : QObject(parent), m_then(then), m_left(windows.size())
    {
        QTimer::singleShot(lengthened(PatienceOfWindow), this, [this] { finish(false); });
        for (const QFileInfo &window : windows) {
            auto *socket = new QLocalSocket(this);
            connect(socket, &QLocalSocket::connected, this, [socket, question] { socket->write(question); });
            connect(socket, &QLocalSocket::readyRead, this, [this, socket] {
                if (socket->canReadLine())
                    hear(socket, socket->readLine() == Yes);
            });
            connect(socket, &QLocalSocket::errorOccurred, this, [this, socket] { hear(socket, false); });
            socket->connectToServer(window.filePath());
        }
    }

private:
    void hear(QLocalSocket *socket, bool yes)
    {
        socket->disconnect(this);
        if (yes)
            confirm(*socket);
        if (yes || --m_left == 0)
            finish(yes);
    }
    void finish(bool found)
    {
        if (const auto then = std::exchange(m_then, {})) {
            deleteLater();
            then(found);
        }
    }

    std::function<void(bool)> m_then;
    qsizetype m_left;
};

} // namespace

OneInstance::~OneInstance() = default;

OneInstance::OneInstance(const QString &configDir, QObject *parent)
    : QObject(parent), m_folder(meetingPlace(configDir))
{
    m_server.setSocketOptions(QLocalServer::UserAccessOption);
    connect(&m_server, &QLocalServer::newConnection, this, &OneInstance::greet);
}

// Of two simultaneous starts, the second asks only when the first can answer.
bool OneInstance::isElsewhere(const std::optional<ShownConnection> &wanted, const QByteArray &activation)
{
    if (m_folder.isEmpty())
        return false;
    if (wanted) {
        m_turn = std::make_unique<QLockFile>(QDir(m_folder).filePath(QStringLiteral("turn")));
        const bool mine = m_turn->tryLock(int(lengthened(PatienceForTurn).count()));
        if (ask(written(*wanted, activation), mine))
            return true;
    }
    m_server.listen(QDir(m_folder).filePath(ownName()));
    QTimer::singleShot(0, this, [this] { m_turn.reset(); }); // when the event loop runs
    return false;
}

void OneInstance::findElsewhere(const ShownConnection &wanted, const std::function<void(bool)> &then)
{
    QFileInfoList others;
    if (!m_folder.isEmpty())
        others = QDir(m_folder).entryInfoList({QLatin1Char('*') + Suffix}, QDir::System | QDir::Files);
    others.removeIf(
        [this](const QFileInfo &window) { return window.filePath() == m_server.fullServerName(); });
    if (others.isEmpty())
        return then(false);
    new Search(others, written(wanted, {}), then, this);
}

void OneInstance::stop()
{
    m_server.close();
    qDeleteAll(m_server.findChildren<QLocalSocket *>());
}

// mayTidy: no other start is about to listen, so a socket that refuses is left over from a crash.
bool OneInstance::ask(const QByteArray &question, bool mayTidy) const
{
    const QDeadlineTimer end(lengthened(PatienceWithAll).count());
    const QFileInfoList windows =
        QDir(m_folder).entryInfoList({QLatin1Char('*') + Suffix}, QDir::System | QDir::Files);
    for (const QFileInfo &window : windows) {
        const QDeadlineTimer enough(
            std::min<qint64>(lengthened(PatienceWithOne).count(), end.remainingTime()));
        QLocalSocket socket;
        socket.connectToServer(window.filePath());
        if (!socket.waitForConnected(int(enough.remainingTime()))) {
            if (mayTidy && socket.error() == QLocalSocket::ConnectionRefusedError)
                QFile::remove(window.filePath());
            continue;
        }
        socket.write(question);
        while (!socket.canReadLine() && socket.waitForReadyRead(int(enough.remainingTime()))) {
        }
        if (socket.readLine() == Yes) {
            confirm(socket);
            return true;
        }
    }
    return false;
}

void OneInstance::greet()
{
    while (QLocalSocket *asking = m_server.nextPendingConnection()) {
        connect(asking, &QLocalSocket::disconnected, asking, &QObject::deleteLater);
        connect(asking, &QLocalSocket::readyRead, this, [this, asking] { answer(asking); });
        answer(asking);
    }
}

// If this window was busy, the answer may come too late: the other one has opened the connection itself. So
// it confirms a yes that came in time.
void OneInstance::answer(QLocalSocket *asking)
{
    if (!asking->canReadLine()) {
        if (asking->bytesAvailable() > LongestQuestion)
            asking->abort();
        return;
    }
    const QJsonObject question = QJsonDocument::fromJson(asking->readLine()).object();
    const bool yes = !question.isEmpty() && m_shows && m_shows(read(question));
    const QByteArray activation = question.value(QLatin1String("activation")).toString().toLatin1();
    const bool confirms = question.value(QLatin1String("confirms")).toBool();
    asking->disconnect(this); // one question each
    if (yes && confirms) {
        connect(asking, &QLocalSocket::readyRead, this, [this, asking, activation] {
            if (asking->canReadLine() && asking->readLine() == Show)
                emit wanted(activation);
        });
    }
    asking->write(yes ? Yes : No);
    asking->flush();
    if (yes && !confirms)
        emit wanted(activation);
}

} // namespace lockscope
