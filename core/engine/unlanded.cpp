// SPDX-License-Identifier: GPL-3.0-or-later
// Lets programs link until scanner.cpp, keyreader.cpp and livefeed.cpp land: delete this file then.
#include "core/engine/keyreader.h"
#include "core/engine/livefeed.h"
#include "core/engine/scanner.h"
namespace lockscope
{
struct Scanner::Private {
};
Scanner::Scanner(Session &, const Registry &, QObject *p) : QObject(p) {}
Scanner::~Scanner() {}
void Scanner::stop() {}
const QSet<LockName> &Scanner::seen() const
{
    static QSet<LockName> s;
    return s;
}
QCoro::Task<ScanProgress> Scanner::run(ScanOptions, Sink)
{
    co_return ScanProgress{};
}
struct LiveFeed::Private {
};
LiveFeed::LiveFeed(Session &, QList<QByteArray>, QObject *p) : QObject(p) {}
LiveFeed::~LiveFeed() {}
void LiveFeed::start() {}
const LiveStatus &LiveFeed::status() const
{
    static LiveStatus s;
    return s;
}
QCoro::Task<Outcome<std::vector<KeyReading>>> readKeys(QPointer<Session>, std::vector<LockName>,
                                                       std::vector<ValueType>)
{
    co_return Failure{};
}
} // namespace lockscope
