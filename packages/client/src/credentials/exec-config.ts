import { Buffer } from 'node:buffer'
import type { Vocabulary } from '@pinnace/meta'
import type { ConfigSection } from '../kubeconfig/config-section.ts'

/** The `exec` section of a user. */
export interface ExecConfig {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly apiVersion: string
  readonly installHint: string
  readonly interactiveMode: 'Never' | 'IfAvailable' | 'Always'
  /** The cluster as passed to the plugin; absent unless `provideClusterInfo` is set. */
  readonly cluster: object | undefined
}

/** Reads and checks the `exec` section of a user. */
// upstream: client-go/tools/clientcmd/validation.go, validateAuthInfo; api/v1/defaults.go – v1beta1 has a default mode
export function readExecConfig(
  exec: ConfigSection,
  {
    userName,
    cluster,
    vocabulary,
  }: { readonly userName: string; readonly cluster: ConfigSection; readonly vocabulary: Vocabulary },
): ExecConfig {
  const must = (name: string): TypeError =>
    exec.error(`${name} must be specified for ${userName} to use exec authentication plugin`)
  // A relative path is resolved against the folder of the file by `kubeconfig/config-section.ts`.
  const command = exec.command('command')
  if (command === undefined) throw must('command')
  const apiVersion = exec.string('apiVersion')
  if (apiVersion === undefined) throw must('apiVersion')
  const group = vocabulary.group('client.authentication')
  if (apiVersion !== `${group}/v1` && apiVersion !== `${group}/v1beta1`) {
    throw exec.error(`exec plugin: invalid apiVersion ${JSON.stringify(apiVersion)}`)
  }
  const env: Record<string, string> = Object.create(null) as Record<string, string>
  for (const variable of exec.sections('env')) {
    const name = variable.string('name')
    if (name === undefined) throw must('env variable name')
    env[name] = variable.string('value') ?? ''
  }
  const mode = exec.string('interactiveMode') ?? (apiVersion.endsWith('/v1beta1') ? 'IfAvailable' : undefined)
  if (mode === undefined) throw must('interactiveMode')
  if (mode !== 'Never' && mode !== 'IfAvailable' && mode !== 'Always') {
    throw exec.error(`invalid interactiveMode for ${userName}: ${JSON.stringify(mode)}`)
  }
  return {
    command,
    apiVersion,
    env,
    args: exec.strings('args'),
    installHint: printable(exec.string('installHint') ?? ''),
    interactiveMode: mode,
    cluster: exec.boolean('provideClusterInfo') ? clusterInfo(cluster, `${group}/exec`) : undefined,
  }
}

// upstream: clientcmd/client_config.go, cleanANSIEscapeCodes – a hint must not speak to the terminal
function printable(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S}\p{Z}\t-\r]/gu, (character) => {
    return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
  })
}

// upstream: client-go/pkg/apis/clientauthentication/v1/types.go, Cluster; the extension carries what the plugin's author wants
function clusterInfo(cluster: ConfigSection, extensionName: string): object {
  const ca = cluster.data('certificate-authority')
  const serverName = cluster.string('tls-server-name')
  const extension = cluster.sections('extensions').find((entry) => entry.string('name') === extensionName)
  const config = extension?.value('extension')
  return {
    server: cluster.string('server'),
    ...(serverName === undefined ? {} : { 'tls-server-name': serverName }),
    ...(cluster.boolean('insecure-skip-tls-verify') ? { 'insecure-skip-tls-verify': true } : {}),
    ...(ca === undefined ? {} : { 'certificate-authority-data': Buffer.from(ca).toString('base64') }),
    ...(cluster.boolean('disable-compression') ? { 'disable-compression': true } : {}),
    ...(config === undefined ? {} : { config }),
  }
}
