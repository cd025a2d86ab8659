import { callNightflow } from './call-nightflow.ts'

/** Calls of the back office about customers and money. A refusal is in the answer, and rows that exist already are refused. */
export const callBackOffice =
  ({ baseUrl, token, signal }: { baseUrl: string; token: string; signal?: AbortSignal | undefined }) =>
  (method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<unknown> =>
    callNightflow({
      ...{ method, url: `${baseUrl}/prod-api/business/${path}`, bearer: token, signal },
      ...(body && { body: JSON.stringify(body) }),
    })

/** An identifier that is the same in every run, so that nothing is added or paid twice. */
export const idOf = (kind: number, nth: number): string =>
  `7d1f0000-0000-4000-8${String(kind).padStart(3, '0')}-${String(nth).padStart(12, '0')}`
