import { FlagError } from './flags/flag.ts'
import type { Output } from './run.ts'
import { copyStore } from './stores/copy-store.ts'
import { formatSpec, openStore, storeOpeners } from './stores/open-store.ts'

const copyHelp = [
  'pinnace data copy: copies the newest state of all objects into an empty store',
  '',
  'Usage: pinnace data copy --from SPEC --to SPEC',
  '',
  `SPEC is one of ${storeOpeners.map(({ form }) => form).join(', ')}.`,
  'Stop the servers of both stores first. No store keeps the revisions of the source: resource versions begin anew, the',
  'history is not copied, and clients must list again. Events are kept for another hour. Copy the keys of a data directory',
  '(*.pem) yourself.',
  '',
].join('\n')

/** Events live for another hour, the default of `--event-ttl`. */
function ttlSecondsOf(key: string): number | undefined {
  return key.startsWith('/registry/events/') ? 3600 : undefined
}

/** `data copy`: copies a store into another one, and returns the exit code. */
export async function dataCopy(args: readonly string[], output: Output): Promise<number> {
  const specs = parse(args)
  if (specs === 'help') {
    output.out(copyHelp)
    return 0
  }
  const source = await openStore(specs.from, { mayCreate: false })
  try {
    const target = await openStore(specs.to, { mayCreate: true })
    try {
      const { keys, sourceRevision, targetRevision } = await copyStore(source, target, { ttlSecondsOf })
      output.out(
        `copied ${keys} keys of ${formatSpec(specs.from)} at revision ${sourceRevision} to ${formatSpec(specs.to)}, now at revision ${targetRevision}\n`,
      )
      return 0
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

function parse(args: readonly string[]): { readonly from: string; readonly to: string } | 'help' {
  const specs = new Map<string, string>()
  const left = [...args]
  for (let argument = left.shift(); argument !== undefined; argument = left.shift()) {
    if (argument === '--help' || argument === '-h') return 'help'
    const [, name, inline] = /^--(from|to)(?:=([\s\S]*))?$/.exec(argument) ?? []
    if (name === undefined) {
      // A misplaced spec may contain a password.
      throw new FlagError('data copy takes --from SPEC and --to SPEC only')
    }
    specs.set(name, inline ?? left.shift() ?? '')
  }
  const [from = '', to = ''] = [specs.get('from'), specs.get('to')]
  if (from === '' || to === '') throw new FlagError('data copy requires --from and --to')
  if (from === to) throw new FlagError('--from and --to name the same store')
  return { from, to }
}
