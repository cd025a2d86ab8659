import type { Way } from './way.ts'

export type TextMessageSettings = {
  /** May hold `{{recipient}}` and `{{body}}`. */
  url: string
  /** The body of the POST, with the same placeholders; without it the message is fetched with GET. */
  body: string | undefined
  headers: Record<string, string>
}

const millisecondsMax = 15_000

/** Text messages by way of any HTTP service that takes one message per call; what is put in for a placeholder is escaped for its place. */
export const openTextMessages = ({ url, body, headers }: TextMessageSettings): Way => {
  const isForm = Object.entries(headers).some(
    ([name, value]) => name.toLowerCase() === 'content-type' && /x-www-form-urlencoded/i.test(value),
  )
  const inBody = isForm ? encodeURIComponent : inJson
  return {
    send: async ({ recipient, body: text }) => {
      const values = { recipient, body: text }
      const answer = await fetch(filled(url, values, encodeURIComponent), {
        method: body === undefined ? 'GET' : 'POST',
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...lowerCase(headers) },
        ...(body !== undefined && { body: filled(body, values, inBody) }),
        // Another host must get neither the message nor the credentials.
        redirect: 'error',
        signal: AbortSignal.timeout(millisecondsMax),
      })
      await answer.body?.cancel()
      if (!answer.ok) throw new Error(`the text message service answered HTTP ${answer.status}`)
    },
    close: () => undefined,
  }
}

const filled = (template: string, values: Record<string, string>, escaped: (value: string) => string): string =>
  template.replaceAll(/\{\{\s*(recipient|body)\s*\}\}/g, (_, name: string) => escaped(values[name] ?? ''))

/** Inside the quotes of a JSON text. */
const inJson = (value: string): string => JSON.stringify(value).slice(1, -1)

const lowerCase = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
