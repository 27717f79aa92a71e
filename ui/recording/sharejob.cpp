// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/recording/sharejob.h"

#include <QThread>

#include <memory>
#include <optional>

namespace lockscope
{

ShareJob::~ShareJob()
{
    cancel();
    if (m_thread)
        m_thread->wait();
}

void ShareJob::start(ShareQuery query)
{
    if (isRunning())
        return;
    m_isCancelled = false;
    query.progress = [this](double part) {
        emit progressed(part);
        return !m_isCancelled;
    };
    auto result = std::make_shared<std::optional<Outcome<ShareReceipt>>>();
    m_thread = QThread::create([result, query = std::move(query)] { result->emplace(share(query)); });
    connect(m_thread, &QThread::finished, m_thread, &QObject::deleteLater);
    connect(m_thread, &QThread::finished, this, [this, result] {
        m_thread.clear();
        const Outcome<ShareReceipt> &receipt = **result;
        if (receipt)
            emit done(*receipt);
        else
            emit failed(receipt.failure());
    });
    m_thread->start();
}

} // namespace lockscope
