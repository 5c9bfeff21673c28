import { parseArgs } from 'node:util'

/** The options of the command. */
export interface Options {
  readonly original: string | undefined
  readonly pinnace: string | undefined
  /** Where the binaries of kube-apiserver and etcd are. */
  readonly binaries: string | undefined
  readonly areas: readonly string[] | undefined
  readonly kinds: readonly string[] | undefined
  /** One in so many of the generated requests. */
  readonly every: number
  readonly minutes: number | undefined
  readonly group: boolean
  readonly examples: number
  readonly filter: string | undefined
  readonly write: boolean
  readonly record: boolean
  readonly replay: boolean
  readonly json: string | undefined
  readonly help: boolean
}

export const usage = `npm run differential -- [options]: asks Pinnace and kube-apiserver the same and compares the answers.

  --binaries=FOLDER    the folder of kube-apiserver and etcd; default: the environment variable PINNACE_ORIGINAL
  --original=URL       kube-apiserver that runs already, with the tokens of conformance/differential/sides/tokens.csv
  --pinnace=URL        Pinnace that runs already, with the same tokens
  --area=NAME,NAME     these areas only
  --kind=NAME,NAME     these resources only: pods,services
  --every=N            one in N of the generated requests
  --minutes=N          no new case after N minutes
  --group              prints the causes of differences, most frequent first
  --examples=N         with --group: examples of each cause, default 1
  --filter=REGEXP      with --group: only causes and requests that match
  --json=FILE          writes all causes and examples as JSON
  --write              writes unexplained.json, where it shrinks, and the summary in docs/fidelity.md
  --record             writes the answers of kube-apiserver for the replay
  --replay             compares with the recorded answers, without kube-apiserver
`

/** Reads the options; a TypeError for unknown ones. */
export function readOptions(args: readonly string[], env: Readonly<Record<string, string | undefined>>): Options {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean', default: false } as const
  const { values } = parseArgs({
    args: [...args],
    options: {
      original: text,
      pinnace: text,
      binaries: text,
      area: text,
      kind: text,
      every: text,
      minutes: text,
      group: flag,
      examples: text,
      filter: text,
      write: flag,
      record: flag,
      replay: flag,
      json: text,
      help: flag,
    },
  })
  const { area, kind, every, minutes, examples, original, pinnace, filter, json, group, write, record, replay, help } =
    values
  return {
    original,
    pinnace,
    filter,
    json,
    group,
    write,
    record,
    replay,
    help,
    binaries: values.binaries ?? env['PINNACE_ORIGINAL'],
    areas: area?.split(','),
    kinds: kind?.split(','),
    every: Number(every ?? 1),
    minutes: minutes === undefined ? undefined : Number(minutes),
    examples: Number(examples ?? 1),
  }
}
