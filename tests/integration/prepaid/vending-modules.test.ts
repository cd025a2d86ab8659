import { randomUUID } from 'node:crypto'
import type { TokenResults } from '@nightflow/domain/prepaid/kept-results'
import type { CreditRequest } from '@nightflow/domain/prepaid/token-vendor'
import { describeTokenVendor, suiteMeter } from '@nightflow/domain/prepaid/token-vendor.conformance'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import { hsmVendor } from '@nightflow/server/vending/hsm-vendor'
import { httpVendor } from '@nightflow/server/vending/http-vendor'
import { connectThrift } from '@nightflow/server/vending/thrift-connection'
import { openTokenApi } from '@nightflow/server/vending/token-api'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { selfSigned } from '../../support/prepaid/self-signed.ts'
import { resultsInMemory, startTokenApi, suiteModule } from '../../support/prepaid/token-api-stand-in.ts'
import { startVendorApi } from '../../support/prepaid/vendor-api-stand-in.ts'

const password = 'password-of-the-module'
const supplyGroups = new Set(['123456', '123457', '999999'])

const openHsm = async (changes: { ca?: string; password?: string; results?: TokenResults; millisecondsMax?: number } = {}) => {
  const server = await startTokenApi({ baseDate: 1993, password })
  const vendorAt = ({ results = resultsInMemory(), ...other }: typeof changes = changes) => {
    const connection = connectThrift({
      host: 'localhost',
      port: server.port,
      ca: other.ca ?? server.ca,
      millisecondsMax: other.millisecondsMax ?? 5_000,
    })
    const api = openTokenApi(connection, { realm: 'local', username: 'nightflow', password: other.password ?? password })
    return { vendor: hsmVendor({ api, results, supplyGroups }), close: () => connection.close() }
  }
  return { server, vendorAt }
}

describeTokenVendor(
  'behind the TokenAPI of a security module',
  async () => {
    const { server, vendorAt } = await openHsm()
    return { vendor: vendorAt().vendor, meter: suiteMeter, unknownGroup: '999999', stop: server.stop }
  },
  { readsKeyChanges: false },
)

describe('a security module that fails', () => {
  let hsm: Awaited<ReturnType<typeof openHsm>>
  beforeAll(async () => {
    hsm = await openHsm()
  })
  beforeEach(() => {
    hsm.server.faults.clear()
    hsm.server.calls.length = 0
  })
  afterAll(() => hsm.server.stop())

  const sale = (changes: Partial<CreditRequest> = {}): CreditRequest => ({
    ...{ requestId: `${randomUUID()}-12`, meter: suiteMeter, subclass: 1, units: 347, atMilliseconds: Date.parse('2024-03-01T14:05:00Z') },
    ...changes,
  })
  const issued = () => hsm.server.calls.filter((name) => name === 'issueCreditToken').length

  test('is asked for the result before a request is repeated: a connection cut after minting costs no second token', async () => {
    const { vendor, close } = hsm.vendorAt()
    const request = sale()
    hsm.server.faults.add('cut')
    await expect(vendor.issueCredit(request)).rejects.toThrow(/connection|reach/)
    const again = await vendor.issueCredit({ ...request, atMilliseconds: request.atMilliseconds + 600_000 })
    expect(again).toMatchObject({
      tokens: [(hsm.server.made.get(request.requestId)![0]![30] as { value: string }).value],
      roundedUpUnits: 0,
    })
    expect(issued()).toBe(1)
    close()
  })

  test('gives the same token after the process has lost its memory, and none to another request under the identifier', async () => {
    const request = sale()
    const [first, second] = [hsm.vendorAt(), hsm.vendorAt()]
    const token = await first.vendor.issueCredit(request)
    expect(await second.vendor.issueCredit(request)).toEqual(token)
    const third = hsm.vendorAt()
    expect(await third.vendor.issueCredit({ ...request, units: 348 })).toEqual({ rejected: 'sts-request-id-used' })
    expect(await third.vendor.issueManagement({ ...request, subclass: 1, register: 0xffff })).toEqual({ rejected: 'sts-request-id-used' })
    expect(issued()).toBe(1)
    for (const { close } of [first, second, third]) close()
  })

  test('that does not answer in time counts as silent, and answers later calls', async () => {
    const { vendor, close } = hsm.vendorAt({ millisecondsMax: 150 })
    const request = sale()
    hsm.server.faults.add('silent')
    await expect(vendor.issueCredit(request)).rejects.toThrow('does not answer')
    hsm.server.faults.clear()
    hsm.server.faults.add('slow')
    await expect(vendor.issueCredit(request)).rejects.toThrow('does not answer')
    hsm.server.faults.clear()
    expect(await vendor.issueCredit(request)).toMatchObject({ units: 347 })
    close()
  })

  test('is not believed with a certificate that is not trusted, and gets no password', async () => {
    hsm.server.sent.length = 0
    for (const ca of [selfSigned().cert, undefined]) {
      const connection = connectThrift({ host: 'localhost', port: hsm.server.port, ca, millisecondsMax: 1_000 })
      const api = openTokenApi(connection, { realm: 'local', username: 'nightflow', password })
      await expect(hsmVendor({ api, results: resultsInMemory(), supplyGroups }).issueCredit(sale())).rejects.toThrow('out of reach')
      connection.close()
    }
    expect(hsm.server.sent).toEqual([])
  })

  test('that refuses is repeated in a code, never in its own words', async () => {
    const { vendor, close } = hsm.vendorAt()
    await vendor.issueCredit(sale())
    hsm.server.faults.add('refused')
    expect(await vendor.issueCredit(sale())).toEqual({ rejected: 'sts-module-refused', details: { code: 'EService.Disabled' } })
    const wrong = hsm.vendorAt({ password: 'another-password' })
    hsm.server.faults.clear()
    const failure = await wrong.vendor.issueCredit(sale()).catch((error: Error) => error)
    expect(String(failure)).toContain('ESignin.Authentication')
    expect(JSON.stringify([failure, (failure as Error).stack])).not.toContain('another-password')
    close()
    wrong.close()
  })

  test('that ends the session gets another sign-in, and the request goes on', async () => {
    const { vendor, close } = hsm.vendorAt()
    await vendor.issueCredit(sale())
    hsm.server.faults.add('session-over')
    expect(await vendor.issueCredit(sale())).toMatchObject({ units: 347 })
    expect(hsm.server.calls.filter((name) => name === 'signInWithPassword')).toHaveLength(2)
    close()
  })

  test('has keys of several utilities: a supply group of another tenant is no key of this one', async () => {
    const { vendor, close } = hsm.vendorAt()
    const foreign = { ...suiteMeter, supplyGroupCode: '600675' }
    const missing = { rejected: 'sts-vending-key-missing', details: { group: '600675', revision: 1 } }
    expect([await vendor.issueCredit(sale({ meter: foreign })), await vendor.verify(foreign, '0'.repeat(20))]).toEqual([missing, missing])
    expect(hsm.server.calls).toEqual([])
    close()
  })

  test('makes the tokens of the software module: both read each other', async () => {
    const { vendor, close } = hsm.vendorAt()
    const made = await vendor.issueCredit(sale())
    if (isRejection(made)) throw new Error(made.rejected)
    expect(await suiteModule().verify(suiteMeter, made.tokens[0]!)).toMatchObject({
      isIntact: true,
      content: { amountCode: 347, tokenIdentifier: made.tokenIdentifier },
    })
    close()
  })
})

const key = 'key-of-the-vendor-api'
const openHttp = async (changes: { key?: string; millisecondsMax?: number } = {}) => {
  const server = await startVendorApi({ key })
  const options = { url: new URL(server.url), key, supplyGroups, millisecondsMax: 5_000, ...changes }
  return { server, vendorWith: (more: Partial<typeof options> = {}) => httpVendor({ ...options, ...more, results: resultsInMemory() }) }
}

describeTokenVendor('behind the HTTP API of a vendor', async () => {
  const { server, vendorWith } = await openHttp()
  return { vendor: vendorWith(), meter: suiteMeter, unknownGroup: '999999', stop: server.stop }
})

describe('a vendor API that fails', () => {
  let http: Awaited<ReturnType<typeof openHttp>>
  beforeAll(async () => {
    http = await openHttp()
  })
  beforeEach(() => {
    http.server.faults.clear()
    http.server.made.clear()
  })
  afterAll(() => http.server.stop())
  const sale = (): CreditRequest => ({
    ...{ requestId: randomUUID(), meter: suiteMeter, subclass: 1, units: 347, atMilliseconds: Date.parse('2024-03-01T14:05:00Z') },
  })

  test('is repeated under the same identifier: an answer that was cut costs no second token', async () => {
    const request = sale()
    http.server.faults.add('cut')
    await expect(http.vendorWith().issueCredit(request)).rejects.toThrow('does not answer')
    http.server.faults.clear()
    const again = await http.vendorWith().issueCredit(request)
    expect(again).toMatchObject({ units: 347 })
    expect([await http.vendorWith().fetchTokenResult(request.requestId), http.server.made.size]).toEqual([again, 1])
  })

  test('is refused in the words of the port, and its key is in no error', async () => {
    const failure = await http
      .vendorWith({ key: 'another-key-that-is-wrong' })
      .issueCredit(sale())
      .catch((error: Error) => error)
    expect(String(failure)).toContain('401')
    expect(JSON.stringify([failure, (failure as Error).stack])).not.toContain('another-key')
    http.server.faults.add('refused')
    expect(await http.vendorWith().issueCredit(sale())).toEqual({ rejected: 'sts-module-refused', details: { code: 'quota-used' } })
    http.server.faults.clear()
    http.server.faults.add('nonsense')
    await expect(http.vendorWith().issueCredit(sale())).rejects.toThrow('something else')
  })
})
