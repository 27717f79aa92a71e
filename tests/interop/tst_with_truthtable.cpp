// SPDX-License-Identifier: GPL-3.0-or-later
// The truth table: what Lockscope claims of each kind of lock of each client, in states made on purpose,
// against what the client itself says. Nothing may be wrong; what cannot be known has to read so. Run one
// client: LOCKSCOPE_TRUTH_CLIENT=redisson-4.7.0; one row: claims:"Redisson 4.7.0 fair".
#include "tests/interop/truth/failoverscene.h"
#include "tests/interop/truth/groupscene.h"
#include "tests/interop/truth/scene.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_with_truthtable
{

using namespace lockscope::test;

class tst_with_truthtable : public QObject
{
    Q_OBJECT
private slots:
    void claims_data();
    void claims();

private:
    // What came of a client's locks; played once for all its rows.
    struct Played {
        std::vector<TruthRow> single{}; // rows
        std::vector<TruthRow> group{};
        Matrix matrix{};
        QString why{};     // it cannot be had
        QString problem{}; // what could not be made
    };
    Played &played(const QString &client);

    std::map<QString, Played> m_played;
};

tst_with_truthtable::Played &tst_with_truthtable::played(const QString &client)
{
    const auto [found, isNew] = m_played.try_emplace(client);
    Played &played = found->second;
    if (!isNew)
        return played;
    played.why = Client::whyNot(client);
    if (!played.why.isEmpty())
        return played;
    played.single = rowsOver(1, truthRows(client));
    played.group = rowsOver(3, truthRows(client));
    played.problem = Scene(played.single, played.matrix).play();
    if (played.problem.isEmpty())
        played.problem = FailoverScene(played.single, played.matrix).play();
    if (played.problem.isEmpty())
        played.problem = GroupScene(played.group, played.matrix).play();
    const QString text = played.matrix.text();
    const QString file = Matrix::write(client, text);
    qInfo("%s\n%s", qPrintable(text), qPrintable(file));
    return played;
}

void tst_with_truthtable::claims_data()
{
    QTest::addColumn<QString>("client");
    for (const TruthRow &row : truthRows(qEnvironmentVariable("LOCKSCOPE_TRUTH_CLIENT")))
        QTest::newRow(row.title.constData()) << row.client;
}

void tst_with_truthtable::claims()
{
    QFETCH(QString, client);
    Played &played = this->played(client);
    if (!played.why.isEmpty())
        QSKIP(qPrintable(played.why));
    QVERIFY2(played.problem.isEmpty(), qPrintable(played.problem));
    const QStringList wrong = played.matrix.wrong(QTest::currentDataTag());
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
}

LOCKSCOPE_TEST(tst_with_truthtable)

} // namespace tst_with_truthtable

#include "tst_with_truthtable.moc"
