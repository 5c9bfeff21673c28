import { describe, expect, it } from 'vitest'
import { answerWebhook } from '../sides/webhook-answers.ts'

const review = (apiVersion: string, spec: object): string =>
  JSON.stringify({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'ConversionReview',
    request: { uid: 'u', desiredAPIVersion: `a/${apiVersion}`, objects: [{ apiVersion: 'a/v0', metadata: {}, spec }] },
  })

describe('the webhook of the judge', () => {
  it('converts in both directions, whatever the query', () => {
    const converted = (version: string, spec: object): unknown =>
      JSON.parse(answerWebhook('/convert/works?timeout=30s', review(version, spec)).body).response.convertedObjects[0]
        .spec
    expect(converted('v2', { hostPort: 'a:1', color: 'red' })).toEqual({ host: 'a', port: '1', color: 'red' })
    expect(converted('v1', { host: 'a', port: '1', size: 3 })).toEqual({ hostPort: 'a:1' })
  })

  it('does one thing wrong, as the path says', () => {
    expect(answerWebhook('/convert/fails?timeout=30s', review('v2', {})).status).toBe(500)
    const { response } = JSON.parse(answerWebhook('/convert/fewer', review('v2', {})).body)
    expect(response.convertedObjects).toEqual([])
  })

  it('refuses images with bad in their name', () => {
    const body = JSON.stringify({ spec: { containers: [{ image: 'bad/x' }] } })
    expect(JSON.parse(answerWebhook('/images', body).body).status).toEqual({
      allowed: false,
      reason: 'image bad/x is not trusted',
    })
  })
})
