// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The renewals of one lock as a strip: a tick for each renewal seen, crosses in a hatched gap for missed
// ones, and rhythm and lease in words. Scrolls four times a second while visible. Owner: the detail pane; GUI
// thread.

#include "ui/detail/heartbeat.h"

#include <QTimer>
#include <QWidget>

namespace lockscope
{

struct Theme;

class HeartbeatStrip final : public QWidget
{
    Q_OBJECT
public:
    static constexpr size_t MaxEvents = 512;

    explicit HeartbeatStrip(QWidget *parent = nullptr);

    void clear();
    void start(const LockPtr &lock, const std::vector<LockEvent> &events); // Oldest first
    void add(const std::vector<LockEvent> &events);
    void update(const LockPtr &lock);
    using QWidget::update;
    void setGone();
    bool hasBeats() const; // Renewals were seen in this hold or an earlier one
    QString words(Instant at) const;
    Heartbeat heartbeat(Instant at) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    bool event(QEvent *event) override;

private:
    milliseconds window() const;
    void paintGap(QPainter &painter, const QRectF &band, const Heartbeat::Gap &gap, Instant at,
                  const Theme &theme) const;
    double place(const QRectF &band, Instant when, Instant at) const;
    QRectF band() const;

    LockPtr m_lock{};
    bool m_gone = false;
    std::deque<LockEvent> m_events{};
    QTimer m_frame{};
};

} // namespace lockscope
