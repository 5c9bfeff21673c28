import { constants, copyFile, chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { makeDirectory } from '@pinnace/meta'
import { backupLmdbStore, checkLmdbStore, restoreLmdbStore } from '@pinnace/store-lmdb'
import { authorityFile, tokenKeyFile } from './data-directory.ts'
import { FlagError } from './flags/flag.ts'
import type { Output } from './run.ts'

const backupHelp = [
  'pinnace backup: copies a data directory, also while a server uses it',
  '',
  'Usage: pinnace backup --data-dir DIR TARGET',
  '',
  'TARGET is a new directory. It contains the objects and the private keys of the server.',
  '',
].join('\n')

const restoreHelp = [
  'pinnace restore: verifies a backup and makes a data directory of it',
  '',
  'Usage: pinnace restore --data-dir DIR BACKUP',
  '',
  'DIR must not contain a store.',
  '',
].join('\n')

const dataHelp = [
  'pinnace data check: verifies the checksums of a data directory, also while a server uses it',
  'pinnace data copy: copies a store into another one; see pinnace data copy --help',
  '',
  'Usage: pinnace data check --data-dir DIR',
  '       pinnace data copy --from SPEC --to SPEC',
  '',
  'Exit code: 0 for a sound store, 1 for a damaged one, 2 for invalid arguments.',
  '',
].join('\n')

/** Copies a data directory, and returns the exit code. */
export async function backup(args: readonly string[], output: Output): Promise<number> {
  const parsed = parse('backup', args, 1)
  if (parsed === 'help') return help(output, backupHelp)
  const { directory, rest } = parsed
  const [target = ''] = rest
  makePrivate(target)
  await backupLmdbStore(directory, target)
  await copyKeys(directory, target)
  output.out(`backup ${target}\n`)
  return 0
}

/** Makes a data directory of a backup, and returns the exit code. */
export async function restore(args: readonly string[], output: Output): Promise<number> {
  const parsed = parse('restore', args, 1)
  if (parsed === 'help') return help(output, restoreHelp)
  const { directory, rest } = parsed
  const [source = ''] = rest
  makePrivate(directory)
  const { keys, revision } = await restoreLmdbStore(source, directory)
  await copyKeys(source, directory)
  output.out(`restored ${keys} keys at revision ${revision} into ${directory}\n`)
  return 0
}

/** `data check` verifies a data directory, `data copy` copies a store; returns the exit code. */
export async function data(args: readonly string[], output: Output): Promise<number> {
  const [command, ...others] = args
  if (command === undefined || command === '--help' || command === '-h') return help(output, dataHelp)
  if (command === 'copy') return (await import('./data-copy.ts')).dataCopy(others, output)
  if (command !== 'check') throw new FlagError(`unknown command: data ${command}`)
  const parsed = parse('data check', others, 0)
  if (parsed === 'help') return help(output, dataHelp)
  const { keys, records, revision, errors } = await checkLmdbStore(parsed.directory)
  for (const error of errors) output.err(`${error}\n`)
  output.out(`${keys} keys, ${records} records, revision ${revision}: ${errors.length} errors\n`)
  return errors.length === 0 ? 0 : 1
}

function help(output: Output, text: string): number {
  output.out(text)
  return 0
}

function parse(
  command: string,
  args: readonly string[],
  count: number,
): { readonly directory: string; readonly rest: readonly string[] } | 'help' {
  let directory: string | undefined
  const rest: string[] = []
  const left = [...args]
  for (let argument = left.shift(); argument !== undefined; argument = left.shift()) {
    if (argument === '--help' || argument === '-h') return 'help'
    if (argument === '--data-dir') directory = left.shift()
    else if (argument.startsWith('--data-dir=')) directory = argument.slice('--data-dir='.length)
    else if (argument.startsWith('-')) throw new FlagError(`unknown flag: ${argument}`)
    else rest.push(argument)
  }
  if (directory === undefined || directory === '') throw new FlagError(`${command} requires --data-dir`)
  if (rest.length !== count) {
    throw new FlagError(
      `${command} takes ${count === 0 ? 'no' : 'one'} directory besides --data-dir, not ${rest.length}`,
    )
  }
  return { directory, rest }
}

// Objects contain secrets.
function makePrivate(directory: string): void {
  makeDirectory(directory, 0o700)
}

async function copyKeys(from: string, to: string): Promise<void> {
  for (const name of [authorityFile, tokenKeyFile]) {
    try {
      await copyFile(join(from, name), join(to, name), constants.COPYFILE_EXCL)
      await chmod(join(to, name), 0o600)
    } catch (error) {
      // The store of a host has no keys beside it.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
}
