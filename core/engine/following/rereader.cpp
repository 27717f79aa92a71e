// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/following/rereader.h"

#include "core/engine/reading/decodedlock.h"

#include <algorithm>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

// Changes within a few milliseconds share one round trip, which is cheaper for the server and not noticeable.
constexpr milliseconds Gathering = 5ms;
constexpr qsizetype MaxListened = 10'000; // locks remembered to have had subscribers
constexpr milliseconds Forever = 24h;

} // namespace

Rereader::Rereader(Node &node, const Registry &registry, const LockTable &table, QObject *parent)
    : QObject(parent), m_node(node), m_registry(registry), m_table(table)
{
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &Rereader::readNow);
}

Rereader::~Rereader()
{
    m_settling.cancel();
}

void Rereader::read(const std::vector<LockName> &keys)
{
    for (const LockName &key : keys)
        add(key, 0);
    readSoon();
}

void Rereader::readChanged(const QHash<LockName, int> &keys, bool gathered)
{
    for (auto key = keys.cbegin(); key != keys.cend(); ++key)
        add(key.key(), *key);
    gathered ? readNow() : readSoon();
}

void Rereader::readWhole(const LockName &key, int changes)
{
    m_whole.insert(key);
    add(key, changes);
    readSoon();
}

void Rereader::add(const LockName &key, int changes)
{
    if (m_table.find(key)) { // its name was looked at
        m_dirty[key] += changes;
        return;
    }
    const NameRole role = m_registry.roleOf(key.bytes);
    if (role.kind == NameRole::Kind::Open)
        m_dirty[key] += changes;
    if (role.subject.isEmpty()) // noise belongs to no lock
        return;
    m_dirty[role.subject] += 0;
    m_whole.insert(role.subject);
}

void Rereader::readSoon()
{
    if (!m_dirty.isEmpty() && !m_pumping && !m_timer.isActive())
        m_timer.start(Gathering);
}

void Rereader::readNow()
{
    m_timer.stop();
    pump(this);
}

QCoro::Task<> Rereader::settle()
{
    const QPointer<Rereader> self(this);
    while (self && (m_pumping || m_timer.isActive())) {
        if (!m_pumping) {
            m_timer.stop();
            co_await pump(self);
            continue;
        }
        m_isAwaited = true;
        const auto waiting = m_settling.add();
        if (co_await waiting->wait(Forever) == WakeUp::Cause::Cancelled)
            co_return;
    }
}

QCoro::Task<> Rereader::readAsked()
{
    const QPointer<Rereader> self(this);
    const quint64 last = m_rounds + (m_pumping ? 2 : 1); // a round under way may lack the newest keys
    while (self && m_rounds < last && (m_pumping || m_timer.isActive())) {
        if (!m_pumping) {
            m_timer.stop();
            pump(self);
            continue;
        }
        m_isAwaited = true;
        const auto waiting = m_settling.add();
        if (co_await waiting->wait(Forever) == WakeUp::Cause::Cancelled)
            co_return;
    }
}

LockQuestion Rereader::questionOf(const LockName &key)
{
    const LockPtr lock = m_table.find(key);
    LockQuestion question{.key = key, .listened = m_listened.value(key)};
    if (lock) {
        question.knownType = lock->type;
        question.allCompanions = needsCompanions(*lock);
    }
    question.allCompanions = m_whole.remove(key) || question.allCompanions;
    return question;
}

bool Rereader::noteListened(const LockName &key, const QByteArray &channel)
{
    if (m_listened.contains(key) || m_listened.size() >= MaxListened)
        return false;
    m_listened.insert(key, channel);
    readWhole(key);
    return true;
}

QCoro::Task<> Rereader::pump(QPointer<Rereader> self)
{
    if (self->m_pumping)
        co_return;
    self->m_pumping = true;
    while (!self->m_dirty.isEmpty() && self->m_node.isReady()) {
        emit self->beginning();
        if (!self)
            co_return;
        const auto changes = std::exchange(self->m_dirty, {});
        const std::vector<LockName> keys(changes.keyBegin(), changes.keyEnd());
        self->m_askedAt = now();
        std::vector<LockQuestion> questions;
        questions.reserve(keys.size());
        std::vector<LockName> whole;
        for (const LockName &key : keys) {
            questions.push_back(self->questionOf(key));
            if (questions.back().allCompanions)
                whole.push_back(key);
        }
        auto readings = co_await readLocks(&self->m_node.reading(), self->m_registry, std::move(questions));
        if (!self)
            co_return;
        if (!readings.ok()) {
            ++self->m_rounds;
            self->m_whole.unite({whole.begin(), whole.end()});
            emit self->failed(keys, readings.failure());
            break;
        }
        for (KeyReading &reading : *readings)
            reading.changes = changes.value(reading.key);
        emit self->came(*readings);
        if (!self)
            co_return;
        ++self->m_rounds;
        self->m_settling.fire();
        if (!self)
            co_return;
        // What changed meanwhile is gathered like the rest, unless that took as long.
        const bool wantsWhole = std::ranges::any_of(
            self->m_whole, [&self](const LockName &key) { return self->m_dirty.contains(key); });
        if (!self->m_isAwaited && !wantsWhole && now() - self->m_askedAt < Gathering)
            break;
    }
    if (self)
        self->idle();
}

// What came meanwhile, also while a reading failed, is still to be read.
void Rereader::idle()
{
    m_pumping = false;
    m_isAwaited = false;
    if (m_node.isReady())
        readSoon();
    m_settling.fire();
}

} // namespace lockscope
