// What a release will be: its version, its tag and its part of the changelog.

/**
 * The plan of a release. The version of the manifests is released if it has no tag yet; otherwise the changesets say how
 * the next one follows. Throws when there is nothing to release, or the changelog has no entry for it.
 */
export function planRelease({ version, tags, changesets, changelog, today }) {
  const isFirst = !tags.includes(`v${version}`)
  if (!isFirst && changesets.length === 0) throw new Error(`v${version} is released, and there is no changeset`)
  const next = isFirst ? version : bump(version, largest(changesets.map(({ size }) => size)))
  return { version: next, tag: `v${next}`, changelog: withRelease(changelog, { version: next, changesets, today }) }
}

const sizes = ['patch', 'minor', 'major']

function largest(asked) {
  return sizes[Math.max(...asked.map((size) => sizes.indexOf(size)))]
}

/** The next version. Before 1.0 a breaking change is a minor version. */
export function bump(version, size) {
  const [major, minor, patch] = version.split('.').map(Number)
  if (size === 'major' && major > 0) return `${major + 1}.0.0`
  return size === 'patch' ? `${major}.${minor}.${patch + 1}` : `${major}.${minor + 1}.0`
}

/**
 * The changelog with the entries of changesets in the part of the version, and the date in its heading. Entries of breaking
 * changes ("You are affected if …") stand in a list of their own, first.
 */
function withRelease(changelog, { version, changesets, today }) {
  const heading = `## ${version}, unreleased`
  const start = changelog.indexOf(`${heading}\n`)
  const entries = changesets.map(({ text }) => text)
  if (start === -1) {
    if (entries.length === 0) throw new Error(`CHANGELOG.md has no part "${version}, unreleased"`)
    const first = changelog.indexOf('\n## ')
    const at = first === -1 ? changelog.length : first + 1
    return `${changelog.slice(0, at)}${partOf(`## ${version} (${today})`, entries)}${changelog.slice(at)}`
  }
  const end = changelog.indexOf('\n## ', start)
  const part = changelog.slice(start + heading.length, end === -1 ? undefined : end).trim()
  const rest = end === -1 ? '' : changelog.slice(end)
  const more = entries.length === 0 ? '' : `\n${listOf(entries)}`
  return `${changelog.slice(0, start)}## ${version} (${today})\n\n${part}${more}\n${rest}`
}

function partOf(heading, entries) {
  const affected = entries.filter((text) => text.includes('You are affected if'))
  const others = entries.filter((text) => !affected.includes(text))
  return [
    heading,
    ...(affected.length === 0 ? [] : ['### What you may have to change', listOf(affected)]),
    ...(others.length === 0 ? [] : ['### Also new', listOf(others)]),
    '',
  ].join('\n\n')
}

function listOf(entries) {
  return entries.map((text) => `- ${text}`).join('\n')
}
