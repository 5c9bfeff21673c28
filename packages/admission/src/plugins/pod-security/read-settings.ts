import { FieldErrors, isDns1123Label, isDns1123Subdomain } from '@pinnace/meta'
import type { PluginConfiguration } from '../../built-in-plugin.ts'
import { readDocument, readItems, readText } from '../../read-document.ts'
import { readFields } from '../../read-fields.ts'
import { levelMessage, parseLevel, parseVersion, versionMessage, type LevelVersion } from './level.ts'
import { errorText, modes, type Mode, type Policy } from './namespace-policy.ts'

/** The configuration of the plugin. */
export interface PodSecuritySettings {
  /** The policy for modes a namespace has no labels for. */
  readonly defaults: Policy
  readonly exempt: {
    readonly usernames: ReadonlySet<string>
    readonly namespaces: ReadonlySet<string>
    readonly runtimeClasses: ReadonlySet<string>
  }
}

type Exemption = keyof PodSecuritySettings['exempt']

const plugin = 'PodSecurity'

// upstream: pod-security-admission/admission/api/validation – the valid names of each list.
const problemsOf: Readonly<Record<Exemption, (name: string) => readonly string[]>> = {
  namespaces: isDns1123Label,
  runtimeClasses: isDns1123Subdomain,
  usernames: () => [],
}

/** Reads the configuration of the plugin. @default all modes privileged, no exemptions */
// upstream: pod-security-admission/admission/api, v1 with its defaults
export function readPodSecuritySettings({ value, vocabulary }: PluginConfiguration): PodSecuritySettings {
  const group = `pod-security.admission.config.${vocabulary.groupDomain}`
  const kinds = ['v1', 'v1beta1', 'v1alpha1'].map((version) => ({
    apiVersion: `${group}/${version}`,
    kind: 'PodSecurityConfiguration',
  }))
  const document = value === undefined ? {} : readDocument(plugin, value, kinds, ['defaults', 'exemptions'])
  const errors = new FieldErrors()
  const defaults = readDefaults(document['defaults'], errors)
  const exempt = readExemptions(document['exemptions'], errors)
  if (!errors.isEmpty) throw new TypeError(`${plugin}: ${errorText(errors.list)}`)
  return { defaults, exempt }
}

function readDefaults(value: unknown, errors: FieldErrors): Policy {
  const at = `${plugin}: defaults`
  const fields = readFields(at, value ?? {}, [...modes, ...modes.map((mode) => `${mode}-version`)])
  const read = (mode: Mode): LevelVersion => {
    const level = readText(`${at}.${mode}`, fields[mode]) || 'privileged'
    const version = readText(`${at}.${mode}-version`, fields[`${mode}-version`]) || 'latest'
    const parsed = parseLevel(level)
    const minor = parseVersion(version)
    if (parsed === undefined) errors.invalid(`defaults.${mode}`, level, levelMessage)
    if (minor === undefined) errors.invalid(`defaults.${mode}-version`, version, versionMessage)
    return { level: parsed ?? 'restricted', minor: minor ?? Infinity }
  }
  return { enforce: read('enforce'), audit: read('audit'), warn: read('warn') }
}

function readExemptions(value: unknown, errors: FieldErrors): PodSecuritySettings['exempt'] {
  const at = `${plugin}: exemptions`
  const fields = readFields(at, value ?? {}, Object.keys(problemsOf))
  const read = (list: Exemption): ReadonlySet<string> => {
    const names = new Set<string>()
    for (const [index, item] of readItems(`${at}.${list}`, fields[list]).entries()) {
      const field = `exemptions.${list}[${index}]`
      const name = readText(`${plugin}: ${field}`, item)
      const problems = problemsOf[list](name)
      if (problems.length > 0) errors.invalid(field, name, problems.join(', '))
      else if (name === '') errors.required(field)
      else if (names.has(name)) errors.duplicate(field, name)
      names.add(name)
    }
    return names
  }
  return {
    namespaces: read('namespaces'),
    runtimeClasses: read('runtimeClasses'),
    usernames: read('usernames'),
  }
}
