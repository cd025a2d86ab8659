import { expect, test } from 'vitest'
import { withoutSecrets } from './without-secrets.ts'

test('passwords, tokens and answers to challenges are left out at any depth, everything else stays', () => {
  const context = {
    userName: 'ann',
    password: 'Riverbank-7',
    users: [{ userName: 'bob', initialPassword: 'Riverbank-8', mustChangePassword: true }],
    oldPwd: 'x',
    access_token: 'y',
    uuid: '3b6f1e2c-6e5f-4a53-8d5a-0f3f5a6f7a01',
    code: '123456',
    tenant: { code: 'north', at: new Date(0) },
  }
  const kept = JSON.stringify(withoutSecrets(context))
  for (const secret of ['Riverbank-7', 'Riverbank-8', '"x"', '"y"', '123456']) expect(kept).not.toContain(secret)
  expect(withoutSecrets(context)).toMatchObject({
    userName: 'ann',
    users: [{ userName: 'bob', mustChangePassword: true }],
    tenant: { code: 'north', at: new Date(0) },
  })
})

test('the value of a parameter is left out where its key speaks of a secret, and stays where it does not', () => {
  const kept = withoutSecrets([
    { configKey: 'sys.user.initPassword', configValue: 'Riverbank-7' },
    { configKey: 'sms.gateway.secret', configValue: 'a1b2' },
    { configKey: 'sys.account.initPasswordModify', configValue: '1' },
  ])
  expect(JSON.stringify(kept)).not.toMatch(/Riverbank|a1b2/)
  expect(kept).toMatchObject([{}, {}, { configValue: '1' }])
})

test('an endless nest is cut off', () => {
  let nest: unknown = 'deep'
  for (let depth = 0; depth < 100; depth += 1) nest = { nest }
  expect(JSON.stringify(withoutSecrets(nest)).length).toBeLessThan(200)
})
