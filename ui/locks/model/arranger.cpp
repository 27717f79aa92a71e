// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/locks/model/arranger.h"

namespace lockscope
{

Arranger::Arranger(QObject *parent) : QObject(parent)
{
    m_thread.setObjectName(QStringLiteral("arranger"));
    m_worker.moveToThread(&m_thread);
    m_thread.start();
}

Arranger::~Arranger()
{
    ++m_wanted;
    m_thread.quit();
    m_thread.wait();
}

void Arranger::start(std::vector<LockPtr> locks, std::vector<LockPtr> ended, const Criteria &criteria,
                     Instant at)
{
    const quint64 number = ++m_wanted;
    m_busy = true;
    auto input = std::make_shared<std::vector<LockPtr>>(std::move(locks));
    auto gone = std::make_shared<std::vector<LockPtr>>(std::move(ended));
    QMetaObject::invokeMethod(&m_worker, [this, number, input, gone, criteria, at] {
        if (m_wanted.load(std::memory_order_relaxed) != number)
            return;
        const auto result = std::make_shared<Arrangement>(
            arrange(std::move(*input), std::move(*gone), criteria, at, m_wanted, number));
        QMetaObject::invokeMethod(this, [this, number, result] { finish(number, result); });
    });
}

void Arranger::finish(quint64 number, const std::shared_ptr<Arrangement> &arrangement)
{
    if (m_wanted.load(std::memory_order_relaxed) != number)
        return;
    m_busy = false;
    emit arranged(arrangement);
}

} // namespace lockscope
