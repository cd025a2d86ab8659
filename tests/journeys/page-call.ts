import type { Page } from 'playwright'

/** `status` is what a refusal says in its body, where envelopes have another code, and otherwise the answer's own. */
export type PageAnswer = { status: number; mediaType: string; bytes: Buffer }

/** A call that the page makes itself, with the session that its browser keeps: as from the browser's console. */
export const callFrom = async (page: Page, method: string, path: string, payload?: object): Promise<PageAnswer> => {
  const request = { method, path, sent: payload && JSON.stringify(payload) }
  const answer = await page.evaluate<{ status: number; mediaType: string; base64: string }>(`(${asked})(${JSON.stringify(request)})`)
  const bytes = Buffer.from(answer.base64, 'base64')
  const body = answer.mediaType.includes('json') ? (JSON.parse(bytes.toString('utf8')) as { status?: unknown; code?: unknown }) : {}
  const said = [body.status, body.code].find((number) => typeof number === 'number')
  return { status: said ?? answer.status, mediaType: answer.mediaType, bytes }
}

const asked = `async ({ method, path, sent }) => {
  const token = document.cookie.split('; ').find((cookie) => cookie.startsWith('Admin-Token='))?.slice('Admin-Token='.length)
  const headers = { language: 'en', ...(token && { authorization: 'Bearer ' + token }), ...(sent && { 'content-type': 'application/json' }) }
  const answer = await fetch(path, { method, headers, body: sent })
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  return { status: answer.status, mediaType: answer.headers.get('content-type') ?? '', base64 }
}`
