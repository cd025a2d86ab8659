import { expect, test } from 'vitest'
import { AddressRefused, guardedRequest } from './guarded-request.ts'

const call = (url: string, trusted: string[] = []) =>
  guardedRequest({ method: 'GET', url, headers: {} }, { trustedHosts: new Set(trusted), signal: new AbortController().signal })

test.each([
  ['https://127.0.0.1/', 'this machine'],
  ['https://[::1]/', 'this machine'],
  ['https://localhost/', 'a name of this machine'],
  ['https://10.1.2.3/', 'a private network'],
  ['https://172.31.0.1/', 'a private network'],
  ['https://192.168.1.1/', 'a private network'],
  ['https://169.254.169.254/latest/meta-data', 'the metadata of a cloud'],
  ['https://[::ffff:10.0.0.1]/', 'a mapped private address'],
  ['https://[fd00::1]/', 'a private network'],
  ['https://2130706433/', 'this machine as a number'],
  ['http://example.org/', 'a public host without TLS'],
  ['https://name:word@example.org/', 'an address with a password'],
])('%s is refused: %s', async (url) => {
  await expect(call(url)).rejects.toBeInstanceOf(AddressRefused)
})

test('a trusted host may be inside and speak HTTP', async () => {
  await expect(call('http://127.0.0.1:1/', ['127.0.0.1'])).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})

test('a host that is trusted with its port is trusted on no other port', async () => {
  await expect(call('http://127.0.0.1:1/', ['127.0.0.1:1'])).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  await expect(call('http://127.0.0.1:2/', ['127.0.0.1:1'])).rejects.toBeInstanceOf(AddressRefused)
})
