import { flagGroups } from '../flags.ts'
import { FlagError, type FlagDescription } from '../flags/flag.ts'
import type { Output } from '../run.ts'
import { commandList } from './command-list.ts'
import { suggest } from './suggest.ts'

const shells = new Map<string, () => string>([
  ['bash', bash],
  ['fish', fish],
  ['zsh', zsh],
])

/** `pinnace completion bash|zsh|fish`: prints the completion script of a shell. Returns the exit code. */
export async function completion(args: readonly string[], output: Output): Promise<number> {
  const [shell = '', ...rest] = args
  const script = shells.get(shell)
  if (script === undefined || rest.length > 0) {
    const hint = suggest(shell, [...shells.keys()])
    throw new FlagError(
      `completion takes one of ${[...shells.keys()].join(', ')}, not ${JSON.stringify(args.join(' '))}${hint}`,
    )
  }
  output.out(script())
  return 0
}

const commands = commandList.map(({ name }) => name)
const flags = flagGroups.flatMap((group) => group.flags)
const spell = ({ name }: FlagDescription): string => (name.length === 1 ? `-${name}` : `--${name}`)

/** The values of a flag that has few. */
function choicesOf({ placeholder }: FlagDescription): readonly string[] {
  return /^[a-z]+(\|[a-z]+)+$/.test(placeholder) ? placeholder.split('|') : []
}

function takesPath({ placeholder }: FlagDescription): boolean {
  return placeholder.includes('FILE') || placeholder.includes('DIR')
}

function bash(): string {
  const cases = flags.flatMap((flag) => {
    const choices = choicesOf(flag)
    if (choices.length > 0)
      return [`    ${spell(flag)}) COMPREPLY=($(compgen -W '${choices.join(' ')}' -- "$value")); return ;;`]
    if (takesPath(flag)) return [`    ${spell(flag)}) COMPREPLY=($(compgen -f -- "$value")); return ;;`]
    return []
  })
  return `# Completion of pinnace for bash: source <(pinnace completion bash)
_pinnace() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD - 1]}" name value
  if [[ $before == '=' ]]; then name="\${COMP_WORDS[COMP_CWORD - 2]}"; value=$word
  elif [[ $word == '=' ]]; then name=$before; value=''
  else name=$before; value=$word; fi
  case $name in
${cases.join('\n')}
  esac
  if [[ $COMP_CWORD -eq 1 && $word != -* ]]; then COMPREPLY=($(compgen -W '${commands.join(' ')}' -- "$word")); return; fi
  COMPREPLY=($(compgen -W '${flags.map(spell).join(' ')}' -- "$word"))
}
complete -o default -F _pinnace pinnace
`
}

function zsh(): string {
  const escape = (text: string): string =>
    text.replaceAll("'", `'\\''`).replaceAll(/[[\]:]/g, (special) => `\\${special}`)
  const specs = flags.map((flag) => {
    const choices = choicesOf(flag)
    const values = choices.length > 0 ? `(${choices.join(' ')})` : takesPath(flag) ? '_files' : ' '
    const option = flag.name.length === 1 ? spell(flag) : `${spell(flag)}=`
    return `  '*${option}[${escape(firstSentence(flag.help))}]:${escape(flag.placeholder.toLowerCase())}:${values}' \\`
  })
  return `#compdef pinnace
# Completion of pinnace for zsh: source <(pinnace completion zsh)
_pinnace() {
  _arguments \\
${specs.join('\n')}
  '1:command:(${commands.join(' ')})'
}
compdef _pinnace pinnace
`
}

function fish(): string {
  const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", `\\'`)}'`
  const lines = flags.map((flag) => {
    const choices = choicesOf(flag)
    const value = choices.length > 0 ? ` -x -a ${quote(choices.join(' '))}` : takesPath(flag) ? ' -r -F' : ' -x'
    const option = flag.name.length === 1 ? `-s ${flag.name}` : `-l ${flag.name}`
    return `complete -c pinnace ${option}${value} -d ${quote(firstSentence(flag.help))}`
  })
  return [
    '# Completion of pinnace for fish: pinnace completion fish | source',
    ...commandList.map(
      ({ name, summary }) => `complete -c pinnace -n __fish_use_subcommand -f -a ${name} -d ${quote(summary)}`,
    ),
    ...lines,
    '',
  ].join('\n')
}

function firstSentence(text: string): string {
  const end = /[.;:] /.exec(text)
  return end === null ? text.replace(/\.$/, '') : text.slice(0, end.index)
}
