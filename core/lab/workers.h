// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Demo workers: real clients with their own connections that take, renew, re-enter, contend for and abandon
// locks of every complete family on one server. Owner and thread: as made; stops with stop() or destruction,
// leaving abandoned locks behind on purpose.

#include "core/values/connection.h"

#include <QObject>

#include <memory>

namespace lockscope
{

class Workers final : public QObject
{
    Q_OBJECT
public:
    explicit Workers(const ConnectionSpec &server, QObject *parent = nullptr);
    ~Workers() override;
    void start();
    void stop();

signals:
    void populated(); // every situation is there at least once

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lockscope
