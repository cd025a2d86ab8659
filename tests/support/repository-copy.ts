import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A temporary copy of the files that git knows, with the installed packages; our own packages are those of the copy. */
export type RepositoryCopy = {
  folder: string
  /** Replaces a text that occurs once, or writes a new file; the file counts as touched. */
  edit(path: string, before: string, after: string): void
  /** Inserts before a text that occurs once. */
  insert(path: string, anchor: string, text: string): void
  touched(): string[]
  /** Files whose bytes are not the repository's, whatever wrote them. */
  changed(): string[]
  /** Runs an installed tool in the copy; answers its output where it fails, otherwise an empty text. */
  tool(name: string, ...parameters: string[]): Promise<string>
  remove(): void
}

export const copyRepository = async (repository: string): Promise<RepositoryCopy> => {
  const folder = mkdtempSync(join(tmpdir(), 'nightflow-copy-'))
  const listed = await run('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: repository,
    maxBuffer: 16 * 1024 * 1024,
  })
  for (const path of listed.stdout.split('\0'))
    if (path !== '' && existsSync(join(repository, path))) cpSync(join(repository, path), join(folder, path))
  for (const modules of ['node_modules', 'apps/web/node_modules', 'benchmarks/node_modules']) linkModules(repository, folder, modules)
  const touched = new Set<string>()
  const edit = (path: string, before: string, after: string): void => {
    const file = join(folder, path)
    const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
    if (text.split(before).length !== 2 && text !== '') throw new Error(`${path} does not have this text exactly once: ${before}`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text === '' ? after : text.replace(before, () => after))
    touched.add(path)
  }
  return {
    folder,
    edit,
    insert: (path, anchor, text) => edit(path, anchor, text + anchor),
    touched: () => [...touched].sort(),
    changed: () => changedFiles(repository, folder),
    tool: async (name, ...parameters) => {
      const bin = join(folder, 'node_modules/.bin', name)
      return run(bin, parameters, { cwd: folder, maxBuffer: 16 * 1024 * 1024 }).then(
        () => '',
        ({ stdout = '', stderr = '', message }: { stdout?: string; stderr?: string; message: string }) => `${stdout}${stderr}` || message,
      )
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

const changedFiles = (repository: string, folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => !existsSync(join(repository, path)) || !readFileSync(join(repository, path)).equals(readFileSync(join(folder, path))))
    .toSorted()

/** Links to the installed packages; those to our own are relative and lead into the copy. */
const linkModules = (repository: string, folder: string, modules: string): void => {
  const installed = join(repository, modules)
  if (!existsSync(installed)) return
  mkdirSync(join(folder, modules), { recursive: true })
  for (const name of readdirSync(installed)) {
    const own = name === '@nightflow'
    if (own) cpSync(join(installed, name), join(folder, modules, name), { recursive: true, verbatimSymlinks: true })
    else if (name !== '.vite') symlinkSync(join(installed, name), join(folder, modules, name))
  }
}
