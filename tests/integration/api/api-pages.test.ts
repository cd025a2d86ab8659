import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTenant } from '@nightflow/platform/tenants/tenants'
import { endpoints } from '@nightflow/schemas/endpoints'
import { ownClientHeader, timeZoneHeader } from '@nightflow/schemas/shared/own-client'
import { validate } from '@scalar/openapi-parser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

let running: RunningApi
let webRoot: string
beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), 'nightflow-web-'))
  await mkdir(join(webRoot, 'assets'))
  await writeFile(
    join(webRoot, 'index.html'),
    '<!doctype html><script>document.title = 1</script><script type="module" src="/assets/app-1.js"></script>',
  )
  await writeFile(join(webRoot, 'assets/app-1.js'), `export const text = '${'water '.repeat(500)}'`)
  running = await startApi('api_pages', { webRoot })
  await createTenant(running.pool, {
    code: 'tiled',
    name: 'Tiled',
    timeZone: 'Asia/Jakarta',
    settings: { tileUrl: 'https://tiles.example/{z}/{x}/{y}.png', secondTileUrl: 'https://{s}.aerial.example/{z}/{x}/{y}.jpg' },
  })
})
afterAll(async () => {
  await running.stop()
  await rm(webRoot, { recursive: true })
})
const get = (url: string, headers: Record<string, string> = {}) => running.api.inject({ url, headers })

describe('the documentation', () => {
  test('is valid OpenAPI 3.1 and has every endpoint and what gateways send', async () => {
    const document = (await get('/api/openapi.json')).json()
    expect(document.openapi).toBe('3.1.0')
    const { valid, errors } = await validate(document)
    expect(errors ?? []).toEqual([])
    expect(valid).toBe(true)
    const described = Object.entries(document.paths as Record<string, object>).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method} ${path}`),
    )
    const declared = Object.values(endpoints)
      .flatMap((rows) => Object.values(rows))
      .map(({ method, path }) => `${method.toLowerCase()} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
    expect(described).toEqual(expect.arrayContaining([...declared, 'post /ingest/v1/frames']))
  })

  test('documents of each parameter its place, whether it is required, and its type', async () => {
    const { paths } = (await get('/api/openapi.json')).json()
    const { parameters, responses } = paths['/api/v1/partitions/{id}/night-flow'].get
    expect(parameters).toMatchObject([
      { name: 'id', in: 'path', required: true },
      { name: 'from', in: 'query', required: true, schema: { type: 'string', format: 'date' } },
      { name: 'to', in: 'query', required: true, schema: { description: expect.stringContaining('more than 3660 days are rejected') } },
      { name: 'asOf', in: 'query', required: false, schema: { description: expect.stringContaining('what was known then') } },
    ])
    expect(Object.keys(responses['200'].content)).toEqual(['application/json', 'text/csv', 'application/vnd.apache.arrow.stream'])
    const { requestBody } = paths['/api/v1/meters/{number}/valve'].post
    expect(requestBody.content['application/json'].schema.required).toEqual(['operationId', 'position'])
  })

  test('says of the back office how answers are wrapped, where a file goes in and where one comes out', async () => {
    const { paths, components } = (await get('/api/openapi.json')).json()
    const answerOf = (operation: { responses: Record<string, { content: Record<string, { schema: { oneOf: object[] } }> }> }) =>
      operation.responses['200']!.content
    const list = answerOf(paths['/prod-api/system/notice/list'].get)['application/json']!.schema.oneOf
    expect(list[0]).toMatchObject({ required: ['code', 'msg', 'rows', 'total'], properties: { code: { const: 200 } } })
    expect(list[1]).toEqual({ $ref: '#/components/schemas/Refusal' })
    expect(components.schemas.Refusal.properties.code.enum).toContain(100_102_000_002)
    const avatar = paths['/prod-api/system/user/profile/avatar'].post.requestBody.content
    expect(avatar['multipart/form-data'].schema).toMatchObject({
      required: ['avatarfile'],
      properties: { avatarfile: { format: 'binary' } },
    })
    const exported = paths['/prod-api/system/user/export'].post
    expect(Object.keys(exported.requestBody.content)).toContain('application/x-www-form-urlencoded')
    expect(Object.keys(answerOf(exported))[0]).toContain('spreadsheet')
    expect(Object.keys(answerOf(paths['/prod-api/file/image/{fileId}'].get))).toContain('image/png')
    const pdf = Object.keys(answerOf(paths['/prod-api/business/bill/pdf/{billNo}'].get))
    expect(pdf).toEqual(['application/pdf', 'application/json'])
    // No operation has the name of another.
    const names = Object.values(paths as Record<string, Record<string, { operationId: string }>>).flatMap((item) =>
      Object.values(item).map(({ operationId }) => operationId),
    )
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })

  test('promises times under /prod-api in the form that they have, and names the header that changes it', async () => {
    const { paths } = (await get('/api/openapi.json')).json()
    const { parameters, responses } = paths['/prod-api/system/notice/list'].get
    const row = responses['200'].content['application/json'].schema.oneOf[0].properties.rows.items.properties
    const time = new RegExp(row.createTime.pattern)
    expect(['2026-11-26 02:18:52', '2026-11-26T02:18:52Z', '2026-11-26T02:18:52.104Z'].every((text) => time.test(text))).toBe(true)
    expect(row.createTime.format).toBeUndefined()
    expect(parameters).toContainEqual(expect.objectContaining({ name: ownClientHeader, in: 'header', required: false }))
    expect(Object.keys(responses['200'].headers)).toEqual([timeZoneHeader])
    // Under `/api/v1` instants are ISO 8601 alone.
    expect(JSON.stringify(paths['/api/v1/imports'].get.responses)).toContain('"format":"date-time"')
  })

  test('can be read by people without any other host', async () => {
    const page = await get('/api/docs/')
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-type']).toContain('text/html')
    const sources = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, source]) => source!)
    expect(sources.length).toBeGreaterThan(0)
    expect(sources.filter((source) => /^(https?:)?\/\//.test(source))).toEqual([])
    const script = await get('/api/docs/js/scalar.js')
    expect([script.statusCode, script.body.length > 1_000_000]).toEqual([200, true])
    expect(page.headers['content-security-policy']).toContain(`connect-src 'self'`)
    expect((await get('/api/docs')).headers.location).toBe('/api/docs/')
  })
})

describe('the web app', () => {
  test.each(['/', '/partitions/valley', '/audit?tab=jobs'])('%s is the app’s page, revalidated each time', async (url) => {
    const page = await get(url, { accept: 'text/html' })
    expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'no-cache'])
    expect(page.body).toContain('/assets/app-1.js')
  })

  test('files with a hash in their name are kept, and travel compressed', async () => {
    const script = await get('/assets/app-1.js', { 'accept-encoding': 'gzip' })
    expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(script.headers['content-encoding']).toBe('gzip')
  })

  test.each(['/assets/app-0.js', '/favicon.ico', '/api/nothing', '/ingest/v1/nothing', '/health/nothing', '/%2e%2e/%2e%2e/etc/passwd.txt'])(
    '%s is not the app’s page',
    async (url) => {
      const answer = await get(url, { accept: 'text/html,*/*' })
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'not-found'])
    },
  )

  // requirement of Devices: The page loads tiles of the two providers of each utility, and from nowhere else | /water/map | –
  test('the page may load from this host and from the tile servers that are configured, and from nowhere else', async () => {
    const page = await get('/', { accept: 'text/html' })
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toContain(`default-src 'self'`)
    expect(policy).toMatch(/script-src 'self' 'sha256-[A-Za-z0-9+/=]+'(;|$)/)
    const tileHosts = ['https://tiles.example', ...['a', 'b', 'c'].map((server) => `https://${server}.aerial.example`)].join(' ')
    for (const directive of [`img-src 'self' data: blob: ${tileHosts}`, `connect-src 'self' ws://127.0.0.1:18181 ${tileHosts}`])
      expect(policy.split('; ')).toContain(directive)
    expect(policy).not.toContain('unsafe-eval')
    expect(page.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY', 'referrer-policy': 'same-origin' })
  })

  test('a page that the browser kept keeps the policy of a page', async () => {
    const page = await get('/leakage', { accept: 'text/html' })
    const kept = await get('/leakage', { accept: 'text/html', 'if-none-match': String(page.headers.etag) })
    expect([kept.statusCode, kept.headers['content-security-policy']]).toEqual([304, page.headers['content-security-policy']])
  })
})
