// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lockscope
{

// Overwrites the passwords in the URLs of argv in place, so that process lists do not show them. Call it in
// main() after the arguments were copied, before any thread starts. Cannot fail; text that is no URL stays as
// it is.
void hidePasswords(int count, char **words);

} // namespace lockscope
