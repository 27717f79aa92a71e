// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The rights of this user on each server, sentences on what is denied, and one ACL line with the least that
// Lockscope needs. GUI thread.

#include "core/values/rights.h"

#include <QStringList>
#include <QWidget>

class QLabel;
class QTreeView;

namespace lockscope
{

class CodeBox;
class Notice;
class Prose;
class RightsModel;

class RightsView final : public QWidget
{
    Q_OBJECT
public:
    // A right that is not plainly allowed, and the nodes concerned.
    struct Lack {
        RightInfo told{};
        QStringList nodes{};
    };

    explicit RightsView(QWidget *parent = nullptr);
    void showRights(const std::vector<NodeRights> &rights, const QByteArray &acl, bool readOnly);
    QString text() const; // Table, denied rights and ACL line

    QTreeView *table() const { return m_table; }
    Notice *notice() const { return m_notice; }
    CodeBox *acl() const { return m_acl; }

protected:
    void showEvent(QShowEvent *event) override;

private:
    void tell(bool readOnly);
    QString line(const Lack &lack) const;
    void fit();

    RightsModel *m_model;
    QTreeView *m_table;
    Notice *m_notice;
    QStringList m_denied;
    QLabel *m_aclLabel;
    Prose *m_aclHelp;
    CodeBox *m_acl;
};

} // namespace lockscope
