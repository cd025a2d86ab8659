import { routes } from '@nightflow/api/routes'
import { projections } from '@nightflow/projections/projections'
import { endpoints } from '@nightflow/schemas/endpoints'
import { type EventType, eventCatalogue } from '@nightflow/schemas/events'
import type { Endpoint } from '@nightflow/schemas/shared/endpoint'
import { mayDo } from '@nightflow/schemas/shared/may-do'
import { permissions, permissionsOfRole } from '@nightflow/schemas/shared/permissions'
import { rejections } from '@nightflow/schemas/shared/rejections'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { filesLike, linesLike, productFiles, textOf } from './source-files.ts'

const eventTypes = Object.keys(eventCatalogue) as EventType[]
const inTests = (path: string): boolean => /\.test\.tsx?$/.test(path)
const textOfAll = (...patterns: string[]): string =>
  filesLike(...patterns)
    .filter((path) => !inTests(path))
    .map(textOf)
    .join('\n')

describe('events', () => {
  const domain = textOfAll('domain/src/**/*.ts')
  // The audit has a row of every event, whatever it is.
  const handled = new Set(projections.filter(({ name }) => !name.startsWith('audit/')).flatMap(({ events }) => events))
  const ingest = textOfAll('ingest/src/**/*.ts')

  /** Frames are not decided: a gateway reports its measurements and ingest appends them. */
  const measured: readonly EventType[] = ['metering.ReadingsReported']

  test.each(eventTypes)('%s is produced by a decider or by ingest', (type) => {
    expect((measured.includes(type) ? ingest : domain).includes(`'${type}'`)).toBe(true)
  })

  test.each(eventTypes)('%s is handled by a read model', (type) => {
    expect(handled.has(type)).toBe(true)
  })

  test('no code names an event that is not in the catalogue', () => {
    const contexts = [...new Set(eventTypes.map((type) => type.split('.')[0]))].join('|')
    const named = linesLike(productFiles(), new RegExp(`'(${contexts})\\.[A-Z][A-Za-z]+'`))
    const unknown = named.filter((line) =>
      [...line.matchAll(new RegExp(`'((?:${contexts})\\.[A-Z][A-Za-z]+)'`, 'g'))].some(
        ([, type]) => !eventTypes.includes(type as EventType),
      ),
    )
    expect(unknown).toEqual([])
  })
})

describe('endpoints', () => {
  const declared = Object.entries(endpoints).flatMap(([context, rows]) =>
    Object.entries(rows)
      .filter((entry): entry is [string, Endpoint] => typeof entry[1] === 'object' && 'path' in entry[1])
      .map(([name, endpoint]) => ({ context: context as keyof typeof routes, name, endpoint })),
  )

  test.each(declared)('$name has a route', ({ context, endpoint }) => {
    expect(routes[context].map((route) => `${route.endpoint.method} ${route.endpoint.path}`)).toContain(
      `${endpoint.method} ${endpoint.path}`,
    )
  })

  test('no route serves what is not declared, and none is served twice', () => {
    const served = Object.values(routes).flatMap((rows) => rows.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`))
    const known = declared.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
    expect(served.filter((route) => !known.includes(route))).toEqual([])
    expect(served.filter((route, index) => served.indexOf(route) !== index)).toEqual([])
  })

  test.each(declared)('$name names its permission', ({ endpoint }) => {
    expect(['public', 'signed-in', ...permissions]).toContain(endpoint.permission)
  })

  test('only what leads to signing in is public', () => {
    const ways = ['signIn', 'logIn', 'findCaptcha', 'findCaptchaAlias', 'findPublicKey']
    const beginnings = ['sendCode', 'checkCode', 'recoverPassword', 'registerExperience']
    // A link to the wall screen, one in a message about a leak, the address of a picture and a signed callback carry their own right.
    const links = ['wallScreenByLink', 'findImage', 'stopLeakNoticesByLink', 'receivePaymentCallback']
    // The page of a payer: by the code of an account, by the pass that a right code gives, and by the random identifier of an order.
    const payers = ['openPayPage', 'previewOnPayPage', 'placeOnPayPage', 'followPayOrder', 'streamPayOrder', 'payReceiptPdf']
    // A third-party platform has a key of its own.
    const platforms = ['pushThirdPartyRecharge']
    // The page of requests: limited by network, and a state by number and code.
    const requesters = ['findRequestPage', 'findNearRequests', 'sendRequest', 'followRequest']
    const open = declared.filter(({ endpoint }) => endpoint.permission === 'public').map(({ name }) => name)
    const known = [...ways, ...beginnings, ...links, ...payers, ...platforms, ...requesters]
    expect(open.filter((name) => !known.includes(name))).toEqual([])
  })

  test('commands do not use GET, and queries need no more than a reading permission', () => {
    const asking = declared.filter(
      ({ endpoint }) => endpoint.method === 'GET' && /:(register|replace|operate|run)$/.test(endpoint.permission),
    )
    // Questions that the clients of back offices ask with a body.
    const questions = ['statisticsUsedTotalData', 'findSelectedAlarms']
    const isQuestion = (name: string, path: string) => questions.includes(name) || path.endsWith('/export')
    const changing = declared.filter(
      ({ name, endpoint }) => endpoint.method !== 'GET' && /:read$/.test(endpoint.permission) && !isQuestion(name, endpoint.path),
    )
    expect([...asking, ...changing].map(({ name }) => name)).toEqual([])
  })

  test('a list is sorted by fields of its rows', () => {
    const rowOf = ({ response }: Endpoint) => {
      const rows = response instanceof z.ZodObject ? response.shape.rows : undefined
      return rows instanceof z.ZodArray && rows.element instanceof z.ZodObject ? Object.keys(rows.element.shape) : []
    }
    const odd = declared.flatMap(({ name, endpoint }) =>
      (endpoint.sorts ?? []).filter((field) => !rowOf(endpoint).includes(field)).map((field) => `${name}: ${field}`),
    )
    expect(odd).toEqual([])
    expect(declared.filter(({ endpoint }) => endpoint.sorts).length).toBeGreaterThan(10)
  })

  test('every list has a limit or is small by nature', () => {
    const lists = declared.filter(({ name, endpoint }) => name.startsWith('list') && endpoint.method === 'GET')
    // Mappings, jobs, proofs, layers of a map, words of a dictionary, attachments of one account and files of one order are few; their queries carry a limit of their own.
    const ofProofs = ['listMoneyProofs', 'listProofDifferences']
    const smallByNature = [
      'listDeviceProfileMappings',
      'listJobs',
      'listDictionaryEntries',
      'listMapLayers',
      'listAttachments',
      'listOrderFiles',
      ...ofProofs,
    ]
    const bounded = ({ endpoint }: { endpoint: Endpoint }) =>
      'limit' in endpoint.request.shape ||
      'pageSize' in endpoint.request.shape ||
      ('from' in endpoint.request.shape && 'to' in endpoint.request.shape)
    expect(lists.filter((list) => !bounded(list) && !smallByNature.includes(list.name)).map(({ name }) => name)).toEqual([])
  })
})

describe('permissions and refusals', () => {
  test('every permission is needed by an endpoint, by ingest or by the command line', () => {
    const users = textOfAll('apps/{api,cli,server,worker}/src/**/*.ts', 'ingest/src/**/*.ts')
    const needed = new Set<string>(Object.values(endpoints).flatMap((rows) => Object.values(rows).map(({ permission }) => permission)))
    expect(permissions.filter((permission) => !needed.has(permission) && !users.includes(`'${permission}'`))).toEqual([])
  })

  test('each role may do at least what the one before it may', () => {
    const { analyst, admin, operator } = permissionsOfRole
    const north = { tenant: 'north', isVisit: false }
    expect(permissions.filter((permission) => mayDo(analyst, permission, north) && !mayDo(admin, permission, north))).toEqual([])
    expect(permissions.filter((permission) => mayDo(admin, permission, north) && !mayDo(operator, permission, north))).toEqual([])
    expect(permissions.filter((permission) => mayDo(admin, permission, north) && permission.startsWith('platform:'))).toEqual([])
  })

  test('every refusal is used', () => {
    const said = textOfAll(
      '{domain,event-log,projections,platform,ingest,policies}/src/**/*.ts',
      'apps/{api,cli,server,worker}/src/**/*.ts',
    )
    expect(Object.keys(rejections).filter((code) => !said.includes(`'${code}'`))).toEqual([])
  })

  test('every refusal has an HTTP status of a refusal', () => {
    expect(Object.entries(rejections).filter(([, status]) => status < 400 || status > 599)).toEqual([])
  })
})
