import { spreadsheetOf } from '@nightflow/api/spreadsheet/spreadsheet'
import type { FastifyInstance } from 'fastify'

type Import = { app: FastifyInstance; headers: Record<string, string>; rows: number }

/** Seconds from the upload of a spreadsheet of accounts until all of them are opened. */
export const importAccounts = async ({ app, headers, rows }: Import): Promise<number> => {
  const sheet = Array.from({ length: rows }, (_, index) => ({
    accountNo: `I-${index + 1}`,
    customerName: `Person ${index + 1}`,
    telephone: `13${String(900_000_000 + index)}`,
    address: `${index % 700} Harbour Street`,
    meterType: 'NB-IoT',
  }))
  const { bytes } = await spreadsheetOf(sheet)
  const form = new FormData()
  form.append('mode', 'all')
  form.append('file', new Blob([Uint8Array.from(bytes)]), 'accounts.xlsx')
  const body = new Response(form)
  const payload = Buffer.from(await body.arrayBuffer())
  const started = performance.now()
  const answer = await app.inject({
    method: 'POST',
    url: '/prod-api/business/customer/importData',
    headers: { ...headers, 'content-type': body.headers.get('content-type')! },
    payload,
  })
  const { code, data } = answer.json() as { code: number; data?: { imported: number } }
  if (code !== 200 || data?.imported !== rows) throw new Error(`the import answered ${answer.body.slice(0, 300)}`)
  return (performance.now() - started) / 1000
}
