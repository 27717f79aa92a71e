// SPDX-License-Identifier: GPL-3.0-or-later
// Redisson's locks with one holder, in three releases, and we on the same keys.
#include "tests/interop/harness/exclusive.h"

#include <QTest>
#include <QVersionNumber>

using namespace lockscope;
using namespace lockscope::test;

namespace
{

struct Kind {
    QByteArray word;
    QByteArray ours;
    QVersionNumber since{3, 5};
};

std::vector<Subject> subjects()
{
    std::vector<Subject> all;
    for (const Row &release : redissonReleases()) {
        for (const Kind &kind : {Kind{"lock", "rlock"}}) {
            if (QVersionNumber::fromString(QLatin1String(release.title)) < kind.since)
                continue;
            all.push_back({.row = release.title + ' ' + kind.word,
                           .client = release.client,
                           .word = kind.word,
                           .kind = kind.ours,
                           .library = "Redisson",
                           .waits = Waits::Subscribed,
                           .lost = "error IllegalMonitorStateException",
                           .reentrant = true,
                           .renewsItself = true});
        }
    }
    return all;
}

} // namespace

class tst_with_redisson : public Exclusive
{
    Q_OBJECT
public:
    tst_with_redisson() : Exclusive(subjects()) {}
};

QTEST_GUILESS_MAIN(tst_with_redisson)
#include "tst_with_redisson.moc"
