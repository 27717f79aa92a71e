// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The copies of one lock, one row for each node; as high as its rows, up to a limit. Owner: the detail pane;
// GUI thread.

#include "core/values/copy.h"
#include "ui/widgets/fittedtree.h"

namespace lockscope
{

class CopiesModel;

class CopiesView final : public FittedTree
{
    Q_OBJECT
public:
    explicit CopiesView(QWidget *parent = nullptr);
    void showCopies(const std::vector<Copy> &copies);
    void tick(); // Repaints running times
    CopiesModel *copies() const { return m_model; }

protected:
    void fitColumns() override;
    void resizeEvent(QResizeEvent *event) override;

private:
    CopiesModel *m_model;
};

} // namespace lockscope
