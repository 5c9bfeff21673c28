import { describe, expect, it } from 'vitest'
import { parseFlags } from '../src/flags.ts'

describe('the flags of peers', () => {
  it('are read', () => {
    const flags = ['--peer-ca-file=ca.crt', '--peer-advertise-ip=192.0.2.7', '--peer-advertise-port=7443']
    expect(parseFlags([...flags, '--hostname-override=one'])).toMatchObject({
      peerCaFile: 'ca.crt',
      peerAdvertiseIp: '192.0.2.7',
      peerAdvertisePort: 7443,
      hostnameOverride: 'one',
    })
  })

  it('have a client certificate and its key, or neither', () => {
    const cert = '--proxy-client-cert-file=proxy.crt'
    const key = '--proxy-client-key-file=proxy.key'
    expect(parseFlags([cert, key])).toMatchObject({ proxyClientCertFile: 'proxy.crt', proxyClientKeyFile: 'proxy.key' })
    for (const flag of [cert, key]) {
      expect(() => parseFlags([flag])).toThrow(
        '--proxy-client-cert-file and --proxy-client-key-file must be set together',
      )
    }
  })

  it.each([
    ['--peer-advertise-ip=here', '--peer-advertise-ip must be an IP address, not "here"'],
    ['--peer-advertise-port=0', '--peer-advertise-port must be a number from 1 to 65535, not "0"'],
    ['--hostname-override=', 'flag needs a value: --hostname-override'],
  ])('are checked: %s', (flag, message) => {
    expect(() => parseFlags([flag])).toThrow(message)
  })

  it.each(['--peer-ca-file=ca.crt', '--peer-advertise-ip=192.0.2.7', '--peer-advertise-port=7443'])(
    'require their feature gate: %s',
    (flag) => {
      const [name] = flag.split('=')
      expect(() => parseFlags([flag, '--feature-gates=UnknownVersionInteroperabilityProxy=false'])).toThrow(
        `${name} requires UnknownVersionInteroperabilityProxy feature to be turned on`,
      )
    },
  )
})
