// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The claims of a scenario, each with a word for whether it was seen, and evidence. GUI thread.

#include "core/lab/laboutcome.h"

#include <QWidget>

class QVBoxLayout;

namespace lockscope
{

class LabClaims final : public QWidget
{
    Q_OBJECT
public:
    explicit LabClaims(QWidget *parent = nullptr);
    void show(const std::vector<LabClaim> &claims);
    QStringList lines() const; // "confirmed: text: evidence"

protected:
    void changeEvent(QEvent *event) override;

private:
    void fill();

    std::vector<LabClaim> m_claims;
    QVBoxLayout *m_column;
};

} // namespace lockscope
