import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { VendedTokens } from '@nightflow/domain/prepaid/token-vendor'
import { isRejection, type Rejection } from '@nightflow/schemas/shared/rejections'
import { suiteModule } from './token-api-stand-in.ts'

const errors: Readonly<Record<string, string>> = {
  'sts-vending-key-missing': 'key-missing',
  'sts-key-expired': 'key-expired',
  'sts-request-id-used': 'request-id-used',
  'sts-amount-too-large': 'amount-too-large',
}

/** A server that speaks the HTTP API of vendors, with faults on demand. */
export const startVendorApi = async ({ key }: { key: string }) => {
  const faults = new Set<'cut' | 'refused' | 'nonsense'>()
  const made = new Map<string, VendedTokens>()
  const module = suiteModule()
  const verbs: Record<string, (body: never) => Promise<object>> = {
    credit: module.issueCredit,
    management: module.issueManagement,
    test: module.issueTest,
    'key-change': module.changeKey,
    verify: ({ meter, token }: { meter: never; token: string }) => module.verify(meter, token),
  }

  const answerTo = async (path: string, body: string): Promise<[number, object]> => {
    const [, verb = '', id = ''] = path.split('/')
    if (verb === 'results') {
      const found = made.get(id)
      return found ? [200, found] : [404, {}]
    }
    if (faults.has('refused')) return [409, { error: 'quota-used' }]
    if (faults.has('nonsense')) return [200, { tokens: ['not digits'] }]
    const request = JSON.parse(body) as { requestId?: string }
    const answer = (await verbs[verb]!(request as never)) as VendedTokens | Rejection
    if (isRejection(answer)) return [409, { error: errors[answer.rejected] ?? answer.rejected }]
    if (request.requestId !== undefined) made.set(request.requestId, answer)
    return [200, answer]
  }

  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    if (request.headers.authorization !== `Bearer ${key}`) return response.writeHead(401).end()
    const [status, body] = await answerTo(request.url ?? '', Buffer.concat(parts).toString())
    if (faults.has('cut') && request.method === 'POST') return response.destroy()
    return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    ...{ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, faults, made },
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}
