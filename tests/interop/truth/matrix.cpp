// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/interop/truth/matrix.h"

#include <QDir>
#include <QLockFile>
#include <QSaveFile>

#include <algorithm>

namespace lockscope::test
{

namespace
{

constexpr int TitleWidth = 34;
constexpr char Marks[] = {'.', '+', '?', 'X'}; // By Cell

QString folder()
{
    return QStringLiteral(LOCKSCOPE_BINARY_DIR "/../truth-table");
}

QString legend()
{
    QStringList claims;
    for (size_t i = 0; i < ClaimCount; ++i)
        claims << QLatin1String(name(Claim(i)));
    QString states = QStringLiteral(" ").repeated(TitleWidth);
    for (size_t i = 0; i < StateCount; ++i)
        states += QString::fromLatin1(name(State(i))).leftJustified(ClaimCount + 2);
    return QStringLiteral(
               "What Lockscope claims of each lock, and what its client says.\n"
               "+ right, ? unknown (Lockscope says that it does not know), X wrong, . not applicable.\n"
               "Rows in [brackets] write the commands of a library that no test has.\n"
               "Each cell, in this order: %1.\n\n%2\n")
        .arg(claims.join(QStringLiteral(", ")), states);
}

QString contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

} // namespace

const char *name(State state)
{
    constexpr const char *Names[] = {"held",      "reentered", "shared",  "waited",  "leased",
                                     "killed",    "frozen",    "deleted", "expired", "forced",
                                     "handed-on", "failover",  "lost",    "split"};
    return Names[size_t(state)];
}

const char *name(Claim claim)
{
    constexpr const char *Names[] = {"kind",  "owner",   "count",  "mode", "waiters",
                                     "lease", "verdict", "notice", "act"};
    return Names[size_t(claim)];
}

void Matrix::add(const QByteArray &row, State state, Claim claim, const Judgement &judgement)
{
    if (!m_rows.contains(row))
        m_order.push_back(row);
    Judgement &kept = m_rows[row][size_t(state)][size_t(claim)];
    if (judgement.cell > kept.cell)
        kept = judgement;
}

QStringList Matrix::lines(const QByteArray &row, Cell cell) const
{
    QStringList lines;
    const auto found = m_rows.find(row);
    for (size_t state = 0; found != m_rows.end() && state < StateCount; ++state) {
        for (size_t claim = 0; claim < ClaimCount; ++claim) {
            const Judgement &judgement = found->second[state][claim];
            if (judgement.cell == cell)
                lines << QStringLiteral("%1, %2, %3: claimed: %4; is: %5")
                             .arg(QLatin1String(row), QLatin1String(name(State(state))),
                                  QLatin1String(name(Claim(claim))), judgement.claimed, judgement.is);
        }
    }
    return lines;
}

QStringList Matrix::wrong(const QByteArray &row) const
{
    return lines(row, Cell::Wrong);
}

QString Matrix::text() const
{
    QString table;
    QStringList remarks;
    for (const QByteArray &row : m_order) {
        QString line = QString::fromUtf8(row).leftJustified(TitleWidth);
        for (const auto &state : m_rows.at(row)) {
            for (const Judgement &judgement : state)
                line += QLatin1Char(Marks[size_t(judgement.cell)]);
            line += QStringLiteral("  ");
        }
        table += line.trimmed() + QLatin1Char('\n');
        for (const QString &wrong : lines(row, Cell::Wrong))
            remarks << QStringLiteral("X ") + wrong;
        for (const QString &unknown : lines(row, Cell::Unknown))
            remarks << QStringLiteral("? ") + unknown;
    }
    return table + QStringLiteral("\n") + remarks.join(QLatin1Char('\n'));
}

QString Matrix::write(const QString &part, const QString &text)
{
    const QString whole = folder() + QStringLiteral(".txt");
    QDir().mkpath(folder());
    QLockFile lock(folder() + QStringLiteral("/lock")); // Several programs write at once
    if (!lock.lock())
        return {};
    QFile file(folder() + QLatin1Char('/') + part);
    if (file.open(QIODevice::WriteOnly))
        file.write(text.toUtf8());
    file.close();
    QStringList tables, remarks;
    const QDir parts(folder(), {}, QDir::Name, QDir::Files);
    for (const QString &name : parts.entryList()) {
        if (name == QLatin1String("lock"))
            continue;
        const QString content = contentOf(parts.filePath(name));
        const qsizetype end = content.indexOf(QLatin1String("\n\n"));
        tables << content.left(end);
        remarks << content.mid(end + 2);
    }
    remarks.removeAll(QString());
    QSaveFile saved(whole);
    if (saved.open(QIODevice::WriteOnly))
        saved.write((legend() + tables.join(QLatin1Char('\n')) + QStringLiteral("\n\n") +
                     remarks.join(QLatin1Char('\n')) + QLatin1Char('\n'))
                        .toUtf8());
    saved.commit();
    return whole;
}

} // namespace lockscope::test
