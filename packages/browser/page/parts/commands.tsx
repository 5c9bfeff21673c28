interface CommandsProps {
  readonly commands: readonly string[]
  readonly isBusy: boolean
  readonly run: (commands: readonly string[]) => Promise<void>
}

/** The commands of an example, one at a time or all of them. */
export function Commands({ commands, isBusy, run }: CommandsProps) {
  if (commands.length === 0) return <></>
  return (
    <>
      <h2>
        Commands
        <button type="button" class="primary" disabled={isBusy} onClick={() => void run(commands)}>
          Run all
        </button>
      </h2>
      <ol class="commands">
        {commands.map((command, index) => (
          <li key={index}>
            <button type="button" disabled={isBusy} onClick={() => void run([command])}>
              {command}
            </button>
          </li>
        ))}
      </ol>
    </>
  )
}
