// Where a manifest or a lockfile says from which machine something comes.

/** Addresses, download locations and registry settings in the text of a manifest or a lockfile. */
export function hostErrors(file, text) {
  const errors = []
  for (const [index, line] of text.split('\n').entries()) {
    if (/^\s*"(?:\$schema|homepage|url|bugs)":/.test(line)) continue
    const found = /\b(?:https?|git(?:\+\w+)?|ssh):\/\/\S+|\btarball:|\bregistry\b\s*[:=]|\b_authToken\b/i.exec(line)
    if (found !== null) errors.push(`${file}:${index + 1}: ${found[0]}`)
  }
  return errors
}
