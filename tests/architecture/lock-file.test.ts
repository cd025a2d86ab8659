import { describe, expect, test } from 'vitest'
import { filesLike, textOf } from './source-files.ts'

type Package = { version?: string; link?: boolean } & Partial<
  Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>
>

const lock = (JSON.parse(textOf('package-lock.json')) as { packages: Record<string, Package> }).packages

describe('the lock file, which `npm ci` of a fresh clone installs', () => {
  test('has the dependencies of each package', () => {
    const manifests = ['package.json', ...filesLike('*/package.json', 'apps/*/package.json')]
    const stale = manifests.filter((path) => {
      const manifest = JSON.parse(textOf(path)) as Package
      const locked = lock[path === 'package.json' ? '' : path.replace('/package.json', '')]
      return (['dependencies', 'devDependencies'] as const).some(
        (kind) => JSON.stringify(sorted(manifest[kind])) !== JSON.stringify(sorted(locked?.[kind])),
      )
    })
    expect(stale, 'run "npm install" and commit package-lock.json').toEqual([])
  })

  test('it names the optional packages of every platform, also those that this machine does not install', () => {
    const missing = Object.entries(lock).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !lock[`node_modules/${name}`] && !lock[`${path}/node_modules/${name}`])
        .map((name) => `${path} wants ${name}`),
    )
    expect(missing).toEqual([])
  })

  test('versions are exact, so that today’s tests are tomorrow’s', () => {
    const loose = [lock[''], ...Object.entries(lock).flatMap(([path, entry]) => (path.includes('node_modules') ? [] : [entry]))].flatMap(
      (entry) =>
        Object.entries({ ...entry?.dependencies, ...entry?.devDependencies }).filter(
          ([name, range]) => !name.startsWith('@nightflow/') && /^[~^*><]/.test(range),
        ),
    )
    expect(loose).toEqual([])
  })
})

const sorted = (versions: Record<string, string> = {}): [string, string][] =>
  Object.entries(versions).sort(([left], [right]) => left.localeCompare(right))
