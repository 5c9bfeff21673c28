import type { Attack } from '../attack.ts'
import { createSmallObjects, smallPath } from '../tools/small-objects.ts'

const json = 'application/json'
const meta = 'g=meta.k8s.io;v=v1'

/** Every form of a list, by its name. */
const forms: Readonly<Record<string, readonly [path: string, accept: string]>> = {
  JSON: [smallPath, json],
  'indented JSON': [`${smallPath}?pretty=true`, json],
  'a table': [smallPath, `${json};as=Table;${meta}`],
  metadata: [smallPath, `${json};as=PartialObjectMetadataList;${meta}`],
  protobuf: [smallPath, 'application/vnd.kubernetes.protobuf'],
  YAML: [smallPath, 'application/yaml'],
  'a label selector': [`${smallPath}?labelSelector=a%21%3Dz`, json],
  'a field selector': [`${smallPath}?fieldSelector=metadata.name%21%3Dz`, json],
}

export const attack: Attack = {
  title: `lists of 100,000 objects: ${Object.keys(forms).join(', ')}`,
  limits: { cpuMs: 60_000, residentMiB: 900, stopMs: 75 },
  server: () => ({}),
  prepare: (target) => createSmallObjects(target, target.pick(100_000, 500)),
  async run(target, judge) {
    for (const [name, [path, accept]] of Object.entries(forms)) {
      const { status, text } = await target.send({ path, headers: { accept } })
      judge.expectEach([status], [200], name)
      // The name of the last object in the order of names.
      judge.expect(text.includes(`small-${target.pick(99_999, 499)}`), `${name}: the list is cut`)
    }
  },
}
