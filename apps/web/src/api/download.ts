import { type Endpoint, isBackOffice } from '@nightflow/schemas/shared/endpoint'
import type { z } from 'zod'
import { answeredInTime, heard, httpRequestOf } from '#api/call.ts'
import { unwrap } from '#api/envelope.ts'
import { saveFile } from '#api/save-file.ts'

/** Downloads of the back office are posted as forms and answered with bytes, or with an envelope that says why not. */
export async function download<Request extends z.ZodObject>(
  endpoint: Endpoint<Request, z.ZodType>,
  request: z.input<Request>,
  fileName: string,
): Promise<void> {
  try {
    const { path, init } = httpRequestOf(endpoint, request)
    const response = await answeredInTime(path, endpoint.method === 'POST' && isBackOffice(endpoint.path) ? asForm(init) : init)
    if (response.headers.get('content-type')?.includes('application/json')) unwrap('file', await response.json())
    else saveFile(nameIn(response) ?? fileName, await response.blob())
  } catch (error) {
    throw heard(error, endpoint)
  }
}

const asForm = (init: RequestInit): RequestInit => ({
  ...init,
  headers: { ...init.headers, 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(
    Object.entries(JSON.parse(String(init.body ?? '{}')) as Record<string, unknown>).map(([name, value]) => [name, String(value)]),
  ).toString(),
})

const nameIn = (response: Response): string | undefined => {
  const named = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')
  return named ? decodeURIComponent(named[1]!) : undefined
}
