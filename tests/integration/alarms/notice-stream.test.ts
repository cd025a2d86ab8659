import type { AddressInfo } from 'node:net'
import { streamLimits } from '@nightflow/api/http/notice-streams'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'
import { appendFact } from '../../support/data/readings.ts'
import { passwordOfAll } from '../../support/two-utilities.ts'

let running: RunningApi
let base: string
const path = '/prod-api/report/alarm/processed/streamNotice'
beforeAll(async () => {
  running = await startApi('notice_stream')
  await running.api.listen({ port: 0, host: '127.0.0.1' })
  base = `http://127.0.0.1:${(running.api.server.address() as AddressInfo).port}`
})
afterAll(() => running?.stop())

const signIn = async () => {
  const payload = { username: 'clerk', password: passwordOfAll }
  return (await running.api.inject({ method: 'POST', url: '/api/v1/session', payload })).json().token as string
}

/** A connection, and its events one after the other: a text, or null once it has ended. */
const follow = async (token: string) => {
  const leaving = new AbortController()
  const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' }
  const response = await fetch(`${base}${path}`, { headers, signal: leaving.signal })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  const next = async (): Promise<string | null> => {
    const { done, value } = await reader.read()
    return done ? null : value
  }
  return { response, next, leave: () => leaving.abort() }
}

const raise = async (subject: string) => {
  const at = new Date().toISOString()
  const data = { eventType: 'burst', subject, occurrence: 1, occurredAt: at, raisedAt: at, value: null, threshold: null, unit: null }
  await appendFact(running.log, 'north', `alarms-burst-${subject}`, 'alarms.AlarmRaised', data)
  await waitForViews(running.pool, await running.log.head(), 60_000)
}

describe('the bell by server-sent events', () => {
  // requirement of Dashboard and alarms: The bell is pushed by server-sent events besides the poll every 60 seconds | /index | GET /prod-api/report/alarm/processed/streamNotice
  it('says that it has changed when an alarm is raised, and ends with its session', async () => {
    const token = await signIn()
    const { response, next } = await follow(token)
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    expect(await next()).toContain('event: notices')
    await raise('pushed1')
    expect(await next()).toContain('event: notices')
    await running.api.inject({ method: 'POST', url: '/logout', headers: { authorization: `Bearer ${token}` } })
    await running.pool.query(`update platform.sessions set ended_at = now(), ended_because = 'signed-out' where ended_at is null`)
    expect(await next()).toBeNull()
  })

  it('has a limit of connections of one person, and answers one event to a client that accepts no stream', async () => {
    const token = await signIn()
    const opened = await Promise.all(Array.from({ length: streamLimits.ofPerson }, () => follow(token)))
    const refused = await fetch(`${base}${path}`, { headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' } })
    expect(await refused.json()).toMatchObject({ reason: 'too-many-streams' })
    const once = await fetch(`${base}${path}`, { headers: { authorization: `Bearer ${token}` } })
    expect(await once.text()).toBe('event: notices\ndata: {}\n\n')
    for (const { leave } of opened) leave()
  })
})
