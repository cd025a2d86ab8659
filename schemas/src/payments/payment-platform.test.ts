import { expect, test } from 'vitest'
import { sandboxProtocol } from './generic-protocol.ts'
import { neededCredentials, PlatformType } from './payment-platform.ts'

const needed = (signature: string) =>
  neededCredentials({ platformType: PlatformType.enum.generic, protocol: JSON.stringify({ ...sandboxProtocol, signature }) })

test('a configured protocol that signs by RSA needs our key and that of the platform, one with a common secret that secret', () => {
  expect(needed('RSA-SHA256')).toEqual(['privateKey', 'publicKey'])
  for (const signature of ['HMAC-SHA256', 'MD5']) expect(needed(signature)).toEqual(['notificationKey'])
})
test('a protocol that cannot be read changes nothing of what its type needs', () => {
  expect(neededCredentials({ platformType: PlatformType.enum.generic, protocol: '{' })).toEqual(['notificationKey'])
  expect(neededCredentials({ platformType: PlatformType.enum.stripe, protocol: null })).toEqual(['privateKey', 'notificationKey'])
})
