import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mailBill, outboxLimits, sendMessage } from '@nightflow/platform/messages/outbox'
import { migratePlatform } from '@nightflow/platform/migrate-platform'
import { createTenant } from '@nightflow/platform/tenants/tenants'
import { createLogger } from '@nightflow/server/logger'
import { openMail } from '@nightflow/server/outbox/mail'
import { startOutboxSender, type Ways } from '@nightflow/server/outbox/outbox-sender'
import { openTextMessages } from '@nightflow/server/outbox/text-messages'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../support/database/postgres.ts'

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase('outbox')
  await migratePlatform(database.pool)
})
afterAll(() => database.drop())
beforeEach(() => database.pool.query('delete from platform.outbox'))

/** A mail server that refuses a given number of times. */
const mails: { from: string; to: string[]; text: string; user: string }[] = []
let refusals = 0
const mailServer = new SMTPServer({
  hideSTARTTLS: true,
  allowInsecureAuth: true,
  onAuth: ({ username, password }, _, done) =>
    password === 'p@ss' ? done(null, { user: username ?? '' }) : done(new Error('who are you')),
  onData: (stream, session, done) => {
    let text = ''
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    stream.on('end', () => {
      if (refusals > 0) {
        refusals -= 1
        done(Object.assign(new Error('the disk is full'), { responseCode: 452 }))
        return
      }
      const { mailFrom, rcptTo } = session.envelope
      mails.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address), text, user: String(session.user) })
      done()
    })
  },
})
/** A service for text messages. */
const calls: { method: string; url: string; headers: Record<string, unknown>; body: string }[] = []
let status = 200
let smsServer: Server
let smsUrl: string
let smtpUrl: string
beforeAll(async () => {
  await new Promise<void>((resolve) => mailServer.listen(0, '127.0.0.1', resolve))
  smtpUrl = `smtp://user:p%40ss@127.0.0.1:${(mailServer.server.address() as AddressInfo).port}`
  smsServer = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString()
    })
    request.on('end', () => {
      calls.push({ method: request.method!, url: request.url!, headers: request.headers, body })
      response.writeHead(status, status === 302 ? { location: 'http://elsewhere.example/' } : {}).end('thank you')
    })
  })
  await new Promise<void>((resolve) => smsServer.listen(0, '127.0.0.1', resolve))
  smsUrl = `http://127.0.0.1:${(smsServer.address() as AddressInfo).port}`
})
afterAll(async () => {
  await new Promise<void>((resolve) => mailServer.close(() => resolve()))
  await new Promise((resolve) => smsServer.close(resolve))
})
beforeEach(() => {
  mails.length = 0
  calls.length = 0
  status = 200
  refusals = 0
})

const senders: { stop: () => Promise<void> }[] = []
const sendWith = (ways: Ways) => senders.push(startOutboxSender({ pool: database.pool, logger: createLogger('silent'), ways }))
afterEach(async () => {
  for (const sender of senders.splice(0)) await sender.stop()
})
const mailWay = () => openMail({ url: smtpUrl, from: 'Nightflow <water@nightflow.example>' })

const message = {
  channel: 'email',
  recipient: 'ann@north.example',
  subject: '验证码 – code',
  body: 'Your code is 123456.',
  tenant: null,
} as const
const rows = async () =>
  (await database.pool.query('select channel, state, attempts, body, failure from platform.outbox order by message_id')).rows
const states = async () => (await rows()).map(({ state }) => state)
const due = () => database.pool.query('update platform.outbox set send_after = now()')

describe('mail', () => {
  test('goes out by SMTP, and only its envelope is kept', async () => {
    await sendMessage(database.pool, message)
    sendWith({ email: mailWay() })
    await expect.poll(states).toEqual(['sent'])
    expect(mails).toHaveLength(1)
    expect(mails[0]).toMatchObject({ from: 'water@nightflow.example', to: ['ann@north.example'], user: 'user' })
    expect(mails[0]!.text).toContain('Your code is 123456.')
    expect(mails[0]!.text).toMatch(/^Subject: =\?UTF-8\?/m)
    expect(await rows()).toEqual([{ channel: 'email', state: 'sent', attempts: 1, body: '', failure: null }])
  })

  test('goes out with its file, which is deleted with it', async () => {
    const attachment = { fileName: 'bill.pdf', mediaType: 'application/pdf', bytes: Buffer.from('%PDF-1.3 a bill') }
    await createTenant(database.pool, { code: 'post', name: 'Post', timeZone: 'UTC' })
    const bill = {
      tenant: 'post',
      mailingId: randomUUID(),
      billNo: 7,
      recipient: 'ann@north.example',
      subject: 'A bill',
      body: 'It is attached.',
    }
    expect(await mailBill(database.pool, { ...bill, attachment })).toBe('mailed')
    expect(await mailBill(database.pool, { ...bill, attachment })).toBe('mailedBefore')
    const large = { ...attachment, bytes: Buffer.alloc(2 * 1024 * 1024 + 1) }
    expect(await mailBill(database.pool, { ...bill, billNo: 8, attachment: large })).toBe('tooLarge')
    sendWith({ email: mailWay() })
    await expect.poll(states).toEqual(['sent'])
    expect(mails[0]!.text).toContain('filename=bill.pdf')
    expect(mails[0]!.text).toContain(attachment.bytes.toString('base64'))
    expect((await database.pool.query('select from platform.outbox_attachments')).rowCount).toBe(0)
  })

  test('that the server does not take is tried again later, with the reason beside it', async () => {
    refusals = 1
    await sendMessage(database.pool, message)
    sendWith({ email: mailWay() })
    await expect.poll(async () => (await rows())[0].failure).toContain('the disk is full')
    const { rows: waits } = await database.pool.query(`select extract(epoch from send_after - now())::int as seconds from platform.outbox`)
    expect(waits[0].seconds).toBeGreaterThan(outboxLimits.firstPauseSeconds - 5)
    await due()
    await expect.poll(states).toEqual(['sent'])
    expect(mails).toHaveLength(1)
  })

  test('is given up after the last attempt', async () => {
    refusals = 100
    await sendMessage(database.pool, message)
    await database.pool.query('update platform.outbox set attempts = $1', [outboxLimits.attempts - 1])
    sendWith({ email: mailWay() })
    await expect.poll(states).toEqual(['failed'])
  })

  test('to a recipient that contains a second one is not sent', async () => {
    await sendMessage(database.pool, { ...message, recipient: 'ann@north.example, eve@evil.example\r\nBcc: mallory@evil.example' })
    sendWith({ email: mailWay() })
    const isSettled = async () => {
      const [{ state, failure }] = await rows()
      return state === 'sent' || failure !== null
    }
    await expect.poll(isSettled).toBe(true)
    expect(mails.flatMap(({ to }) => to).filter((to) => to.includes('evil'))).toEqual([])
  })
})

describe('a text message', () => {
  const text = { channel: 'sms', recipient: '+8613912345678', subject: null, body: 'Say "hello" & wave \\ 你好\n', tenant: null } as const

  test('is posted as JSON with its text escaped', async () => {
    await sendMessage(database.pool, text)
    const body = '{"to":"{{recipient}}","text":"{{ body }}"}'
    sendWith({ sms: openTextMessages({ url: `${smsUrl}/v1`, body, headers: { Authorization: 'Bearer x' } }) })
    await expect.poll(states).toEqual(['sent'])
    expect(calls[0]).toMatchObject({
      method: 'POST',
      url: '/v1',
      headers: { authorization: 'Bearer x', 'content-type': 'application/json' },
    })
    expect(JSON.parse(calls[0]!.body)).toEqual({ to: text.recipient, text: text.body })
  })

  test('is posted as a form, or fetched, where the service wants it so', async () => {
    await sendMessage(database.pool, text)
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    sendWith({ sms: openTextMessages({ url: smsUrl, body: 'to={{recipient}}&text={{body}}', headers }) })
    await expect.poll(states).toEqual(['sent'])
    expect(Object.fromEntries(new URLSearchParams(calls[0]!.body))).toEqual({ to: text.recipient, text: text.body })
    await senders.pop()!.stop()
    await sendMessage(database.pool, text)
    sendWith({ sms: openTextMessages({ url: `${smsUrl}/?to={{recipient}}&text={{body}}`, body: undefined, headers: {} }) })
    await expect.poll(states).toEqual(['sent', 'sent'])
    expect(calls[1]!.method).toBe('GET')
    expect(new URL(calls[1]!.url, smsUrl).searchParams.get('text')).toBe(text.body)
  })

  test.each([500, 403, 302])('that is answered %i was not sent', async (answer) => {
    status = answer
    await sendMessage(database.pool, text)
    sendWith({ sms: openTextMessages({ url: smsUrl, body: '{}', headers: {} }) })
    await expect.poll(async () => (await rows())[0].failure).not.toBeNull()
    expect(await states()).toEqual(['waiting'])
  })
})

describe('the outbox', () => {
  test('keeps undeliverable messages for operators to read', async () => {
    await sendMessage(database.pool, message)
    sendWith({})
    await expect.poll(states).toEqual(['kept'])
    expect((await rows())[0].body).toBe(message.body)
  })

  test('gives each message to one sender, however many there are', async () => {
    for (let number = 0; number < 40; number += 1) await sendMessage(database.pool, { ...message, recipient: `p${number}@north.example` })
    for (let sender = 0; sender < 3; sender += 1) sendWith({ email: mailWay() })
    await expect.poll(async () => (await states()).filter((state) => state === 'sent').length).toBe(40)
    expect(new Set(mails.flatMap(({ to }) => to)).size).toBe(40)
    expect(mails).toHaveLength(40)
  })

  test('sends one recipient so many messages a day and no more', async () => {
    for (let number = 0; number < outboxLimits.perRecipientAndDay; number += 1) expect(await sendMessage(database.pool, message)).toBe(true)
    expect(await sendMessage(database.pool, message)).toBe(false)
    expect(await sendMessage(database.pool, { ...message, recipient: 'bob@north.example' })).toBe(true)
  })

  test('forgets messages after a month', async () => {
    await sendMessage(database.pool, message)
    await database.pool.query(`update platform.outbox set create_time = now() - interval '31 days'`)
    sendWith({})
    await expect.poll(rows).toEqual([])
  })
})
