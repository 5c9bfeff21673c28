import type { TracedPlugin, TracedRequestDetails } from '../../src/inspection.ts'
import { formatMs } from '../model/durations.ts'
import { readAnnotations, type PatchOperation, type WebhookPatch } from '../model/webhook-patches.ts'

/** What each admission plugin and webhook did to a request. */
export function Admission({ request: { admission, annotations } }: { readonly request: TracedRequestDetails }) {
  const busy = admission.filter(({ patch, refusal }) => patch.length > 0 || refusal !== undefined)
  const quiet = admission.filter((plugin) => !busy.includes(plugin))
  const { patches, others } = readAnnotations(annotations)
  return (
    <li class={admission.length === 0 ? 'skipped' : ''}>
      <h2>Admission</h2>
      {admission.length === 0 && <p class="faint">No plugin handles this request.</p>}
      {busy.map((plugin, index) => (
        <Plugin key={index} plugin={plugin} />
      ))}
      {patches.map((patch, index) => (
        <Webhook key={index} patch={patch} />
      ))}
      {quiet.length > 0 && (
        <p class="faint">Without a change: {quiet.map(({ name, phase }) => `${name} (${phase})`).join(', ')}</p>
      )}
      {Object.entries(others).map(([key, value]) => (
        <p key={key} class="annotation">
          <code>{key}</code> {value}
        </p>
      ))}
    </li>
  )
}

function Plugin({ plugin: { name, phase, durationMs, patch, refusal } }: { readonly plugin: TracedPlugin }) {
  return (
    <div class="plugin">
      <p>
        <strong>{name}</strong> <span class="tag">{phase}</span> <span class="faint">{formatMs(durationMs)}</span>
      </p>
      {refusal !== undefined && <p class="bad">{refusal}</p>}
      {patch.length > 0 && <Patch patch={patch} />}
    </div>
  )
}

function Webhook({ patch: { webhook, configuration, round, operations } }: { readonly patch: WebhookPatch }) {
  return (
    <div class="plugin webhook">
      <p>
        <strong>{webhook}</strong> <span class="tag accent">webhook</span>{' '}
        <span class="faint">
          of {configuration}
          {round > 1 && `, call ${round}`}
        </span>
      </p>
      <Patch patch={operations} />
    </div>
  )
}

function Patch({ patch }: { readonly patch: readonly PatchOperation[] }) {
  return (
    <pre class="code diff" tabIndex={0} aria-label="Patch">
      {patch.map(({ op, path, value }, index) => (
        <span key={index} class={op === 'remove' ? 'removed' : 'added'}>
          {`${op === 'remove' ? '-' : '+'} ${path}${value === undefined ? '' : `: ${JSON.stringify(value)}`}\n`}
        </span>
      ))}
    </pre>
  )
}
