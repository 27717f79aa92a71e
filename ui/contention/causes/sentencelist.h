// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A list of sentences about locks. A click shows the lock of a sentence. Queries the history every few
// seconds while visible: derived classes ask, and pass the answer to fill(). GUI thread.

#include "core/base/clock.h"
#include "ui/bridges/historybridge.h"

#include <QIcon>
#include <QListWidget>
#include <QTimer>

namespace lockscope
{

class SentenceList : public QListWidget
{
    Q_OBJECT
public:
    static constexpr milliseconds AskEvery{5'000};

    bool isKnown() const { return m_known; } // There was an answer
    QSize sizeHint() const override;

signals:
    void changed();
    void lockWanted(const lockscope::LockName &key);

protected:
    struct Sentence {
        QIcon icon{};
        QString text{};
        QByteArray key{}; // Of its lock; empty: it is about none
        QString toolTip{};
    };
    SentenceList(HistoryBridge &bridge, QWidget *parent);
    virtual void ask() = 0; // One query at a time, while visible
    virtual QString emptyText() const = 0;
    void fill(const std::vector<Sentence> &sentences);
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

    HistoryBridge &m_bridge;
    QTimer m_clock{};
    quint64 m_asked = 0; // 0: no query pending

private:
    bool m_known = false;
};

} // namespace lockscope
