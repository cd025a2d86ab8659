import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { ImportAccepted, type ImportKind } from '@nightflow/schemas/metering/imports'
import { z } from 'zod'
import { requestServer } from '../shared/call-api.ts'

type Server = { baseUrl: string; bearer: string }
/** Settings that decide the values of a file, such as its unit and its zone. */
export type ImportSettings = Readonly<Record<string, string>>

/** SHA-256 of a file's bytes and of the settings: equal ones are the same import. */
export const fingerprintOf = async (file: string, settings: ImportSettings): Promise<string> => {
  const hash = createHash('sha256').update(JSON.stringify(Object.entries(settings).sort()))
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

export type DeclaredImport = { importId: string; isNew: boolean; position: number }

/** Declares an import before its readings are sent. The same file with the same settings answers the id that it has already. */
export const declareImport = async (
  server: Server,
  { settings, ...about }: { kind: ImportKind; fileName: string; fingerprint: string; settings: ImportSettings },
): Promise<DeclaredImport> => {
  const body = { ...about, settings: Object.entries(settings).map(([name, value]) => ({ name, value })) }
  return ImportAccepted.parse(await requestServer(server, 'POST', '/api/v1/imports', body))
}

/** States that the last frame was sent; answers the position. */
export const completeImport = async (server: Server, importId: string): Promise<number> => {
  const answer = await requestServer(server, 'POST', `/api/v1/imports/${importId}/completion`, {})
  return z.object({ position: z.int() }).parse(answer).position
}
