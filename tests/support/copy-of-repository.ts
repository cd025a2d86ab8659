import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

/** A copy of the repository's own files whose packages are this machine's. Changed files are found by their bytes. */
export const copyOfRepository = (root: string) => {
  const copy = mkdtempSync(join(tmpdir(), 'nightflow-copy-'))
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  const files = listed.split('\n').filter((path) => path !== '' && existsSync(join(root, path)))
  for (const path of files) cpSync(join(root, path), join(copy, path))
  linkPackages(root, copy)
  for (const folder of ['apps/web', 'benchmarks']) {
    if (existsSync(join(root, folder, 'node_modules'))) symlinkSync(join(root, folder, 'node_modules'), join(copy, folder, 'node_modules'))
  }
  const changed = (): string[] => {
    const now = readdirSync(copy, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
      .map((entry) => join(entry.parentPath, entry.name).slice(copy.length + 1))
    return now
      .filter((path) => !existsSync(join(root, path)) || !readFileSync(join(root, path)).equals(readFileSync(join(copy, path))))
      .toSorted()
  }
  return { path: copy, changed, remove: () => rmSync(copy, { recursive: true, force: true }) }
}

/** Every package is the repository's, except those of the workspace, which are the copy's. */
const linkPackages = (root: string, copy: string): void => {
  const packages = join(copy, 'node_modules')
  mkdirSync(packages)
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@nightflow') symlinkSync(join(root, 'node_modules', name), join(packages, name))
  }
  mkdirSync(join(packages, '@nightflow'))
  for (const name of readdirSync(join(root, 'node_modules/@nightflow'))) {
    const link = join(root, 'node_modules/@nightflow', name)
    const target = resolve(dirname(link), readlinkSync(link))
    symlinkSync(join(copy, target.slice(root.length + 1)), join(packages, '@nightflow', name))
  }
}
