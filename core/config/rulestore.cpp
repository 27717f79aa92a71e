// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/rulestore.h"

#include "core/base/privatefile.h"
#include "core/base/tr.h"
#include "core/config/profilestore.h"
#include "core/formats/families/ruleformat.h"

#include <QDir>
#include <QFileInfo>

namespace lockscope
{
RuleStore::RuleStore(const QString &dir)
    : m_fileName(
          QDir(dir.isEmpty() ? ProfileStore::defaultDir() : dir).filePath(QStringLiteral("rules.json")))
{
}

RuleStore RuleStore::ofFile(const QString &fileName)
{
    RuleStore store;
    store.m_fileName = fileName;
    return store;
}

bool RuleStore::exists() const
{
    return QFileInfo::exists(m_fileName);
}

RuleBook RuleStore::load() const
{
    const auto json = readPrivateFile(m_fileName, Tr::tr("a list of rules"));
    if (!json)
        return {.problems = {RuleProblem{.text = json.failure().text}}};
    return *json ? rulesFromJson(**json) : RuleBook();
}

Done RuleStore::save(const std::vector<Rule> &rules) const
{
    const QByteArray json = rulesToJson(rules);
    const RuleBook book = rulesFromJson(json);
    if (!book.problems.isEmpty())
        return Failure{.kind = ErrorKind::BadInput, .text = book.problems.front().sentence()};
    return writePrivateFile(m_fileName, json);
}

std::shared_ptr<const Registry> registryWith(const std::vector<Rule> &rules, const RequestedKeys &requested)
{
    if (rules.empty() && requested.isEmpty())
        return nullptr;
    std::vector<std::unique_ptr<Format>> formats = formatsOf(rules);
    for (std::unique_ptr<Format> &format : formatsOf(requested))
        formats.push_back(std::move(format));
    return Registry::with(std::move(formats));
}

} // namespace lockscope
