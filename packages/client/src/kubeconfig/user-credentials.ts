import { Buffer } from 'node:buffer'
import type { Clock, Vocabulary } from '@pinnace/meta'
import { withCertificateFiles } from '../credentials/certificate-files.ts'
import { fixedCredentials, type Credential, type Credentials } from '../credentials/credentials.ts'
import { readExecConfig } from '../credentials/exec-config.ts'
import { execCredentials } from '../credentials/exec-credentials.ts'
import { oidcCredentials } from '../credentials/oidc-credentials.ts'
import { tokenFileCredentials } from '../credentials/token-file.ts'
import type { ResolvedContext } from './resolve-context.ts'

/** Settings of credential plugins and auth providers. */
export interface UserCredentialsOptions {
  readonly vocabulary: Vocabulary
  readonly clock: Clock
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly isTerminal: () => boolean
  readonly pluginStderr: 'inherit' | 'ignore'
  readonly timeoutMs: number
  readonly persist: (userName: string, config: Readonly<Record<string, string>>) => void | Promise<void>
}

/** The credentials of the user of a context. Inline credentials and files take precedence over plugins. */
// upstream: clientcmd/client_config.go, getUserIdentificationPartialConfig; exec.go, UpdateTransportConfig
export function userCredentials(
  { user, userName, cluster }: ResolvedContext,
  options: UserCredentialsOptions,
): Credentials {
  const { vocabulary, clock, timeoutMs } = options
  const token = user.string('token')
  const tokenFile = user.path('tokenFile')
  const basic = basicAuthorization(user.string('username'), user.string('password'))
  if ((token ?? tokenFile) !== undefined && basic !== undefined) {
    throw user.error(
      `more than one authentication method found for ${userName}; found [token basicAuth], only one is allowed`,
    )
  }
  const certificate = certificateOf(user.data('client-certificate'), user.data('client-key'), () =>
    user.error(
      `client-key-data or client-key must be specified for ${userName} to use the clientCert authentication method.`,
    ),
  )
  const exec = user.section('exec')
  const provider = user.section('auth-provider')
  if (exec !== undefined && provider !== undefined) {
    throw user.error(`authProvider cannot be provided in combination with an exec plugin for ${userName}`)
  }
  const config = exec && readExecConfig(exec, { userName, cluster, vocabulary })
  const withCertificate = (credentials: Credentials): Credentials => {
    const certFile = user.path('client-certificate')
    const keyFile = user.path('client-key')
    return certificate === undefined
      ? credentials
      : withCertificateFiles({ credentials, certificate, certFile, keyFile, clock })
  }
  if (tokenFile !== undefined) return withCertificate(tokenFileCredentials(tokenFile, clock))
  const authorization = token === undefined ? basic : `Bearer ${token}`
  if (authorization !== undefined) return withCertificate(fixedCredentials({ authorization }))
  if (certificate !== undefined) return withCertificate(fixedCredentials({}))
  if (config !== undefined) {
    const { environment, isTerminal, pluginStderr } = options
    return execCredentials({ config, vocabulary, clock, environment, isTerminal, stderr: pluginStderr, timeoutMs })
  }
  if (provider === undefined) return fixedCredentials({})
  const name = provider.string('name') ?? ''
  // upstream: client-go/rest/plugin.go, GetAuthProvider
  if (name !== 'oidc') throw provider.error(`no Auth Provider found for name ${JSON.stringify(name)}`)
  const settings = provider.section('config')
  if (settings === undefined) throw provider.error('Must provide idp-issuer-url')
  return oidcCredentials({ config: settings, clock, timeoutMs, persist: (next) => options.persist(userName, next) })
}

function basicAuthorization(username: string | undefined, password: string | undefined): string | undefined {
  if (username === undefined && password === undefined) return undefined
  return `Basic ${Buffer.from(`${username ?? ''}:${password ?? ''}`).toString('base64')}`
}

function certificateOf(
  cert: string | undefined,
  key: string | undefined,
  refuse: () => TypeError,
): Credential['certificate'] {
  if (cert === undefined && key === undefined) return undefined
  if (cert === undefined || key === undefined) throw refuse()
  return { cert, key }
}
