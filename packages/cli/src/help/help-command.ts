import { flagGroups } from '../flags.ts'
import { FlagError } from '../flags/flag.ts'
import type { Output } from '../run.ts'
import { commandList } from './command-list.ts'
import { formatFlag, formatHelp } from './format-help.ts'
import { suggest } from './suggest.ts'

/** `pinnace help [FLAG|COMMAND]`: explains one flag or command, or all. Returns the exit code. */
export async function help(args: readonly string[], output: Output): Promise<number> {
  const [topic, ...rest] = args
  if (rest.length > 0) throw new FlagError('help takes one flag or command')
  const columns = output.columns ?? 80
  output.out(topic === undefined ? formatHelp(flagGroups, columns) : explain(topic, columns))
  return 0
}

function explain(topic: string, columns: number): string {
  const name = topic.replace(/^-{1,2}/, '')
  const group = flagGroups.find(({ flags }) => flags.some((flag) => flag.name === name))
  const flag = group?.flags.find((candidate) => candidate.name === name)
  if (group !== undefined && flag !== undefined) {
    return `${group.title}:\n${formatFlag(flag, columns).join('\n')}\n`
  }
  const command = commandList.find((candidate) => candidate.name === topic)
  if (command !== undefined) {
    const usage = ['pinnace', command.name, command.usage].filter((word) => word !== '').join(' ')
    return `${command.summary}\n\nUsage: ${usage}\n`
  }
  const known = [
    ...flagGroups.flatMap(({ flags }) => flags.map((one) => one.name)),
    ...commandList.map((one) => one.name),
  ]
  throw new FlagError(`there is no flag and no command ${JSON.stringify(topic)}${suggest(name, known)}`)
}
