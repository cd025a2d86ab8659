import { spawn, spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { absentHere } from '../process/absent.ts'

const isRoot = process.getuid?.() === 0
/** A mount that only our own processes see; without being root in a user namespace of our own. */
const apart = ['--mount', ...(isRoot ? [] : ['--map-root-user'])]

/** Why no disk of a limited size can be made here; undefined when one can. */
export const smallDiskAbsent = (): string | undefined => {
  const tried = spawnSync('unshare', [...apart, 'mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', tmpdir()], { stdio: 'ignore' })
  if (tried.status === 0) return undefined
  return absentHere('small-disk', 'no disk can be filled here: making a small one needs Linux, and root or user namespaces')
}

export type SmallDisk = {
  /** Where the disk is, for processes begun with `within`. */
  folder: string
  /** The prefix of a command so that it sees the disk. */
  within: readonly string[]
  /** The same folder for other users. */
  seenFromOutside: string
  freeMebibytes(): number
  /** Takes every byte that is left, and again what becomes free meanwhile, until `empty`. */
  fill(): void
  empty(): void
  remove(): Promise<void>
}

const mebibyte = 2 ** 20
const fillAgainMilliseconds = 100

/** A real file system of so many mebibytes, in memory. */
export const makeSmallDisk = async (mebibytes: number): Promise<SmallDisk> => {
  const folder = mkdtempSync(join(tmpdir(), 'nightflow-disk-'))
  const options = `size=${mebibytes}m,mode=755`
  // It lives as long as a process has it as working directory: until our end of the pipe is closed, however we end.
  const script = 'mount -t tmpfs -o "$1" tmpfs "$2" && echo mounted && exec cat'
  const holder = spawn('unshare', [...apart, 'sh', '-c', script, 'sh', options, folder], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = new Promise<void>((done) => holder.once('exit', () => done()))
  await Promise.race([
    new Promise((mounted) => holder.stdout.once('data', mounted)),
    ended.then(() => {
      throw new Error('the disk could not be mounted')
    }),
  ])
  const seenFromOutside = `/proc/${holder.pid}/root${folder}`
  const ballast = join(seenFromOutside, 'ballast')
  let refilling: NodeJS.Timeout | undefined
  const empty = (): void => {
    clearInterval(refilling)
    refilling = undefined
    rmSync(ballast, { force: true })
  }
  return {
    folder,
    within: enter(holder.pid ?? 0),
    seenFromOutside,
    freeMebibytes: () => {
      const { bavail, bsize } = statfsSync(seenFromOutside)
      return (bavail * bsize) / mebibyte
    },
    fill: () => {
      writeUntilFull(ballast)
      refilling ??= setInterval(() => writeUntilFull(ballast), fillAgainMilliseconds)
    },
    empty,
    remove: async () => {
      empty()
      holder.stdin.end()
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Into the namespaces of a process, and out of the role of root that made the mount. */
const enter = (pid: number): string[] => {
  if (isRoot) return ['nsenter', '--target', String(pid), '--mount']
  const [uid, gid] = [process.getuid?.(), process.getgid?.()]
  const own = ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`]
  return ['nsenter', '--target', String(pid), '--user', '--mount', '--preserve-credentials', ...own]
}

const writeUntilFull = (path: string): void => {
  const file = openSync(path, 'a')
  try {
    for (let bytes = mebibyte; bytes >= 1; bytes >>= 4) while (couldWrite(file, bytes));
  } finally {
    closeSync(file)
  }
}

const couldWrite = (file: number, bytes: number): boolean => {
  try {
    return writeSync(file, Buffer.alloc(bytes, 1)) === bytes
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOSPC') return false
    throw error
  }
}
