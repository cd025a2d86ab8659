import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Role } from '@nightflow/schemas/shared/permissions'
import { z } from 'zod'

/** The root of the repository: everything this computer keeps for the service is in `.nightflow` below it. */
export const repositoryFolder = fileURLToPath(new URL('../../../', import.meta.url))
export const defaultStateFolder = join(repositoryFolder, '.nightflow')

/** How the command line finds the running server. */
export const RunningServerRecord = z.object({
  baseUrl: z.url(),
  databaseUrl: z.string().min(1),
  /** For what the service may not do, such as moving the log. */
  ownerDatabaseUrl: z.string().min(1).optional(),
  /** Where the log is, when it is not in the database. */
  eventStoreDbUrl: z.string().min(1).optional(),
  /** Where the secret that signs access tokens is kept. */
  tokenSecret: z.literal('table platform.secrets'),
  pid: z.int(),
  startedAt: z.iso.datetime(),
})
export type RunningServerRecord = z.infer<typeof RunningServerRecord>

/** Keys of gateways that this computer plays itself, by tenant and gateway; the database has only their hashes. */
export const GatewayKeys = z.record(z.string(), z.record(z.string(), z.string()))
export type GatewayKeys = z.infer<typeof GatewayKeys>

export const DemoSignIn = z.object({ tenant: z.string().default('demo'), username: z.string(), password: z.string(), role: Role })
export type DemoSignIn = z.infer<typeof DemoSignIn>
export const DemoSignIns = z.object({ tenant: z.string(), users: z.array(DemoSignIn) })
export type DemoSignIns = z.infer<typeof DemoSignIns>

/** How far the demo city has reported, so that an interrupted feeding goes on where it was; of the database whose demo tenant is that old. */
export const DemoProgress = z.object({ tenantCreatedAt: z.iso.datetime(), fedUntil: z.iso.datetime() })
export type DemoProgress = z.infer<typeof DemoProgress>

const files = {
  server: { name: 'server.json', schema: RunningServerRecord },
  gatewayKeys: { name: 'gateway-keys.json', schema: GatewayKeys },
  demoSignIns: { name: 'demo-sign-ins.json', schema: DemoSignIns },
  demoProgress: { name: 'demo-progress.json', schema: DemoProgress },
} as const

type StateFile = keyof typeof files
type ContentOf<File extends StateFile> = z.infer<(typeof files)[File]['schema']>

export const stateFilePath = (folder: string, file: StateFile): string => join(folder, files[file].name)

/** Undefined when the file is absent; throws with the file's name when it holds something else. */
export const readState = <File extends StateFile>(folder: string, file: File): ContentOf<File> | undefined => {
  const path = stateFilePath(folder, file)
  if (!existsSync(path)) return undefined
  try {
    return files[file].schema.parse(JSON.parse(readFileSync(path, 'utf8'))) as ContentOf<File>
  } catch {
    throw new Error(`${path} cannot be read; delete it, it will be made again`)
  }
}

/** Readable by its owner alone, and whole at any moment: written beside and renamed. */
export const writeState = <File extends StateFile>(folder: string, file: File, content: ContentOf<File>): void => {
  const path = stateFilePath(folder, file)
  mkdirSync(dirname(path), { recursive: true })
  const unfinished = `${path}.${process.pid}`
  writeFileSync(unfinished, `${JSON.stringify(content, undefined, 2)}\n`, { mode: 0o600 })
  renameSync(unfinished, path)
}
