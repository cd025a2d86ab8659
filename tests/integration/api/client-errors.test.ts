import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

let running: RunningApi
let port: number
beforeAll(async () => {
  running = await startApi('client_errors')
  await running.api.listen({ port: 0, host: '127.0.0.1' })
  port = (running.api.server.address() as AddressInfo).port
})
afterAll(() => running?.stop())

/** The answer to these bytes until the connection ends. */
const answerTo = (sent: string): Promise<{ head: string; body: Record<string, unknown> }> =>
  new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(sent))
    socket.on('data', (chunk) => {
      text += chunk.toString('utf8')
    })
    socket.on('error', reject)
    socket.on('close', () => {
      const [head = '', body = ''] = text.split('\r\n\r\n')
      resolve({ head, body: JSON.parse(body) as Record<string, unknown> })
    })
  })

test.each([
  ['headers', `GET /api/v1/meters HTTP/1.1\r\nhost: localhost\r\nx-much: ${'a'.repeat(20_000)}\r\n\r\n`],
  ['an address', `GET /api/v1/meters?search=${'a'.repeat(20_000)} HTTP/1.1\r\nhost: localhost\r\n\r\n`],
])('%s above the limit of the parser are refused in the form of every other refusal', async (_, sent) => {
  const { head, body } = await answerTo(sent)
  expect(head).toMatch(/^HTTP\/1\.1 431 /)
  expect(head).toMatch(/content-type: application\/problem\+json/)
  expect(body).toMatchObject({ type: 'urn:nightflow:problem:headers-too-large', code: 'headers-too-large', status: 431 })
})

test('bytes that are no request are refused in that form too', async () => {
  const { head, body } = await answerTo('HELO localhost\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1\.1 400 /)
  expect(body).toMatchObject({ code: 'request-invalid', status: 400 })
})
