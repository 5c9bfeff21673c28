import { useState } from 'preact/hooks'
import type { TracedRequestDetails } from '../../src/inspection.ts'
import { replaysOf } from '../model/replay-request.ts'

/** Commands that send a request again. */
export function Replays({ request }: { readonly request: TracedRequestDetails }) {
  const replays = replaysOf(request, location.origin)
  const [title, setTitle] = useState<string>('curl')
  const text = replays.find((replay) => replay.title === title)?.text ?? ''
  return (
    <section>
      <h2>Send again</h2>
      <div class="filters">
        {replays.map((replay) => (
          <button
            key={replay.title}
            type="button"
            aria-pressed={replay.title === title}
            onClick={() => setTitle(replay.title)}
          >
            {replay.title}
          </button>
        ))}
        <button type="button" class="quiet" onClick={() => void navigator.clipboard.writeText(text)}>
          Copy
        </button>
      </div>
      <pre class="code" tabIndex={0} aria-label={`Command of ${title}`}>
        {text}
      </pre>
    </section>
  )
}
