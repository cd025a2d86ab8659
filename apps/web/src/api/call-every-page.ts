import type { Endpoint } from '@nightflow/schemas/shared/endpoint'
import type { z } from 'zod'
import { call } from '#api/call.ts'

type Page = { rows: unknown[]; next: number | null }

/** Every page of a list in one answer, for screens that show it as a whole. */
export async function callEveryPage<Request extends z.ZodObject, Response extends z.ZodType<Page>>(
  endpoint: Endpoint<Request, Response>,
  request: z.input<Request>,
  signal?: AbortSignal,
): Promise<z.output<Response>> {
  const whole = await call(endpoint, request, signal)
  for (let { next } = whole; next !== null; ) {
    const answer: Page = await call(endpoint, { ...request, page: next }, signal)
    whole.rows.push(...answer.rows)
    next = answer.next
  }
  return { ...whole, next: null }
}
